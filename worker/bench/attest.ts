/** Deciding which events mails attest, from their decoded text (`worker/evidence/attest.ts`). */
import { CATALOG } from '../../catalog/index.ts';
import { parseMail } from '../../mail/mime/parse-mail.ts';
import { createClassifier, type MailText } from '../evidence/index.ts';
import { sampleMails } from './mails/sample-mails.ts';
import { measurement, type Measurement } from '../measurement.ts';
import { itemsPerSecond, type Stopwatch } from './stopwatch.ts';

const MAILS = 100;
const RUNS = { runs: 30, warmUps: 10 };

/**
 * Mails a second, and their characters.
 *
 * @throws when a mail attests the wrong events
 */
export async function attestBenchmark(clock: Stopwatch): Promise<Measurement[]> {
  const mails: { text: MailText; event: string }[] = [];
  for (const { raw, event } of sampleMails(MAILS)) {
    const { subject, text, parts } = await parseMail(raw);
    mails.push({ text: { subject, body: text, parts }, event: event ?? '' });
  }
  const classifier = createClassifier(CATALOG);
  const attestAll = (): void => {
    for (const { text, event } of mails) {
      if (classifier.attest(text).join() !== event) {
        throw new Error(`The mail “${text.subject}” attests other events than it should.`);
      }
    }
  };
  const [rates = []] = await itemsPerSecond(clock, MAILS, [attestAll], RUNS);
  const lengths = mails.map(({ text }) => [text.subject, ...text.parts].join('').length);
  return [
    measurement('attest', 'mails attested', 'mails/s', rates),
    measurement('attest', 'text of a mail', 'characters', lengths),
  ];
}
