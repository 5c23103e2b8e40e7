/** Selectors in common use, by user; several services share the plain ones. */
const SELECTORS = {
  'servers of one’s own': 'default dkim dkim1 dkim2 mail email smtp mx mta server main key key1 key2 key3',
  'more of them':
    'selector sel1 sel2 s x dk m1 m2 m3 v1 v2 class test www beta gamma private postfix mdaemon pmta',
  'named after the key length': 's512 s768 s1024 s2048',
  Google: 'google googleapps 20161025 20210112 20221208 20230601',
  'Microsoft 365': 'selector1 selector2',
  'Apple, Fastmail, Proton, Zoho': 'sig1 fm1 fm2 fm3 mesmtp protonmail protonmail2 protonmail3 zoho zmail',
  'Mailchimp, Mandrill': 'k1 k2 k3 mandrill mte1 mte2',
  SendGrid: 's1 s2 s3 smtpapi sendgrid',
  'Postmark, Mailgun, Mailjet, Resend': 'pm pic krs mailo mg mailgun mailjet resend',
  'Amazon SES, where its customer named them': 'ses amazonses',
  'Zendesk, HubSpot, Klaviyo, Intercom': 'zendesk1 zendesk2 hs1 hs2 hse1 hse2 kl kl2 intercom',
  'Campaign Monitor, MailerLite, Everlytic': 'cm ml litesrv everlytickey1 everlytickey2 eversrv',
  'Sailthru, Responsys, ExactTarget': 'sailthru responsys et mkt',
  'filters and relays':
    'mimecast mimecast20190104 mxvault proofpoint ppk1 ppk2 turbo-smtp authsmtp sparkpost sm',
};

/**
 * DNS has no list of a domain's selectors, so the archive asks for those that mail services give their customers and
 * that software suggests. An unneeded name costs one query a day; a missing one leaves its mail self-attested. Services
 * that draw selectors at random (such as Amazon SES) cannot be guessed; their keys must come with the catalog.
 *
 * Gathered from sendmarc.com ("Email provider commonly used DKIM selectors"), suped.com ("A list of the most common
 * DKIM selectors and how to use them"), dkim-studio.pages.dev ("DKIM selectors explained") and the lists of the
 * scanners ryancdotorg/dkimscan and SerhadAras/Argus.
 */
export const COMMON_SELECTORS: readonly string[] = Object.values(SELECTORS).flatMap((some) =>
  some.split(' '),
);

/** RFC 1035 2.3.4 */
const MAX_NAME = 253;

/**
 * The names at which a domain's keys are looked up: common selectors, the domain's own labels (organisations often use
 * their name), and the names of known keys, so that their last sight stays up to date. Lower case, each once.
 *
 * @param known names (`selector._domainkey.domain`) of keys in the catalog or the archive
 */
export function namesToAsk(domain: string, known: readonly string[]): string[] {
  const suffix = `._domainkey.${domain}`;
  const own = domain.split('.').slice(0, -1);
  const guessed = [...COMMON_SELECTORS, ...own].map((selector) => selector + suffix);
  const kept = known.map((name) => name.toLowerCase()).filter((name) => name.endsWith(suffix));
  return [...new Set([...guessed, ...kept])].filter((name) => name.length <= MAX_NAME);
}
