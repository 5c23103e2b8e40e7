/**
 * Domains that strangers share: each has a subdomain or an address there. With such a domain, an organiser could have
 * much of a mailbox read. The list is short and incomplete because every device checks catalogs with it: the ten
 * thousand entries of the Public Suffix List (publicsuffix.org) would be a third of what the page may weigh.
 */

/** Labels under which countries register names, as in `co.uk` and `com.br`. */
const UNDER_A_COUNTRY =
  /^(?:ac|co|com|edu|gen|go|gob|gouv|gov|govt|info|ltd|me|mil|muni|ne|net|nhs|nom|or|org|plc|sch|school|web)\.[a-z]{2}$/;

const SHARED: ReadonlySet<string> = new Set(
  [
    // Mailboxes.
    'gmail.com googlemail.com outlook.com hotmail.com live.com msn.com yahoo.com ymail.com aol.com icloud.com me.com',
    'mac.com proton.me protonmail.com pm.me gmx.com gmx.de gmx.net web.de t-online.de mail.com mail.ru yandex.ru',
    'yandex.com zoho.com fastmail.com hey.com tutanota.com tuta.com orange.fr free.fr laposte.net libero.it qq.com',
    '163.com 126.com naver.com',
    // Sites and apps.
    'github.io gitlab.io pages.dev workers.dev vercel.app netlify.app herokuapp.com web.app firebaseapp.com appspot.com',
    'run.app onrender.com fly.dev railway.app replit.app glitch.me surge.sh blogspot.com wordpress.com substack.com',
    'ghost.io weebly.com wixsite.com squarespace.com myshopify.com notion.site webflow.io cloudfront.net amazonaws.com',
    'azurewebsites.net eu.org us.com uk.com eu.com de.com jpn.com',
    // Senders of other people's mail.
    'amazonses.com sendgrid.net mailgun.org mailchimpapp.net mcsv.net mcdlv.net rsgsv.net mandrillapp.com',
    'postmarkapp.com sparkpostmail.com mailjet.com brevo.com sendinblue.com hubspotemail.net onmicrosoft.com',
    'gappssmtp.com beehiiv.com',
  ].flatMap((line) => line.split(' ')),
);

/** Whether strangers share a domain, so that it cannot be an organiser's own. Its subdomains can. */
export function isShared(domain: string): boolean {
  return UNDER_A_COUNTRY.test(domain) || SHARED.has(domain);
}
