/** Measures the given suite and sends the figures to the process that started it (`apart.ts`). */
import { SUITES } from './suites.ts';

// Also ends when the parent process is gone, since nobody waits for the figures any more.
process.once('disconnect', () => process.exit());

const [, , suite = ''] = process.argv;
const figures = await SUITES[suite]?.();
process.send?.(figures, () => process.disconnect());
