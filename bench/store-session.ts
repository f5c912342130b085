// The process in which two files become a committed session on MongoDB, with threads of its own as a worker has them.

import { sha256 } from '../src/adapters/digest/sha256.ts';
import { openMongoStore } from '../src/adapters/store-mongo/open.ts';
import { startThreads } from '../src/adapters/threads/compute.ts';
import { reconcileOn } from '../src/compose/local-run.ts';
import type { Month } from './inputs.ts';
import { peakBytes, scriptInput, type Taken, timed } from './measure.ts';
import { commandFor } from './month-command.ts';
import type { SessionAnswer } from './run-session.ts';

export interface StoreInput {
  readonly month: Month;
  readonly uri: string;
}

export interface StoreAnswer extends SessionAnswer {
  /** Of later runs of the same process, of the same files for other partners. */
  readonly later: readonly Taken[];
}

const LATER_RUNS = 3;

const { month, uri } = scriptInput<StoreInput>();
// Making collections and indexes is the start of a service, not of a run.
const store = await openMongoStore({ uri, environment: 'bench', operationMs: null });
const compute = startThreads();
const dependencies = { store: Promise.resolve(store), compute, digest: sha256, rules: 'rules-1', clock: Date.now };
const reconciled = (partner: string) => timed(() => reconcileOn(dependencies, { ...commandFor(month), partner }));
const { taken, answer } = await reconciled('bench');
const peak = peakBytes();
const later: Taken[] = [];
while (later.length < LATER_RUNS) later.push((await reconciled(`bench-${later.length}`)).taken);
await compute.close();
await store.close();
const result: StoreAnswer = {
  taken,
  later,
  stages: answer.stages,
  rows: answer.columns.gl.count + answer.columns.bank.count,
  openItems: answer.outcome.open.gl.count + answer.outcome.open.bank.count,
  peakBytes: peak,
};
process.stdout.write(JSON.stringify(result));
