import { Hono } from 'hono';
import type { Context, MiddlewareHandler } from 'hono';
import { GMAIL_READONLY } from '../oauth/scopes.ts';
import type { AccessTokens } from '../oauth/access-token.ts';
import type { MailEntry } from '../mailbox/entry.ts';
import type { MailStore } from '../mailbox/store.ts';
import {
  describeAttachment,
  describeCalls,
  describeHistory,
  describeList,
  describeMessage,
  describeProfile,
} from './describe.ts';
import {
  backendError,
  foreignUser,
  insufficientScopes,
  invalidArgument,
  notFound,
  unauthenticated,
} from './errors.ts';
import { MESSAGE_FORMATS, attachmentBody, messageJson } from './message.ts';
import { pageToken, readMaxResults, readPageToken } from './paging.ts';
import { searchMails } from './search.ts';

interface GmailDeps {
  store: () => Promise<MailStore>;
  tokens: AccessTokens;
  /** Runs before each call, after the check of the token. */
  before?: MiddlewareHandler | undefined;
  /** Delay of every call, in milliseconds. */
  delayMs: number;
}

interface GmailEnv {
  Variables: { store: MailStore };
}

const MESSAGE_ID = /^[0-9a-f]{1,16}$/;

/** The calls of the Gmail API that a device makes, over the demo mailbox. Mounted at `/gmail/v1`. */
export function gmailRoutes({ store, tokens, before, delayMs }: GmailDeps): Hono<GmailEnv> {
  const app = new Hono<GmailEnv>();

  app.use('/users/:userId/*', describeCalls);
  app.use('/users/:userId/*', async (c, next) => {
    if (delayMs > 0) await new Promise((resolve) => setTimeout(resolve, delayMs));
    const token = /^Bearer ([\w.~+/=-]+)$/i.exec(c.req.header('authorization') ?? '')?.[1];
    const access = token === undefined ? null : await tokens.verify(token);
    if (!access) return unauthenticated();
    if (!access.scopes.includes(GMAIL_READONLY)) return insufficientScopes();
    const user = c.req.param('userId');
    if (user !== 'me' && user.toLowerCase() !== access.email.toLowerCase()) return foreignUser();
    c.header('Cache-Control', 'no-store');
    c.set('store', await store());
    return next();
  });
  if (before !== undefined) app.use('/users/:userId/*', before);

  app.get('/users/:userId/profile', describeProfile, (c) => {
    const { owner, mails, historyId } = c.get('store');
    return c.json({
      emailAddress: owner,
      messagesTotal: mails.length,
      threadsTotal: new Set(mails.map((mail) => mail.threadId)).size,
      historyId: String(historyId),
    });
  });

  app.get('/users/:userId/messages', describeList, (c) => {
    const maxResults = readMaxResults(c.req.query('maxResults'));
    if (maxResults === null) return invalidArgument('Invalid maxResults');
    const found = searchMails(c.get('store'), {
      q: c.req.query('q') ?? '',
      labelIds: c.req.queries('labelIds') ?? [],
      includeSpamTrash: c.req.query('includeSpamTrash') === 'true',
    });
    const token = c.req.query('pageToken');
    const after = token === undefined ? null : readPageToken(token);
    if (token !== undefined && after === null) return invalidArgument('Invalid pageToken');
    const rest = after === null ? found : found.filter((mail) => mail.id < after);
    const page = rest.slice(0, maxResults);
    const last = page.at(-1);
    // As in Gmail, an empty list is left out.
    return c.json({
      ...(page.length > 0 ? { messages: page.map(({ id, threadId }) => ({ id, threadId })) } : {}),
      ...(last && rest.length > page.length ? { nextPageToken: pageToken(last.id) } : {}),
      resultSizeEstimate: found.length,
    });
  });

  app.get('/users/:userId/messages/:id', describeMessage, async (c) => {
    const found = findMail(c);
    if (found instanceof Response) return found;
    const asked = c.req.query('format') ?? 'full';
    const format = MESSAGE_FORMATS.find((known) => known === asked.toLowerCase());
    if (!format) return invalidArgument(`Invalid value at 'format': "${asked}"`);
    const historyId = c.get('store').historyIdOf(found);
    return c.json(await messageJson(found, historyId, format, c.req.queries('metadataHeaders') ?? []));
  });

  app.get('/users/:userId/messages/:id/attachments/:attachmentId', describeAttachment, async (c) => {
    const found = findMail(c);
    if (found instanceof Response) return found;
    const body = await attachmentBody(found, c.req.param('attachmentId'));
    if (!body) return notFound();
    return c.json({ size: body.length, data: Buffer.from(body).toString('base64url') });
  });

  app.get('/users/:userId/history', describeHistory, (c) => {
    const start = c.req.query('startHistoryId');
    if (start === undefined) return invalidArgument('Missing required parameter: startHistoryId');
    if (!/^\d{1,15}$/.test(start)) return invalidArgument('Invalid startHistoryId');
    const maxResults = readMaxResults(c.req.query('maxResults'));
    if (maxResults === null) return invalidArgument('Invalid maxResults');
    const token = c.req.query('pageToken');
    const after = token === undefined ? start : readPageToken(token);
    if (after === null) return invalidArgument('Invalid pageToken');
    const mailStore = c.get('store');
    const changes = mailStore.since(Number(after));
    if (changes === null) return notFound();
    const page = changes.slice(0, maxResults);
    const last = page.at(-1);
    const history = page.map(({ historyId, entry }) => {
      const { id, threadId, labels } = entry;
      return {
        id: String(historyId),
        messages: [{ id, threadId }],
        messagesAdded: [{ message: { id, threadId, labelIds: labels } }],
      };
    });
    return c.json({
      ...(history.length > 0 ? { history } : {}),
      ...(last && changes.length > page.length ? { nextPageToken: pageToken(String(last.historyId)) } : {}),
      historyId: String(mailStore.historyId),
    });
  });

  app.all('*', () => notFound());
  app.onError(() => backendError(500));
  return app;
}

function findMail(c: Context<GmailEnv, '/users/:userId/messages/:id'>): MailEntry | Response {
  const id = c.req.param('id');
  if (!MESSAGE_ID.test(id)) return invalidArgument('Invalid id value');
  return c.get('store').get(id) ?? notFound();
}
