/** Objects in a hosted store that nobody announces. The store's other calls are in blob-links.test.ts. */
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { getPayloadFromClientToken } from '@vercel/blob/client';
import { createHostedObjects } from '../../../server/blob/hosted-objects.ts';
import type { HostedObjects } from '../../../server/blob/hosted-objects.ts';
import { vercelPublicBase } from '../../../server/blob/vercel-store.ts';
import { TIDY_MS } from '../../../server/database/housekeeping.ts';
import { hostedBlobs, psiKeys, users } from '../../../server/database/schema.ts';
import { makeAccount } from '../../support/server/announced-people.ts';
import { openTestServer, randomPathname, uploadToken } from '../../support/server/harness.ts';
import type { TestServer } from '../../support/server/harness.ts';

const READ_WRITE_TOKEN = 'vercel_blob_rw_AbCdEf12_0123456789';
const STORE = vercelPublicBase(READ_WRITE_TOKEN);
const HOUR_MS = 3_600_000;

interface Removal {
  url: string;
  authorization: string | null;
  version: string | null;
  urls: string[];
}

let now: number;
let removals: Removal[];
let answer: () => Response;
let server: TestServer;
let hosted: HostedObjects;
const edge: typeof fetch = async (input, init) => {
  const request = new Request(input, init);
  const { urls } = (await request.json()) as { urls: string[] };
  removals.push({
    url: request.url,
    authorization: request.headers.get('authorization'),
    version: request.headers.get('x-api-version'),
    urls,
  });
  return answer();
};
beforeEach(async () => {
  now = Date.now();
  removals = [];
  answer = () => Response.json(null);
  server = await openTestServer({
    env: { BLOB_READ_WRITE_TOKEN: READ_WRITE_TOKEN },
    fetch: edge,
    now: () => now,
  });
  hosted = createHostedObjects(server.database.db, READ_WRITE_TOKEN, { fetch: edge, now: () => now });
});
afterEach(() => server.close());

/** Gives somebody an upload token, and returns the path. */
async function grant(): Promise<string> {
  const pathname = randomPathname();
  await uploadToken(server, await server.token('ada@mail.example'), pathname);
  return pathname;
}

/** Announces the object as if the keys had been read there. */
async function announce(pathname: string, email = 'ada@mail.example'): Promise<string> {
  const userId = await makeAccount(server.database.db, email);
  const keys = { keyId: crypto.getRandomValues(new Uint8Array(16)), publicKeys: Uint8Array.of(1) };
  const values = { userId, link: STORE + pathname, ...keys };
  await server.database.db
    .insert(psiKeys)
    .values(values)
    .onConflictDoUpdate({ target: psiKeys.userId, set: values });
  return userId;
}

describe('a client token for a hosted store', () => {
  it('stores one object, since its pathname is then taken', async () => {
    const pathname = randomPathname();
    const token = await uploadToken(server, await server.token('ada@mail.example'), pathname);
    expect(getPayloadFromClientToken(token)).toMatchObject({
      pathname,
      addRandomSuffix: false,
      allowOverwrite: false,
      maximumSizeInBytes: 65_536,
    });
  });
});

describe('an object in a hosted store', () => {
  it('that nobody announces is deleted there within an hour, by its one link', async () => {
    const pathname = await grant();
    now += HOUR_MS / 2;
    await hosted.tidy();
    expect(removals).toEqual([]);
    // This may be the last cleanup before the hour has passed.
    now += HOUR_MS / 2 - TIDY_MS + 1;
    await hosted.tidy();
    expect(removals).toEqual([
      {
        url: 'https://vercel.com/api/blob/delete',
        authorization: `Bearer ${READ_WRITE_TOKEN}`,
        version: '12',
        urls: [STORE + pathname],
      },
    ]);
    await hosted.tidy();
    expect(removals).toHaveLength(1);
    expect(await server.database.db.$count(hostedBlobs)).toBe(0);
  });

  it('that is announced stays until it is replaced or its account is deleted', async () => {
    const [first, second] = [await grant(), await grant()];
    await announce(first);
    now += 2 * HOUR_MS;
    await hosted.tidy();
    expect(removals.flatMap(({ urls }) => urls)).toEqual([STORE + second]);

    await announce(await grant());
    await hosted.tidy();
    expect(removals.flatMap(({ urls }) => urls)).toEqual([STORE + second, STORE + first]);

    await server.database.db.delete(users);
    now += HOUR_MS;
    await hosted.tidy();
    expect(removals.flatMap(({ urls }) => urls)).toHaveLength(3);
  });

  it('is tried again when the store did not delete it', async () => {
    await grant();
    now += HOUR_MS;
    answer = () => new Response(null, { status: 503 });
    await expect(hosted.tidy()).rejects.toThrow('503');
    answer = () => Response.json(null);
    await hosted.tidy();
    expect(removals).toHaveLength(2);
    expect(removals[1]?.urls).toEqual(removals[0]?.urls);
  });

  it('is deleted with many others in calls of a bounded size', async () => {
    const pathnames = Array.from({ length: 450 }, () => randomPathname());
    await server.database.db.insert(hostedBlobs).values(pathnames.map((pathname) => ({ pathname })));
    now += HOUR_MS;
    await hosted.tidy();
    expect(removals.map(({ urls }) => urls.length)).toEqual([200, 200, 50]);
    expect(new Set(removals.flatMap(({ urls }) => urls)).size).toBe(450);
  });
});
