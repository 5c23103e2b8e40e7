/** A server that misuses HTTP itself: it repeats or redirects requests, or answers without end. */
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { errorOf } from '../../support/core/outcome.ts';
import { compareWith, openOrganiser } from './comparing.ts';
import type { Compared } from './comparing.ts';
import type { Holdings, Person } from './person.ts';
import type { Play, WatchedServer } from './watched-server.ts';

const HOLDINGS: Holdings = { subjects: ['Your Devcon ticket'], interests: ['bars'], events: [] };
const CHUNK_BYTES = 64 * 1024;
/** Far more than the buffers of a connection hold, and far less than would do harm. */
const ENDLESS_CHUNKS = 1024;

let watched: WatchedServer;
let honest: Compared;
let person: Person | undefined;
beforeAll(async () => {
  watched = await openOrganiser();
  honest = await compareWith(watched, HOLDINGS);
  await honest.person.close();
});
afterEach(() => person?.close());
afterAll(() => watched.close());

async function fails(play: Play, code: string): Promise<Compared> {
  const compared = await compareWith(watched, HOLDINGS, play);
  ({ person } = compared);
  expect(errorOf(compared.outcome).code).toBe(code);
  expect(compared.after).toEqual(compared.before);
  expect(person.psi.secrets.every((bytes) => bytes.every((byte) => byte === 0))).toBe(true);
  return compared;
}

describe('a server that redirects the request', () => {
  it.each([301, 302, 303, 307, 308])('with status %d is not followed', async (status) => {
    const play: Play = () => new Response(null, { status, headers: { location: '/api/psi/round2' } });
    const { traffic } = await fails(play, 'server_unavailable');
    expect(traffic).toEqual(honest.traffic);
  });
});

describe('an endless reply', () => {
  it('is read up to the length of a valid reply and no further', async () => {
    let chunks = 0;
    const body = new ReadableStream<Uint8Array>({
      pull(controller) {
        chunks += 1;
        controller.enqueue(new Uint8Array(CHUNK_BYTES));
        if (chunks === ENDLESS_CHUNKS) controller.close();
      },
    });
    const { traffic } = await fails(() => new Response(body), 'comparison_failed');
    expect(traffic).toEqual(honest.traffic);
    expect(chunks).toBeLessThan(ENDLESS_CHUNKS / 2);
  });
});

describe('a reply that breaks off', () => {
  it('counts as lost', async () => {
    const play: Play = ({ answer }) => {
      const { reply } = answer([]);
      const headers = { 'content-length': String(reply.length), connection: 'close' };
      return new Response(Uint8Array.from(reply.subarray(0, 10_000)), { headers });
    };
    const { traffic } = await fails(play, 'server_unavailable');
    expect(traffic).toEqual(honest.traffic);
  });
});
