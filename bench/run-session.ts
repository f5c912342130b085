// The process in which two files become a committed session on the embedded store, as `reconcile --data` does it.

import { DEFAULT_PARAMETERS } from '../src/core/matching/parameters.ts';
import { NO_AMOUNTS } from '../src/core/matching/parameters-from-decimals.ts';
import { reconcileLocally } from '../src/local-run.ts';
import type { ReconcileCommand } from '../src/workflows/reconciliation.ts';
import type { Month } from './inputs.ts';
import { peakBytes, scriptInput, type Taken, timed } from './measure.ts';

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
const { currencies: _, ...parameters } = DEFAULT_PARAMETERS;
const command: ReconcileCommand = {
  tenant: 'bench',
  partner: 'bench',
  session: null,
  branchId: null,
  files: { gl: [{ path: month.gl, name: 'gl.csv' }], bank: [{ path: month.bank, name: 'bank.csv' }] },
  mapping: null,
  parameters: { ...parameters, daysForward: 3, daysBack: 3, amounts: NO_AMOUNTS },
  periodStart: null,
  periodEnd: null,
  defaultCurrency: 'NGN',
  rejectedShare: null,
};
const { taken, answer } = await timed(() => reconcileLocally({ command, data }));
const result: SessionAnswer = {
  taken,
  stages: answer.stages,
  rows: answer.columns.gl.count + answer.columns.bank.count,
  openItems: answer.outcome.open.gl.count + answer.outcome.open.bank.count,
  peakBytes: peakBytes(),
};
process.stdout.write(JSON.stringify(result));
