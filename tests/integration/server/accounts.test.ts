import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { initPsi } from '../../../psi-wasm/index.ts';
import { users } from '../../../server/database/schema.ts';
import { announceCall, errorOf, lookUpCall, send } from '../../support/server/api-calls.ts';
import type { Caller } from '../../support/server/api-calls.ts';
import { openTestServer, publishKeys, renewKeys, signUp, upload } from '../../support/server/harness.ts';
import type { TestServer } from '../../support/server/harness.ts';

let server: TestServer;
beforeAll(async () => {
  server = await openTestServer({ listen: true });
});
afterAll(() => server.close());

const lookUp = (caller: Caller): Promise<Response> => send(server, lookUpCall(caller));
const createAccount = (caller: Caller, link: string): Promise<Response> =>
  send(server, announceCall('create_account', caller, link));
const updateKeys = (caller: Caller, link: string): Promise<Response> =>
  send(server, announceCall('update_psi_keys', caller, link));
const callerOf = async (email: string) => ({ email, token: await server.token(email) });

describe('an account', () => {
  it('is created, found, and given new keys', async () => {
    const ada = await callerOf('ada@mail.example');
    await expect((await lookUp(ada)).json()).resolves.toEqual({ exists: false, user: null });

    const { link } = await publishKeys(server, ada.token);
    const made = await createAccount(ada, link);
    expect(made.status).toBe(200);
    const account = (await made.json()) as { id: string; psiPublicKeysLink: string };
    expect(account.psiPublicKeysLink).toBe(link);
    expect(account.id).toMatch(/^[0-9a-f-]{36}$/);
    await expect((await lookUp(ada)).json()).resolves.toEqual({ exists: true, user: { id: account.id } });

    const fresh = await publishKeys(server, ada.token);
    const updated = await updateKeys(ada, fresh.link);
    await expect(updated.json()).resolves.toEqual({ id: account.id, psiPublicKeysLink: fresh.link });
  });

  it('is the same for every spelling of the address', async () => {
    const person = await signUp(server, 'case@mail.example');
    const found = await lookUp({ ...person, email: ' Case@Mail.EXAMPLE ' });
    await expect(found.json()).resolves.toMatchObject({ exists: true });
    const { link } = await publishKeys(server, person.token);
    const again = await createAccount({ ...person, email: 'CASE@mail.example' }, link);
    expect(again.status).toBe(409);
    expect(await errorOf(again)).toBe('An account with this address exists already.');
  });

  it('is created once under 100 concurrent creations', async () => {
    const crowd = await callerOf('crowd@mail.example');
    const { link } = await publishKeys(server, crowd.token);
    const answers = await Promise.all(Array.from({ length: 100 }, () => createAccount(crowd, link)));
    const statuses = answers.map(({ status }) => status);
    expect(statuses.filter((status) => status === 200)).toHaveLength(1);
    expect(statuses.filter((status) => status === 409)).toHaveLength(99);
    const rows = await server.database.db.select().from(users);
    expect(rows.filter((row) => row.email === crowd.email)).toHaveLength(1);
  });

  it('alone gets its keys when two accounts announce the same keys at once', async () => {
    const twins = [await callerOf('twin-a@mail.example'), await callerOf('twin-b@mail.example')] as const;
    const { link } = await publishKeys(server, twins[0].token);
    const answers = await Promise.all(twins.map((twin) => createAccount(twin, link)));
    expect(answers.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 409]);
  });

  it('cannot be given keys before it exists', async () => {
    const nobody = await callerOf('nobody@mail.example');
    const answer = await updateKeys(nobody, (await publishKeys(server, nobody.token)).link);
    expect(answer.status).toBe(404);
    expect(await errorOf(answer)).toBe('There is no account with this address.');
  });

  it('cannot announce another account’s keys, and stays as it was', async () => {
    const owner = await signUp(server, 'owner@mail.example');
    const thief = await signUp(server, 'thief@mail.example');
    expect((await updateKeys(thief, owner.keys.link)).status).toBe(409);
    const newcomer = await callerOf('newcomer@mail.example');
    expect((await createAccount(newcomer, owner.keys.link)).status).toBe(409);
    await expect((await lookUp(newcomer)).json()).resolves.toMatchObject({ exists: false });
    await renewKeys(server, owner);
  });
});

describe('a link', () => {
  it.each([
    ['another host', (link: string) => link.replace('localhost', 'evil.example')],
    ['a host that looks alike', (link: string) => link.replace('localhost', 'localhost.evil.example')],
    ['user information', (link: string) => link.replace('http://', 'http://localhost@')],
    [
      'user information before another host',
      (link: string) => link.replace('http://', 'http://localhost:1@evil.example/'),
    ],
    ['another scheme', (link: string) => link.replace('http:', 'https:')],
    ['an IPv6 literal', (link: string) => link.replace('localhost', '[::ffff:127.0.0.1]')],
    ['another path', (link: string) => link.replace('/blob/public/', '/api/')],
    ['dots in the path', (link: string) => link.replace('/psi/', '/psi/../psi/')],
    ['an escaped path', (link: string) => link.replace('/psi/', '/%70si/')],
    ['a query', (link: string) => `${link}?x=1`],
    ['a fragment', (link: string) => `${link}#x`],
    ['a backslash', (link: string) => link.replace('/psi/', '\\psi/')],
    ['a file', () => 'file:///etc/passwd'],
    ['no address at all', () => 'psi/keys'],
  ])('outside the store is refused: %s', async (_name, change) => {
    const person = await callerOf('links@mail.example');
    const { link } = await publishKeys(server, person.token);
    const answer = await createAccount(person, change(link));
    expect(answer.status).toBe(400);
    expect(await errorOf(answer)).toBe('psiPublicKeysLink does not lie in the configured store.');
  });

  it('to a missing object is refused', async () => {
    const person = await callerOf('links@mail.example');
    const answer = await createAccount(person, `${server.origin}/blob/public/psi/nothing-is-stored-here`);
    expect(answer.status).toBe(400);
    expect(await errorOf(answer)).toBe('There are no public keys at psiPublicKeysLink.');
  });

  it('to something other than public keys is refused', async () => {
    const person = await callerOf('links@mail.example');
    const { publicKeys } = (await initPsi()).genKeys();
    for (const bytes of [
      Uint8Array.of(1, 2, 3),
      publicKeys.subarray(0, -1),
      publicKeys.map((byte) => byte ^ 255),
    ]) {
      const answer = await createAccount(person, await upload(server, person.token, bytes));
      expect(answer.status).toBe(400);
      expect(await errorOf(answer)).toBe(
        'What lies at psiPublicKeysLink are not public keys of this version.',
      );
    }
  });
});
