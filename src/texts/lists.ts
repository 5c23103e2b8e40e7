/** The three lists of facts: their headings (DESIGN 9, word for word) and what they mean. */
import type { FactList } from '../../catalog/facts.ts';

export const LIST_TITLES: Readonly<Record<FactList, { title: string; meaning: string }>> = {
  verifiedTravelEvents: {
    title: 'Verified travel events',
    meaning: 'A valid signature proves who sent the mail.',
  },
  selfAttestedEvents: {
    title: 'Self-attested events',
    meaning: 'Found in mail that proves nothing by itself, or ticked by you.',
  },
  travelInterests: {
    title: 'Travel interests',
    meaning: 'What you like to do on the road. Choose any.',
  },
};
