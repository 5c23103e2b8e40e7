/** What a comparison and a disclosure store in the database. */
import { bytesToHex } from '@noble/hashes/utils.js';
import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { CATALOG, catalogHash } from '../../../catalog/index.ts';
import { tidy } from '../../../server/database/housekeeping.ts';
import { disclosures, psiSessions } from '../../../server/database/schema.ts';
import { SESSION_MS } from '../../../server/psi/comparisons.ts';
import { FREE_SLOTS, slotOfFact } from '../../support/psi/slots.ts';
import { compare, disclose, disclosureOf, postRound2 } from '../../support/server/comparison.ts';
import { dumpOf } from '../../support/server/database-dump.ts';
import { openTestServer, signUp } from '../../support/server/harness.ts';
import type { TestServer } from '../../support/server/harness.ts';
import { FACTS } from '../../support/catalog.ts';

const MINE = ['verifiedTravelEvents/devcon', 'selfAttestedEvents/edcon', 'travelInterests/bars'];
const [SHOWN = ''] = MINE;

let server: TestServer;
beforeAll(async () => {
  server = await openTestServer({ listen: true });
});
afterAll(() => server.close());

const textOf = async (): Promise<string> => JSON.stringify(await dumpOf(server.database.db));

async function compared(email: string) {
  const person = await signUp(server, email);
  const slots = [...MINE.map(slotOfFact), ...FREE_SLOTS.slice(0, 1)];
  return { person, comparison: await compare(server, person, slots) };
}

describe('the attendee record', () => {
  it('has columns for who disclosed which fact to whom on which day, and no others', async () => {
    const rows = await server.database.db
      .select({ column: sql<string>`column_name` })
      .from(sql`information_schema.columns`)
      .where(sql`table_name = 'disclosures'`)
      .orderBy(sql`column_name`);
    expect(rows.map(({ column }) => column)).toEqual([
      'catalog',
      'day',
      'fact',
      'id',
      'organiser',
      'user_id',
    ]);
  });

  it('has the disclosed facts, and nothing before the disclosure', async () => {
    const { person, comparison } = await compared('record@mail.example');
    const before = await dumpOf(server.database.db);
    expect(before['disclosures']).toEqual([]);
    // Of the round itself, the server keeps its own tokens, but no message.
    expect(before['psi_sessions']).toHaveLength(1);
    for (const bytes of [comparison.request, comparison.reply]) {
      expect(JSON.stringify(before)).not.toContain(bytesToHex(bytes.subarray(100, 132)));
    }
    const answer = await disclose(server, person, disclosureOf(comparison, [slotOfFact(SHOWN)]));
    expect(answer.status).toBe(200);
    const { disclosures: recorded = [], ...after } = await dumpOf(server.database.db);
    expect({ ...after, disclosures: [] }).toEqual(before);
    expect(recorded.map((row): unknown => JSON.parse(row))).toEqual([
      {
        id: expect.stringMatching(/^[0-9a-f-]{36}$/) as unknown,
        userId: person.id,
        organiser: 'waystamp',
        catalog: catalogHash(CATALOG),
        fact: SHOWN,
        day: new Date().toISOString().slice(0, 10),
      },
    ]);
  });
});

describe('a session', () => {
  it('is deleted an hour after its end, with everything that was not disclosed', async () => {
    const { person, comparison } = await compared('session@mail.example');
    await disclose(server, person, disclosureOf(comparison, [slotOfFact(SHOWN)]));
    const { sessionId, facts: all } = disclosureOf(comparison, MINE.map(slotOfFact));
    const secrets = [sessionId, ...all.map(({ token }) => token)];
    const during = await textOf();
    for (const secret of secrets) expect(during).toContain(secret);

    const ended = Date.now() + SESSION_MS + 3_600_000;
    await tidy(server.database.db, ended - 60_000);
    expect(await server.database.db.$count(psiSessions)).toBeGreaterThan(0);
    await tidy(server.database.db, ended);
    expect(await server.database.db.$count(psiSessions)).toBe(0);
    const left = await textOf();
    for (const secret of secrets) expect(left).not.toContain(secret);
    const others = FACTS.map(({ id }) => id).filter((id) => id !== SHOWN);
    for (const other of others) expect(left).not.toContain(other);
    const facts = await server.database.db.select({ fact: disclosures.fact }).from(disclosures);
    expect(new Set(facts.map(({ fact }) => fact))).toEqual(new Set([SHOWN]));
    // Its keys have still been answered.
    const again = await postRound2(server, person, comparison.request);
    await expect(again.json()).resolves.toMatchObject({ code: 'keys_used' });
  });
});
