import type { Classifier } from '../evidence/index.ts';
import { addressesOf, foldAddress, ownWords, parseDate } from '../evidence/index.ts';
import type { Evidence, FullRecord } from '../records.ts';

/**
 * The evidence in a mail that is known to carry no signature, from its decoded text alone (DESIGN 2, step 3):
 * it can be self-attested only, so the mail as it was sent is not needed.
 */
export function classifyUnsigned({ header, body, parts }: FullRecord, classifier: Classifier): Evidence[] {
  const { messageId, subject, from, to } = header;
  const addressedTo = [...new Set(addressesOf(to).map(foldAddress))];
  return classifier.attest(ownWords({ subject, body, parts })).map((event) => ({
    messageId,
    event,
    tier: 'selfAttested',
    reason: 'unsigned',
    subject,
    from,
    date: parseDate(header.date),
    signature: null,
    refused: null,
    addressedTo,
    signedTo: [],
  }));
}
