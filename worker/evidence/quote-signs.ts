/**
 * How mail programs mark other people's text: in a reply, a forwarded mail, a bounce. The wordings are those recognised
 * by mailgun/talon, crisp-oss/email-reply-parser and quotequail, and common ones in other languages.
 */

const STARS = '* \t\u00A0\u3000\r\n';
/** Longest line that may mark a quotation; a longer one is text. Characters. */
const MAX_SIGN = 400;

/** `-----Original Message-----`, `---------- Forwarded message ---------` and the like, trimmed. */
const DIVIDER = /^[-_=–—]{2,}([^-_=–—]{3,})[-_=–—]{2,}$/u;
/** Longest text in a divider, in characters. */
const MAX_DIVIDED = 80;
const DIVIDED =
  /message|messaggio|mensaje|mensagem|mesaj|nachricht|bericht|meddel|besked|melding|wiadomo|сообщени|письмо|viesti|zpráva|メッセージ|转发|轉寄|邮件|郵件|메시지|הודעה|رسالة|forward|weitergeleitet|original/iu;

/** Lines after which nothing is the sender's own text. */
const ENDS = new RegExp(
  `^(?:${[
    '(?:begin|start of) (?:the )?forwarded message',
    'anfang der weitergeleiteten (?:nachricht|e-?mail)',
    'début du (?:message|courriel|mail) (?:transféré|réexpédié)',
    'inicio del mensaje reenviado',
    'início da mensagem (?:re)?encaminhada',
    'inizio messaggio inoltrato',
    'begin doorgestuurd bericht',
    'vidarebefordrat brev|början på vidarebefordrat',
    'начало переадресованного сообщения',
    '転送されたメッセージ|下面是被转发的邮件|开始转发的邮件|전달된 메시지 시작',
    'this is a copy of (?:the|your) message.*',
    '-* ?below this line is a copy of the message.*',
    '(?:here is |this is |a copy of )?(?:your|the) (?:original )?(?:message|inquiry|enquiry|request|question|e-?mail)(?: (?:was|reads|to us|read))?',
    'you (?:wrote|said|asked)(?: (?:to )?us)?',
    '.*\\b(?:type|write|enter)? ?your (?:reply|answer) above this line\\b.*|.*\\breply above this line\\b.*',
    '.*\\bantwort\\S* (?:bitte )?(?:ober|über)\\S* dieser (?:linie|zeile)\\b.*',
    'ihre (?:nachricht|anfrage|e-?mail)(?: (?:lautete|an uns))?|sie schrieben(?: uns)?',
    'votre (?:message|demande)|vous avez écrit',
    '(?:su|tu) (?:mensaje|consulta)|(?:sua|a sua) mensagem|il (?:suo|tuo) messaggio|uw bericht|ваше сообщение|mesajınız',
    'お問い合わせ内容|您的留言',
    '(?:your )?(?:message|comments?|question|inquiry|enquiry)\\s*[:：].*|(?:ihre )?nachricht\\s*[:：].*',
  ].join('|')})\\s*[:：.]?$`,
  'iu',
);

const WROTE =
  '(?:wrote|writes|sent|schrieb|geschrieben|a écrit|escribió|ha scritto|scrive|escreveu|schreef|skrev|napisał\\S*|pisze|kirjoitti|написал\\S*|пишет|yazdı|写道|寫道|작성)';
/** The verb in an attribution, with the separator after it. */
const WRITER = new RegExp(`${WROTE}(?:[\\s,:：]|님)`, 'giu');
/** How lines like `On … wrote:` begin. */
const ATTRIBUTION_START =
  /^[\s*-]*(?:on|in a message dated|am|le|el|il|em|op|den|på|w dniu|dnia|pe|в|在|於)\s../iu;
/** Longest text after the verb, in characters. */
const MAX_AFTER_WRITER = 150;
/** Longest date before an address, and longest text after it, in characters. */
const MAX_DATE = 320;
const MAX_AFTER_ADDRESS = 20;

/** `On … wrote:`, `Am … schrieb …:`. It contains a date or an address, or begins with the usual word. */
function isAttribution(text: string): boolean {
  const begins = ATTRIBUTION_START.test(text);
  for (const { 0: word, index } of text.matchAll(WRITER)) {
    if (text.length - index - word.length > MAX_AFTER_WRITER) continue;
    if (/[\d@]/.test(text.slice(0, index)) || (begins && ATTRIBUTION_START.test(text.slice(0, index))))
      return true;
  }
  return false;
}

/** `2024年9月4日(水) 10:00 Robin Keller <robin@mail.example>:` */
function isDatedAddress(text: string): boolean {
  const end = text.lastIndexOf('>');
  const start = text.indexOf('<');
  if (start < 0 || end < start || start > MAX_DATE || text.length - end - 1 > MAX_AFTER_ADDRESS) return false;
  const address = text.slice(start + 1, end);
  const sign = address.indexOf('@');
  return sign > 0 && sign < address.length - 1 && !/[<>\s]/.test(address) && /\d/.test(text.slice(0, start));
}

