/** Which account an ID token belongs to: issuer, subject and address. */
import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { users } from '../../../../server/database/schema.ts';
import { lookUpCall, send } from '../../../support/server/api-calls.ts';
import { GOOGLE_CLIENT, createGoogleIssuer } from '../../../support/server/google-issuer.ts';
import type { GoogleIssuer } from '../../../support/server/google-issuer.ts';
import { openTestServer, withTestServer } from '../../../support/server/harness.ts';
import type { TestServer } from '../../../support/server/harness.ts';
import { openSession } from '../../../support/server/sign-in.ts';
import type { OpenedSession } from '../../../support/server/sign-in.ts';

let google: GoogleIssuer;
let server: TestServer;
beforeAll(async () => {
  google = await createGoogleIssuer();
  server = await openTestServer({ env: { GOOGLE_CLIENT_ID: GOOGLE_CLIENT }, fetch: google.fetch });
});
afterAll(() => server.close());

const signIn = (email: string, claims: Record<string, unknown> = {}): Promise<OpenedSession> =>
  openSession(server, email, (address, nonce) => google.idToken(address, nonce, { claims }));

/** An account as the server made it before it stored issuers and subjects. */
async function oldAccount(email: string): Promise<string> {
  const [row] = await server.database.db.insert(users).values({ email }).returning({ id: users.id });
  return row?.id ?? '';
}

const rowsOf = (email: string) => server.database.db.select().from(users).where(eq(users.email, email));

describe('an address', () => {
  it('that returns under another subject is another account', async () => {
    const first = await signIn('given.away@mail.example', { sub: '1', hd: 'mail.example' });
    const second = await signIn('given.away@mail.example', { sub: '2', hd: 'mail.example' });
    expect(second.user.id).not.toBe(first.user.id);
    expect((await signIn('given.away@mail.example', { sub: '1' })).user.id).toBe(first.user.id);
    // Neither account has lost anything.
    for (const { token } of [first, second]) {
      const answer = await send(server, lookUpCall({ email: 'given.away@mail.example', token }));
      expect(answer.status).toBe(200);
    }
  });

  it('that a person changes becomes another account of theirs', async () => {
    const first = await signIn('maiden.name@gmail.com', { sub: '3' });
    const second = await signIn('new.name@gmail.com', { sub: '3' });
    expect(second.user).toEqual({
      id: expect.not.stringMatching(first.user.id) as string,
      email: 'new.name@gmail.com',
    });
    expect((await signIn('maiden.name@gmail.com', { sub: '3' })).user.id).toBe(first.user.id);
  });

  it('in two spellings by one person is the same account', async () => {
    const first = await signIn('first.last@googlemail.com', { sub: '4' });
    for (const other of ['First.Last@gmail.com', 'firstlast@gmail.com', 'first.last+tag@googlemail.com']) {
      expect((await signIn(other, { sub: '4' })).user).toEqual(first.user);
    }
  });

  it('gets one account, however often its person signs in at once', async () => {
    const opened = await Promise.all(Array.from({ length: 20 }, () => signIn('crowd@gmail.com')));
    expect(new Set(opened.map(({ user }) => user.id)).size).toBe(1);
    expect(await rowsOf('crowd@gmail.com')).toHaveLength(1);
  });
});

