import type { KeyedSignature } from '../dkim/key-trials.ts';
import { keyTypeOf, MAX_FIELD_BYTES, readNumber } from '../dkim/signature.ts';
import { quoted } from '../dkim/verdict.ts';
import { decodeBase64 } from '../header/binary-string.ts';
import { readDomainName } from '../header/domain-name.ts';
import { type HeaderField, rawValue } from '../header/raw-mail.ts';
import { parseTagList, type TagList } from '../header/tag-list.ts';
import { ArcFault } from './verdict.ts';

/** A well-formed ARC-Seal (RFC 8617 4.1.3). */
export interface Seal extends KeyedSignature {
  /** `t=`, in seconds since the epoch; null without one. */
  sealedAt: number | null;
}

/** What is known of any ARC-Seal, well-formed or not. */
export interface SealLabel {
  /** `d=`, lower case, A-labels; empty when it is unreadable. */
  domain: string;
  /** `cv=`, lower case; empty when it is absent. */
  cv: string;
}

/** Longest value of `cv=` that is kept, in characters. */
const MAX_CV = 8;

const malformed = (reason: string): ArcFault => new ArcFault('permerror', reason);

/** Reads an ARC-Seal. The label is always filled in; `seal` is the seal or the reason for refusing it. */
export function readSeal(field: HeaderField): { label: SealLabel; seal: Seal | ArcFault } {
  const tags = tagsOf(field);
  const label = {
    domain: readDomainName(tags?.get('d') ?? '') ?? '',
    cv: (tags?.get('cv') ?? '').toLowerCase().slice(0, MAX_CV),
  };
  return { label, seal: tags ? checkTags(tags, label) : malformed('The seal is not a list of tags') };
}

/** The instance of an ARC-Seal or an ARC-Message-Signature; null when it is not a number of one or two digits. */
export function instanceOf(field: HeaderField): number | null {
  const written = tagsOf(field)?.get('i') ?? '';
  return /^\d{1,2}$/.test(written) ? Number(written) : null;
}

function tagsOf(field: HeaderField): TagList | null {
  return field.line.length > MAX_FIELD_BYTES ? null : parseTagList(rawValue(field));
}

function checkTags(tags: TagList, { domain }: SealLabel): Seal | ArcFault {
  const missing = ['a', 'b', 'cv', 'd', 's'].find((tag) => !tags.get(tag));
  if (missing !== undefined) return malformed(`The seal has no ${missing}=`);
  if (tags.has('h')) return new ArcFault('fail', 'The seal has an h=, which it must not have');
  if (domain === '' || !domain.includes('.')) return malformed('d= of the seal is not a domain name');
  const selector = readDomainName(tags.get('s') ?? '');
  if (selector === null) return malformed('s= of the seal is not a selector');
  const keyType = keyTypeOf((tags.get('a') ?? '').toLowerCase());
  if (keyType === null) return malformed(`Unknown algorithm of the seal ${quoted(tags.get('a') ?? '')}`);
  const signature = decodeBase64(tags.get('b') ?? '');
  if (!signature) return malformed('b= of the seal is not base64');
  const sealedAt = readNumber(tags.get('t'), 12);
  if (sealedAt === undefined) return malformed('t= of the seal is not a time');
  return { domain, selector, keyType, signature, identityDomain: domain, sealedAt };
}
