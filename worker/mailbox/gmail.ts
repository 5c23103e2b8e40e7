import type { z } from 'zod';
import type { Clock } from '../clock.ts';
import { systemClock } from '../clock.ts';
import { createSlices } from '../slices.ts';
import { failure } from '../errors.ts';
import {
  fullAnswer,
  headerAnswer,
  historyAnswer,
  listAnswer,
  profileAnswer,
  rawAnswer,
} from './gmail-answers.ts';
import { fullRecord, headerRecord, rawRecord, RECORD_HEADERS } from './gmail-records.ts';
import { request } from './gmail-request.ts';
import type { ApiMailbox } from './mailbox.ts';
import { createQuota, UNITS } from './quota.ts';
import type { Quota } from './quota.ts';
import { TransientFault } from './transient.ts';

/** Limit on the mails in one page of a listing (Gmail API). */
export const PAGE_SIZE = 500;
const LEFT_OUT: ReadonlySet<string> = new Set(['SPAM', 'TRASH']);

export interface GmailOptions {
  /** Address of the API up to and including `/users/me`; the demo mailbox has another one than Gmail. */
  baseUrl: string;
  /** Returns the current bearer token; called before each request. */
  token: () => string;
  fetch?: typeof globalThis.fetch;
  clock?: Clock;
  /** The quota; by default Gmail's for one user. Mailboxes of the same account share one. */
  quota?: Quota;
}

/** Gmail's API, or any server that speaks it, as a mailbox. */
export interface GmailMailbox extends ApiMailbox {
  readonly quota: Quota;
}

/** Makes the mailbox. Sends nothing before the first call. */
export function createGmailMailbox(options: GmailOptions): GmailMailbox {
  const { token, clock = systemClock } = options;
  const quota = options.quota ?? createQuota({ clock });
  // Not called as a method: `fetch` refuses any other receiver.
  const send = options.fetch ?? ((input, init) => globalThis.fetch(input, init));
  const slices = createSlices(clock);
  const baseUrl = options.baseUrl.replace(/\/+$/, '');
  const connection = { baseUrl, token, fetch: send, clock, quota, slices };

  return {
    kind: 'api',
    quota,
    unitsPerMinute: quota.unitsPerMinute,

    async profile(signal) {
      const call = { code: 'profile_failed' } as const;
      const answer = await request(connection, call, UNITS.profile, 'profile', {}, profileAnswer, signal);
      if (answer === null) throw failure('profile_failed');
      const { emailAddress, messagesTotal, historyId } = answer;
      return { emailAddress, messagesTotal, historyId: historyId ?? null };
    },

    async list({ q, labelIds, pageToken, maxResults }, signal) {
      const call = { code: 'emails_failed' } as const;
      const query = { q, labelIds, pageToken, maxResults, includeSpamTrash: false };
      const answer = await request(connection, call, UNITS.list, 'messages', query, listAnswer, signal);
      if (answer === null) throw failure('emails_failed');
      // An unchanged page token would list the same page for ever.
      if (answer.nextPageToken !== undefined && answer.nextPageToken === pageToken) {
        throw new TransientFault('emails_failed');
      }
      return {
        ids: idsOf(answer.messages ?? []),
        nextPageToken: answer.nextPageToken || null,
        estimate: answer.resultSizeEstimate ?? 0,
      };
    },

    async history(startHistoryId, pageToken, signal) {
      const call = { code: 'emails_failed' } as const;
      const query = {
        startHistoryId,
        historyTypes: 'messageAdded',
        maxResults: PAGE_SIZE,
        pageToken: pageToken ?? undefined,
      };
      const answer = await request(connection, call, UNITS.history, 'history', query, historyAnswer, signal);
      if (answer === null) return null;
      if (answer.nextPageToken !== undefined && answer.nextPageToken === pageToken) {
        throw new TransientFault('emails_failed');
      }
      const added = answer.history.flatMap(({ messagesAdded }) =>
        messagesAdded.map(({ message }) => message),
      );
      return {
        // The history includes spam and trash, which a listing leaves out.
        addedIds: idsOf(added.filter(({ labelIds }) => !labelIds.some((label) => LEFT_OUT.has(label)))),
        nextPageToken: answer.nextPageToken || null,
      };
    },

    header: (id, signal) =>
      getMessage(
        id,
        { format: 'metadata', metadataHeaders: RECORD_HEADERS },
        headerAnswer,
        signal,
        ({ payload }) => headerRecord(id, payload.headers),
      ),

    full: (id, signal) =>
      getMessage(id, { format: 'full' }, fullAnswer, signal, ({ payload }) =>
        fullRecord(id, payload, () => slices(signal)),
      ),

    raw: (id, signal) =>
      getMessage(id, { format: 'raw' }, rawAnswer, signal, ({ raw, internalDate }) =>
        rawRecord(raw, internalDate, () => slices(signal)),
      ),
  };

  /** `messages.get` in one format. An answer that does not make a record is worth another attempt. */
  async function getMessage<A, T>(
    id: string,
    query: { format: string; metadataHeaders?: readonly string[] },
    schema: z.ZodType<A>,
    signal: AbortSignal,
    make: (answer: A) => T | Promise<T>,
  ): Promise<T | null> {
    const call = { code: 'email_failed', id } as const;
    const path = `messages/${encodeURIComponent(id)}`;
    const answer = await request(connection, call, UNITS.get, path, query, schema, signal);
    if (answer === null) return null;
    try {
      return await make(answer);
    } catch (cause) {
      signal.throwIfAborted();
      throw new TransientFault('email_failed', { id, cause, answered: true });
    }
  }
}

/** The ids of these mails; mails without one are skipped. */
function idsOf(messages: readonly { id?: string | undefined }[]): string[] {
  return messages.flatMap(({ id }) => (id === undefined || id === '' ? [] : [id]));
}
