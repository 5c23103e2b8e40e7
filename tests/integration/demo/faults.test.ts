import { describe, expect, test } from 'vitest';
import { createDemo, seededFaults } from '../../../server/demo/index.ts';
import type { Fault, FaultPlan } from '../../../server/demo/index.ts';
import { call, signIn } from './sign-in.ts';

const NOW = Date.UTC(2026, 0, 1, 12);
const PROFILE = '/gmail/v1/users/me/profile';

async function open(faults: FaultPlan) {
  const demo = createDemo({ secret: new Uint8Array(32), demoCase: 'empty', faults, now: () => NOW });
  const token = await signIn(demo);
  return { demo, ask: () => call(demo, PROFILE, token) };
}

async function answerTo(fault: Fault): Promise<Response> {
  const { ask } = await open(() => fault);
  return ask();
}

describe('the fault layer', () => {
  test('is rate-limited as Gmail says it: in a header, in the text, or without a time', async () => {
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

  test('an answer that stops is no JSON, and one that is cut does not end', async () => {
    const truncated = await answerTo({ kind: 'truncated' });
    expect(truncated.status).toBe(200);
    await expect(truncated.json()).rejects.toThrow(SyntaxError);
    await expect((await answerTo({ kind: 'cut' })).text()).rejects.toThrow('cut');
  });

  test('strikes by a seed, as often as it is told, the same way every time', async () => {
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

  test('comes after the check of the token, and spares the consent', async () => {
    const { demo } = await open(() => ({ kind: 'backend', status: 500 }));
    expect((await demo.routes.request(PROFILE)).status).toBe(401);
    expect((await demo.routes.request('/demo/consent.css')).status).toBe(200);
  });
});
