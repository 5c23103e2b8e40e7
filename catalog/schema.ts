/**
 * The schema of a published catalog: what an organiser asks about. A catalog is named by the SHA-256 of its canonical
 * JSON, so every part of it is fixed and other members are refused.
 */
import { z } from 'zod';
import { checkFacts, checkKeys, checkNames, checkPlatforms, isDistinct, isTelling } from './checks.ts';
import { senderDomain } from './senders.ts';
import { isShared } from './shared-domains.ts';
import { SLOT_COUNT } from './slot.ts';
import { SLUG } from './slug.ts';

/**
 * Limit on a catalog's canonical JSON in bytes. A phone fetches it before anything is read; the built-in one has some
 * 8,000.
 */
export const MAX_CATALOG_BYTES = 256 * 1024;
/** An event needs two of {@link SLOT_COUNT} slots, an interest one. */
const MAX_EVENTS = 40;
const MAX_INTERESTS = 20;
/** Limit on names and senders: each is part of a mailbox search and shown before a scan. */
const MAX_NAMES = 20;
const MAX_SENDERS = 20;
/** Limit on keys: a sender rotates them a few times a year. RSA-4096 in base64 has 736 characters. */
const MAX_KEYS = 50;
const MAX_RECORD = 2048;
/** What fits into a card, a button's label or a line of the screen. Characters. */
const MAX_NAME = 80;
const MAX_SENTENCE = 200;
/** RFC 5321 4.5.3.1. */
const MAX_ADDRESS = 254;
/** Ten years; anything longer would not be a limit. */
const MAX_RETENTION_DAYS = 3650;

/**
 * A line of text for display, without characters that break it, reverse it, cannot be seen or cannot be encoded. The
 * joiners that some scripts need are allowed.
 */
const line = (most: number) =>
  z
    .string()
    .min(1)
    .max(most)
    .regex(
      /^(?:[\u200c\u200d]|[^\p{Cc}\p{Cs}\p{Zl}\p{Zp}\p{Bidi_Control}\p{Default_Ignorable_Code_Point}\u2800])*$/u,
      'one line of text',
    )
    .refine((text) => text === text.trim(), 'no space at either end');

const LABEL = '[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?';
const DOMAIN = `(?=.{4,253}$)(?:${LABEL}\\.)+(?!\\d+$)${LABEL}`;
const domain = z.string().regex(new RegExp(`^${DOMAIN}$`), 'a lower-case domain name');
const address = z
  .string()
  .max(MAX_ADDRESS)
  .regex(new RegExp(`^[a-z0-9_](?:[a-z0-9._+=-]{0,62}[a-z0-9_])?@${DOMAIN}$`), 'an address in lower case');

const isoDate = z.iso.date();

/** The key of an event or an interest. It is part of its facts' ids, so it never changes. */
export const keySchema = z.string().regex(/^[A-Za-z][A-Za-z0-9]{0,39}$/, 'a letter, then letters and digits');

/** An organiser's name in addresses. */
export const slugSchema = z.string().regex(SLUG, 'lower-case letters, digits and hyphens');

/** A DKIM key in the catalog: its name in DNS, its TXT record, its source, and its days. */
const dkimKeySchema = z.strictObject({
  /** `selector._domainkey.domain`, for a domain among the event's senders. */
  name: z
    .string()
    .regex(new RegExp(`^[A-Za-z0-9](?:[\\w.-]{0,61}[\\w])?\\._domainkey\\.${DOMAIN}$`))
    .refine((name) => name.toLowerCase().split('._domainkey.').length === 2, 'one _domainkey label'),
  record: line(MAX_RECORD),
  /** Where the record was read; a key needs a named source. */
  source: line(MAX_SENTENCE),
  /**
   * The first and last day on which it is known to have been in DNS. A key without days counts until another one is
   * seen.
   */
  firstSeen: isoDate.exactOptional(),
  lastSeen: isoDate.exactOptional(),
});

