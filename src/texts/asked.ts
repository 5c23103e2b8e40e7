/** The texts about who asks, what for, and what changed. */
import type { CatalogChange, EventFace, EventPart } from '../../catalog/changes.ts';
import type { Catalog, CatalogEvent, Organiser } from '../../catalog/schema.ts';
import { textsOf } from '../language/language.ts';
import { countOf, listOf } from './amounts.ts';
import { eventDate } from './dates.ts';
import { askedTexts, changeTexts, eventPartTexts } from './en/asked.ts';

/** `3 events and 1 interest` */
export function askedAmount({ events, interests }: Catalog): string {
  const parts = [countOf(events.length, 'event')];
  if (interests.length > 0) parts.push(countOf(interests.length, 'interest'));
  return listOf(parts);
}

/** How long the organiser keeps disclosures. */
export function retentionWords({ name, retentionDays }: Pick<Organiser, 'name' | 'retentionDays'>): string {
  return textsOf(askedTexts).retention(retentionDays, { name });
}

export function proofWords(policy: Organiser['proofPolicy']): string {
  const { withProof, yourWord } = textsOf(askedTexts);
  return policy === 'proof' ? withProof : yourWord;
}

/** Which mail of an event is looked for. */
export function lookedFor({ names, senders }: Pick<CatalogEvent, 'names' | 'senders'>): string {
  const texts = textsOf(askedTexts);
  return texts.mailThat({
    names: listOf(
      names.map((name) => texts.name({ name })),
      'or',
    ),
    senders: listOf(senders, 'or'),
  });
}

/** A hash in groups that two people can read to each other: `0bf53e04 f07495f7 …` */
export function fingerprint(hash: string): string {
  return hash.match(/.{1,8}/g)?.join(' ') ?? '';
}

/** The changes, one sentence each. */
export function changeWords(change: CatalogChange): string {
  const texts = textsOf(changeTexts);
  switch (change.kind) {
    case 'organiser':
      return organiserWords(change);
    case 'event-added':
      return texts.eventAdded({ name: change.name });
    case 'event-removed':
      return texts.eventRemoved({ name: change.name });
    case 'interest-added':
      return texts.interestAdded({ name: change.name });
    case 'interest-removed':
      return texts.interestRemoved({ name: change.name });
    case 'interest-renamed':
      return texts.interestRenamed({ before: change.before, after: change.after });
    case 'event-changed':
      return eventWords(change);
    default:
      return change satisfies never;
  }
}

function organiserWords({ part, before, after }: Extract<CatalogChange, { kind: 'organiser' }>): string {
  const texts = textsOf(changeTexts);
  switch (part) {
    case 'name':
      return texts.name({ before, after });
    case 'contact':
      if (after === '') return texts.noContact({ before });
      return before === '' ? texts.newContact({ after }) : texts.otherContact({ before, after });
    case 'purpose':
      return texts.purpose({ before, after });
    case 'retentionDays':
      return texts.retention({
        before: countOf(Number(before), 'day'),
        after: countOf(Number(after), 'day'),
      });
    case 'proofPolicy':
      return after === 'proof' ? texts.proof : texts.noProof;
    default:
      return part satisfies never;
  }
}

function eventWords({
  parts,
  before,
  after,
  added,
  removed,
}: Extract<CatalogChange, { kind: 'event-changed' }>): string {
  const texts = textsOf(changeTexts);
  const { name } = after;
  const search = parts.filter(isSearched).map((part) => textsOf(eventPartTexts)[part]);
  return [
    ...(parts.includes('name') ? [texts.eventRenamed({ before: before.name, after: name })] : []),
    ...(parts.includes('days')
      ? [texts.eventMoved({ name, before: daysOf(before), after: daysOf(after) })]
      : []),
    ...(parts.includes('place') ? [placeWords(before, after)] : []),
    ...(search.length === 0 ? [] : [texts.eventChanged({ name, parts: listOf(search) })]),
    ...(added.length === 0 ? [] : [texts.added({ words: listOf(added) })]),
    ...(removed.length === 0 ? [] : [texts.removed({ words: listOf(removed) })]),
  ].join(' ');
}

function isSearched(part: EventPart): part is 'names' | 'senders' | 'keys' {
  return part === 'names' || part === 'senders' || part === 'keys';
}

function daysOf({ starts, ends }: EventFace): string {
  return eventDate(starts, ends);
}

/** Two places of one name differ on the map. */
function placeWords(before: EventFace, after: EventFace): string {
  const [old, now] = [before, after].map(({ place }) =>
    before.place.name === after.place.name ? onMap(place) : place.name,
  );
  return textsOf(changeTexts).eventElsewhere({ name: after.name, before: old ?? '', after: now ?? '' });
}

function onMap({ name: place, coordinates }: EventFace['place']): string {
  const texts = textsOf(changeTexts);
  return coordinates === null ? texts.noCoordinates({ place }) : texts.coordinates({ place, ...coordinates });
}
