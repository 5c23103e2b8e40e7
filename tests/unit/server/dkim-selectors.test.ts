import { describe, expect, it } from 'vitest';
import { CATALOG, signerDomains } from '../../../catalog/index.ts';
import { COMMON_SELECTORS, namesToAsk } from '../../../server/dkim/selectors.ts';

describe('the names that are looked up', () => {
  it('are those of the selectors in common use, each once', () => {
    const names = namesToAsk('devcon.org', []);
    for (const selector of ['google', 's1', 's2', 'k1', 'k2', 'selector1', 'selector2', 'default', 'mail']) {
      expect(names).toContain(`${selector}._domainkey.devcon.org`);
    }
    expect(new Set(names).size).toBe(names.length);
  });

  it('are valid in DNS, for every signer domain', () => {
    for (const name of signerDomains(CATALOG).flatMap((domain) => namesToAsk(domain, []))) {
      expect(name).toMatch(/^[a-z0-9]([a-z0-9-]{0,61}[a-z0-9])?\._domainkey\.([a-z0-9-]{1,63}\.)+[a-z]{2,}$/);
      expect(name.length).toBeLessThanOrEqual(253);
    }
  });

  it('include the domain’s own labels', () => {
    expect(namesToAsk('calendar.luma-mail.com', [])).toEqual(
      expect.arrayContaining([
        'calendar._domainkey.calendar.luma-mail.com',
        'luma-mail._domainkey.calendar.luma-mail.com',
      ]),
    );
  });

  it('include those of known keys of this domain, and of no other', () => {
    const names = namesToAsk('devcon.org', [
      'Drawn-At-Random._domainkey.devcon.org',
      'google._domainkey.devcon.org',
      'a.b._domainkey.devcon.org',
      'x1._domainkey.mail.devcon.org',
      'x2._domainkey.lu.ma',
    ]);
    expect(names.slice(-2)).toEqual(['drawn-at-random._domainkey.devcon.org', 'a.b._domainkey.devcon.org']);
    expect(new Set(names).size).toBe(names.length);
  });

  it('leave out names that are too long for DNS', () => {
    const domain = `${'a'.repeat(60)}.${'b'.repeat(60)}.${'c'.repeat(60)}.${'d'.repeat(50)}.org`;
    const names = namesToAsk(domain, []);
    expect(names).toContain(`s1._domainkey.${domain}`);
    expect(names).not.toContain(`mimecast20190104._domainkey.${domain}`);
    expect(COMMON_SELECTORS).toContain('mimecast20190104');
  });
});
