import { MAX_FIELD_BYTES } from '../dkim/signature.ts';
import { quoted } from '../dkim/verdict.ts';
import { type HeaderField, rawValue } from '../header/raw-mail.ts';
import { type ArcResults, readArcResults } from './results.ts';
import { instanceOf, readSeal, type Seal, type SealLabel } from './seal.ts';
import { ArcFault } from './verdict.ts';

/** The most sets of a mail (RFC 8617 4.2.1, 5.2). */
const MAX_INSTANCE = 50;

const SEAL = 'arc-seal';
const MESSAGE_SIGNATURE = 'arc-message-signature';
const RESULTS = 'arc-authentication-results';
const MEMBERS: readonly string[] = [SEAL, MESSAGE_SIGNATURE, RESULTS];

/** The three headers that one server added. */
export interface ArcSet {
  instance: number;
  seal: HeaderField;
  messageSignature: HeaderField;
  results: HeaderField;
}

/** What the highest set says of itself, whether it is complete or not. */
export interface TopSet {
  instance: number;
  label: SealLabel;
  seal: Seal | ArcFault | null;
  results: Omit<ArcResults, 'instance'>;
}

export interface Chain {
  /** Null when no ARC header has a readable instance. */
  top: TopSet | null;
  /** From instance 1 to the highest, or the rule that is broken. */
  sets: readonly ArcSet[] | ArcFault;
}

/** Whether a field is one of the three ARC headers. */
function isArcField({ name }: HeaderField): boolean {
  return MEMBERS.includes(name);
}

/**
 * Collects the ARC sets of a mail and checks their structure (RFC 8617 5.2, steps 1 to 3): at most 50 sets, instances
 * from 1 without a gap, each of the three headers once in every set, and `cv=none` in the first seal and `cv=pass` in
 * all others. Null for a mail without any.
 */
export function readChain(fields: readonly HeaderField[]): Chain | null {
  const found = fields.filter(isArcField);
  if (found.length === 0) return null;
  const members = new Map<number, HeaderField[]>();
  let unreadable: ArcFault | null = null;
  for (const field of found) {
    const instance = memberInstance(field);
    if (instance === null || instance === 0) {
      unreadable ??= new ArcFault('fail', 'An ARC header has no instance between 1 and 50');
      continue;
    }
    const set = members.get(instance);
    if (set) set.push(field);
    else members.set(instance, [field]);
  }
  const highest = Math.max(0, ...members.keys());
  if (highest === 0) return { top: null, sets: unreadable ?? [] };
  const top = topSet(highest, members.get(highest) ?? []);
  return { top, sets: unreadable ?? checkedSets(highest, members, top) };
}

function memberInstance(field: HeaderField): number | null {
  if (field.name !== RESULTS) return instanceOf(field);
  return field.line.length > MAX_FIELD_BYTES ? null : readArcResults(rawValue(field)).instance;
}

function topSet(instance: number, members: readonly HeaderField[]): TopSet {
  const named = (name: string): HeaderField | undefined => members.find((field) => field.name === name);
  const [seal, results] = [named(SEAL), named(RESULTS)];
  const read = seal && readSeal(seal);
  const { authservId, results: list } = results
    ? readArcResults(rawValue(results))
    : { authservId: '', results: [] };
  return {
    instance,
    label: read?.label ?? { domain: '', cv: '' },
    seal: read?.seal ?? null,
    results: { authservId, results: list },
  };
}

const broken = (reason: string): ArcFault => new ArcFault('fail', reason);

function checkedSets(
  highest: number,
  members: ReadonlyMap<number, readonly HeaderField[]>,
  top: TopSet,
): ArcSet[] | ArcFault {
  if (highest > MAX_INSTANCE) return broken(`There are more than ${MAX_INSTANCE} ARC sets`);
  if (top.label.cv === 'fail') return broken('The newest seal says that the chain was broken before it');
  const sets: ArcSet[] = [];
  for (let instance = 1; instance <= highest; instance += 1) {
    const set = members.get(instance);
    if (!set) return broken(`There is no ARC set ${instance}`);
    const uneven = MEMBERS.find((name) => set.filter((field) => field.name === name).length !== 1);
    if (uneven !== undefined) return broken(`ARC set ${instance} has not exactly one ${uneven}`);
    const [seal, messageSignature, results] = MEMBERS.flatMap((name) =>
      set.filter((field) => field.name === name),
    );
    if (!seal || !messageSignature || !results) return broken(`ARC set ${instance} is incomplete`);
    const { cv } = readSeal(seal).label;
    if (cv !== (instance === 1 ? 'none' : 'pass')) {
      return broken(`cv= of seal ${instance} is ${quoted(cv)}`);
    }
    sets.push({ instance, seal, messageSignature, results });
  }
  return sets;
}
