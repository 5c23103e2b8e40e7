import { beforeEach, describe, expect, it } from 'vitest';
import { createAccessTokens } from '../../../../server/demo/oauth/access-token.ts';
import type { AccessTokens } from '../../../../server/demo/oauth/access-token.ts';

const SECRET = new TextEncoder().encode('a secret of the tests that is long enough');
const SECONDS = 300;

let now: number;
let tokens: AccessTokens;
beforeEach(() => {
  now = Date.parse('2026-05-01T12:00:00Z');
  tokens = createAccessTokens(SECRET, SECONDS, () => now);
});

describe('an access token of the demo', () => {
  it('identifies its person on every use, until it expires', async () => {
    const { token } = await tokens.issue('ada@mail.example', ['email']);
    for (let shown = 0; shown < 3; shown += 1) {
      await expect(tokens.verify(token)).resolves.toMatchObject({
        email: 'ada@mail.example',
        scopes: ['email'],
      });
    }
    now += SECONDS * 1000 - 1;
    await expect(tokens.verify(token)).resolves.not.toBeNull();
    now += 1;
    await expect(tokens.verify(token)).resolves.toBeNull();
  });

  it('is refused as soon as it is revoked', async () => {
    const { token } = await tokens.issue('ada@mail.example', ['email']);
    const other = await tokens.issue('ada@mail.example', ['email']);
    await expect(tokens.verify(token)).resolves.not.toBeNull();
    await tokens.revoke(token);
    await expect(tokens.verify(token)).resolves.toBeNull();
    await expect(tokens.verify(other.token)).resolves.not.toBeNull();
  });

  it('of another secret is refused', async () => {
    const others = createAccessTokens(
      new TextEncoder().encode('another secret of the tests, as long'),
      300,
      () => now,
    );
    const { token } = await others.issue('ada@mail.example', ['email']);
    await expect(tokens.verify(token)).resolves.toBeNull();
  });
});
