/** An event whose sender is a single address: a signature of the domain counts on mail from that address only. */
import { expect, test } from 'vitest';
import { createClassifier, mailToEvidence } from '../../../worker/evidence/index.ts';
import { CREW, LAKESIDE } from '../../support/lakeside.ts';
import { bytes, signMail } from '../../support/mail/reference-signer.ts';
import { RSA_2048 } from '../../support/mail/test-keys.ts';

const reading = {
  catalog: LAKESIDE,
  classifier: createClassifier(LAKESIDE),
  lookup: () => Promise.resolve([RSA_2048.record]),
};

/** The verdict on a mail signed by the address's domain. */
async function verdictOn(from: string, domain = 'boats.example'): Promise<string | undefined> {
  const lines = [
    from,
    'To: Robin <robin@mail.example>',
    'Subject: Your ticket for the Spring Regatta, and the way to the venue',
  ];
  const mail = [...lines, 'Date: Mon, 04 May 2026 09:00:00 +0000', '', 'See you there.', ''].join('\r\n');
  const raw = bytes(signMail(mail, { key: RSA_2048.privateKey, tags: { d: domain } }));
  const { evidence } = await mailToEvidence(
    { messageId: 'x', raw, internalDate: Date.UTC(2026, 4, 4, 10) },
    reading,
  );
  return evidence.map(({ tier, reason }) => reason ?? tier)[0];
}

test.each([
  ['the address itself', `From: ${CREW}`],
  ['the address in capitals, with a name', 'From: The Crew <Crew@BOATS.example>'],
  ['a folded field', 'From: The Crew\r\n <crew@boats.example>'],
])('%s is accepted', async (_name, from) => {
  expect(await verdictOn(from)).toBe('verified');
});

test.each([
  ['another address of the domain', 'From: shop@boats.example'],
  ['an address of a subdomain', 'From: crew@mail.boats.example'],
  ['a name that reads like the address', 'From: "crew@boats.example" <shop@boats.example>'],
  ['an encoded name that holds the address', `From: =?utf-8?Q?<${CREW}>?= <shop@boats.example>`],
  ['two senders', `From: ${CREW}, shop@boats.example`],
  ['no address', 'From: The Crew'],
])('%s is not', async (_name, from) => {
  expect(await verdictOn(from)).toBe('foreign-signer');
});

test('the address does not count when another domain signs', async () => {
  expect(await verdictOn(`From: ${CREW}`, 'lakeside.example')).toBe('foreign-signer');
});
