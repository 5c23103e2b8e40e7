import { createHash } from 'node:crypto';
import { beforeAll, describe, expect, test } from 'vitest';
import { CATALOG, signerDomains, slotOf, catalogFacts } from '../../../catalog/index.ts';
import { DEMO_SEED, createDemo } from '../../../server/demo/index.ts';
import type { Demo, MailStore } from '../../../server/demo/index.ts';
import { generateMailbox } from '../../../server/demo/source/generate.ts';
import { foldAddress } from '../../../mail/header/fold-address.ts';
import { verifyDkim } from '../../../mail/dkim/verify.ts';
import { mailToEvidence, createClassifier } from '../../../worker/evidence/index.ts';
import type { DkimLookup } from '../../../mail/dkim/key-trials.ts';
import type { MailEvidence } from '../../../worker/evidence/index.ts';
import type { Evidence } from '../../../worker/records.ts';
import { judgedFor } from '../../../worker/vector/counted.ts';
import {
  EXPECTED_ABSENT,
  EXPECTED_COUNTS,
  EXPECTED_MAILS,
  EXPECTED_SELF_ATTESTED,
  EXPECTED_VERIFIED,
} from '../../support/demo-mailbox.ts';
import { EVENT_KEYS } from '../../support/catalog.ts';

const OWNER = 'robin.keller@mail.example';
const HIDDEN_LABELS = new Set(['SPAM', 'TRASH']);

type StoredMail = MailStore['mails'][number];

/** The keys that an app on a device has: those of every signer domain in the catalog. */
async function deviceLookup(demo: Demo): Promise<DkimLookup> {
  const keys = (await Promise.all(signerDomains(CATALOG).map((domain) => demo.dkimKeys(domain)))).flat();
  return async (name) => keys.filter((key) => key.name === name);
}

let mails: readonly StoredMail[];
let lookup: DkimLookup;
const classified = new Map<StoredMail, MailEvidence>();

beforeAll(async () => {
  const demo = createDemo({ secret: new Uint8Array(32) });
  ({ mails } = await demo.mailbox());
  lookup = await deviceLookup(demo);
  const classifier = createClassifier(CATALOG);
  for (const mail of mails) {
    const { id: messageId, raw, receivedAt: internalDate } = mail;
    classified.set(
      mail,
      await mailToEvidence({ messageId, raw, internalDate }, { catalog: CATALOG, classifier, lookup }),
    );
  }
});

function specialMail(name: string): StoredMail {
  const found = mails.filter((mail) => mail.caseName === name);
  expect(found, `mails of case ${name}`).toHaveLength(1);
  const [mail] = found;
  if (!mail) throw new Error(`No mail of case ${name}`);
  return mail;
}

/** The evidence in a mail, as it counts for the owner. */
function evidenceIn(mail: StoredMail): Evidence[] {
  return judgedFor(classified.get(mail)?.evidence ?? [], OWNER);
}

/** The verifier's verdict on a mail, in the form of the table. */
function attested(mail: StoredMail): Partial<Record<string, string | null>> {
  return Object.fromEntries(
    evidenceIn(mail).map(({ event, tier, reason }) => [event, tier === 'verified' ? tier : reason]),
  );
}

/** The fact whose slot is also the slot of the mail's subject. */
function trapped(name: string): string | undefined {
  return catalogFacts(CATALOG).bySlot.get(slotOf(classified.get(specialMail(name))?.header.subject ?? ''))
    ?.id;
}

/** SHA-256 over all mails. */
function digest(all: readonly { raw: Uint8Array }[]): string {
  const hash = createHash('sha256');
  for (const { raw } of all) hash.update(raw);
  return hash.digest('hex');
}

/** The evidence of all mail that a scan reads. */
function scannedEvidence() {
  return mails.filter((mail) => !mail.labels.some((label) => HIDDEN_LABELS.has(label))).flatMap(evidenceIn);
}

describe('every special mail', () => {
  test('is in the table, and the table has no others', () => {
    const names = mails.flatMap(({ caseName }) => (caseName === null ? [] : [caseName]));
    expect(names.toSorted()).toEqual(Object.keys(EXPECTED_MAILS).toSorted());
  });

  for (const [name, expected] of Object.entries(EXPECTED_MAILS)) {
    describe(`${name}: ${expected.what}`, () => {
      test('attests what it should, with the right tier and reason', () => {
        expect(attested(specialMail(name))).toEqual(expected.attests);
      });

      test('has the right verdict on each signature', async () => {
        const mail = specialMail(name);
        const results = await verifyDkim(mail.raw, lookup, new Date(mail.receivedAt));
        expect(results.map(({ domain, status }) => `${domain} ${status}`)).toEqual(expected.dkim);
      });

      test('is read by a scan, and addressed to the owner, as it should be', () => {
        const mail = specialMail(name);
        expect(mail.labels.some((label) => HIDDEN_LABELS.has(label))).toBe(expected.scanned === false);
        for (const { addressedTo } of classified.get(mail)?.evidence ?? []) {
          expect(addressedTo.includes(foldAddress(OWNER))).toBe(expected.addressed !== false);
        }
      });
    });
  }
});

