import type { MailEntry } from '../mailbox/entry.ts';
import type { MailStore } from '../mailbox/store.ts';
import { asksForSpamOrTrash, parseQuery } from './query.ts';
import type { Query } from './query.ts';

export interface SearchRequest {
  q: string;
  labelIds: readonly string[];
  includeSpamTrash: boolean;
}

/** The mails that a `messages.list` call asks for, newest first. */
export function searchMails(store: MailStore, request: SearchRequest): MailEntry[] {
  const query = parseQuery(request.q);
  const hidden = hiddenLabels(query, request);
  const matches = matcher(store, query);
  return store.mails.filter(
    (mail) =>
      request.labelIds.every((label) => mail.labels.includes(label)) &&
      !mail.labels.some((label) => hidden.includes(label)) &&
      matches(mail),
  );
}

function hiddenLabels(query: Query, request: SearchRequest): string[] {
  if (request.includeSpamTrash || asksForSpamOrTrash(query)) return [];
  return ['SPAM', 'TRASH'].filter((label) => !request.labelIds.includes(label));
}

function matcher(store: MailStore, query: Query): (mail: MailEntry) => boolean {
  switch (query.kind) {
    case 'and': {
      const terms = query.terms.map((term) => matcher(store, term));
      return (mail) => terms.every((matches) => matches(mail));
    }
    case 'or': {
      const terms = query.terms.map((term) => matcher(store, term));
      return (mail) => terms.some((matches) => matches(mail));
    }
    case 'not': {
      const matches = matcher(store, query.term);
      return (mail) => !matches(mail);
    }
    case 'phrase': {
      const holders = query.words.map((word) => store.withWord(word));
      const phrase = ` ${query.words.join(' ')} `;
      const { field } = query;
      // `all` does not include deliveredto, so the word index does not cover it.
      if (field === 'deliveredto') return (mail) => mail.words[field].includes(phrase);
      return (mail) => holders.every((set) => set.has(mail.words)) && mail.words[field].includes(phrase);
    }
    case 'after':
      return (mail) => mail.receivedAt >= query.time;
    case 'before':
      return (mail) => mail.receivedAt < query.time;
    case 'attachment':
      return (mail) => mail.hasAttachment;
    case 'label':
      return query.label === 'ANYWHERE' ? () => true : (mail) => hasLabel(mail, query.label);
  }
}

function hasLabel(mail: MailEntry, label: string): boolean {
  return mail.labels.some((held) => held.toUpperCase() === label);
}
