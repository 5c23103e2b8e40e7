export { createGmailMailbox } from './gmail.ts';
export type { GmailMailbox, GmailOptions } from './gmail.ts';
export { createMboxMailbox } from './mbox.ts';
export type { ApiMailbox, FileMailbox, Mailbox, MailboxProfile } from './mailbox.ts';
export { createQuota } from './quota.ts';
export type { Quota } from './quota.ts';