/** The header lines of a quoted mail, as replies and forwarded mails show them. */
const HEADER_LABELS: readonly RegExp[] = [
  'from|von|de|da|van|fra|från|od|от|kimden|gönderen|差出人|发件人|寄件者|보낸 사람',
  'subject|betreff|objet|asunto|assunto|oggetto|onderwerp|emne|ämne|temat|тема|konu|件名|主题|主旨|제목',
  'sent|date|to|gesendet|datum|an|envoyé|à|enviado(?: el)?|fecha|para|data|inviato|a|verzonden|aan|sendt|dato|til|' +
    'skickat|till|wysłano|do|дата|отправлено|кому|tarih|gönderildi|kime|送信日時|日付|宛先|发送时间|日期|收件人|날짜|받는 사람',
].map((words) => new RegExp(`^[\\s*]*(?:${words})[\\s*]*[:：]`, 'iu'));
const [FROM_LABEL = /^$/, ...OTHER_LABELS] = HEADER_LABELS;
/**
 * Number of lines after the first in which the rest of such a header must follow; HTML leaves empty lines between them.
 */
const HEADER_LINES = 10;

/** Whether a line is quoted with `>`, with initials before it, or with `| `. */
export function isMarked(line: string): boolean {
  return /^\s{0,8}(?:[A-Z]{0,3}>|[＞〉]|\|\s)/.test(line);
}

/** Trims white space and stars (`*bold*`) at both ends. */
function withoutStars(text: string): string {
  let from = 0;
  let to = text.length;
  while (from < to && STARS.includes(text.charAt(from))) from += 1;
  while (to > from && STARS.includes(text.charAt(to - 1))) to -= 1;
  return text.slice(from, to);
}

/** Whether the sender's own text ends before this line: at a divider, or at another mail's header. */
export function endsOwnText(lines: readonly string[], at: number): boolean {
  const line = lines[at] ?? '';
  if (line.length > MAX_SIGN) return false;
  const bare = withoutStars(line);
  const divided = withoutStars(DIVIDER.exec(bare)?.[1] ?? '');
  if (divided !== '' && divided.length <= MAX_DIVIDED && DIVIDED.test(divided)) return true;
  if (ENDS.test(bare)) return true;
  if (!FROM_LABEL.test(line)) return false;
  const below = lines.slice(at + 1, at + 1 + HEADER_LINES).map((other) => other.slice(0, MAX_SIGN));
  return OTHER_LABELS.every((label) => below.some((other) => label.test(other)));
}

/**
 * The number of lines, from this one on, that say who wrote the text below; programs break them after some 70
 * characters. 0 if they say no such thing.
 */
export function attributionLines(lines: readonly string[], at: number): number {
  let text = '';
  for (let count = 1; count <= 3; count += 1) {
    const line = lines[at + count - 1] ?? '';
    if (line.trim() === '' || (count > 1 && isMarked(line))) return 0;
    text += `${count > 1 ? ' ' : ''}${line}`;
    if (text.length > MAX_SIGN) return 0;
    if (/[:：][\s*]*$/.test(text)) return isAttribution(text) || isDatedAddress(text) ? count : 0;
  }
  return 0;
}

/** A subject taken over from another mail: a reply, a forwarded mail, an automatic answer, a bounce. */
const TAKEN_OVER = new RegExp(
  `^\\s*(?:\\[[^\\]\\n]{0,60}\\]\\s*)?(?:${[
    '(?:re|fwd?|auto|aw|wg|sv|vs|vb|vl|fs|antw|doorst|rv|res|enc|tr|réf|rif|r|i|odp|pd|ynt|i̇lt|ilt|на|ответ|пересл|vá| továbbítás|απ|πρθ)\\s{0,3}(?:\\[\\d{1,3}\\]|\\(\\d{1,3}\\))?\\s{0,3}[:：]',
    '(?:回复|回覆|答复|转发|轉寄|返信|転送|회신|전달)\\s{0,3}[:：]',
    '(?:automatic (?:reply|response)|auto(?:matic)?[- ]?(?:reply|response|responder|antwort)|automatische antwort|abwesenheit\\S*|réponse automatique|respuesta automática|resposta automática|risposta automatica|automatisch antwoord|out of office|undeliverable|unzustellbar|delivery status notification|returned mail|(?:mail |message )?delivery (?:failed|failure)|failure notice|message not delivered|not read|read|gelesen|lu)\\b[^:：\\n]{0,60}[:：]',
    '\\[(?:(?:new )?(?:request|ticket|case|message) received|auto-?reply)\\]',
    '(?:(?:new )?(?:support )?(?:request|ticket|case|inquiry|enquiry) (?:received|created|opened)|(?:we (?:have )?)?received your (?:message|request|inquiry|enquiry|e-?mail)|your (?:message|request|inquiry|enquiry) (?:has been|was) received|(?:case|request|copy of))\\s{0,3}(?:#?\\d{1,12}\\s{0,3})?[-–—:：("“]',
  ].join('|')})`,
  'iu',
);

/** Whether a subject's first word says that somebody else wrote it. */
export function isTakenOver(subject: string): boolean {
  return TAKEN_OVER.test(subject.slice(0, MAX_SIGN));
}
