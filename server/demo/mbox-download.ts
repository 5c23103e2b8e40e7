import { Hono } from 'hono';
import { describe, errors, raw } from '../web/describe.ts';
import { mboxChunk } from './mailbox/mbox-write.ts';
import type { MailStore } from './mailbox/store.ts';

const describeDownload = describe({
  summary: 'The demo mailbox as a file.',
  answers: { 200: raw('application/mbox'), ...errors([404]) },
});

/**
 * `GET /mailbox.mbox`: the same mailbox as a file in Google Takeout's form, for trying the import. It needs no token,
 * since the mail is made up.
 *
 * @param offered false for a served mbox (`WAYSTAMP_DEMO_MBOX`), which is somebody's mail and is not given out
 */
export function mboxDownload(mailbox: () => Promise<MailStore>, offered: boolean): Hono {
  const app = new Hono();
  app.get('/mailbox.mbox', describeDownload, async (c) => {
    if (!offered) return c.json({ error: 'This mailbox is not offered as a file' }, 404);
    const { mails } = await mailbox();
    const oldestFirst = mails.toReversed().values();
    const stream = new ReadableStream<Uint8Array>({
      pull(controller) {
        const next = oldestFirst.next();
        if (next.done) controller.close();
        else controller.enqueue(mboxChunk(next.value, next.value.id));
      },
    });
    return c.body(stream, 200, {
      'Content-Type': 'application/mbox',
      'Content-Disposition': 'attachment; filename="waystamp-demo.mbox"',
      'Cache-Control': 'no-store',
    });
  });
  return app;
}
