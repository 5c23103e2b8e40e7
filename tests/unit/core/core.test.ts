import 'fake-indexeddb/auto';
import { IDBFactory } from 'fake-indexeddb';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { factById } from '../../../catalog/index.ts';
import { initPsi } from '../../../psi-wasm/index.ts';
import { systemClock } from '../../../worker/clock.ts';
import type {
  ErrorCode,
  Outcome,
  Session,
  SignInRequest,
  Snapshot,
  WorkerEvent,
} from '../../../worker/contract.ts';
import { createCore } from '../../../worker/core.ts';
import type { Core } from '../../../worker/core.ts';
import { ADDRESS, json, startEdge } from './edge.ts';
import type { Edge } from './edge.ts';

const REQUEST: SignInRequest = {
  provider: 'demo',
  code: 'code',
  codeVerifier: 'verifier',
  redirectUri: 'http://localhost/',
};

let edge: Edge;
let database: IDBFactory;
let core: Core;
let events: WorkerEvent[];
let now = 0;

/** A worker that starts, as after a reload: a new core over the same database. */
function startCore(): Core {
  const started = createCore({
    origin: edge.origin,
    fetch,
    loadPsi: () => initPsi(),
    indexedDB: database,
    clock: { ...systemClock, now: () => Date.now() + now },
    onUnexpected: (cause) => {
      throw cause;
    },
  });
  void started.subscribe((event) => events.push(event));
  return started;
}

beforeEach(async () => {
  edge = await startEdge();
  database = new IDBFactory();
  events = [];
  now = 0;
  core = startCore();
});
afterEach(async () => {
  await core.close();
  await edge.close();
});

async function value<T>(work: Promise<Outcome<T>>): Promise<T> {
  const outcome = await work;
  if (!outcome.ok) throw new Error(`${outcome.error.code}: ${outcome.error.message}`);
  return outcome.value;
}
async function failed(work: Promise<Outcome<unknown>>): Promise<{ code: ErrorCode; message: string }> {
  const outcome = await work;
  if (outcome.ok) throw new Error('it did not fail');
  return outcome.error;
}
function notices(): string[] {
  return events.flatMap((event) => (event.type === 'notice' ? [event.message] : []));
}
function lastSession(): Session | null | undefined {
  return events.findLast((event) => event.type === 'session')?.session;
}
async function signedIn(): Promise<Session> {
  await value(core.open(null));
  return value(core.signIn(REQUEST));
}
function mail(subject: string, body: string, to: string): string {
  return [
    'From 1 Mon Jan 01 00:00:00 +0000 2024',
    'From: tickets@devcon.example',
    `To: ${to}`,
    `Subject: ${subject}`,
    'Date: Mon, 01 Jan 2024 00:00:00 +0000',
    'Content-Type: text/plain; charset=utf-8',
    '',
    body,
    '',
    '',
  ].join('\r\n');
}
function file(to = ADDRESS): Blob {
  return new Blob([
    mail('Your Devcon ticket', 'Your registration for the conference is confirmed.', to),
    mail('Lunch', 'Shall we have lunch?', to),
  ]);
}
function scanFile(blob: Blob, name = 'mail.mbox') {
  return core.scan({ source: { kind: 'file', file: blob, name }, thorough: false });
}

describe('answers and events', () => {
  it('answers a command only when the page has taken every event before the answer', async () => {
    const taken: WorkerEvent[] = [];
    await core.subscribe(async (event) => {
      await new Promise((resolve) => setTimeout(resolve, 20));
      taken.push(event);
    });
    await value(core.open(null));
    await value(scanFile(file()));
    expect(taken.findLast((event) => event.type === 'scan')?.scan.phase).toBe('done');
    expect(taken.findLast((event) => event.type === 'facts')?.facts).toHaveLength(1);
  });
});

