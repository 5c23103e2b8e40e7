import { expect } from 'vitest';
import { createDemo } from '../../../server/demo/index.ts';
import type { Demo, MailStore } from '../../../server/demo/index.ts';
import { call, signIn } from './sign-in.ts';

/** The parts of Gmail's JSON that the tests read. */
export interface Listing {
  messages?: { id: string; threadId: string }[];
  nextPageToken?: string;
  resultSizeEstimate: number;
}
export interface Part {
  partId?: string;
  mimeType: string;
  filename: string;
  headers: { name: string; value: string }[];
  body: { size: number; data?: string; attachmentId?: string };
  parts?: Part[];
}
export interface Message {
  id: string;
  snippet: string;
  payload?: Part;
  raw?: string;
}
export interface HistoryPage {
  history?: { id: string; messagesAdded: { message: { id: string; labelIds: string[] } }[] }[];
  nextPageToken?: string;
  historyId: string;
}
interface GoogleError {
  code: number;
  message: string;
  errors: { reason: string; domain: string }[];
}

/** A demo mailbox and the calls of an app that is signed in to it. */
export interface GmailClient {
  demo: Demo;
  store: MailStore;
  /** Calls a path below `users/me/`; fails the test unless the status is 200. */
  get: <T>(path: string) => Promise<T>;
  /** The error of a call, and its HTTP status. */
  failure(path: string, token?: string): Promise<GoogleError & { status: number }>;
  /** Case names of the mails that a search finds; `ordinary` for every other mail. */
  found(q: string, parameters?: string): Promise<string[]>;
  idOf(caseName: string): string;
}

export async function openGmail(demoCase: 'full' | 'no-travel'): Promise<GmailClient> {
  const demo = createDemo({ secret: new Uint8Array(32), demoCase });
  const store = await demo.mailbox();
  const ownToken = await signIn(demo);
  const get = async <T>(path: string): Promise<T> => {
    const response = await call(demo, `/gmail/v1/users/me/${path}`, ownToken);
    expect(`${path}: ${response.status}`).toBe(`${path}: 200`);
    return (await response.json()) as T;
  };
  return {
    demo,
    store,
    get,
    async failure(path, token = ownToken) {
      const response = await call(demo, `/gmail/v1/users/${path}`, token);
      const { error } = (await response.json()) as { error: GoogleError };
      return { ...error, status: response.status };
    },
    async found(q, parameters = '') {
      const query = `messages?maxResults=500&q=${encodeURIComponent(q)}${parameters}`;
      const { messages = [] } = await get<Listing>(query);
      return messages.map(({ id }) => store.get(id)?.caseName ?? 'ordinary');
    },
    idOf(caseName) {
      const mail = store.mails.find((entry) => entry.caseName === caseName);
      if (!mail) throw new Error(`No mail ${caseName}`);
      return mail.id;
    },
  };
}
