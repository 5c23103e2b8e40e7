import { createGmailMailbox } from '../../../worker/mailbox/index.ts';
import type { GmailMailbox, GmailOptions } from '../../../worker/mailbox/index.ts';
import { FakeClock } from '../fake-clock.ts';

/** A signal that is never aborted. */
export const never = new AbortController().signal;

export interface ScriptedMail {
  id: string;
  raw: string;
  labelIds?: string[];
}

export interface ScriptedRequest {
  url: URL;
  /** `profile`, `list`, `history`, `metadata`, `full` or `raw`. */
  kind: string;
  /** The mail that is asked for. */
  id: string | null;
  at: number;
  authorization: string | null;
  number: number;
}

/** What happens to a request instead of an answer; null lets it through. */
export type Mishap = Response | 'network' | 'hang' | null;

export const UNITS: Record<string, number> = {
  profile: 1,
  history: 2,
  list: 5,
  metadata: 20,
  full: 20,
  raw: 20,
};

export function json(body: unknown, status = 200, headers: Record<string, string> = {}): Response {
  return new Response(JSON.stringify(body), { status, headers });
}

export function googleError(status: number, reason: string, text = reason, headers = {}): Response {
  return json({ error: { code: status, message: text, errors: [{ reason }] } }, status, headers);
}

export function mail(header: Record<string, string>, body = ''): string {
  const lines = Object.entries(header).map(([name, value]) => `${name}: ${value}`);
  return `${lines.join('\r\n')}\r\n\r\n${body}`;
}

/** An in-memory server at the network edge that speaks as much of Gmail's API as the mailbox uses. */
export class ScriptedGmail {
  readonly requests: ScriptedRequest[] = [];
  /** Newest first, as Gmail lists. */
  mails: ScriptedMail[];
  /** Ids in the order of arrival, for the history. */
  arrived: { historyId: number; id: string }[] = [];
  historyId = 1_000;
  historyExpired = false;
  pageSize = 500;
  /** How long each answer takes, in milliseconds. */
  latencyMs = 0;
  mishap: (request: ScriptedRequest) => Mishap = () => null;
  /** Running requests by kind, and the most that ever ran at once. */
  readonly underway = new Map<string, number>();
  readonly peak = new Map<string, number>();
  readonly address = 'robin.keller@mail.example';
  readonly #clock: FakeClock;

  constructor(clock: FakeClock, mails: ScriptedMail[] = []) {
    this.#clock = clock;
    this.mails = [...mails];
  }

  deliver(...mails: ScriptedMail[]): void {
    for (const one of mails) {
      this.historyId += 10;
      this.arrived.push({ historyId: this.historyId, id: one.id });
      this.mails.unshift(one);
    }
  }

  get units(): number {
    return this.requests.reduce((sum, { kind }) => sum + (UNITS[kind] ?? 0), 0);
  }

  count(kind: string): number {
    return this.requests.filter((request) => request.kind === kind).length;
  }

  readonly fetch: typeof globalThis.fetch = async (input, init) => {
    const url = new URL(input instanceof Request ? input.url : input);
    const path = url.pathname.split('/users/me/')[1] ?? '';
    const id = /^messages\/(.+)$/.exec(path)?.[1] ?? null;
    const kind = id === null ? (path === 'messages' ? 'list' : path) : (url.searchParams.get('format') ?? '');
    const request: ScriptedRequest = {
      url,
      kind,
      id: id === null ? null : decodeURIComponent(id),
      at: this.#clock.now(),
      authorization: new Headers(init?.headers).get('Authorization'),
      number: this.requests.length,
    };
    this.requests.push(request);
    this.#clock.advance(this.latencyMs);
    const under = (this.underway.get(kind) ?? 0) + 1;
    this.underway.set(kind, under);
    this.peak.set(kind, Math.max(this.peak.get(kind) ?? 0, under));
    try {
      const mishap = this.mishap(request);
      if (mishap === 'network') throw new TypeError('fetch failed');
      if (mishap === 'hang') return await hang(init?.signal ?? undefined);
      return mishap ?? (await this.#clock.during(this.#answer(request)));
    } finally {
      this.underway.set(kind, (this.underway.get(kind) ?? 1) - 1);
    }
  };

  async #answer({ url, kind, id }: ScriptedRequest): Promise<Response> {
    await new Promise((resolve) => setImmediate(resolve));
    switch (kind) {
      case 'profile':
        return json({
          emailAddress: this.address,
          messagesTotal: this.mails.length,
          threadsTotal: 1,
          historyId: String(this.historyId),
        });
      case 'list':
        return this.#list(url.searchParams);
      case 'history':
        return this.#history(url.searchParams);
      default: {
        const found = this.mails.find((one) => one.id === id);
        return found === undefined ? googleError(404, 'notFound') : json(message(found, kind));
      }
    }
  }

