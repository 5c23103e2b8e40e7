/** Computing the slots of subjects (`catalog/slot.ts`), compared with the bare hash. */
import { sha256 } from '@noble/hashes/sha2.js';
import { utf8ToBytes } from '@noble/hashes/utils.js';
import { SLOT_COUNT, slotOf } from '../../catalog/index.ts';
import { paragraph, pickLanguage } from './mails/prose.ts';
import { createSeeded } from './mails/seeded.ts';
import { measurement, type Measurement } from '../measurement.ts';
import { itemsPerSecond, quotients, type Stopwatch } from './stopwatch.ts';

const SUBJECTS = 5000;
const RUNS = { runs: 40, warmUps: 10 };

/** The digest as one big-endian integer modulo the number of slots, straight from the definition. */
function remainderOf(digest: Uint8Array): number {
  return digest.reduce((remainder, byte) => (remainder * 256 + byte) % SLOT_COUNT, 0);
}

/**
 * Slots a second, and hashes a second with bare @noble/hashes. The latter gets the same subjects as bytes, so that
 * neither their encoding nor the remainder counts against it.
 *
 * @throws when a slot is wrong
 */
export async function slotsBenchmark(clock: Stopwatch): Promise<Measurement[]> {
  const seeded = createSeeded(1);
  const subjects = Array.from(
    { length: SUBJECTS },
    (_, at) => `${paragraph(seeded, pickLanguage(seeded), 1).slice(0, 20 + seeded.below(60))} ${at}`,
  );
  const encoded = subjects.map(utf8ToBytes);
  const right = encoded.map((bytes) => remainderOf(sha256(bytes)));
  const slotAll = (): void => {
    for (const [at, subject] of subjects.entries()) {
      if (slotOf(subject) !== right[at]) throw new Error(`The slot of “${subject}” is wrong.`);
    }
  };
  const hashAll = (): void => {
    for (const bytes of encoded) sha256(bytes);
  };
  const [slots = [], hashes = []] = await itemsPerSecond(clock, SUBJECTS, [slotAll, hashAll], RUNS);
  return [
    measurement('slots', 'slots', 'subjects/s', slots),
    measurement('slots', 'bare @noble/hashes', 'subjects/s', hashes),
    measurement('slots', 'slots ÷ bare @noble/hashes', '×', quotients(slots, hashes)),
  ];
}
