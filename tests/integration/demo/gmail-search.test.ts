import { beforeAll, describe, expect, test } from 'vitest';
import { EXPECTED_MAILS } from '../../support/demo-mailbox.ts';
import { openGmail } from './gmail-client.ts';
import type { GmailClient } from './gmail-client.ts';

let gmail: GmailClient;

beforeAll(async () => {
  gmail = await openGmail('full');
});

describe('searching', () => {
  test('finds words in any case, with and without accents, in every field', async () => {
    expect(await gmail.found('QX7-4401')).toEqual(['ethcc-invoice-german-pretix', 'ethcc-ticket-rsa2048']);
    expect(await gmail.found('bruss QX7')).toEqual([]);
    expect(await gmail.found('BRÜSSEL qx7')).toEqual(['ethcc-invoice-german-pretix']);
    expect(await gmail.found('attendee-guide.pdf')).toEqual(['devcon-five-megabytes']);
  });

  test('finds whole words only, and phrases in their order', async () => {
    expect(await gmail.found('devcon subject:devconnect')).toEqual([]);
    expect(await gmail.found('devconnect')).toEqual(['devconnect-is-another-word']);
    expect(await gmail.found('"boarding pass below"')).toEqual(['zuconnect-bare-line-feeds']);
    expect(await gmail.found('"below pass boarding"')).toEqual([]);
  });

  test('reads every charset, full-width letters and scripts without spaces', async () => {
    expect(await gmail.found('渋谷')).toEqual(['edcon-japanese-iso-2022-jp']);
    expect(await gmail.found('"ホテルの予約"')).toEqual(['edcon-japanese-shift-jis']);
    expect(await gmail.found('pünktlich')).toEqual(['ethdenver-german-windows-1252']);
    expect(await gmail.found('"zk summit 11" アテネ')).toEqual(['zksummit-full-width']);
    expect(await gmail.found('بانكوك')).toEqual(['devcon-arabic-right-to-left']);
  });

  test('reads HTML as a person sees it', async () => {
    expect(await gmail.found('from:calendar.luma-mail.com "you are registered for progcrypto"')).toEqual([
      'progcrypto-luma-html-only',
    ]);
    expect(await gmail.found('from:latticenotes.example devcon')).not.toContain(
      'event-name-only-in-comments',
    );
  });

  test('understands from, to, subject and deliveredto', async () => {
    expect(await gmail.found('from:edgecity.live')).toEqual(['edge-esmeralda-ed25519']);
    expect(await gmail.found('from:devcon.org subject:speakers')).toEqual(['devcon-newsletter-signed']);
    expect(await gmail.found('to:kenji.mori@inbox.example edcon')).toEqual(['edcon-ticket-of-a-friend']);
    expect(await gmail.found('deliveredto:robin.keller+events@mail.example')).toEqual(['ethcc-plus-address']);
  });

  test('combines terms with OR, braces and brackets, and excludes them with minus', async () => {
    const either = ['devcon-subdomain-signer', 'zuconnect-revoked-key'];
    expect(await gmail.found('subject:visa OR subject:"ZuConnect: hotel"')).toEqual(either);
    expect(await gmail.found('{subject:visa subject:"ZuConnect: hotel"}')).toEqual(either);
    expect(await gmail.found('(subject:visa OR subject:"ZuConnect: hotel") -from:devcon.org')).toEqual([
      'zuconnect-revoked-key',
    ]);
  });

  test('limits by date, including the first day and excluding the last', async () => {
    const q = 'from:ethcc.io';
    expect(await gmail.found(`${q} after:2024/03/14 before:2024/03/15`)).toEqual(['ethcc-ticket-rsa2048']);
    expect(await gmail.found(`${q} after:2024/03/15 before:2024/06/20`)).toEqual([
      'ethcc-forwarded-by-the-organiser',
      'ethcc-ticket-under-unsigned-type',
      'ethcc-unsigned-copy',
    ]);
    const time = Date.parse('2024-06-28T16:30:00Z') / 1000;
    expect(await gmail.found(`${q} after:${time}`)).toEqual(['ethcc-french-8bit-signed']);
    expect(await gmail.found(`${q} after:${time + 1}`)).toEqual([]);
  });

  test('understands has:attachment and in: with spam, trash, sent and anywhere', async () => {
    expect(await gmail.found('has:attachment from:devcon.org')).toEqual(['devcon-five-megabytes']);
    expect(await gmail.found('dweb camp won')).toEqual([]);
    expect(await gmail.found('dweb camp won in:spam')).toEqual(['dweb-spam']);
    expect(await gmail.found('in:trash')).toEqual(['sigsing-demo-day-trash']);
    expect(await gmail.found('in:sent devcon')).toEqual(['devcon-sent-by-the-owner']);
    expect(await gmail.found('won dweb in:anywhere')).toEqual(['dweb-spam']);
    expect(await gmail.found('won dweb', '&includeSpamTrash=true')).toEqual(['dweb-spam']);
  });

  test('finds every mail that attests an event by the names of the event', async () => {
    const names: Record<string, string> = {
      devcon: '(from:devcon.org OR "devcon" OR "devcon sea")',
      edcon: '(from:edcon.io OR "edcon" OR "edcon 2024")',
      ethDenver24: '("ethdenver 2024" OR "ethdenver 24" OR "ethdenver24")',
    };
    for (const [event, q] of Object.entries(names)) {
      const attesting = Object.entries(EXPECTED_MAILS)
        .filter(([, { attests, scanned }]) => event in attests && scanned !== false)
        .map(([name]) => name);
      expect(await gmail.found(q)).toEqual(expect.arrayContaining(attesting));
    }
  });
});