describe('an account from an older version', () => {
  it.each([
    ['at gmail.com', 'old@gmail.com', {}],
    ['at googlemail.com', 'old@googlemail.com', {}],
    ['of an organisation that Google hosts', 'old@mail.example', { hd: 'mail.example' }],
  ])(
    '%s is taken over by the first person who signs in with it, and by nobody after',
    async (_which, email, claims) => {
      const id = await oldAccount(email);
      const first = await signIn(email, { ...claims, sub: `first-${email}` });
      expect(first.user).toEqual({ id, email });
      expect(await rowsOf(email)).toMatchObject([
        { id, issuer: 'https://accounts.google.com', subject: `first-${email}` },
      ]);
      const later = await signIn(email, { ...claims, sub: `later-${email}` });
      expect(later.user.id).not.toBe(id);
      expect((await signIn(email, { ...claims, sub: `first-${email}` })).user.id).toBe(id);
    },
  );

  it('is not taken over by an address that Google verified only once, and is unchanged', async () => {
    const email = 'elsewhere@mail.example';
    const id = await oldAccount(email);
    const { user } = await signIn(email);
    expect(user.id).not.toBe(id);
    expect(await rowsOf(email)).toContainEqual(expect.objectContaining({ id, issuer: null, subject: null }));
    // A person with stronger proof can still take it over.
    expect((await signIn(email, { sub: 'of the organisation', hd: 'mail.example' })).user.id).toBe(id);
  });

  it('is not taken over by an address that is not verified', async () => {
    const email = 'unverified@gmail.com';
    const id = await oldAccount(email);
    await expect(signIn(email, { email_verified: false })).rejects.toThrow(/id_token_unverified/);
    expect(await rowsOf(email)).toMatchObject([{ id, subject: null }]);
  });

  it('goes to only one of two people who sign in at once', async () => {
    const email = 'wanted@gmail.com';
    const id = await oldAccount(email);
    const opened = await Promise.all(['one', 'two'].map((sub) => signIn(email, { sub })));
    expect(opened.filter(({ user }) => user.id === id)).toHaveLength(1);
    expect(await rowsOf(email)).toHaveLength(2);
  });

  it('is found under another spelling of its address', async () => {
    const id = await oldAccount('ada.king+conf@googlemail.com');
    const first = await signIn('adaking@gmail.com', { sub: 'ada' });
    expect(first.user).toEqual({ id, email: 'ada.king+conf@googlemail.com' });
    expect((await signIn('Ada.King@gmail.com', { sub: 'ada' })).user.id).toBe(id);
    expect((await signIn('ada.king+conf@googlemail.com', { sub: 'other' })).user.id).not.toBe(id);
  });

  it('is not found where dots distinguish mailboxes, or when another person’s name begins alike', async () => {
    const others = ['graceh@mail.example', 'g.race.h@mail.example', 'grace.hopper@mail.example'];
    const ids = await Promise.all(others.map(oldAccount));
    const { user } = await signIn('grace.h@mail.example', { hd: 'mail.example' });
    expect(ids).not.toContain(user.id);
    const own = await oldAccount('h.grace+x@mail.example');
    expect((await signIn('h.grace@mail.example', { hd: 'mail.example' })).user.id).toBe(own);
  });

  it('is found by its exact address if that cannot be folded', async () => {
    const id = await oldAccount('zo\u0065\u0308@mail.example');
    expect((await signIn('zo\u0065\u0308@mail.example', { hd: 'mail.example' })).user.id).toBe(id);
  });

  it('is, of two spellings, the exact one, or otherwise the older one', async () => {
    const at = (day: string) => new Date(`2026-01-${day}T00:00:00Z`);
    const rows = await server.database.db
      .insert(users)
      .values([
        { email: 'mary.s@gmail.com', createdAt: at('02') },
        { email: 'mar.ys@gmail.com', createdAt: at('01') },
        { email: 'm.arys@gmail.com', createdAt: at('03') },
      ])
      .returning({ id: users.id, email: users.email });
    const idOf = (email: string) => rows.find((row) => row.email === email)?.id;
    const exact = await signIn('m.arys@gmail.com', { sub: 'mary' });
    expect(exact.user.id).toBe(idOf('m.arys@gmail.com'));
    // No other spelling reaches the remaining account, and nothing of it is lost.
    const other = await signIn('marys@gmail.com', { sub: 'not mary' });
    expect(rows.map(({ id }) => id)).not.toContain(other.user.id);
    expect(await rowsOf('mar.ys@gmail.com')).toMatchObject([{ subject: null }]);

    await server.database.db.insert(users).values([
      { email: 'joan.c@gmail.com', createdAt: at('02') },
      { email: 'jo.anc@gmail.com', createdAt: at('01') },
    ]);
    expect((await signIn('joanc@gmail.com', { sub: 'joan' })).user.email).toBe('jo.anc@gmail.com');
    expect(await rowsOf('joan.c@gmail.com')).toMatchObject([{ subject: null }]);
  });

  it('is taken over once by a person who signs in with two spellings at the same time', async () => {
    const id = await oldAccount('hedy.l@gmail.com');
    await oldAccount('he.dyl@gmail.com');
    const opened = await Promise.all(
      ['hedy.l@gmail.com', 'hedyl@gmail.com', 'hedy.l@gmail.com'].map((email) =>
        signIn(email, { sub: 'hedy' }),
      ),
    );
    expect((await signIn('hedy.l@gmail.com', { sub: 'hedy' })).user.id).toBe(opened[0]?.user.id);
    expect(opened.map(({ user }) => user.id)).toContain(id);
  });
});

describe('the demo provider', () => {
  it('gives nobody an older account with a real address', async () => {
    await withTestServer({}, async (demo) => {
      const accountFromBefore = async (email: string): Promise<string | undefined> => {
        const [row] = await demo.database.db.insert(users).values({ email }).returning({ id: users.id });
        return row?.id;
      };
      const real = await accountFromBefore('owner@gmail.com');
      expect((await openSession(demo, 'owner@gmail.com')).user.id).not.toBe(real);
      const madeUp = await accountFromBefore('robin.keller@mail.example');
      expect((await openSession(demo, 'robin.keller@mail.example')).user.id).toBe(madeUp);
    });
  });
});
