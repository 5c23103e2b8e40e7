/**
 * How much of a mail's text is read, in bytes as it was sent: twenty times what Gmail shows of a mail before it cuts
 * it off. More has no ticket in it, and would keep the person waiting.
 */
export const MAX_TEXT_BYTES = 2 * 1024 * 1024;
