// The process in which one worst case is measured: reads both files, matches them once on the threads of the service,
// and gives up after the time it was given, since what is measured is whether there is an end.

import { join } from 'node:path';
import { startThreads } from '../src/adapters/threads/compute.ts';
import { planSession } from '../src/core/matching/plan.ts';
import { SIDES } from '../src/core/records/rows/columns.ts';
import { MATCH_PARAMETERS } from './match-definition.ts';
import { forgetPeak, peakBytes, scriptInput, timed } from './measure.ts';

export interface WorstInput {
  readonly directory: string;
  readonly limitSeconds: number;
}

export interface WorstAnswer {
  /** Null: it had not ended in time. */
  readonly seconds: number | null;
  readonly peakBytes: number;
  readonly pairs: number;
  readonly notes: readonly string[];
}

const { directory, limitSeconds } = scriptInput<WorstInput>();
const answer = (given: WorstAnswer): void => void process.stdout.write(JSON.stringify(given));

const compute = startThreads();
const [gl, bank] = await Promise.all(
  SIDES.map(async (side) => {
    const path = join(directory, `${side}.csv`);
    return (await compute.readFile({ path, name: `${side}.csv`, side, defaultCurrency: 'NGN' })).columns;
  }),
);
globalThis.gc?.();
forgetPeak();
const limit = setTimeout(() => {
  answer({ seconds: null, peakBytes: peakBytes(), pairs: 0, notes: [] });
  process.exit(0);
}, limitSeconds * 1_000);
const plan = planSession(gl!, bank!);
const { taken, answer: outcome } = await timed(() =>
  compute.match({ gl: gl!, bank: bank!, plan, parameters: MATCH_PARAMETERS }),
);
clearTimeout(limit);
await compute.close();
answer({ seconds: taken.seconds, peakBytes: peakBytes(), pairs: outcome.groups.count, notes: outcome.notes });
