import { describe, expect, test } from 'vitest';
import { createDemo } from '../../../server/demo/index.ts';
import type { Demo } from '../../../server/demo/index.ts';
import { faultLayer, seededFaults } from '../../support/mailbox/faults.ts';
import type { Fault, FaultPlan } from '../../support/mailbox/faults.ts';
import { turns } from '../../support/turns.ts';
import { call, signIn } from './sign-in.ts';

const NOW = Date.UTC(2026, 0, 1, 12);
const ME = '/gmail/v1/users/me';
const PROFILE = `${ME}/profile`;

type Ask = (path?: string) => Promise<Response>;
let weather: FaultPlan = () => null;
const opened = new Map<string, Promise<{ demo: Demo; token: string }>>();

async function start(demoCase: 'empty' | 'full'): Promise<{ demo: Demo; token: string }> {
  const demo = createDemo({
    secret: new Uint8Array(32),
    demoCase,
    beforeMailbox: faultLayer(
      (one) => weather(one),
      () => NOW,
    ),
    now: () => NOW,
  });
  return { demo, token: await signIn(demo) };
}

/** The demo with these faults. All tests share one, because its mailbox and keys take long to make. */
async function open(
  faults: FaultPlan,
  demoCase: 'empty' | 'full' = 'empty',
): Promise<{ demo: Demo; token: string; ask: Ask }> {
  weather = faults;
  const starting = opened.get(demoCase) ?? start(demoCase);
  opened.set(demoCase, starting);
  const { demo, token } = await starting;
  return { demo, token, ask: (path = '/profile') => call(demo, `${ME}${path}`, token) };
}

async function answerTo(fault: Fault): Promise<Response> {
  const { ask } = await open(() => fault);
  return ask();
}

