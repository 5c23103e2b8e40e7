/**
 * How much of a mail's text is read, in bytes as sent: twenty times what Gmail shows before it clips a mail. Tickets
 * are shorter, and reading more would keep the person waiting.
 */
export const MAX_TEXT_BYTES = 2 * 1024 * 1024;
