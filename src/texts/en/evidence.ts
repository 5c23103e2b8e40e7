import { params } from '../../language/forms.ts';
import { defineTexts } from '../../language/language.ts';

export const evidenceTexts = defineTexts('evidence', {
  full: 'Verified by a signature',
  dashed: 'Found in your mail; nobody vouches for it',
  pencil: 'Your own word',
  ownMark: 'You marked this yourself. No mail stands behind it.',
  mails: 'Mails behind it',
  notCompared: params('These mails were not sent to {address}. They are shown here, but never compared.'),
  theAccount: 'the account that is signed in',
});

/** What a verdict means. */
export const tierTexts = defineTexts('tiers', {
  verified: 'Verified',
  selfAttested: 'Counts as self-attested only',
});

/** The verdict on a verified mail, and parts of the others. */
export const verdictTexts = defineTexts('verdict', {
  signed: params('Signed by {domain}, whole mail, {key}.'),
  signedWeakly: params('Signed by {domain}, whole mail, {key}, weak by today’s measure.'),
  key: params('{bits}-bit key'),
  ed25519: 'Ed25519 key',
  smallKey: params('Signed by {domain} with a {bits}-bit key, which is too short to trust.'),
  aDomain: 'a domain',
  otherReason: 'Its signature does not prove who sent it.',
});

/** Why a mail counts as self-attested only. */
export const reasonTexts = defineTexts('reasons', {
  unsigned: 'Not signed, so nothing proves who sent it.',
  'signature-failed':
    'It carries a signature of {domain} that does not hold: the mail was changed on its way, came after the signature had expired, or is not genuine.',
  'key-unknown': 'Signed by {domain}, but the key that would prove it is not known, or was withdrawn.',
  'key-outdated': 'Signed by {domain}, but with a key that was not in use when the mail was received.',
  'foreign-signer': 'Signed by {domain}, which does not speak for this event.',
  'body-limited': 'Signed by {domain}, but not the whole mail: anyone could have added the rest.',
  'subject-unsigned': 'Signed by {domain}, but the subject is left out of the signature.',
  'from-unsigned': 'Signed by {domain}, but the sender is left out of the signature.',
  'to-unsigned': 'Signed by {domain}, but the recipient is left out of the signature.',
  'mime-unsigned':
    'Signed by {domain}, but the signature leaves open how the text is to be read, and the subject alone does not say enough.',
  'not-addressed': 'Signed by {domain}. Not addressed to you in a signed To or Cc.',
  'duplicate-headers':
    'Signed by {domain}, but it has two subjects, senders or recipients’ lines, so it is unclear which one was signed.',
  'key-too-small': 'Signed by {domain} with a key, which is too short to trust.',
  'algorithm-refused': 'Signed by {domain} with a method that can be forged, or that is not known here.',
});
