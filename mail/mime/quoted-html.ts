/** Classes of the elements into which mail programs put quoted or forwarded text. */
const CLASSES =
  /(?:^|\s)(?:gmail_quote|gmail_quote_container|yahoo_quoted|protonmail_quote|moz-cite-prefix|moz-forward-container|zmail_extra|freshdesk_quote|zd-comment|tutanota_quote|x_gmail_quote)(?:\s|$)/i;
/**
 * Ids of such elements. Outlook's `divRplyFwdMsg` is not one: it holds the header of the quoted mail that follows it.
 */
const IDS = /^(?:x_)?(?:OLK_SRC_BODY_SECTION|mail-editor-reference-message-container|yahoo_quoted_\w+)$/i;

/** Whether an element holds what somebody else wrote. */
export function isQuotation(name: string, attributes: Readonly<Record<string, string>>): boolean {
  const { class: classes, id } = attributes;
  return (
    name === 'blockquote' ||
    name === 'q' ||
    (classes !== undefined && CLASSES.test(classes)) ||
    (id !== undefined && IDS.test(id))
  );
}
