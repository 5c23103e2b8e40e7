import { z } from 'zod';
import { EVENT_KEYS } from './facts.ts';

const domain = z
  .string()
  .regex(/^(?=.{4,253}$)([a-z0-9]([a-z0-9-]{0,61}[a-z0-9])?\.)+[a-z]{2,}$/, 'a lower-case domain name');
const isoDate = z.iso.date();

/** A DKIM key that the catalog ships: where it stands in DNS, its TXT record, who published it, and when. */
export const dkimKeySchema = z.object({
  /** `selector._domainkey.domain` */
  name: z.string().min(1),
  record: z.string().min(1),
  /** Where the record was read; a key without a named source is not shipped. */
  source: z.string().min(1),
  /** The days on which it is known to have stood in DNS; a key without them counts until another one is seen. */
  firstSeen: isoDate.exactOptional(),
  lastSeen: isoDate.exactOptional(),
});

export const eventSchema = z.object({
  key: z.enum(EVENT_KEYS),
  name: z.string().min(1),
  starts: isoDate,
  ends: isoDate,
  place: z.object({
    name: z.string().min(1),
    /** WGS 84 degrees; null for an event that was held online. */
    coordinates: z
      .object({ latitude: z.number().min(-90).max(90), longitude: z.number().min(-180).max(180) })
      .nullable(),
  }),
  /** Domains from which the organiser writes. */
  senders: z.array(domain).min(1),
  /** Domains whose DKIM signature counts for this event, ticket sellers included. */
  signers: z.array(domain).min(1),
  dkimKeys: z.array(dkimKeySchema),
  /** The event's names as people and organisers write them; matched on folded words. */
  names: z.array(z.string().min(2)).min(1),
});
export type CatalogEvent = z.infer<typeof eventSchema>;

export const catalogSchema = z.object({
  version: z.string().min(1),
  events: z.array(eventSchema).length(EVENT_KEYS.length),
  bookingWords: z.array(z.string().min(1)).min(1),
  presenceWords: z.array(z.string().min(1)).min(1),
});
/** What `GET /api/catalog` answers (DESIGN 3). */
export type Catalog = z.infer<typeof catalogSchema>;
