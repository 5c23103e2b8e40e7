/** The benchmarks in words: what each suite measures, the names of its figures, and numbers with their units. */
import type { Measurement } from '../../worker/contract.ts';
import { language, textsOf } from '../language/language.ts';
import type { OfferedSuite } from '../state/benchmarks.ts';
import { eventDate } from './dates.ts';
import {
  aboutTexts,
  benchmarkTexts,
  countedTexts,
  figureTexts,
  peerTexts,
  suiteTexts,
} from './en/benchmarks.ts';
import type { PeerFigure } from './peers.ts';

type FigureName = keyof ReturnType<typeof figureTexts.get>;

interface SuiteFigures {
  /** The figure that stands on top. */
  headline: FigureName;
  /** The figures that are drawn; all have one unit. */
  drawn: readonly FigureName[];
}

export const SUITE_FIGURES: Readonly<Record<OfferedSuite, SuiteFigures>> = {
  psi: {
    headline: 'all rounds, 100 slots',
    drawn: [
      'genKeys, 100 slots',
      'round1, 100 slots',
      'round2, 100 slots',
      'round3, 100 slots',
      'all rounds, 100 slots',
    ],
  },
  slots: { headline: 'slots', drawn: ['slots', 'bare @noble/hashes'] },
  mime: { headline: 'mails read', drawn: ['mails read'] },
  dkim: {
    headline: 'signatures verified, RSA 2048, 10 KB',
    drawn: ['signatures verified, RSA 2048, 10 KB'],
  },
  attest: { headline: 'mails attested', drawn: ['mails attested'] },
};

/** What a suite is called and measures, and what its top figure counts. */
export function suiteText(suite: OfferedSuite): { title: string; about: string; counts: string } {
  return {
    title: textsOf(suiteTexts)[suite],
    about: textsOf(aboutTexts)[suite],
    counts: textsOf(countedTexts)[suite],
  };
}

/** What a drawn figure is called; undefined for one that is not drawn. */
export function figureName(suite: OfferedSuite, name: string): string | undefined {
  const drawn = SUITE_FIGURES[suite].drawn.find((other) => other === name);
  return drawn === undefined ? undefined : textsOf(figureTexts)[drawn];
}

/** Three digits or all before the point: `1.94`, `24.6`, `1,356`. */
export function figure(value: number): string {
  const digits = value < 10 ? 2 : value < 100 ? 1 : 0;
  return value.toLocaleString(language.get(), { maximumFractionDigits: digits });
}

/** A value with its unit: `1.94 ms`, `1,356 a second`, `0.91 times`. */
export function amount(value: number, unit: string): string {
  const texts = textsOf(benchmarkTexts);
  const written = figure(value);
  if (unit === 'mails/s' || unit === 'subjects/s') return texts.perSecond({ amount: written });
  return unit === '×' ? texts.times({ amount: written }) : `${written} ${unit}`;
}

/** `1.7 to 3.2 in 50 runs`; nothing where all runs gave the same. */
export function spread({ min, max, runs }: Measurement): string {
  if (min === max) return '';
  return textsOf(benchmarkTexts).spread({ least: figure(min), most: figure(max), runs });
}

/** Where a peer's figures come from, and how they compare. */
export function peerSentence(compared: PeerFigure): string {
  const texts = textsOf(benchmarkTexts);
  const { peer, where, version, day, unit } = compared;
  const times = figure(compared.times);
  return texts.peer({
    work: textsOf(peerTexts)[compared.suite],
    quotient: unit === 'ms' ? texts.peerSlower({ peer, times }) : texts.peerFewer({ peer, times }),
    where,
    day: eventDate(day, day),
    software: compared.package,
    version,
    peer,
  });
}
