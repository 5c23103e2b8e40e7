import { readFile, readdir } from 'node:fs/promises';
import { UnsecuredJWT } from 'jose';
import { describe, expect, it } from 'vitest';
import { environment, readConfig } from '../../../server/config.ts';
import { StartError } from '../../../server/operator/start-error.ts';

describe('the configuration', () => {
  it('needs no settings', () => {
    expect(readConfig({})).toMatchObject({ PORT: 8787, HOST: '127.0.0.1', DATA_DIR: 'data', firebase: null });
  });

  it('treats an empty value as absent, as env files write it', () => {
    expect(readConfig({ PORT: '', GOOGLE_CLIENT_ID: ' ' })).toEqual(readConfig({}));
  });

  it.each([
    ['PORT', 'http'],
    ['PORT', '65536'],
    ['PORT', '80.5'],
    ['PUBLIC_ORIGIN', 'waystamp.example'],
    ['PUBLIC_ORIGIN', 'https://waystamp.example/app'],
    ['PUBLIC_ORIGIN', 'https://waystamp.example/'],
    ['PUBLIC_ORIGIN', 'https://someone@waystamp.example'],
    ['DATABASE_URL', 'mysql://localhost/x'],
    ['SUPABASE_URL', 'https://project.supabase.co/rest/v1'],
    ['SUPABASE_ANON_KEY', 'sb_secret_AAAA'],
    ['SUPABASE_ANON_KEY', new UnsecuredJWT({ role: 'service_role' }).encode()],
    ['GOOGLE_CLIENT_ID', 'not-a-client'],
    ['DNS_SERVERS', 'dns.example'],
    ['DNS_SERVERS', '192.0.2.1,'],
    ['BLOB_READ_WRITE_TOKEN', 'token'],
    ['WAYSTAMP_SECRET', 'short'],
    ['LOG_FORMAT', 'xml'],
    ['METRICS_TOKEN', 'short'],
    ['METRICS_TOKEN', `with a blank ${'x'.repeat(40)}`],
    ['WAYSTAMP_DEMO', 'yes'],
    ['WAYSTAMP_DEMO_CASE', 'other'],
    ['WAYSTAMP_DEMO_TOKEN_SECONDS', '0'],
  ])('names the wrong key: %s=%s', (key, value) => {
    const read = () => readConfig({ [key]: value });
    expect(read).toThrow(StartError);
    expect(read).toThrow(new RegExp(`^The configuration is wrong\\. ${key}: `));
  });

  it.each([
    ['text', 'warn', {}],
    ['text', 'warn', { HOST: 'localhost' }],
    ['json', 'info', { PUBLIC_ORIGIN: 'https://waystamp.example' }],
    ['json', 'info', { HOST: '0.0.0.0' }],
    ['json', 'info', { LOG_FORMAT: 'json' }],
    ['text', 'warn', { LOG_FORMAT: 'text', HOST: '0.0.0.0' }],
    ['text', 'debug', { LOG_LEVEL: 'debug' }],
  ])('logs as %s from %s on with %o', (format, level, given) => {
    expect(readConfig({ ...given, WAYSTAMP_DEMO: '1' }).log).toEqual({ format, level });
  });

  const GOOGLE_CLIENT_ID = '1-a.apps.googleusercontent.com';
  const DEMO = { WAYSTAMP_DEMO: '1' };

  it('treats a server behind a proxy on its own machine as one that others can reach', () => {
    expect(() => readConfig({ TRUSTED_PROXIES: '1' })).toThrow(/^GOOGLE_CLIENT_ID is missing/);
    expect(readConfig({ ...DEMO, TRUSTED_PROXIES: '1' }).ownMachineOnly).toBe(false);
  });
  it.each<[string, Record<string, string>]>([
    ['on this machine alone', {}],
    ['on this machine alone, by name', { HOST: 'localhost' }],
    ['on this machine alone, by IPv6', { HOST: '::1' }],
    ['where it was asked for', { HOST: '0.0.0.0', ...DEMO }],
    ['at a public origin, where it was asked for', { PUBLIC_ORIGIN: 'https://demo.example', ...DEMO }],
  ])('has the demo provider %s', (_where, given) => {
    expect(readConfig(given).GOOGLE_CLIENT_ID).toBeUndefined();
  });

  it.each<[string, Record<string, string>]>([
    ['on every network', { HOST: '0.0.0.0' }],
    ['on a network', { HOST: '192.0.2.1' }],
    ['at a public origin', { PUBLIC_ORIGIN: 'https://waystamp.example' }],
  ])('does not fall back to the demo provider %s, and says what to set', (_where, given) => {
    const read = () => readConfig(given);
    expect(read).toThrow(StartError);
    expect(read).toThrow(/^GOOGLE_CLIENT_ID is missing.*Set GOOGLE_CLIENT_ID .*WAYSTAMP_DEMO=1/);
    expect(readConfig({ ...given, GOOGLE_CLIENT_ID })).toMatchObject({ GOOGLE_CLIENT_ID });
  });

  it('accepts Google or the demo provider, not both', () => {
    const read = () => readConfig({ GOOGLE_CLIENT_ID, ...DEMO });
    expect(read).toThrow(StartError);
    expect(read).toThrow(/^Both GOOGLE_CLIENT_ID and WAYSTAMP_DEMO are set\. Keep/);
  });

  it('accepts several DNS servers, with and without a port', () => {
    const given = ' 192.0.2.1, [2001:db8::1]:5353,2001:db8::2 ';
    expect(readConfig({ DNS_SERVERS: given }).DNS_SERVERS).toEqual([
      '192.0.2.1',
      '[2001:db8::1]:5353',
      '2001:db8::2',
    ]);
  });

  it('does not print a wrong secret', () => {
    expect(() => readConfig({ WAYSTAMP_SECRET: 'hush-hush' })).not.toThrow(/hush-hush/);
    expect(() => readConfig({ WAYSTAMP_SECRET: 'hush-hush' })).toThrow(/at least 32/);
  });

  it('needs all of Firebase or nothing, and says what is missing', () => {
    const some = { FIREBASE_API_KEY: 'k', FIREBASE_PROJECT_ID: 'p' };
    expect(() => readConfig(some)).toThrow(/FIREBASE_AUTH_DOMAIN: missing.*FIREBASE_APP_ID: missing/);
    const all = { ...some, FIREBASE_AUTH_DOMAIN: 'd', FIREBASE_APP_ID: 'a' };
    expect(readConfig(all).firebase).toEqual({ apiKey: 'k', projectId: 'p', authDomain: 'd', appId: 'a' });
  });

  it('needs both keys of a hosted project or neither', () => {
    const url = { SUPABASE_URL: 'https://project.supabase.co' };
    expect(() => readConfig(url)).toThrow(/SUPABASE_ANON_KEY: missing/);
    expect(() => readConfig({ SUPABASE_ANON_KEY: 'sb_publishable_AAAA' })).toThrow(/SUPABASE_URL: missing/);
    const anonKey = new UnsecuredJWT({ role: 'anon' }).encode();
    expect(readConfig({ ...url, SUPABASE_ANON_KEY: anonKey }).hostedProject).toEqual({
      url: url.SUPABASE_URL,
      anonKey,
    });
    expect(readConfig({}).hostedProject).toBeNull();
  });

  it('is explained key by key in .env.example, where the values are the defaults', async () => {
    const example = await readFile(new URL('../../../.env.example', import.meta.url), 'utf8');
    const values = Object.fromEntries(
      [...example.matchAll(/^([A-Z_]+)=(.*)$/gm)].map(([, key = '', value = '']): [string, string] => [
        key,
        value,
      ]),
    );
    const defaults = new Map<string, unknown>(Object.entries(environment.parse({})));
    const stated = Object.keys(environment.shape).map((key) => [key, [defaults.get(key)].join()]);
    expect(values).toEqual(Object.fromEntries(stated));
    expect(readConfig(values)).toEqual(readConfig({}));
    // Blank lines and section titles are not explanations.
    expect(example).not.toMatch(/^(# ──.*)?\n[A-Z_]+=/m);
  });

  it('is all that the server reads from the environment', async () => {
    const folder = new URL('../../../server/', import.meta.url);
    const files = (await readdir(folder, { recursive: true })).filter((name) => name.endsWith('.ts'));
    const reading: string[] = [];
    for (const file of files) {
      if (/process\.env|loadEnvFile|node:process/.test(await readFile(new URL(file, folder), 'utf8')))
        reading.push(file);
    }
    expect(reading).toEqual(['main.ts']);
  });
});
