/**
 * A separate process that checks the signatures of one mail of 25 MB, and prints by how much that raised its peak
 * memory (maximum resident set). Started by `large-mail.test.ts`.
 */
import { verifyDkim } from '../../../mail/dkim/verify.ts';

const [unit = ''] = process.argv.slice(2);

/** One signature for each method, the second over part of the body, so that the body is hashed for both. */
const header = [
  'DKIM-Signature: v=1; a=rsa-sha256; c=relaxed/simple; d=devcon.org; s=x; h=from; bh=AAAA; b=AAAA',
  'DKIM-Signature: v=1; a=rsa-sha256; c=relaxed/relaxed; d=devcon.org; s=x; h=from; l=5000000; bh=AAAA; b=AAAA',
  'From: a@devcon.org',
  '\r\n',
].join('\r\n');

function mail(size: number): Uint8Array {
  const raw = new Uint8Array(size);
  const buffer = Buffer.from(raw.buffer).fill(unit, 'latin1');
  buffer.write(header);
  return raw;
}

/** A body is hashed only when the key is known. */
const lookup = (): Promise<string[]> => Promise.resolve(['v=DKIM1; p=AAAA']);
// A small mail first: the memory for code and tables is not measured.
await verifyDkim(mail(1024 * 1024), lookup);
const raw = mail(25 * 1024 * 1024);
const before = process.resourceUsage().maxRSS;
const results = await verifyDkim(raw, lookup);
const extraBytes = (process.resourceUsage().maxRSS - before) * 1024;
console.log(JSON.stringify({ extraBytes, reasons: results.map(({ reason }) => reason) }));
