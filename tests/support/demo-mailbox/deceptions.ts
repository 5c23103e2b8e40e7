import type { ExpectedMail } from './expected-mail.ts';

/** Genuine signatures on mail that says something other than what its signer said, or says it to somebody else. */
export const DECEPTIONS: Readonly<Record<string, ExpectedMail>> = {
  'devcon-part-shown-by-unsigned-type': {
    what: 'a Content-Type on top of the signed one would show a ticket that stands in a comment',
    attests: {},
    dkim: ['devcon.org pass'],
  },
  'ethcc-ticket-under-unsigned-type': {
    what: 'a Content-Type on top of the signed one would hide the text; it is read as it was signed, and not believed',
    attests: { ethCC: 'mime-unsigned' },
    dkim: ['ethcc.io pass'],
  },
  'devcon-auto-reply-quotes-the-owner': {
    what: 'the organiser’s automatic answer quotes what the owner wrote, subject included',
    attests: {},
    dkim: ['devcon.org pass'],
  },
  'ethcc-forwarded-by-the-organiser': {
    what: 'the organiser forwards somebody else’s ticket',
    attests: {},
    dkim: ['ethcc.io pass'],
  },
  'devcon-delivered-to-written-in': {
    what: 'a ticket for somebody else, with the owner’s Delivered-To written above it',
    attests: { devcon: 'not-addressed' },
    dkim: ['devcon.org pass'],
  },
  'devcon-key-out-of-use': {
    what: 'the key was last seen half a year before the mail was received',
    attests: { devcon: 'key-outdated' },
    dkim: ['devcon.org permerror'],
  },
};
