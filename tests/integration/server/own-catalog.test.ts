/** An organiser's own events and interest, from the mailbox to the disclosure, over the real server. */
import 'fake-indexeddb/auto';
import { IDBFactory } from 'fake-indexeddb';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { catalogHash, signerDomains } from '../../../catalog/index.ts';
import { initPsi } from '../../../psi-wasm/index.ts';
import { createCore } from '../../../worker/core/core.ts';
import type { Core } from '../../../worker/core/core.ts';
import { value } from '../../support/core/outcome.ts';
import { CREW, LAKESIDE } from '../../support/lakeside.ts';
import { mbox, registration } from '../../support/mail/mbox-text.ts';
import { signMail } from '../../support/mail/reference-signer.ts';
import { RSA_2048 } from '../../support/mail/test-keys.ts';
import { openTestServer } from '../../support/server/harness.ts';
import type { TestServer } from '../../support/server/harness.ts';
import { demoIdTokens, idTokenFor } from '../../support/server/sign-in.ts';

const ADDRESS = 'robin@mail.example';

let server: TestServer;
let core: Core;
beforeAll(async () => {
  server = await openTestServer({ listen: true, catalog: LAKESIDE, domains: signerDomains(LAKESIDE) });
  core = createCore({
    origin: server.origin,
    fetch: (input, init) => fetch(input, init),
    loadPsi: () => initPsi(),
    indexedDB: new IDBFactory(),
    onUnexpected: (cause) => {
      throw cause;
    },
  });
});
afterAll(async () => {
  await core.close();
  await server.close();
});

/** A ticket signed by the crew's printer. */
function ticket(): string {
  const mail = [
    `From: The Crew <${CREW}>`,
    `To: ${ADDRESS}`,
    'Subject: Your ticket for the Spring Regatta',
    'Date: Mon, 04 May 2026 09:00:00 +0000',
    '',
    'Bring it to the venue, and your badge.',
    '',
  ].join('\r\n');
  return signMail(mail, { key: RSA_2048.privateKey, tags: { d: 'boats.example' } }).replaceAll('\r\n', '\n');
}

it('a catalog with its own events and interest is scanned for, compared and disclosed', async () => {
  const lakeside = { organiser: 'lakeside', catalog: null };
  const { asked } = await value(core.open(null, lakeside));
  expect(asked).toEqual({ catalog: LAKESIDE, hash: catalogHash(LAKESIDE), changes: null, problem: null });
  const idToken = await idTokenFor(ADDRESS, demoIdTokens());
  const session = await value(core.signIn({ provider: 'google', ...idToken }));

  const mails = [ticket(), registration('Harbour Talks', ADDRESS), registration('Devcon 7', ADDRESS)];
  const file = new Blob([mbox(mails, { eol: '\r\n' })]);
  const scan = await value(core.scan({ source: { kind: 'file', file, name: 'mail.mbox' }, thorough: false }));
  expect(scan).toMatchObject({ phase: 'done', evidenceMails: 2 });
  await value(core.choose({ events: ['nightSwim', 'devcon'], interests: ['sailing', 'bars'] }));

  const { facts, choices } = await value(core.open(session, lakeside));
  expect(choices).toEqual({ events: ['nightSwim'], interests: ['sailing'] });
  const found = [
    'verifiedTravelEvents/springRegatta',
    'selfAttestedEvents/harbourTalks',
    'selfAttestedEvents/nightSwim',
    'travelInterests/sailing',
  ];
  expect(facts.map(({ id }) => id)).toEqual(found);
  expect(facts[0]?.mails[0]?.signature?.domain).toBe('boats.example');

  const result = await value(core.compare());
  expect(result).toMatchObject({
    verifiedTravelEvents: ['springRegatta'],
    selfAttestedEvents: ['harbourTalks', 'nightSwim'],
    travelInterests: ['sailing'],
    compared: found,
  });

  const { stamps } = await value(
    core.disclose(['verifiedTravelEvents/springRegatta', 'travelInterests/sailing']),
  );
  const organiser = { slug: 'lakeside', name: 'Lakeside Club' };
  expect(stamps).toMatchObject([
    { organiser, fact: 'verifiedTravelEvents/springRegatta' },
    { organiser, fact: 'travelInterests/sailing' },
  ]);
  expect(await value(core.holdings())).toMatchObject({
    disclosures: [
      { organiser, catalog: catalogHash(LAKESIDE), list: 'travelInterests' },
      { organiser, catalog: catalogHash(LAKESIDE), list: 'verifiedTravelEvents' },
    ],
  });
});
