/** What the ticket shops and the programme desks of the events are called, and where their mail comes from. */
import { EVENTS } from '../../catalog/events.ts';
import type { Language } from './sample.ts';

export interface Desk {
  /** The event as its shop calls it. */
  title: string;
  /** The organiser as its shop calls it. */
  host: string;
  /** The organiser's own domain, from which the shop sends. */
  domain: string;
  /** The event's part of a shop's address. */
  slug: string;
  place: string;
}

const DESKS: Readonly<Record<string, Desk>> = {
  sigSingResident: {
    title: 'Signature Singularity Residency',
    host: '0xPARC',
    domain: 'sigsing.com',
    slug: 'residency',
    place: 'Online',
  },
  sigSingDemoDay: {
    title: 'SigSing Demo Day',
    host: '0xPARC',
    domain: 'sigsing.com',
    slug: 'demo',
    place: 'Online',
  },
  zkSummit11: {
    title: 'ZK Summit 11',
    host: 'Zero Knowledge Podcast',
    domain: 'zksummit.com',
    slug: 'zk11',
    place: 'Athens, Greece',
  },
  zuconnect: {
    title: 'ZuConnect',
    host: 'Zuzalu',
    domain: 'zuzalu.org',
    slug: 'zuconnect',
    place: 'Istanbul, Türkiye',
  },
  progcrypto: {
    title: 'progcrypto',
    host: '0xPARC Foundation',
    domain: 'progcrypto.org',
    slug: 'istanbul',
    place: 'Istanbul, Türkiye',
  },
  ethDenver24: {
    title: 'ETHDenver 2024',
    host: 'ETHDenver',
    domain: 'ethdenver.com',
    slug: '2024',
    place: 'National Western Complex, Denver',
  },
  ethCC: {
    title: 'EthCC[7]',
    host: 'Ethereum France',
    domain: 'ethcc.io',
    slug: 'ethcc7',
    place: 'Brussels, Belgium',
  },
  devcon: {
    title: 'Devcon SEA',
    host: 'Devcon',
    domain: 'devcon.org',
    slug: '7',
    place: 'QNSCC, Bangkok, Thailand',
  },
  edcon: { title: 'EDCON 2024', host: 'EDCON', domain: 'edcon.io', slug: '2024', place: 'Tokyo, Japan' },
  edgeEsmeralda: {
    title: 'Edge Esmeralda 2024',
    host: 'Edge City',
    domain: 'edgeesmeralda.com',
    slug: 'june',
    place: 'Healdsburg, California',
  },
  dweb: {
    title: 'DWeb Camp 2024',
    host: 'DWeb',
    domain: 'dwebcamp.org',
    slug: 'camp2024',
    place: 'Camp Navarro, California',
  },
};

/** @throws if no desk is written down for the event */
export function deskOf(event: string): Desk {
  const desk = DESKS[event];
  if (desk === undefined) throw new Error(`No desk for the event ${event}`);
  return desk;
}

/** The event's days as its language writes them. */
export function daysOf(event: string, language: Language): string {
  const found = EVENTS.find(({ key }) => key === event);
  if (found === undefined) throw new Error(`The catalog has no event ${event}`);
  return new Intl.DateTimeFormat(language, { dateStyle: 'long', timeZone: 'UTC' }).formatRange(
    new Date(found.starts),
    new Date(found.ends),
  );
}
