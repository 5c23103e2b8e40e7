import { expect, it } from 'vitest';
import { createClientAddress } from '../../../server/web/client-address.ts';

it('the address of a caller is one per IPv6 household, and only our own proxies are believed', () => {
  const source = (forwarded: string | undefined) => ({ req: { header: () => forwarded }, env: undefined });
  const behindOne = createClientAddress(1);
  expect(behindOne(source('1.2.3.4'))).toBe('1.2.3.4');
  expect(behindOne(source('9.9.9.9, 1.2.3.4'))).toBe('1.2.3.4');
  expect(behindOne(source('2001:db8:1:2:aaaa::1'))).toBe(behindOne(source('2001:DB8:1:2::2')));
  expect(behindOne(source('2001:db8::1'))).toBe('2001:db8:0:0');
  expect(behindOne(source('::ffff:1.2.3.4'))).toBe('1.2.3.4');
  expect(createClientAddress(0)(source('1.2.3.4'))).toBe('unknown');
});
