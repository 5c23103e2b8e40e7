/** Tests the search for faults in the logs. Every test that starts servers runs it on their logs. */
import { describe, expect, it } from 'vitest';
import { logFaults } from '../../support/server/log-faults.ts';
import { FACTS } from '../../support/catalog.ts';

const PATHS = ['/api/users/get_by_email', '/gmail/v1/users/{userId}/messages/{id}', '/{rest}'];
const line = (fields: object): string => JSON.stringify({ level: 30, time: 1_800_000_000_000, ...fields });
const request = (fields: object): string =>
  line({ method: 'GET', route: PATHS[0], status: 200, ms: 3, msg: 'request', ...fields });
const faultsOf = (text: string, known: string[] = []): string[] => logFaults([text], { known, paths: PATHS });

describe('a log line', () => {
  it.each([
    ['a request', request({})],
    ['a request with parameters', request({ route: '/gmail/v1/users/:userId/messages/:id' })],
    ['a file of the page', request({ route: '/*' })],
    ['a request without a route', request({ route: 'none', status: 404 })],
    [
      'an error',
      line({
        error: 'DrizzleQueryError',
        code: '57P01',
        at: ['at find (file:///srv/waystamp-2f9ab/x.ts:3:4)'],
      }),
    ],
    ['a look-up', line({ domain: 'devcon.org', seen: 2, unanswered: { ESERVFAIL: 1 }, answered: true })],
    ['domains without an answer', line({ stale: 1, of: 2, unanswered: ['lu.ma'], reasons: ['ETIMEOUT'] })],
    ['the greeting', 'Waystamp is ready. Open http://localhost:8787'],
  ])('passes if it is %s', (_name, text) => {
    expect(faultsOf(text)).toEqual([]);
  });

  it.each([
    ['an address', request({ msg: 'from robin.keller@mail.example' })],
    ['a member for an address', request({ email: 'x' })],
    ['a slot', request({ slot: 17 })],
    ['a path in place of its route', request({ route: '/gmail/v1/users/me/messages/18c' })],
    ['a query', request({ route: '/api/users/get_by_email?email=a' })],
    ['a token', request({ msg: 'eyJhbGciOiJIUzI1NiJ9.eyJzdWIiOiJhIn0.c2ln' })],
    ['a header', request({ msg: 'authorization: Bearer abc' })],
    ['a client token of the store', request({ msg: 'vercel_blob_client_waystamp_x' })],
    ['a path in the store', request({ msg: 'no object at psi/3f9a0c1b2d4e5f60' })],
    ['an account', request({ msg: 'of 6b1f0a52-7c1e-4a8e-9f10-0d7a3a1b2c3d' })],
    ['a session', request({ msg: 'ab'.repeat(32) })],
    ['a one-time code', request({ msg: 'code 4_x7Kq0bZr9TnV2mLw8sYd' })],
    ['what the database says', line({ msg: 'Failed query: select "id" from "users"' })],
    ['a fact', line({ msg: 'disclosed travelInterests/bars' })],
    ['an event’s name', line({ msg: 'found Devcon 7 SEA' })],
    ['a fact’s word by itself', line({ reason: FACTS[0]?.id.split('/')[1] })],
    ['a domain that is not the catalog’s', line({ domain: 'example.com' })],
    ['an address below a member', line({ cause: { error: 'x', at: ['at a@b.example'] } })],
    ['a stack past the log', '    at find (server/accounts/store.ts:3:4)'],
    ['no object', '17'],
    ['nothing', 'null'],
  ])('is reported if it holds %s', (_name, text) => {
    expect(faultsOf(text)).not.toEqual([]);
  });

  it('is reported if it holds what was sent, unless that is a domain that everybody asks for', () => {
    expect(faultsOf(request({ msg: 'Your ticket for the summit' }), ['ticket for the'])).toHaveLength(1);
    expect(faultsOf(line({ domain: 'devcon.org' }), ['devcon.org'])).toEqual([]);
  });
});