describe('the fault layer', () => {
  test('limits the rate as Gmail does: with a wait in a header, in the text, or without one', async () => {
    const inHeader = await answerTo({ kind: 'rate-limit', status: 429, retryAfter: 7 });
    expect(inHeader.status).toBe(429);
    expect(inHeader.headers.get('retry-after')).toBe('7');
    expect(await inHeader.json()).toMatchObject({
      error: { code: 429, status: 'RESOURCE_EXHAUSTED', errors: [{ reason: 'rateLimitExceeded' }] },
    });
    const inText = await answerTo({ kind: 'rate-limit', status: 403, inText: true });
    expect(inText.status).toBe(403);
    expect(await inText.json()).toMatchObject({
      error: {
        message: 'User-rate limit exceeded.  Retry after 2026-01-01T12:00:01.000Z',
        errors: [{ reason: 'userRateLimitExceeded', domain: 'usageLimits' }],
      },
    });
    expect((await answerTo({ kind: 'rate-limit', status: 429 })).headers.has('retry-after')).toBe(false);
    const named = { kind: 'rate-limit', status: 403, inText: true, reason: 'rateLimitExceeded' } as const;
    expect(await (await answerTo(named)).json()).toMatchObject({
      error: {
        message: 'User-rate limit exceeded.  Retry after 2026-01-01T12:00:01.000Z',
        errors: [{ reason: 'rateLimitExceeded' }],
      },
    });
  });

  test.each<[Fault, number]>([
    [{ kind: 'backend', status: 500 }, 500],
    [{ kind: 'backend', status: 502 }, 502],
    [{ kind: 'expired' }, 401],
    [{ kind: 'vanished' }, 404],
    [{ kind: 'slow', delayMs: 1 }, 200],
  ])('%o answers %i', async (fault, status) => {
    expect((await answerTo(fault)).status).toBe(status);
  });

  test('can stop an answer so that it is not JSON, or cut one so that it does not end', async () => {
    const truncated = await answerTo({ kind: 'truncated' });
    expect(truncated.status).toBe(200);
    await expect(truncated.json()).rejects.toThrow(SyntaxError);
    await expect((await answerTo({ kind: 'cut' })).text()).rejects.toThrow('cut');
  });

  test('can leave a connection hanging, at once or after half the answer', async () => {
    const patience = new AbortController();
    const { demo, token } = await open(() => ({ kind: 'hang', after: 'nothing' }));
    let answered = false;
    const waiting = Promise.resolve(
      demo.routes.request(PROFILE, {
        headers: { Authorization: `Bearer ${token}` },
        signal: patience.signal,
      }),
    ).finally(() => {
      answered = true;
    });
    await turns(50);
    expect(answered).toBe(false);
    patience.abort();
    await waiting;

    const { body, status } = await answerTo({ kind: 'hang', after: 'half' });
    expect(status).toBe(200);
    const reader = body?.getReader();
    const first = await reader?.read();
    expect(new TextDecoder().decode(first?.value)).toMatch(/^{"emailAddress"/);
    const silent = new Promise((resolve) => setTimeout(resolve, 20, 'silent'));
    expect(await Promise.race([reader?.read(), silent])).toBe('silent');
  });

  test('can put wrong base64 into a raw mail and into each part; a header has none', async () => {
    const { ask } = await open(() => ({ kind: 'wrong-base64' }), 'full');
    const { messages } = (await (await ask('/messages?maxResults=1')).json()) as {
      messages: { id: string }[];
    };
    const path = `/messages/${messages[0]?.id ?? ''}`;
    const { raw } = (await (await ask(`${path}?format=raw`)).json()) as { raw: string };
    expect(raw).toMatch(/^![\w-]+$/);
    const contents = [...(await (await ask(`${path}?format=full`)).text()).matchAll(/"data":"([^"]+)"/g)];
    expect(contents.length).toBeGreaterThan(0);
    for (const [, data] of contents) expect(data).toMatch(/^!/);
    expect(await (await ask(`${path}?format=metadata`)).text()).not.toContain('!');
  });

  test('can name a given page of a listing as its next one', async () => {
    const { ask } = await open(() => ({ kind: 'next-page', token: 'again' }), 'full');
    const answer: unknown = await (await ask('/messages?maxResults=2&pageToken=YWZ0ZXI6ZmZmZmY')).json();
    expect(answer).toMatchObject({ messages: [{}, {}], nextPageToken: 'again' });
  });

  test('decides by what a call asks for and how often, whatever its other parameters', async () => {
    const struck = (paths: string[]): string[] => {
      const plan = seededFaults('order', 0.5);
      return paths.map((path, number) =>
        JSON.stringify([path, plan({ number, path, query: new URLSearchParams() })]),
      );
    };
    const there = Array.from({ length: 60 }, (_, index) => `/messages/${index % 20}`);
    expect(struck(there.toReversed()).toSorted()).toEqual(struck(there).toSorted());
  });

  test('lets a call through that no kind of fault fits', async () => {
    const { ask } = await open(
      seededFaults('fitting', 1, ({ path }) =>
        path.endsWith('/messages') ? [{ kind: 'backend', status: 502 }] : [],
      ),
    );
    expect((await ask()).status).toBe(200);
    expect((await ask('/messages')).status).toBe(502);
  });

  test('decides by a seed, at the given rate, the same way every time', async () => {
    const statuses = async (): Promise<number[]> => {
      const { ask } = await open(seededFaults('weather', 0.3, [{ kind: 'backend', status: 503 }]));
      const all: number[] = [];
      for (let i = 0; i < 200; i++) all.push((await ask()).status);
      return all;
    };
    const first = await statuses();
    expect(await statuses()).toEqual(first);
    const failed = first.filter((status) => status === 503).length;
    expect(failed).toBeGreaterThan(30);
    expect(failed).toBeLessThan(90);
  });

  test('comes after the check of the token, and never affects the consent', async () => {
    const { demo } = await open(() => ({ kind: 'backend', status: 500 }));
    expect((await demo.routes.request(PROFILE)).status).toBe(401);
    expect((await demo.routes.request('/demo/consent.css')).status).toBe(200);
  });
});