describe('signing in', () => {
  it('creates the account of a new person, keys first, and keeps the session', async () => {
    const session = await signedIn();
    expect(session.email).toBe(ADDRESS);
    expect(session.psiPublicKeysLink).toContain('/blob/public/');
    expect(atob(session.psiPrivateKeys).length).toBeGreaterThanOrEqual(48);
    expect(lastSession()).toEqual(session);
    const order = [
      'POST /demo/token',
      'GET /gmail/v1/users/me/profile',
      'GET /api/users/get_by_email',
      'POST /identitytoolkit.googleapis.com/v1/accounts:signUp',
      'POST /api/psi/upload',
      'POST /api/users/create_account',
    ];
    expect(edge.calls.filter((call) => order.includes(call))).toEqual(order);
  });

  it('makes fresh keys for an account that exists, and announces them', async () => {
    edge.accounts.add(ADDRESS);
    await signedIn();
    expect(edge.calls).toContain('POST /api/users/update_psi_keys');
    expect(edge.calls).not.toContain('POST /api/users/create_account');
  });

  it('takes over an account that another device created in the meantime', async () => {
    edge.script('POST /api/users/create_account', () => json(409, { error: 'the account exists' }));
    const session = await signedIn();
    expect(session.userId).toBe('user-1');
    expect(edge.calls).toContain('POST /api/users/update_psi_keys');
  });

  it('reads the address from userinfo when no mail may be read', async () => {
    edge.scope = 'email profile';
    const session = await signedIn();
    expect(session.email).toBe(ADDRESS);
    expect(edge.calls).not.toContain('GET /gmail/v1/users/me/profile');
    expect((await failed(core.scan({ source: { kind: 'account' }, thorough: false }))).code).toBe(
      'scopes_missing',
    );
  });

  it.each<[string, string, () => Response | null, ErrorCode, string | null]>([
    [
      'the code was used before',
      'POST /demo/token',
      () => json(400, { error: 'invalid_grant' }),
      'sign_in_failed',
      null,
    ],
    [
      'the profile does not come',
      'GET /gmail/v1/users/me/profile',
      () => json(500, {}),
      'profile_failed',
      'Failed to fetch profile',
    ],
    [
      'the profile is not one',
      'GET /gmail/v1/users/me/profile',
      () => json(200, { emailAddress: 7 }),
      'profile_failed',
      'Failed to fetch profile',
    ],
    [
      'the look-up fails',
      'GET /api/users/get_by_email',
      () => null,
      'user_lookup_failed',
      'An error occurred. Please try again',
    ],
    [
      'the anonymous sign-in fails',
      'POST /identitytoolkit.googleapis.com/v1/accounts:signUp',
      () => json(400, { error: { message: 'ADMIN_ONLY_OPERATION' } }),
      'psi_account_setup',
      'Error with PSI account setup.',
    ],
    [
      'no upload is allowed',
      'POST /api/psi/upload',
      () => json(403, { error: 'no' }),
      'psi_account_setup',
      'Error with PSI account setup.',
    ],
    [
      'the account is refused',
      'POST /api/users/create_account',
      () => json(400, { error: 'the link lies outside of the store' }),
      'create_account_failed',
      'Failed to create account: the link lies outside of the store',
    ],
    [
      'the account gets no answer',
      'POST /api/users/create_account',
      () => null,
      'create_account_failed',
      'Failed to create account: the server did not answer',
    ],
  ])('says so when %s, and nobody is signed in', async (_name, call, answer, code, message) => {
    edge.script(call, answer);
    await value(core.open(null));
    const error = await failed(core.signIn(REQUEST));
    expect(error.code).toBe(code);
    expect(error.message).toBe(message ?? error.message);
    expect(lastSession()).toBeUndefined();
  });

  it('says what the server said when keys cannot be announced', async () => {
    edge.accounts.add(ADDRESS);
    edge.script('POST /api/users/update_psi_keys', () => json(400, { error: 'keys unreadable' }));
    await value(core.open(null));
    expect((await failed(core.signIn(REQUEST))).message).toBe('Failed to update keys: keys unreadable');
  });
});

describe('opening', () => {
  it('brings back facts, choices, result and the session after a reload', async () => {
    const session = await signedIn();
    await value(scanFile(file()));
    await value(core.choose({ interests: ['running'], events: ['dweb'] }));
    await value(core.compare());
    const before = await value(core.open(lastSession() ?? session));
    await core.close();

    core = startCore();
    const after = await value(core.open(before.session));
    expect(after).toEqual(before);
    expect(after.facts.map((fact) => fact.id)).toEqual([
      'selfAttestedEvents/devcon',
      'selfAttestedEvents/dweb',
      'travelInterests/running',
    ]);
    expect(after.result?.selfAttestedEvents).toEqual(['devcon', 'dweb']);
    expect(after.scan.phase).toBe('done');
  });

  it('works with what was seen before when the server is down', async () => {
    await signedIn();
    await value(scanFile(file()));
    const session = lastSession() ?? null;
    await core.close();
    await edge.close();
    core = startCore();
    const snapshot: Snapshot = await value(core.open(session));
    expect(snapshot.facts.map((fact) => fact.id)).toEqual(['selfAttestedEvents/devcon']);
    expect(snapshot.events).toHaveLength(11);
    expect((await failed(core.compare())).code).toBe('server_unavailable');
  });

  it('says that the server is down on a device that never saw it, and opens when it is back', async () => {
    edge.script('GET /api/config', () => json(503, { error: 'starting' }));
    expect((await failed(core.open(null))).code).toBe('server_unavailable');
    await value(core.open(null));
  });

  it('takes a session that is not readable for none', async () => {
    const broken = { email: 'nobody' } as unknown as Session;
    expect((await value(core.open(broken))).session).toBeNull();
  });
});