  #list(query: URLSearchParams): Response {
    const matches = matcherOf(query.get('q') ?? '');
    const found = this.mails.filter(({ raw, labelIds = [] }) => !labelIds.includes('SPAM') && matches(raw));
    const start = Number(query.get('pageToken') ?? 0);
    const size = Math.min(this.pageSize, Number(query.get('maxResults')));
    const page = found.slice(start, start + size);
    return json({
      ...(page.length > 0 && { messages: page.map(({ id }) => ({ id, threadId: id })) }),
      ...(start + size < found.length && { nextPageToken: String(start + size) }),
      resultSizeEstimate: found.length,
    });
  }

  #history(query: URLSearchParams): Response {
    if (this.historyExpired) return googleError(404, 'notFound');
    const since = Number(query.get('startHistoryId'));
    const added = this.arrived.filter(({ historyId }) => historyId > since);
    const start = Number(query.get('pageToken') ?? 0);
    const page = added.slice(start, start + this.pageSize);
    return json({
      history: page.map(({ historyId, id }) => ({
        id: String(historyId),
        messagesAdded: [
          {
            message: {
              id,
              threadId: id,
              labelIds: this.mails.find((one) => one.id === id)?.labelIds ?? ['INBOX'],
            },
          },
        ],
      })),
      ...(start + this.pageSize < added.length && { nextPageToken: String(start + this.pageSize) }),
      historyId: String(this.historyId),
    });
  }
}

/** The product's mailbox, with a default address and token. */
export function mailboxOver(options: Partial<GmailOptions>): GmailMailbox {
  return createGmailMailbox({
    baseUrl: 'https://gmail.example/gmail/v1/users/me',
    token: () => 't',
    ...options,
  });
}

/** An empty server, the product's mailbox over it, and their shared clock. */
export function scripted(): { gmail: ScriptedGmail; mailbox: GmailMailbox; clock: FakeClock } {
  const clock = new FakeClock();
  const gmail = new ScriptedGmail(clock);
  return { gmail, mailbox: mailboxOver({ fetch: gmail.fetch, clock }), clock };
}

/** A mailbox for which every request gets this answer. */
export function answering(make: () => Response): GmailMailbox {
  const { gmail, mailbox } = scripted();
  gmail.mishap = make;
  return mailbox;
}

function hang(signal: AbortSignal | undefined): Promise<Response> {
  return new Promise((_, reject) => {
    signal?.addEventListener('abort', () => reject(new DOMException('aborted', 'AbortError')));
  });
}

/** Gmail's search as far as scans use it: bracketed lists of `from:domain` and phrases, all of which must match. */
function matcherOf(q: string): (raw: string) => boolean {
  const lists = [...q.matchAll(/\(([^)]*)\)/g)].map(([, list = '']) => list.split(' OR ').map(termOf));
  return (raw) => lists.every((terms) => terms.some((matches) => matches(raw)));
}

function termOf(term: string): (raw: string) => boolean {
  const domain = /^from:(.+)$/.exec(term)?.[1];
  const text = (domain ?? term.replaceAll('"', '')).toLowerCase();
  return (raw) =>
    domain === undefined
      ? raw.toLowerCase().includes(text)
      : /^from:.*$/im.exec(raw)?.[0].toLowerCase().includes(text) === true;
}

function message({ id, raw, labelIds = ['INBOX'] }: ScriptedMail, format: string): unknown {
  const common = { id, threadId: id, labelIds, internalDate: '1714816800000' };
  if (format === 'raw') return { ...common, raw: Buffer.from(raw, 'utf8').toString('base64url') };
  const [head = '', ...rest] = raw.split('\r\n\r\n');
  const headers = head
    .replaceAll(/\r\n[ \t]/g, ' ')
    .split('\r\n')
    .map((line) => ({
      name: line.slice(0, line.indexOf(':')),
      value: line.slice(line.indexOf(':') + 1).trim(),
    }));
  if (format === 'metadata') return { ...common, payload: { headers } };
  const data = Buffer.from(rest.join('\r\n\r\n'), 'utf8').toString('base64url');
  return { ...common, payload: { mimeType: 'text/plain', headers, body: { size: data.length, data } } };
}
