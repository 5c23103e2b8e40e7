/** What was measured on this device, for as long as the page is open: figures are kept nowhere. */
import { atom } from 'jotai';
import type { AppError, BenchSuite, Measurement } from '../../worker/contract.ts';
import { scanning } from './core.ts';

/** The suites that the screen offers, in its order; a first use would need a worker of its own. */
export const SUITES = ['psi', 'slots', 'mime', 'dkim', 'attest'] as const satisfies readonly BenchSuite[];
export type OfferedSuite = (typeof SUITES)[number];

/** The figures of the suites that were measured. */
export const figures = atom<Readonly<Partial<Record<OfferedSuite, readonly Measurement[]>>>>({});

/** All of them as `npm run bench -- --json` lists them. */
export const allFigures = atom((get) => SUITES.flatMap((suite) => get(figures)[suite] ?? []));

/** What is measured now, and which of how many it is, from 1; null when nothing is. */
export const measuring = atom<{ suite: OfferedSuite; number: number; of: number } | null>(null);

/** Why a suite has no figures; null when the last one has. */
export const measuringProblem = atom<{ suite: OfferedSuite; error: AppError } | null>(null);

/** False while a scan runs: each would slow the other down. */
export const canMeasure = atom((get) => !get(scanning));
