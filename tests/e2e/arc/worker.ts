import { verifyArc } from '../../../mail/arc/verify.ts';
import { bytesOf } from '../../../mail/header/binary-string.ts';
import { lookupReceiverKey } from '../../../mail/receivers.ts';

async function judge(mails: string[]): Promise<void> {
  const verdicts = await Promise.all(mails.map((mail) => verifyArc(bytesOf(mail), lookupReceiverKey)));
  // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a worker has no origin
  postMessage(verdicts);
}

addEventListener('message', ({ data: mails }: MessageEvent<string[]>) => {
  void judge(mails);
});
