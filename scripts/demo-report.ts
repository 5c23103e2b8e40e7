/** The output of `npm run demo`: for people, and as one JSON document. */
import { catalogFacts, factId, FACT_LISTS } from '../catalog/index.ts';
import type { Catalog, FactList } from '../catalog/index.ts';
import type { ComparisonResult, Fact, ScanProgress } from '../worker/contract.ts';

/** The whole run as data; also what `--json` prints. */
export interface DemoReport {
  account: string;
  source: { kind: 'account' } | { kind: 'file'; name: string };
  scan: Pick<ScanProgress, 'phase' | 'mailsRead' | 'candidates' | 'evidenceMails' | 'unreadable' | 'leftOut'>;
  /** Everything found or chosen on the device, whether it counts for the account or not. */
  facts: (Pick<Fact, 'id' | 'list' | 'name' | 'slot' | 'counts' | 'origin'> & { mails: number })[];
  /** Null when there was nothing to compare. */
  result: Pick<ComparisonResult, FactList> | null;
  disclosed: string[];
  /** Notices from the core. */
  notices: string[];
}

export function report(
  account: string,
  source: DemoReport['source'],
  scan: ScanProgress,
  facts: readonly Fact[],
  result: ComparisonResult | null,
  disclosed: string[],
  notices: string[],
): DemoReport {
  const { phase, mailsRead, candidates, evidenceMails, unreadable, leftOut } = scan;
  return {
    account,
    source,
    scan: { phase, mailsRead, candidates, evidenceMails, unreadable, leftOut },
    facts: facts.map(({ id, list, name, slot, counts, origin, mails }) => ({
      id,
      list,
      name,
      slot,
      counts,
      origin,
      mails: mails.length,
    })),
    result:
      result === null
        ? null
        : {
            verifiedTravelEvents: result.verifiedTravelEvents,
            selfAttestedEvents: result.selfAttestedEvents,
            travelInterests: result.travelInterests,
          },
    disclosed,
    notices,
  };
}

const TITLES: Readonly<Record<FactList, string>> = {
  verifiedTravelEvents: 'Verified travel events',
  selfAttestedEvents: 'Self-attested events',
  travelInterests: 'Travel interests',
};

/** The report as text for a terminal. */
export function readable(
  { account, source, scan, facts, result, disclosed, notices }: DemoReport,
  catalog: Catalog,
): string {
  const lines: string[] = [];
  const mailbox = source.kind === 'file' ? source.name : 'the demo mailbox';
  lines.push(
    `Signed in as ${account}.`,
    `Read ${count(scan.mailsRead, 'mail')} of ${mailbox}: ${scan.evidenceMails} count as evidence, ${scan.unreadable} could not be read.`,
  );
  const leftOut = Object.values(scan.leftOut).reduce((sum, mails) => sum + mails, 0);
  if (leftOut > 0) lines.push(`Left out ${count(leftOut, 'mail')} in spam or trash.`);
  lines.push('');

  const foreign = facts.filter((fact) => !fact.counts);
  if (foreign.length > 0) {
    lines.push(
      `Found on this device, but addressed to somebody else than ${account}, so not compared:`,
      ...foreign.map((fact) => `  ${fact.name} (${TITLES[fact.list]})`),
      '',
    );
  }
  return [
    ...lines,
    ...lists(result, facts, disclosed, catalog),
    ...notices.map((notice) => `Note: ${notice}`),
  ].join('\n');
}

function lists(
  result: DemoReport['result'],
  facts: DemoReport['facts'],
  disclosed: readonly string[],
  catalog: Catalog,
): string[] {
  if (result === null) return ['No travel was found that counts for this account, so nothing was compared.'];
  const { byId } = catalogFacts(catalog);
  const mails = new Map(facts.map((fact) => [fact.id, fact.mails]));
  const lines = ['Also on the organiser’s list, decoded on this device:', ''];
  for (const list of FACT_LISTS) {
    lines.push(TITLES[list]);
    const keys: readonly string[] = result[list];
    if (keys.length === 0) lines.push('  none');
    for (const key of keys) {
      const id = factId(list, key);
      const found = mails.get(id) ?? 0;
      const source = found === 0 ? 'chosen' : count(found, 'mail');
      const shown = disclosed.some((other) => other === id) ? ', disclosed' : '';
      lines.push(`  ${byId.get(id)?.name ?? key} (${source}${shown})`);
    }
    lines.push('');
  }
  lines.push(
    disclosed.length === 0
      ? 'Nothing was disclosed.'
      : `Disclosed: ${count(disclosed.length, 'fact')}, and nothing else.`,
  );
  return lines;
}

function count(amount: number, what: string): string {
  return `${amount.toLocaleString('en')} ${what}${amount === 1 ? '' : 's'}`;
}
