/** Signed mail must come out of an mbox byte for byte, or its signature fails. */
import { describe, expect, it } from 'vitest';
import { verifyDkim } from '../../../mail/dkim/verify.ts';
import { createMboxMailbox } from '../../../worker/mailbox/index.ts';
import { signMail } from '../../support/mail/reference-signer.ts';
import { RSA_1024 } from '../../support/mail/test-keys.ts';

const SEPARATOR = 'From 1790001234567890@xxx Mon May 04 10:00:00 +0000 2026';
const HEADER = 'From: Devcon <a@devcon.org>\r\nTo: x@mail.example\r\nSubject: Ticket\r\nDate: today';

/** Bodies with lines that an mbox quotes, and with empty lines at their end. */
const BODIES = {
  plain: 'Hello,\r\n\r\nsee you.\r\n',
  'a line with From': 'Hello,\r\n\r\nFrom the station it is a short walk.\r\nFrom  there, too\r\n',
  'quoted replies': '> From the station\r\n>> from there\r\n>Fromage\r\n',
  'empty lines at the end': 'Hello\r\n\r\n\r\n',
  'no line end at the end': 'Hello',
  nothing: '',
};
/** Bodies that only mboxrd restores: mboxo does not quote a line that already begins with `>From `. */
const MBOXRD_BODIES = { ...BODIES, 'a reply to a quoted From': '>From the station\r\n>>>From there\r\n' };

const QUOTING = { mboxo: /^(?=From )/gm, mboxrd: /^(?=>*From )/gm };

async function verdicts(mbox: string): Promise<(string | undefined)[]> {
  const found: (string | undefined)[] = [];
  const mails = createMboxMailbox(new Blob([mbox])).mails(0, new AbortController().signal);
  for await (const mail of mails) {
    const results =
      mail.kind === 'mail' ? await verifyDkim(mail.raw, () => Promise.resolve([RSA_1024.record])) : [];
    found.push(results[0]?.status);
  }
  return found;
}

describe.each(['mboxo', 'mboxrd'] as const)('signed mail in %s', (quoting) => {
  const bodies = Object.entries(quoting === 'mboxo' ? BODIES : MBOXRD_BODIES);
  it.each(bodies)('keeps its signature: %s', async (_, body) => {
    for (const c of ['simple/simple', 'relaxed/relaxed']) {
      const signed = signMail(`${HEADER}\r\n\r\n${body}`, { key: RSA_1024.privateKey, tags: { c } });
      const quoted = signed.replaceAll(QUOTING[quoting], '>');
      for (const blank of ['\r\n', '']) {
        const one = `${SEPARATOR}\r\n${quoted}${quoted.endsWith('\n') ? '' : '\r\n'}${blank}`;
        const mbox = one.repeat(3);
        expect(await verdicts(mbox)).toEqual(['pass', 'pass', 'pass']);
        expect(await verdicts(mbox.replaceAll('\r\n', '\n'))).toEqual(['pass', 'pass', 'pass']);
      }
    }
  });

  it('loses its signature when a signed line was changed on the way', async () => {
    const signed = signMail(`${HEADER}\r\n\r\n${BODIES['a line with From']}`, { key: RSA_1024.privateKey });
    const quoted = signed.replaceAll(QUOTING[quoting], '>').replace('short walk', 'long walk');
    expect(await verdicts(`${SEPARATOR}\r\n${quoted}\r\n`)).toEqual(['fail']);
  });
});