describe('scanning a file', () => {
  it('finds facts without anybody signed in, and tells the page', async () => {
    await value(core.open(null));
    const progress = await value(scanFile(file()));
    expect(progress).toMatchObject({ phase: 'done', source: 'file', mailsRead: 2, evidenceMails: 1 });
    const facts = events.findLast((event) => event.type === 'facts');
    expect(facts?.facts.map(({ id, counts }) => [id, counts])).toEqual([['selfAttestedEvents/devcon', true]]);
    const slot = factById('selfAttestedEvents/devcon')?.slot ?? 0;
    expect(facts?.slots[slot]).toBe(1);
    expect((await value(core.slotMails(slot))).map(({ subject }) => subject)).toEqual(['Your Devcon ticket']);
    expect(await value(core.slotMails(-1))).toEqual([]);
  });

  it('shows the facts of somebody else’s mail, and never compares them', async () => {
    await signedIn();
    await value(scanFile(file('someone.else@mail.example')));
    const { facts } = await value(core.open(lastSession() ?? null));
    expect(facts.map(({ id, counts }) => [id, counts])).toEqual([['selfAttestedEvents/devcon', false]]);
    expect((await failed(core.compare())).code).toBe('scan_needed');
  });

  it.each<[string, Blob, ErrorCode]>([
    ['an empty file', new Blob([]), 'mbox_empty'],
    [
      'a picture',
      new Blob([Uint8Array.from([0xff, 0xd8, 0xff, 0xe0, 0, 16, 74, 70, 73, 70])]),
      'mbox_not_a_mailbox',
    ],
  ])('refuses %s and keeps what was there', async (_name, blob, code) => {
    await value(core.open(null));
    await value(scanFile(file()));
    expect((await failed(scanFile(blob))).code).toBe(code);
    const { facts, scan } = await value(core.open(null));
    expect(facts).toHaveLength(1);
    expect(scan.phase).toBe('done');
  });

  it('runs one scan at a time', async () => {
    await value(core.open(null));
    const first = scanFile(file());
    expect((await failed(scanFile(file()))).code).toBe('scan_running');
    expect((await value(first)).phase).toBe('done');
  });
});

describe('the mailbox of the account', () => {
  it('may be empty: the scan ends, and comparing says what is missing', async () => {
    await signedIn();
    const progress = await value(core.scan({ source: { kind: 'account' }, thorough: false }));
    expect(progress).toMatchObject({ phase: 'done', evidenceMails: 0 });
    expect((await failed(core.compare())).code).toBe('scan_needed');
  });

  it('can be left when its scan is paused, and read on later', async () => {
    await signedIn();
    edge.script('GET /gmail/v1/users/me/messages', () => json(401, { error: { code: 401 } }));
    const request = { source: { kind: 'account' as const }, thorough: false };
    expect(await value(core.scan(request))).toMatchObject({
      phase: 'paused',
      error: { code: 'token_expired' },
    });
    expect((await value(core.cancel())).phase).toBe('cancelled');
    expect(events.findLast((event) => event.type === 'scan')?.scan.phase).toBe('cancelled');
    expect((await value(core.open(lastSession() ?? null))).scan.phase).toBe('cancelled');
    expect((await value(core.resume())).phase).toBe('done');
  });

  it('tells what a scan will take', async () => {
    await signedIn();
    edge.script('GET /gmail/v1/users/me/profile', () =>
      json(200, { emailAddress: ADDRESS, messagesTotal: 2_000, threadsTotal: 1, historyId: '1' }),
    );
    const estimate = await value(core.estimate());
    expect(estimate.mails).toBe(2_000);
    expect(estimate.thoroughMs).toBeGreaterThan(estimate.searchMs);
  });

  it('wants a sign-in that has not expired', async () => {
    expect(await value(core.open(null))).toMatchObject({ session: null });
    const request = { source: { kind: 'account' as const }, thorough: false };
    expect((await failed(core.scan(request))).code).toBe('signed_out');
    await value(core.signIn(REQUEST));
    now = 3_601_000;
    expect((await failed(core.scan(request))).code).toBe('token_expired');
    expect((await failed(core.compare())).code).toBe('token_expired');
  });
});

