import { expect, it } from 'vitest';
import { openDatabase } from '../../../server/database/open.ts';
import { psiSessions } from '../../../server/database/schema.ts';
import { postRound2, round1 } from '../../support/server/comparison.ts';
import { signUp } from '../../support/server/harness.ts';
import { WITHOUT_LIMITS, caller, useServerProcesses } from '../../support/server/server-processes.ts';

const PEOPLE = 5;
const REQUESTS_A_COPY = 6;

const { start, place } = useServerProcesses();

it('two copies of the server that receive requests under the same keys at once give one answer in total', async () => {
  const copies = [
    caller(await start({ env: WITHOUT_LIMITS })),
    caller(await start({ env: WITHOUT_LIMITS })),
  ] as const;
  for (let one = 0; one < PEOPLE; one += 1) {
    const person = await signUp(copies[0], `person-${one}@mail.example`);
    // Half of the requests are the same, and half are for other slots.
    const requests = await Promise.all(
      Array.from({ length: REQUESTS_A_COPY }, (_, at) => round1(person.keys, [at % 2 === 0 ? 1 : at])),
    );
    const answers = await Promise.all(
      requests.flatMap(({ message }) => copies.map((copy) => postRound2(copy, person, message))),
    );
    const bodies = await Promise.all(
      answers.map(async (answer) => (answer.status === 200 ? 'a reply' : ((await answer.json()) as unknown))),
    );
    const refusals = bodies.filter((body) => body !== 'a reply');
    expect(refusals).toHaveLength(2 * REQUESTS_A_COPY - 1);
    for (const refusal of refusals) expect(refusal).toMatchObject({ code: 'keys_used' });
  }
  const database = await openDatabase(place().where);
  expect(await database.db.$count(psiSessions)).toBe(PEOPLE);
  await database.close();
});
