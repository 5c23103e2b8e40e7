import type { MailComposerOptions } from 'nodemailer/lib/mail-composer';
import type { Label } from '../draft.ts';
import type { Random } from '../random.ts';

export interface OrdinaryMail {
  labels: readonly Label[];
  mime: MailComposerOptions;
  /** Signed by a mailing service that no event names. */
  signed?: boolean;
  deliveredTo?: null;
}

/** Makes one mail of a kind. No random choice lets it attest an event. */
export type OrdinaryMaker = (random: Random) => OrdinaryMail;