describe('comparing', () => {
  beforeEach(async () => {
    await signedIn();
    await value(scanFile(file()));
  });

  it('names what both sides hold, and makes new keys afterwards', async () => {
    const before = lastSession();
    await value(core.choose({ interests: ['bars', 'karaoke'], events: [] }));
    edge.listed = new Set(['selfAttestedEvents/devcon', 'travelInterests/bars', 'travelInterests/running']);
    const result = await value(core.compare());
    expect(result.selfAttestedEvents).toEqual(['devcon']);
    expect(result.verifiedTravelEvents).toEqual([]);
    expect(result.travelInterests).toEqual(['bars']);
    expect(result.compared).toEqual([
      'selfAttestedEvents/devcon',
      'travelInterests/bars',
      'travelInterests/karaoke',
    ]);
    const after = lastSession();
    expect(after?.psiPrivateKeys).not.toBe(before?.psiPrivateKeys);
    expect(after?.psiPublicKeysLink).not.toBe(before?.psiPublicKeysLink);
    expect(edge.calls.at(-1)).toBe('POST /api/users/update_psi_keys');
    expect(notices()).toEqual([]);
  });

  it('gives up the private keys before the request leaves', async () => {
    let kept: string | undefined;
    edge.script('POST /api/psi/round2', () => {
      kept = lastSession()?.psiPrivateKeys;
      return json(500, { error: 'late' });
    });
    await failed(core.compare());
    expect(kept).toBe('');
  });

  it('makes the same calls for a server that lists everything as for one that lists nothing', async () => {
    const callsOf = async (listed: Edge['listed']): Promise<string[]> => {
      edge.listed = listed;
      edge.calls.length = 0;
      await value(core.compare());
      // The keys of the scan before may still be on their way.
      return edge.calls.filter((call) => call !== 'GET /api/dkim/keys');
    };
    const everything = await callsOf('everything');
    expect((await value(core.open(lastSession() ?? null))).result?.selfAttestedEvents).toEqual(['devcon']);
    edge.calls.length = 0;
    expect(await callsOf(new Set())).toEqual(everything);
  });

  it('replaces keys that another device replaced, says so, and compares', async () => {
    edge.script('POST /api/psi/round2', () => json(409, { error: 'replaced', code: 'keys_replaced' }));
    expect((await value(core.compare())).selfAttestedEvents).toEqual(['devcon']);
    expect(notices()).toEqual([expect.stringContaining('New one-time keys were made')]);
  });

  it('does not go round in circles with a server that refuses all keys', async () => {
    const refusals = Array.from({ length: 3 }, () => () => json(409, { error: 'used', code: 'keys_used' }));
    edge.script('POST /api/psi/round2', ...refusals);
    expect((await failed(core.compare())).code).toBe('comparison_failed');
    expect(edge.calls.filter((call) => call === 'POST /api/psi/round2')).toHaveLength(2);
  });

  it('makes new keys when the reply is lost, says so, and the next comparison goes through', async () => {
    edge.script('POST /api/psi/round2', () => null);
    expect((await failed(core.compare())).code).toBe('server_unavailable');
    expect(notices()).toEqual([expect.stringContaining('was lost')]);
    expect(lastSession()?.psiPrivateKeys).not.toBe('');
    expect((await value(core.compare())).selfAttestedEvents).toEqual(['devcon']);
  });

  it('says once that the server is down, and makes the keys when it is back', async () => {
    edge.script('POST /api/psi/round2', () => null);
    edge.script('POST /api/psi/upload', () => null);
    expect((await failed(core.compare())).code).toBe('server_unavailable');
    expect(notices()).toEqual([]);
    expect(lastSession()?.psiPrivateKeys).toBe('');
    expect((await value(core.compare())).selfAttestedEvents).toEqual(['devcon']);
  });

  it('ends a reply that is not one as a failed comparison, and never uses the keys again', async () => {
    const spent = lastSession()?.psiPrivateKeys;
    edge.script('POST /api/psi/round2', () => new Response(new Uint8Array(20_000)));
    expect((await failed(core.compare())).code).toBe('comparison_failed');
    expect(lastSession()?.psiPrivateKeys).not.toBe(spent);
    expect(lastSession()?.psiPrivateKeys).not.toBe('');
  });

  it('keeps the result when new keys cannot be made, and makes them before the next comparison', async () => {
    edge.script('POST /api/psi/upload', () => json(403, { error: 'no' }));
    expect((await value(core.compare())).selfAttestedEvents).toEqual(['devcon']);
    expect(lastSession()?.psiPrivateKeys).toBe('');
    expect(notices()).toEqual([expect.stringContaining('before the next comparison')]);
    await value(core.compare());
  });

  it('passes on how long a busy server wants to be left alone', async () => {
    edge.script('POST /api/psi/round2', () => json(429, { error: 'busy' }, { 'retry-after': '30' }));
    expect(await failed(core.compare())).toMatchObject({ code: 'server_unavailable', retryAfter: 30 });
  });
});