describe('the whole mailbox', () => {
  test('has no ordinary mail that attests anything', () => {
    const attesting = mails.filter((mail) => mail.caseName === null && classified.get(mail)?.evidence.length);
    expect(attesting.map((mail) => classified.get(mail)?.header.subject)).toEqual([]);
  });

  test('yields exactly the expected events', () => {
    const evidence = scannedEvidence();
    const verified = EVENT_KEYS.filter((key) =>
      evidence.some(({ event, tier }) => event === key && tier === 'verified'),
    );
    const found = EVENT_KEYS.filter((key) => evidence.some(({ event }) => event === key));
    expect(verified).toEqual(EXPECTED_VERIFIED);
    expect(found.filter((key) => !verified.includes(key))).toEqual(EXPECTED_SELF_ATTESTED);
    expect(EVENT_KEYS.filter((key) => !found.includes(key))).toEqual(EXPECTED_ABSENT);
  });

  test('yields the same events when only mail addressed to the owner counts', () => {
    const evidence = scannedEvidence().filter(({ addressedTo }) => addressedTo.includes(foldAddress(OWNER)));
    const verified = new Set(evidence.filter(({ tier }) => tier === 'verified').map(({ event }) => event));
    const found = new Set(evidence.map(({ event }) => event));
    expect(EVENT_KEYS.filter((key) => verified.has(key))).toEqual(EXPECTED_VERIFIED);
    expect(EVENT_KEYS.filter((key) => found.has(key) && !verified.has(key))).toEqual(EXPECTED_SELF_ATTESTED);
  });

  test('has the expected numbers of mails and of evidence', () => {
    const evidence = scannedEvidence();
    const counts = Object.fromEntries(
      EVENT_KEYS.map((key) => {
        const own = evidence.filter(({ event }) => event === key);
        return [key, { mails: own.length, verified: own.filter(({ tier }) => tier === 'verified').length }];
      }),
    );
    expect({
      mails: mails.length,
      special: mails.filter(({ caseName }) => caseName !== null).length,
      spamAndTrash: mails.filter(({ labels }) => labels.some((label) => HIDDEN_LABELS.has(label))).length,
      evidence: counts,
    }).toEqual(EXPECTED_COUNTS);
  });

  test('shows RSA 1024 signatures as weak, and no others', () => {
    const weak = scannedEvidence()
      .filter(({ signature }) => signature?.weak)
      .map(({ signature }) => `${signature?.domain} ${signature?.keyBits}`);
    expect([...new Set(weak)].toSorted()).toEqual(['0xparc.org 1024', 'zksummit.com 1024']);
  });

  test('contains its slot traps: subjects in the slots of facts that the owner does not have', () => {
    expect(trapped('slot-trap-invoice')).toBe('verifiedTravelEvents/dweb');
    expect(trapped('slot-trap-chat')).toBe('selfAttestedEvents/sigSingDemoDay');
    expect(trapped('slot-trap-devcon-ticket')).toBe('verifiedTravelEvents/sigSingDemoDay');
    expect(trapped('slot-trap-edcon-order')).toBe('selfAttestedEvents/dweb');
  });

  test('covers the years 2022 to 2025 and has a mail of 5 MB', () => {
    const years = new Set(mails.map(({ receivedAt }) => new Date(receivedAt).getUTCFullYear()));
    expect(years).toEqual(new Set([2022, 2023, 2024, 2025]));
    expect(Math.max(...mails.map(({ raw }) => raw.length))).toBeGreaterThan(5_000_000);
  });

  test('never contains a case name inside a mail', () => {
    const telling = mails.filter(
      ({ caseName, raw }) => caseName !== null && Buffer.from(raw).includes(caseName),
    );
    expect(telling.map(({ caseName }) => caseName)).toEqual([]);
  });
});

describe('generation', () => {
  test('gives the same bytes for the same seed, and other bytes for another', async () => {
    expect(digest(await generateMailbox(DEMO_SEED, 'full'))).toBe(digest(mails.toReversed()));
    const quiet = digest(await generateMailbox(DEMO_SEED, 'no-travel'));
    expect(digest(await generateMailbox(`${DEMO_SEED}, again`, 'no-travel'))).not.toBe(quiet);
  });

  test('makes an empty mailbox and one without travel', async () => {
    expect(await generateMailbox(DEMO_SEED, 'empty')).toEqual([]);
    const quiet = await generateMailbox(DEMO_SEED, 'no-travel');
    expect(quiet.length).toBeGreaterThan(100);
    const classifier = createClassifier(CATALOG);
    for (const { raw, receivedAt: internalDate } of quiet) {
      const { evidence } = await mailToEvidence(
        { messageId: 'x', raw, internalDate },
        { catalog: CATALOG, classifier, lookup },
      );
      expect(evidence).toEqual([]);
    }
  });
});
