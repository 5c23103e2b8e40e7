/** The benchmarks in words: what each suite measures, the names of its figures, and numbers with their units. */
import type { Measurement } from '../../worker/contract.ts';
import type { OfferedSuite } from '../state/benchmarks.ts';
import { eventDate } from './dates.ts';
import type { PeerFigure } from './peers.ts';

export interface SuiteText {
  title: string;
  /** What is measured. */
  about: string;
  /** The figure that stands on top, and what it counts. */
  headline: string;
  counts: string;
  /** The figures that are drawn, with what they are called; all have one unit. */
  drawn: Readonly<Record<string, string>>;
}

export const SUITE_TEXTS: Readonly<Record<OfferedSuite, SuiteText>> = {
  psi: {
    title: 'Private comparison',
    about: 'A whole comparison of 100 slots. This device does the work of both sides.',
    headline: 'all rounds, 100 slots',
    counts: 'a comparison',
    drawn: {
      'genKeys, 100 slots': 'Making one-time keys',
      'round1, 100 slots': 'Encrypting your slots',
      'round2, 100 slots': 'The server’s answer',
      'round3, 100 slots': 'Reading the answer',
      'all rounds, 100 slots': 'All of it',
    },
  },
  slots: {
    title: 'Slots',
    about: 'Turning subject lines into slots. Most of it is one hash, so that bare hash is measured, too.',
    headline: 'slots',
    counts: 'subjects a second',
    drawn: { slots: 'Slots of subjects', 'bare @noble/hashes': 'Bare SHA-256 (@noble/hashes)' },
  },
  mime: {
    title: 'Reading mail',
    about: 'Taking mails apart and decoding their text, on 100 mails made up for it.',
    headline: 'mails read',
    counts: 'mails a second',
    drawn: { 'mails read': 'Mails read' },
  },
  dkim: {
    title: 'Checking signatures',
    about: 'Checking DKIM signatures: keys of 2048 bits, mails of 10 KB.',
    headline: 'signatures verified, RSA 2048, 10 KB',
    counts: 'mails a second',
    drawn: { 'signatures verified, RSA 2048, 10 KB': 'Signatures checked' },
  },
  attest: {
    title: 'Finding events',
    about: 'Searching decoded mails for the names and words of events.',
    headline: 'mails attested',
    counts: 'mails a second',
    drawn: { 'mails attested': 'Mails searched' },
  },
};

/** Three digits or all before the point: `1.94`, `24.6`, `1,356`. */
export function figure(value: number): string {
  const digits = value < 10 ? 2 : value < 100 ? 1 : 0;
  return value.toLocaleString('en', { maximumFractionDigits: digits });
}

const UNITS: Readonly<Record<string, string>> = {
  'mails/s': 'a second',
  'subjects/s': 'a second',
  '×': 'times',
};

/** A value with its unit: `1.94 ms`, `1,356 a second`, `0.91 times`. */
export function amount(value: number, unit: string): string {
  return `${figure(value)} ${UNITS[unit] ?? unit}`;
}

/** `1.7 to 3.2 in 50 runs`; nothing where all runs gave the same. */
export function spread({ min, max, runs }: Measurement): string {
  return min === max ? '' : `${figure(min)} to ${figure(max)} in ${runs} runs`;
}

/** Where a peer's figures come from, and how they compare. */
export function peerSentence(compared: PeerFigure): string {
  const { peer, version, work, where, day, unit, times } = compared;
  const quotient =
    unit === 'ms'
      ? `${peer} took ${figure(times)} times as long as Waystamp`
      : `in the middle of the turns Waystamp did ${figure(times)} times as many as ${peer}`;
  const run = `Measured in one run of the project’s benchmark, ${where}, ${eventDate(day, day)}`;
  return `${work}: ${quotient}. ${run}, with ${compared.package} ${version}. ${peer} is no part of the app and is not run on this device: compare those two bars with one another.`;
}
