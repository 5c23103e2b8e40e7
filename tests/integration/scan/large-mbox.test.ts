import { execFile } from 'node:child_process';
import { stat } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { beforeAll, describe, expect, it } from 'vitest';
import type { ScanProgress } from '../../../worker/contract.ts';
import { useFolder } from '../../support/suite-folder.ts';
import { type LargeMbox, writeLargeMbox } from './large-mbox-file.ts';

/** Size of the generated file in MB; a long run sets 2048. */
const MEGABYTES = Number(process.env['WAYSTAMP_LARGE_MBOX_MB'] ?? 200);
/** Memory that a scan may use above the baseline, whatever the size of the file. */
const ALLOWED_BYTES = 200 * 1_048_576;
const TICKETS = 7;
/** Progress is reported about ten times a second, which is a small part of this file. */
const LARGEST_STEP = 0.05;

/**
 * V8 frees collected memory in background threads. On a busy machine they get no time, and unused memory counts as
 * used: 365 MB were measured, compared with 74 MB when it is freed at once.
 */
const COLLECTS_AT_ONCE = '--single-threaded-gc';
const SCAN = fileURLToPath(new URL('large-mbox-scan.ts', import.meta.url));

interface Report {
  extraBytes: number;
  last: ScanProgress;
  steps: Pick<ScanProgress, 'done' | 'total' | 'unit' | 'phase'>[];
}

const inFolder = useFolder();
let written: LargeMbox;
let size: number;
let report: Report;

beforeAll(async () => {
  const path = inFolder('large.mbox');
  written = await writeLargeMbox(path, MEGABYTES, TICKETS);
  ({ size } = await stat(path));
  const { stdout } = await promisify(execFile)(process.execPath, [COLLECTS_AT_ONCE, SCAN, path], {
    maxBuffer: 64 * 1_048_576,
  });
  report = JSON.parse(stdout) as Report;
}, 1_800_000);

describe(`a mailbox file of ${MEGABYTES} MB`, () => {
  it('is read to its end, with all evidence found', () => {
    expect(report.last).toMatchObject({
      phase: 'done',
      done: size,
      total: size,
      mailsRead: written.mails,
      evidenceMails: written.tickets,
      unreadable: 0,
      error: null,
    });
  });

  it('needs less than 200 MB of memory above the baseline', () => {
    expect(report.extraBytes).toBeLessThan(ALLOWED_BYTES);
    console.log(
      `${MEGABYTES} MB of mail: ${(report.extraBytes / 1_048_576).toFixed(1)} MB above the baseline`,
    );
  });

  it('reports its progress in bytes: always forward, in small steps, up to the end', () => {
    const { steps } = report;
    expect(steps.every(({ total, unit }) => total === size && unit === 'bytes')).toBe(true);
    const done = steps.map((step) => step.done);
    expect(done).toEqual(done.toSorted((a, b) => a - b));
    const widths = done.slice(1).map((at, index) => at - (done[index] ?? 0));
    expect(done[0]).toBe(0);
    expect(Math.max(...widths)).toBeLessThan(size * LARGEST_STEP);
    expect(done.at(-1)).toBe(size);
    expect(steps.at(-1)?.phase).toBe('done');
  });
});
