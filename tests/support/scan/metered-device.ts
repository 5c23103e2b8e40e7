/**
 * A device in this process: the worker's scanner over a demo provider and a database in memory, without browser or
 * network, with a meter for every request.
 */
import 'fake-indexeddb/auto';
import { IDBFactory } from 'fake-indexeddb';
import { CATALOG, catalogHash } from '../../../catalog/index.ts';
import type { Demo } from '../../../server/demo/index.ts';
import { createSignatureKeys } from '../../../worker/evidence/signature-keys.ts';
import { createDevice, NO_CHOICES } from '../../../worker/device/device.ts';
import type { Device } from '../../../worker/device/device.ts';
import { createHttp } from '../../../worker/client/http.ts';
import { MAIL_SCOPE } from '../../../worker/session/mail-grant.ts';
import type { Clock } from '../../../worker/clock.ts';
import { IDLE_SCAN } from '../../../worker/contract.ts';
import type { ScanProgress } from '../../../worker/contract.ts';
import { UNITS } from '../../../worker/mailbox/quota.ts';
import { createScanner } from '../../../worker/scan/scanner.ts';
import type { Scanner } from '../../../worker/scan/scanner.ts';
import { openStore } from '../../../worker/store/index.ts';
import type { Store } from '../../../worker/store/index.ts';
import { ownerToken, TOKEN_SECONDS } from '../mailbox/demo-provider.ts';

const ORIGIN = 'http://demo.example';

/** One request as the provider saw it. */
export interface MeteredCall {
  /** By the device's clock, in milliseconds. */
  at: number;
  /** Quota units. */
  units: number;
  /** Of the answer's body. */
  bytes: number;
}

export interface MeteredDevice {
  scanner: Scanner;
  device: Device;
  store: Store;
  factory: IDBFactory;
  /** Every request so far, in order. */
  calls: MeteredCall[];
}

export interface MeteredOptions {
  clock: Clock;
  /** `google` observes Gmail's budget; `demo` has none. */
  provider: 'google' | 'demo';
  /** Delays each answer, as a network would; a fake clock stands still meanwhile. */
  hold?: (answer: Promise<Response>) => Promise<Response>;
  /** Asks a provider elsewhere, unmetered. */
  send?: typeof fetch;
  /** Receives the scan's progress. */
  onScan?: (scan: ScanProgress) => void;
  /** Wraps the store, to time it. */
  watch?: (store: Store) => Store;
}

/** What Gmail charges for a request to this path, in quota units. */
export function unitsOf(pathname: string): number {
  if (pathname.endsWith('/profile')) return UNITS.profile;
  if (pathname.endsWith('/history')) return UNITS.history;
  return /\/messages\/[^/]+$/.test(pathname) ? UNITS.get : UNITS.list;
}

export async function openMeteredDevice(demo: Demo, options: MeteredOptions): Promise<MeteredDevice> {
  const { clock, provider, hold = (answer) => answer, watch = (store) => store } = options;
  const { owner, token } = await ownerToken(demo);
  const factory = new IDBFactory();
  const store = watch(await openStore(factory));
  const calls: MeteredCall[] = [];
  const answer = async (url: URL, init: RequestInit | undefined, call: MeteredCall): Promise<Response> => {
    const response = await demo.routes.request(url.href, init);
    const body = await response.arrayBuffer();
    call.bytes = body.byteLength;
    return new Response(body, { status: response.status, headers: response.headers });
  };
  const metered = (input: RequestInfo | URL, init?: RequestInit): Promise<Response> => {
    const url = new URL(input instanceof Request ? input.url : input);
    const call = { at: clock.now(), units: unitsOf(url.pathname), bytes: 0 };
    calls.push(call);
    return hold(answer(url, init, call));
  };
  const session = {
    userId: 'user-1',
    email: owner,
    psiPublicKeysLink: '',
    psiPrivateKeys: '',
    googleAuthToken: {
      access_token: token,
      token_type: 'Bearer' as const,
      scope: MAIL_SCOPE,
      expires_at: clock.now() + TOKEN_SECONDS * 1_000,
      provider,
    },
    serverSession: null,
  };
  const server = {
    provider,
    googleClientId: null,
    blobApiUrl: null,
    firebase: { apiKey: '', authDomain: '', projectId: '', appId: '' },
    identityEmulatorUrl: null,
  };
  const device = createDevice(
    store,
    {
      server,
      asked: { catalog: CATALOG, hash: catalogHash(CATALOG), next: null, problem: null },
      session,
      scan: IDLE_SCAN,
      evidence: [],
      choices: NO_CHOICES,
      result: null,
      shown: null,
    },
    (event) => {
      if (event.type === 'scan') options.onScan?.(event.scan);
    },
  );
  const scanner = createScanner({
    device: () => device,
    http: createHttp({ origin: ORIGIN, fetch: options.send ?? metered }),
    keys: createSignatureKeys((domain) => demo.dkimKeys(domain)),
    clock,
    locks: undefined,
  });
  return { scanner, device, store, factory, calls };
}
