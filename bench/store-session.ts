// The process in which two files become a committed session on MongoDB, with threads of its own as a worker has them.

import { sha256 } from '../src/adapters/digest/sha256.ts';
import { openMongoStore } from '../src/adapters/store-mongo/open.ts';
import { startThreads } from '../src/adapters/threads/compute.ts';
import { reconcileBanking } from '../src/workflows/reconcile-banking.ts';
import type { Month } from './inputs.ts';
import { peakBytes, scriptInput, timed } from './measure.ts';
import { commandFor } from './month-command.ts';
import type { SessionAnswer } from './run-session.ts';

export interface StoreInput {
  readonly month: Month;
  readonly uri: string;
}

const { month, uri } = scriptInput<StoreInput>();
// Making collections and indexes is the start of a service, not of a run.
const store = await openMongoStore({ uri, operationMs: null });
const { taken, answer } = await timed(async () => {
  const compute = startThreads();
  const dependencies = { store: Promise.resolve(store), compute, digest: sha256, clock: Date.now };
  const reconciled = await reconcileBanking(dependencies, commandFor(month));
  await compute.close();
  return reconciled;
});
await store.close();
const result: SessionAnswer = {
  taken,
  stages: answer.stages,
  rows: answer.columns.gl.count + answer.columns.bank.count,
  openItems: answer.outcome.open.gl.count + answer.outcome.open.bank.count,
  peakBytes: peakBytes(),
};
process.stdout.write(JSON.stringify(result));
