/**
 * The parts of a test command. They run in lanes, as many as there are cores; each lane takes the next part when it has
 * finished one. Every part runs, even if others failed. The output ends with a table of the parts, the slowest tests,
 * what failed, and a closing line (`N passed, N failed`). The exit code says whether everything passed.
 */
import { availableParallelism } from 'node:os';
import type { Show } from './programs.ts';
import { failure } from './tally.ts';
import type { Tally, TimedTest } from './tally.ts';

/** More lanes would compete for a laptop's memory and disk and save no time. */
const MOST_LANES = 4;
const LANES = Math.min(availableParallelism(), MOST_LANES);
/** How many of the slowest tests are listed at the end. */
const SLOWEST = 20;

export interface Part {
  name: string;
  body: (show: Show) => Tally | Promise<Tally>;
}

interface Done {
  name: string;
  tally: Tally;
  seconds: number;
}

const started = Date.now();
const done: Done[] = [];

function secondsSince(time: number): number {
  return (Date.now() - time) / 1000;
}

/** Runs one part; its output is prefixed with its name. */
async function runPart({ name, body }: Part): Promise<void> {
  const show: Show = (line) => console.log(`${name} | ${line}`);
  const began = Date.now();
  show('begins');
  let tally: Tally;
  try {
    tally = await body(show);
  } catch (error) {
    const message = error instanceof Error ? (error.stack ?? error.message) : String(error);
    show(message);
    tally = { passed: 0, failed: 1, failures: [failure(name, message)] };
  }
  const seconds = secondsSince(began);
  show(`${tally.passed} ok, ${tally.failed} not ok, ${seconds.toFixed(1)} s`);
  done.push({ name, tally, seconds });
}

/** Runs parts in lanes, in the given order. With the longest first, the lanes end together. */
export async function inLanes(parts: readonly Part[]): Promise<void> {
  const waiting = parts.values();
  const lane = async (): Promise<void> => {
    for (const part of waiting) await runPart(part);
  };
  await Promise.all(Array.from({ length: LANES }, lane));
}

/** Runs parts one after the other, for parts that later ones need. */
export async function inOrder(parts: readonly Part[]): Promise<void> {
  for (const part of parts) await runPart(part);
}

/** Adds a row for something that ran before this command. */
export function addRow(name: string, seconds: number): void {
  done.push({ name, tally: { passed: 0, failed: 0 }, seconds });
}

function minutes(seconds: number): string {
  return (seconds / 60).toFixed(1).padStart(7);
}

function table(): string[] {
  const width = Math.max(...done.map(({ name }) => name.length));
  const rows = done.map(({ name, tally, seconds }) => {
    const counts = `${String(tally.passed).padStart(6)} ${String(tally.failed).padStart(6)}`;
    return `${name.padEnd(width)} ${minutes(seconds)} ${counts}`;
  });
  const head = `${'part'.padEnd(width)} minutes passed failed`;
  return [head, ...rows, `${`all, in ${LANES} lanes`.padEnd(width)} ${minutes(secondsSince(started))}`];
}

function slowest(): string[] {
  const tests = done.flatMap(({ name: part, tally }) =>
    (tally.tests ?? []).map(({ name, seconds }) => ({ name: `${part} | ${name}`, seconds })),
  );
  const longer = (one: TimedTest, other: TimedTest): number => other.seconds - one.seconds;
  return tests
    .toSorted(longer)
    .slice(0, SLOWEST)
    .map(({ name, seconds }) => `${seconds.toFixed(1).padStart(6)} s  ${name}`);
}

/**
 * Prints the summary and sets the exit code.
 *
 * @param notes lines of the command's own
 */
export function conclude(notes: readonly string[] = []): void {
  const broken = done.filter(({ tally }) => tally.failed > 0);
  const warnings = done.flatMap(({ tally }) => tally.warnings ?? []);
  const passed = done.reduce((all, { tally }) => all + tally.passed, 0);
  const failed = done.reduce((all, { tally }) => all + tally.failed, 0);
  const blocks = [table(), ['The slowest tests:', ...slowest()], notes].filter(({ length }) => length > 0);
  for (const block of blocks) console.log(`\n${block.join('\n')}`);
  for (const warning of warnings) console.log(`\n!! ${warning}`);
  for (const { name, tally } of broken)
    console.log(`\nNot ok: ${[name, ...(tally.failures ?? [])].join('\n')}`);
  console.log(`\n${passed} passed, ${failed} failed`);
  process.exitCode = failed === 0 ? 0 : 1;
}
