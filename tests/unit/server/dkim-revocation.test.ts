import { describe, expect, it } from 'vitest';
import { withoutRevoked } from '../../../server/dkim/revocation.ts';
import { ED25519, RSA_1024 } from '../../support/mail/test-keys.ts';

const name = 's1._domainkey.devcon.org';
const key = (lastSeen: string | null, record = RSA_1024.record) => ({ name, record, lastSeen });
const revocation = (lastSeen: string | null, at = name) => ({ name: at, record: 'v=DKIM1; p=', lastSeen });

describe('a revocation', () => {
  it.each([
    ['a key that was seen before it', '2026-01-01'],
    ['a key that was seen on the same day', '2026-01-02'],
    ['a key that was never seen in DNS', null],
  ])('takes out %s', (_name, lastSeen) => {
    const revoked = revocation('2026-01-02');
    expect(withoutRevoked([key(lastSeen), revoked])).toEqual([revoked]);
    expect(withoutRevoked([revoked, key(lastSeen)])).toEqual([revoked]);
  });

  it('leaves a key that was seen after it, and takes out the others', () => {
    const kept = key('2026-01-03', ED25519.record);
    const revoked = revocation('2026-01-02');
    expect(withoutRevoked([key('2025-12-31'), revoked, kept])).toEqual([revoked, kept]);
  });

  it('counts until its last sight where it is written in several ways', () => {
    const first = { name, record: 'p=', lastSeen: '2026-01-04' };
    const second = revocation('2026-01-02');
    expect(withoutRevoked([first, second, key('2026-01-03')])).toEqual([first, second]);
  });

  it('takes out every key when it stands in the catalog only', () => {
    const revoked = revocation(null);
    expect(withoutRevoked([key(null), revoked])).toEqual([revoked]);
    expect(withoutRevoked([key('2026-01-01'), revoked])).toHaveLength(2);
  });

  it('concerns no other name', () => {
    const other = revocation('2026-01-02', 's2._domainkey.devcon.org');
    expect(withoutRevoked([key('2026-01-01'), other])).toHaveLength(2);
  });
});
