// A process of its own that writes the second run and kills itself (SIGKILL, which nothing can catch) while a given
// step is being written: node killed-writer.ts DIRECTORY STEP MICROSECONDS

import { openEmbeddedStore } from '../../../src/adapters/store-embedded/open.ts';
import { runSteps } from './run-sequence.ts';

const [directory, step, microseconds] = process.argv.slice(2);
const steps = runSteps(await openEmbeddedStore({ directory }), 2);
for (const each of steps.slice(0, Number(step))) await each();
// The step is written by the store's thread while this one waits without yielding.
void steps[Number(step)]();
const from = performance.now();
while ((performance.now() - from) * 1_000 < Number(microseconds));
process.kill(process.pid, 'SIGKILL');
