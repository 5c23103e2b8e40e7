import type { Classifier } from '../evidence/index.ts';
import { addressesOf } from '../../mail/header/address-list.ts';
import { foldAddress } from '../../mail/header/fold-address.ts';
import { parseDate } from '../../mail/header/receipt-date.ts';
import { ownWordsSteps } from '../evidence/index.ts';
import type { Evidence, FullRecord } from '../records.ts';
import { inSlices } from '../../mail/slices.ts';
import type { Slice } from '../../mail/slices.ts';

/**
 * The evidence in a mail that is known to carry no signature, from its decoded text alone (DESIGN 2, step 3):
 * it can be self-attested only, so the mail as it was sent is not needed.
 */
export async function classifyUnsigned(
  { header, body, parts }: FullRecord,
  classifier: Classifier,
  slice: Slice,
): Promise<Evidence[]> {
  const { messageId, subject, from, to } = header;
  const addressedTo = [...new Set(addressesOf(to).map(foldAddress))];
  const words = await inSlices(ownWordsSteps({ subject, body, parts }), slice);
  const attested = await inSlices(classifier.attesting(words), slice);
  return attested.map((event) => ({
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
