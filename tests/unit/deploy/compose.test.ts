/** The part of `deploy/` that needs no container engine: its files match each other and the server. */
import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { parse } from 'yaml';
import { MAX_BLOB_BYTES } from '../../../server/blob/limits.ts';
import { DRAIN_MS, PROXY_IDLE_MS } from '../../../server/web/drain.ts';
import { createHttpServer } from '../../../server/web/http-server.ts';

interface Service {
  image: string;
  build?: { context: string; dockerfile: string };
  environment?: Record<string, string>;
  ports?: string[];
  volumes?: string[];
  stop_grace_period: string;
  networks: Record<string, { ipv4_address?: string } | null>;
}

const read = (path: string): string => readFileSync(new URL(`../../../${path}`, import.meta.url), 'utf8');
const keysOf = (example: string): string[] =>
  [...example.matchAll(/^([A-Z_]+)=/gm)].map(([, key = '']) => key);

const compose = parse(read('deploy/compose.yaml'), { merge: true }) as {
  services: Record<string, Service>;
  networks: Record<string, { ipam: { config: { subnet: string }[] } }>;
};
const copies = Object.entries(compose.services).filter(([name]) => name.startsWith('copy-'));
const nginx = read('deploy/nginx/nginx.conf');
const upstream = read('deploy/nginx/copies.conf');
const image = read('deploy/Dockerfile');

/** Milliseconds from a time that nginx or compose gives in seconds. */
function seconds(pattern: RegExp, text: string): number {
  const [, found] = pattern.exec(text) ?? [];
  if (found === undefined) throw new Error(`${pattern} is not there`);
  return Number(found) * 1000;
}

describe('compose.yaml', () => {
  it('starts three copies that differ only in their address', () => {
    expect(copies).toHaveLength(3);
    const [[, first] = []] = copies;
    for (const [, { networks: _networks, ...copy }] of copies) {
      const { networks: _others, ...model } = first ?? {};
      expect(copy).toEqual(model);
    }
  });

  it('gives each copy the address and port at which nginx expects it', () => {
    const addresses = copies.map(([, { networks }]) => networks['inside']?.ipv4_address);
    const [, port] = /\bPORT=(\d+)/.exec(image) ?? [];
    const looked = [...upstream.matchAll(/^ *server ([\d.:]+) /gm)].map(([, address]) => address);
    expect(looked).toEqual(addresses.map((address) => `${address}:${port}`));
    const [prefix] = compose.networks['inside']?.ipam.config[0]?.subnet.split('.0/24') ?? [];
    for (const address of addresses) expect(address?.startsWith(`${prefix}.`)).toBe(true);
  });

  it('sets only settings that the server knows, and takes from the environment only what env.example explains', () => {
    const known = keysOf(read('.env.example'));
    const explained = keysOf(read('deploy/env.example'));
    for (const [, { environment = {} }] of copies) {
      expect(Object.keys(environment).filter((key) => !known.includes(key))).toEqual([]);
    }
    const taken = [...read('deploy/compose.yaml').matchAll(/\$\{([A-Z_]+)/g)].map(([, key = '']) => key);
    expect([...new Set(taken)].toSorted()).toEqual(explained.toSorted());
  });

  it('refuses to start without required settings', () => {
    const { environment = {} } = copies[0]?.[1] ?? {};
    for (const key of ['PUBLIC_ORIGIN', 'WAYSTAMP_SECRET', 'GOOGLE_CLIENT_ID']) {
      expect(environment[key]).toBe(`\${${key}:?}`);
    }
    expect(environment['DATABASE_URL']).toContain('${POSTGRES_PASSWORD:?}@database:5432');
    expect(environment['TRUSTED_PROXIES']).toBe('1');
  });

  it('publishes nginx and nothing else', () => {
    const published = Object.entries(compose.services).filter(([, { ports }]) => ports !== undefined);
    expect(published.map(([name]) => name)).toEqual(['nginx']);
  });

  it('mounts every file that nginx includes', () => {
    const included = [...nginx.matchAll(/^\s*include (\S+);/gm)].map(([, file]) => file);
    for (const file of ['nginx.conf', ...included]) {
      expect(compose.services['nginx']?.volumes).toContain(`./nginx/${file}:/etc/nginx/${file}:ro`);
    }
  });
});

describe('the shutdown of a copy', () => {
  it('waits until nginx has closed its idle connections, and finishes before the copy is killed', () => {
    const kept = seconds(/^ *keepalive_timeout (\d+)s;/m, upstream);
    expect(kept).toBeLessThan(PROXY_IDLE_MS);
    expect(PROXY_IDLE_MS).toBeLessThan(DRAIN_MS);
    for (const [, copy] of copies) {
      expect(seconds(/^(\d+)s$/, copy.stop_grace_period)).toBeGreaterThan(DRAIN_MS);
    }
    expect(createHttpServer().keepAliveTimeout).toBeGreaterThan(kept);
  });
});

describe('nginx.conf', () => {
  it('retries a request on one other copy, but never because of an answer from the server', () => {
    expect(
      [...nginx.matchAll(/^ *(proxy_next_upstream\S*) (.*);/gm)].map(([, name, value]) => [name, value]),
    ).toEqual([
      ['proxy_next_upstream', 'error timeout non_idempotent'],
      ['proxy_next_upstream_tries', '2'],
      ['proxy_next_upstream_timeout', '10s'],
    ]);
  });

  it('caches published keys in memory', () => {
    const [, kilobytes] = /client_body_buffer_size (\d+)k;/.exec(nginx) ?? [];
    expect(Number(kilobytes) * 1024).toBeGreaterThanOrEqual(MAX_BLOB_BYTES);
  });
});
