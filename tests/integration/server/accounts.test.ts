import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { initPsi } from '../../../psi-wasm/index.ts';
import { users } from '../../../server/database/schema.ts';
import { errorOf, jsonPost, openTestServer, publishKeys, renewKeys, signUp, upload } from './harness.ts';
import type { TestServer } from './harness.ts';

let server: TestServer;
beforeAll(async () => {
  server = await openTestServer({ listen: true });
});
afterAll(() => server.close());

const lookUp = async (token: string, email: string): Promise<Response> =>
  server.request(`/api/users/get_by_email?email=${encodeURIComponent(email)}`, {
    headers: { authorization: `Bearer ${token}` },
  });

describe('an account', () => {
  it('is made, found, and given new keys', async () => {
    const token = await server.token('ada@mail.example');
    await expect((await lookUp(token, 'ada@mail.example')).json()).resolves.toEqual({
      exists: false,
      user: null,
    });

    const { link } = await publishKeys(server, token);
    const made = await server.request(
      '/api/users/create_account',
      jsonPost(token, { email: 'ada@mail.example', psiPublicKeysLink: link }),
    );
    expect(made.status).toBe(200);
    const account = (await made.json()) as { id: string; psiPublicKeysLink: string };
    expect(account.psiPublicKeysLink).toBe(link);
    expect(account.id).toMatch(/^[0-9a-f-]{36}$/);
    await expect((await lookUp(token, 'ada@mail.example')).json()).resolves.toEqual({
      exists: true,
      user: { id: account.id },
    });

    const fresh = await publishKeys(server, token);
    const updated = await server.request(
      '/api/users/update_psi_keys',
      jsonPost(token, { email: 'ada@mail.example', psiPublicKeysLink: fresh.link }),
    );
    await expect(updated.json()).resolves.toEqual({ id: account.id, psiPublicKeysLink: fresh.link });
  });

  it('is one, however the address is written', async () => {
    const person = await signUp(server, 'case@mail.example');
    await expect((await lookUp(person.token, ' Case@Mail.EXAMPLE ')).json()).resolves.toMatchObject({
      exists: true,
    });
    const { link } = await publishKeys(server, person.token);
    const again = await server.request(
      '/api/users/create_account',
      jsonPost(person.token, { email: 'CASE@mail.example', psiPublicKeysLink: link }),
    );
    expect(again.status).toBe(409);
    expect(await errorOf(again)).toBe('An account with this address exists already.');
  });

  it('is made once under 100 concurrent creations', async () => {
    const email = 'crowd@mail.example';
    const token = await server.token(email);
    const { link } = await publishKeys(server, token);
    const answers = await Promise.all(
      Array.from({ length: 100 }, () =>
        server.request('/api/users/create_account', jsonPost(token, { email, psiPublicKeysLink: link })),
      ),
    );
    const statuses = answers.map(({ status }) => status);
    expect(statuses.filter((status) => status === 200)).toHaveLength(1);
    expect(statuses.filter((status) => status === 409)).toHaveLength(99);
    const rows = await server.database.db.select().from(users);
    expect(rows.filter((row) => row.email === email)).toHaveLength(1);
  });

  it('is the only one that gets its keys when two announce the same at once', async () => {
    const emails = ['twin-a@mail.example', 'twin-b@mail.example'];
    const { link } = await publishKeys(server, await server.token('twin-a@mail.example'));
    const answers = await Promise.all(
      emails.map(async (email) =>
        server.request(
          '/api/users/create_account',
          jsonPost(await server.token(email), { email, psiPublicKeysLink: link }),
        ),
      ),
    );
    expect(answers.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 409]);
  });

  it('cannot be given keys before it exists', async () => {
    const token = await server.token('nobody@mail.example');
    const { link } = await publishKeys(server, token);
    const answer = await server.request(
      '/api/users/update_psi_keys',
      jsonPost(token, { email: 'nobody@mail.example', psiPublicKeysLink: link }),
    );
    expect(answer.status).toBe(404);
    expect(await errorOf(answer)).toBe('There is no account with this address.');
  });

  it('cannot announce keys that another account has announced, and stays as it was', async () => {
    const owner = await signUp(server, 'owner@mail.example');
    const thief = await signUp(server, 'thief@mail.example');
    const answer = await server.request(
      '/api/users/update_psi_keys',
      jsonPost(thief.token, { email: thief.email, psiPublicKeysLink: owner.keys.link }),
    );
    expect(answer.status).toBe(409);
    const newcomer = await server.token('newcomer@mail.example');
    const creation = await server.request(
      '/api/users/create_account',
      jsonPost(newcomer, { email: 'newcomer@mail.example', psiPublicKeysLink: owner.keys.link }),
    );
    expect(creation.status).toBe(409);
    await expect((await lookUp(newcomer, 'newcomer@mail.example')).json()).resolves.toMatchObject({
      exists: false,
    });
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
    const email = 'links@mail.example';
    const token = await server.token(email);
    const { link } = await publishKeys(server, token);
    const answer = await server.request(
      '/api/users/create_account',
      jsonPost(token, { email, psiPublicKeysLink: change(link) }),
    );
    expect(answer.status).toBe(400);
    expect(await errorOf(answer)).toBe('psiPublicKeysLink does not lie in the configured store.');
  });

  it('with nothing behind it is refused', async () => {
    const email = 'links@mail.example';
    const answer = await server.request(
      '/api/users/create_account',
      jsonPost(await server.token(email), {
        email,
        psiPublicKeysLink: `${server.origin}/blob/public/psi/nothing-is-stored-here`,
      }),
    );
    expect(answer.status).toBe(400);
    expect(await errorOf(answer)).toBe('There are no public keys at psiPublicKeysLink.');
  });

  it('with something else than public keys behind it is refused', async () => {
    const email = 'links@mail.example';
    const token = await server.token(email);
    const { publicKeys } = (await initPsi()).genKeys();
    for (const bytes of [
      Uint8Array.of(1, 2, 3),
      publicKeys.subarray(0, -1),
      publicKeys.map((byte) => byte ^ 255),
    ]) {
      const answer = await server.request(
        '/api/users/create_account',
        jsonPost(token, { email, psiPublicKeysLink: await upload(server, token, bytes) }),
      );
      expect(answer.status).toBe(400);
      expect(await errorOf(answer)).toBe(
        'What lies at psiPublicKeysLink are not public keys of this version.',
      );
    }
  });
});
