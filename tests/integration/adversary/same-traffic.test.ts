/**
 * Devices that hold different facts and disclose the same ones. From comparison to disclosure, the server receives the
 * same bytes except for keys, ciphertexts, tokens and random paths.
 */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { compareWith, disclosed, openOrganiser } from './comparing.ts';
import type { Compared } from './comparing.ts';
import type { Holdings } from './person.ts';
import { EVERY_SLOT, FREE_SLOTS, subjectIn } from '../../support/psi/slots.ts';
import type { ComparableRequest } from './traffic.ts';
import type { Play, WatchedServer } from './watched-server.ts';
import { EVENT_KEYS, INTEREST_KEYS } from '../../support/catalog.ts';

/** The facts that everybody here discloses, in either order. */
const CHOSEN: string[] = ['travelInterests/bars', 'selfAttestedEvents/devcon'];

const FEW: Holdings = { subjects: ['Your Devcon ticket'], interests: ['bars'], events: [] };
const OTHERS: [name: string, holdings: Holdings][] = [
  [
    'that the server does not list',
    { subjects: ['Devcon: your order'], interests: ['bars', 'running'], events: ['edcon'] },
  ],
  [
    'that match as well and are kept',
    { subjects: ['Your Devcon ticket'], interests: ['bars', 'karaoke'], events: [] },
  ],
  [
    'wherever there is a slot',
    { subjects: FREE_SLOTS.map(subjectIn), interests: [...INTEREST_KEYS], events: [...EVENT_KEYS] },
  ],
];

const answering =
  (status: number): Play =>
  () =>
    Response.json({ error: 'no' }, { status });

/** The server's answers, honest and dishonest. */
const PLAYS: [name: string, play: Play | null][] = [
  ['is honest', null],
  ['lists every slot', ({ answer }) => answer(EVERY_SLOT).reply],
  ['lists nothing', ({ answer }) => answer([]).reply],
  ['sends noise', () => crypto.getRandomValues(new Uint8Array(20_664))],
  ['says that the keys were replaced', answering(409)],
  ['says that the request cannot be read', answering(400)],
  ['says that the sign-in has run out', answering(401)],
  ['is busy', answering(429)],
  ['fails', answering(500)],
];

interface Run extends Compared {
  disclosure: ComparableRequest[];
}

let watched: WatchedServer;
beforeAll(async () => {
  watched = await openOrganiser();
});
afterAll(() => watched.close());

async function run(holdings: Holdings, play: Play | null, chosen: string[]): Promise<Run> {
  const compared = await compareWith(watched, holdings, play);
  const disclosure = await disclosed(watched, compared.person, chosen);
  await compared.person.close();
  return { ...compared, disclosure };
}

describe.each(PLAYS)('a server that %s', (_name, play) => {
  let few: Run;
  beforeAll(async () => {
    few = await run(FEW, play, CHOSEN);
  });

  it.each(OTHERS)('does not see what else the device holds %s', async (_what, holdings) => {
    const more = await run(holdings, play, CHOSEN.toReversed());
    expect(more.traffic).toEqual(few.traffic);
    expect(more.steps).toEqual(few.steps);
    expect(more.disclosure).toEqual(few.disclosure);
  });
});

describe('the traffic that is compared here', () => {
  it('includes a comparison, new keys and a disclosure of two facts', async () => {
    const { traffic, disclosure, names } = await run(FEW, null, CHOSEN);
    expect(names).toEqual(CHOSEN.toReversed());
    expect(traffic.map(({ call, length, body }) => [call.split('?')[0], length, body.split(' ')[0]])).toEqual(
      [
        ['GET /api/organisers/waystamp', 0, ''],
        ['POST /api/psi/round2', 11_976, '5753020364000000'],
        ['POST /api/psi/upload', 138, expect.stringContaining('blob.generate-client-token')],
        ['PUT /blob/', 47_672, '5753020200000000'],
        ['POST /api/users/update_psi_keys', expect.any(Number), expect.stringContaining('ADDRESS')],
      ],
    );
    expect(disclosure).toHaveLength(1);
    expect(JSON.parse(disclosure[0]?.body ?? '')).toMatchObject({ facts: [{}, {}] });
  });

  it('differs only in random values: the same person’s next request is another', async () => {
    const { person } = await compareWith(watched, FEW);
    const first = bodies();
    watched.seen.length = 0;
    await person.core.compare();
    const second = bodies();
    expect(second.map((body) => body.length)).toEqual(first.map((body) => body.length));
    second.forEach((body, index) => expect(Buffer.compare(body, first[index] ?? body)).not.toBe(0));
    await person.close();
  });
});

function bodies(): Uint8Array[] {
  return watched.seen.map(({ body }) => body).filter((body) => body.length > 0);
}
