/** Reading mails: splitting, decoding, HTML to text (`mail/mime/parse-mail.ts`), in the calling thread. */
import { parseMail } from '../../mail/mime/parse-mail.ts';
import { sampleMails } from './mails/sample-mails.ts';
import { measurement, type Measurement } from '../measurement.ts';
import { itemsPerSecond, type Stopwatch } from './stopwatch.ts';

const MAILS = 100;
const RUNS = { runs: 9, warmUps: 3 };

/**
 * Mails a second, and their size.
 *
 * @throws when a mail is read wrong, since a wrong result has no speed
 */
export async function mimeBenchmark(clock: Stopwatch): Promise<Measurement[]> {
  const mails = sampleMails(MAILS);
  const readAll = async (): Promise<void> => {
    for (const { raw, subject, mark } of mails) {
      const read = await parseMail(raw);
      const whole = read.subject === subject && read.parts.length > 0 && read.unreadable === null;
      if (!whole || !read.parts.every((part) => part.startsWith(mark))) {
        throw new Error(`The mail “${subject}” was read wrong.`);
      }
    }
  };
  const [rates = []] = await itemsPerSecond(clock, MAILS, [readAll], RUNS);
  const sizes = mails.map(({ raw }) => raw.length);
  return [
    measurement('mime', 'mails read', 'mails/s', rates),
    measurement('mime', 'size of a mail', 'bytes', sizes),
    measurement(
      'mime',
      'bytes read',
      'MB/s',
      rates.map((rate) => (rate * sizes.reduce((sum, size) => sum + size, 0)) / MAILS / 1e6),
    ),
  ];
}
