/** An organiser's own catalog: three events and one interest, none of them built in. */
import { publishable } from '../../catalog/index.ts';
import type { CatalogDraft, CatalogEvent } from '../../catalog/index.ts';
import { RSA_2048 } from './mail/test-keys.ts';

/** Writes for the regatta, and for nothing else. */
export const CREW = 'crew@boats.example';

function event(key: string, name: string, senders: string[]): CatalogEvent {
  return {
    key,
    name,
    starts: '2026-05-01',
    ends: '2026-05-03',
    place: { name: 'Lucerne', coordinates: { latitude: 47.05, longitude: 8.31 } },
    names: [name],
    senders,
    dkimKeys: [],
  };
}

export const LAKESIDE_DRAFT: CatalogDraft = {
  organiser: {
    slug: 'lakeside',
    name: 'Lakeside Club',
    contact: 'club@lakeside.example',
    purpose: 'To seat people beside those they sailed with.',
    retentionDays: 30,
    proofPolicy: 'word',
  },
  events: [
    {
      ...event('springRegatta', 'Spring Regatta', [CREW]),
      dkimKeys: [{ name: 'test._domainkey.boats.example', record: RSA_2048.record, source: 'its printer' }],
    },
    event('harbourTalks', 'Harbour Talks', ['lakeside.example']),
    event('nightSwim', 'Night Swim', ['lakeside.example']),
  ],
  interests: [{ key: 'sailing', name: 'sailing' }],
};

export const LAKESIDE = publishable(LAKESIDE_DRAFT);