describe('disclosing', () => {
  beforeEach(async () => {
    await signedIn();
    await value(scanFile(file()));
    await value(core.choose({ interests: ['running', 'bars'], events: [] }));
  });

  it('wants a comparison first', async () => {
    expect((await failed(core.disclose(['travelInterests/bars']))).code).toBe('nothing_selected');
  });

  it('sends the tokens of the chosen facts only, and marks them', async () => {
    await value(core.compare());
    const result = await value(core.disclose(['travelInterests/bars', 'verifiedTravelEvents/edcon']));
    expect(result.disclosed.map(({ id }) => id)).toEqual(['travelInterests/bars']);
    const sent = edge.sent.find(({ path }) => path === '/api/psi/disclose');
    const { sessionId, facts } = (sent?.body ?? {}) as {
      sessionId: string;
      facts: { slot: number; token: string }[];
    };
    expect(sessionId).toMatch(/^[0-9a-f]{64}$/);
    expect(facts.map(({ slot }) => slot)).toEqual([factById('travelInterests/bars')?.slot]);
    expect(facts[0]?.token).toMatch(/^(?!0+$)[0-9a-f]{32}$/);
    expect(events.findLast((event) => event.type === 'result')?.result).toEqual(result);
  });

  it('can still be done after a reload', async () => {
    await value(core.compare());
    const session = lastSession() ?? null;
    await core.close();
    core = startCore();
    await value(core.open(session));
    expect((await value(core.disclose(['selfAttestedEvents/devcon']))).disclosed).toHaveLength(1);
  });

  it.each<[number, ErrorCode]>([
    [403, 'disclosure_refused'],
    [404, 'disclosure_refused'],
    [410, 'disclosure_refused'],
    [401, 'token_expired'],
    [503, 'server_unavailable'],
  ])('that is answered with %d fails as %s, and nothing is marked', async (status, code) => {
    await value(core.compare());
    edge.script('POST /api/psi/disclose', () => json(status, { error: 'no' }));
    expect((await failed(core.disclose(['travelInterests/bars']))).code).toBe(code);
    expect((await value(core.open(lastSession() ?? null))).result?.disclosed).toEqual([]);
  });

  it('keeps the mark over a new comparison', async () => {
    await value(core.compare());
    await value(core.disclose(['travelInterests/bars']));
    expect((await value(core.compare())).disclosed.map(({ id }) => id)).toEqual(['travelInterests/bars']);
  });
});

describe('signing out', () => {
  it('revokes the token and forgets everything', async () => {
    await signedIn();
    await value(scanFile(file()));
    await value(core.compare());
    await value(core.signOut());
    expect(edge.calls).toContain('POST /demo/revoke');
    expect(lastSession()).toBeNull();
    const snapshot = await value(core.open(null));
    expect(snapshot).toMatchObject({ session: null, facts: [], result: null, scan: { phase: 'idle' } });
    expect(snapshot.slots.every((count) => count === 0)).toBe(true);
  });

  it('goes through without a connection', async () => {
    await signedIn();
    await edge.close();
    await value(core.signOut());
    expect(lastSession()).toBeNull();
  });
});

describe('another account on the same device', () => {
  it('keeps the file and the choices, and drops the result of the first', async () => {
    await signedIn();
    await value(scanFile(file()));
    await value(core.choose({ interests: ['bars'], events: [] }));
    await value(core.compare());
    edge.address = 'someone.else@mail.example';
    await value(core.signIn(REQUEST));
    const { facts, result, choices } = await value(core.open(lastSession() ?? null));
    expect(facts.map(({ id, counts }) => [id, counts])).toEqual([
      ['selfAttestedEvents/devcon', false],
      ['travelInterests/bars', true],
    ]);
    expect(result).toBeNull();
    expect(choices.interests).toEqual(['bars']);
  });

  it('is told apart from the same account signing in again', async () => {
    await signedIn();
    await value(core.choose({ interests: ['bars'], events: [] }));
    await value(core.compare());
    await value(core.signIn(REQUEST));
    expect((await value(core.open(lastSession() ?? null))).result?.travelInterests).toEqual(['bars']);
    expect(notices()).toEqual([]);
  });
});