const eventSchema = z
  .strictObject({
    key: keySchema,
    name: line(MAX_NAME),
    /** Days local to the place. */
    starts: isoDate,
    ends: isoDate,
    place: z.strictObject({
      name: line(MAX_NAME),
      /** WGS 84 degrees; null for an online event. */
      coordinates: z
        .strictObject({ latitude: z.number().min(-90).max(90), longitude: z.number().min(-180).max(180) })
        .nullable(),
    }),
    /** The event's names as people and organisers write them; matched on folded words. */
    names: z
      .array(line(MAX_NAME).refine(isTelling, 'at least three letters or digits'))
      .min(1)
      .max(MAX_NAMES)
      .refine(isDistinct, 'each name once'),
    /**
     * The event's senders: exact addresses, and domains of which every address counts. The organiser's own come first.
     * On a mail from one of them, its domain's signature counts. A domain that strangers share needs an exact address.
     */
    senders: z
      .array(z.union([domain, address], 'a lower-case domain name or address'))
      .min(1)
      .max(MAX_SENDERS)
      .refine(isDistinct, 'each sender once'),
    dkimKeys: z.array(dkimKeySchema).max(MAX_KEYS),
  })
  .refine(({ starts, ends }) => starts <= ends, { error: 'not before it starts', path: ['ends'] })
  .superRefine(({ senders, dkimKeys }, context) => {
    for (const [index, sender] of senders.entries()) {
      if (!isShared(sender)) continue;
      context.addIssue({
        code: 'custom',
        message: 'no domain that strangers share',
        path: ['senders', index],
      });
    }
    for (const [index, { name }] of dkimKeys.entries()) {
      if (senders.some((sender) => name.endsWith(`._domainkey.${senderDomain(sender)}`))) continue;
      context.addIssue({
        code: 'custom',
        message: 'a key of one of the senders’ domains',
        path: ['dkimKeys', index, 'name'],
      });
    }
  });
export type CatalogEvent = z.infer<typeof eventSchema>;

/** Who asks, as shown to people before they answer. */
export const organiserSchema = z.strictObject({
  slug: slugSchema,
  name: line(MAX_NAME),
  /** A contact address; null if the installation names none. */
  contact: z.email().max(MAX_ADDRESS).nullable(),
  /** One sentence. */
  purpose: line(MAX_SENTENCE),
  /** Days after which the organiser deletes what was disclosed to it. */
  retentionDays: z.int().min(1).max(MAX_RETENTION_DAYS),
  /** Whether a stamp is disclosed with a proof or on the person's word. */
  proofPolicy: z.enum(['proof', 'word']),
});
export type Organiser = z.infer<typeof organiserSchema>;
/** Who runs an installation; the built-in organiser has this name. */
export const operatorSchema = organiserSchema.pick({ name: true, contact: true });
export type Operator = z.infer<typeof operatorSchema>;
/** An organiser as a record names it. */
export type OrganiserName = Pick<Organiser, 'slug' | 'name'>;

const asked = {
  organiser: organiserSchema,
  events: z.array(eventSchema).min(1).max(MAX_EVENTS),
  interests: z.array(z.strictObject({ key: keySchema, name: line(MAX_NAME) })).max(MAX_INTERESTS),
};

/** A catalog before it is published: its facts have no subjects yet. */
export const draftSchema = z
  .strictObject(asked)
  .superRefine(checkKeys)
  .superRefine(checkNames)
  .superRefine(checkPlatforms);
export type CatalogDraft = z.infer<typeof draftSchema>;

/** A catalog as it is published. */
export const catalogSchema = z
  .strictObject({
    ...asked,
    /** For each fact of the events and interests, in their order, the text whose slot stands for it. */
    facts: z.array(z.strictObject({ id: z.string(), subject: z.string() })).max(SLOT_COUNT),
  })
  .superRefine(checkKeys)
  .superRefine(checkNames)
  .superRefine(checkPlatforms)
  .superRefine(checkFacts)
  .superRefine((catalog, context) => {
    // As long as the canonical JSON, which only differs in order. Also works for text without a canonical form.
    const bytes = new TextEncoder().encode(JSON.stringify(catalog)).length;
    if (bytes > MAX_CATALOG_BYTES) context.addIssue(`more than ${MAX_CATALOG_BYTES} bytes as canonical JSON`);
  });
export type Catalog = z.infer<typeof catalogSchema>;
