/**
 * What published packages took for the same work, as measured by `npm run bench` beside the product, in one run each
 * (docs/performance.md). They are not part of the app, so the screen shows these figures instead of running them.
 */
import type { OfferedSuite } from '../state/benchmarks.ts';

export interface PeerFigure {
  suite: Extract<OfferedSuite, 'psi' | 'dkim'>;
  /** The figure of the suite that it stands beside. */
  figure: string;
  unit: 'ms' | 'mails/s';
  /** Its name in the figures, and its package with the version that was measured. */
  peer: string;
  package: string;
  version: string;
  where: 'Chromium' | 'Node';
  /** ISO 8601. */
  day: string;
  /** The middle values of the product and of the peer, in {@link unit}, in that run. */
  ours: number;
  theirs: number;
  /** How many times as fast the product was, as that run has it: of figures taken in turns, the middle quotient. */
  times: number;
}

export const PEER_FIGURES: readonly PeerFigure[] = [
  {
    suite: 'psi',
    figure: 'all rounds, 100 slots',
    unit: 'ms',
    peer: 'psi.js',
    package: '@openmined/psi.js',
    version: '2.0.6',
    where: 'Chromium',
    day: '2026-11-21',
    ours: 1.9,
    theirs: 224.6,
    times: 118,
  },
  {
    suite: 'dkim',
    figure: 'signatures verified, RSA 2048, 10 KB',
    unit: 'mails/s',
    peer: 'mailauth',
    package: 'mailauth',
    version: '7.1.0',
    where: 'Node',
    day: '2026-11-22',
    ours: 1989,
    theirs: 864,
    times: 2.3,
  },
];
