// The process in which two files become a committed session on the embedded store, as `reconcile --data` does it.

import { reconcileLocally } from '../src/compose/local-run.ts';
import type { Month } from './inputs.ts';
import { peakBytes, scriptInput, type Taken, timed } from './measure.ts';
import { commandFor } from './month-command.ts';

export interface SessionInput {
  readonly month: Month;
  readonly data: string;
}

export interface SessionAnswer {
  readonly taken: Taken;
  readonly stages: readonly { readonly stage: string; readonly milliseconds: number }[];
  readonly rows: number;
  readonly openItems: number;
  readonly peakBytes: number;
}

const { month, data } = scriptInput<SessionInput>();
const { taken, answer } = await timed(() => reconcileLocally({ command: commandFor(month), data }));
const result: SessionAnswer = {
  taken,
  stages: answer.stages,
  rows: answer.columns.gl.count + answer.columns.bank.count,
  openItems: answer.outcome.open.gl.count + answer.outcome.open.bank.count,
  peakBytes: peakBytes(),
};
process.stdout.write(JSON.stringify(result));
