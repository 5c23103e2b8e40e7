/** Measures the suite that it is given, and sends the figures to the process that started it (`apart.ts`). */
import { SUITES } from './suites.ts';

// Also when that process is gone: nobody waits for the figures any more.
process.once('disconnect', () => process.exit());

const [, , suite = ''] = process.argv;
const figures = await SUITES[suite]?.();
process.send?.(figures, () => process.disconnect());
