/** Gmail's system labels: the id of the API, and the name that a Takeout file has in `X-Gmail-Labels`. */
const SYSTEM_LABELS: readonly (readonly [id: string, name: string])[] = [
  ['INBOX', 'Inbox'],
  ['SENT', 'Sent'],
  ['SPAM', 'Spam'],
  ['TRASH', 'Trash'],
  ['UNREAD', 'Unread'],
  ['STARRED', 'Starred'],
  ['IMPORTANT', 'Important'],
  ['CATEGORY_PERSONAL', 'Category Personal'],
  ['CATEGORY_UPDATES', 'Category Updates'],
  ['CATEGORY_PROMOTIONS', 'Category Promotions'],
  ['CATEGORY_SOCIAL', 'Category Social'],
  ['CATEGORY_FORUMS', 'Category Forums'],
];

/** Takeout's name for a label id. A person's own label uses its name as id here. */
export function takeoutName(id: string): string {
  return SYSTEM_LABELS.find(([systemId]) => systemId === id)?.[1] ?? id;
}

/** The label id of a name in `X-Gmail-Labels`. */
export function labelId(name: string): string {
  const folded = name.trim().toLowerCase();
  return SYSTEM_LABELS.find(([, systemName]) => systemName.toLowerCase() === folded)?.[0] ?? name.trim();
}
