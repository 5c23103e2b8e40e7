/** Measurements on this device, kept only while the page is open. */
import { atom } from 'jotai';
import type { AppError, BenchSuite, Measurement } from '../../worker/contract.ts';
import { scanning } from './core.ts';

/** The suites on the screen, in order. A first use is not offered, because it would need a separate worker. */
export const SUITES = ['psi', 'slots', 'mime', 'dkim', 'attest'] as const satisfies readonly BenchSuite[];
export type OfferedSuite = (typeof SUITES)[number];

/** The figures of the suites that were measured. */
export const figures = atom<Readonly<Partial<Record<OfferedSuite, readonly Measurement[]>>>>({});

/** All of them as `npm run bench -- --json` lists them. */
export const allFigures = atom((get) => SUITES.flatMap((suite) => get(figures)[suite] ?? []));

/** The current suite, its number from 1 and their total; null when none runs. */
export const measuring = atom<{ suite: OfferedSuite; number: number; of: number } | null>(null);

/** Why the last suite failed; null if it succeeded. */
export const measuringProblem = atom<{ suite: OfferedSuite; error: AppError } | null>(null);

/** False during a scan, since each would slow down the other. */
export const canMeasure = atom((get) => !get(scanning));
