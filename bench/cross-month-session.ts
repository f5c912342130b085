// The process in which a ledger of one month and a bank statement of the next, both open as a whole, are matched across
// months on the embedded store, as a run across months does it; before it and after it, of as many rows, a plain run.

import { sha256 } from '../src/adapters/digest/sha256.ts';
import { openEmbeddedStore } from '../src/adapters/store-embedded/open.ts';
import { startThreads } from '../src/adapters/threads/compute.ts';
import { reconcileOn } from '../src/compose/local-run.ts';
import { parametersFromDecimals } from '../src/core/matching/parameters-from-decimals.ts';
import { takeAlong } from '../src/workflows/cross-month/take-along.ts';
import { KINDS } from '../src/workflows/kinds/kinds.ts';
import { ALONE } from '../src/workflows/runs/run-at-hand.ts';
import type { Month } from './inputs.ts';
import { forgetPeak, peakBytes, scriptInput, type Taken, timed } from './measure.ts';
import { commandFor } from './month-command.ts';

interface Days {
  readonly periodStart: number;
  readonly periodEnd: number;
}

export interface CrossMonthInput {
  readonly plain: Month;
  /** A ledger with hardly a bank row, and of the month after it a bank statement with hardly a ledger row. */
  readonly first: Month;
  readonly second: Month;
  readonly days: { readonly first: Days; readonly second: Days };
  readonly data: string;
}

export interface CrossMonthAnswer {
  /** Of one process, the first before the run across months. */
  readonly plain: readonly Taken[];
  readonly across: Taken;
  readonly again: Taken;
  readonly open: { readonly gl: number; readonly bank: number };
  readonly groups: number;
  /** Of what the first left open. */
  readonly groupsAgain: number;
  readonly peakPlain: number;
  readonly peakAcross: number;
  /** By operation of the store: what was waited for, by the clock. */
  readonly waited: Readonly<Record<string, number>>;
}

const { plain, first, second, days, data } = scriptInput<CrossMonthInput>();
const store = await openEmbeddedStore({ directory: data });
const compute = startThreads();
const dependencies = { store: Promise.resolve(store), compute, digest: sha256, rules: 'rules-1', clock: Date.now };
const reconciled = (partner: string) => timed(() => reconcileOn(dependencies, { ...commandFor(plain), partner }));

const before = await reconciled('plain-1');
const peakPlain = peakBytes();
const ofMonth = (month: Month, session: string, of: Days) =>
  reconcileOn(dependencies, { ...commandFor(month), ...of, session });
const { outcome: ledger } = await ofMonth(first, 'first', days.first);
const { outcome: statement } = await ofMonth(second, 'second', days.second);
const open = { gl: ledger.open.gl.count, bank: statement.open.bank.count };

const waited: Record<string, number> = {};
const watched = Object.fromEntries(
  Object.entries(store).map(([port, operations]) => [
    port,
    typeof operations === 'object' ? timing(port, operations) : operations,
  ]),
) as unknown as typeof store;
const key = { tenant: 'bench', partner: 'bench', session: 'second' };
const { parameters } = commandFor(second);
const across = (runId: string) =>
  timed(() =>
    takeAlong(
      { ...dependencies, store: watched },
      {
        key,
        runId,
        ...days.second,
        monthsBack: 1,
        kinds: KINDS,
        hold: ALONE,
        parametersFor: (currencies) => parametersFromDecimals({ ...parameters, daysForward: 45 }, currencies),
      },
    ),
  );
globalThis.gc?.();
forgetPeak();
const made = await across('across-1');
const peakAcross = peakBytes();
const ofFirst = { ...waited };
const again = await across('across-2');
const after = await reconciled('plain-2');
await compute.close();
await store.close();
const result: CrossMonthAnswer = {
  plain: [before.taken, after.taken],
  across: made.taken,
  again: again.taken,
  open,
  groups: made.answer.made.length,
  groupsAgain: again.answer.made.length,
  peakPlain,
  peakAcross,
  waited: ofFirst,
};
process.stdout.write(JSON.stringify(result));

function timing<Port extends object>(port: string, operations: Port): Port {
  return new Proxy(operations, {
    get: (target, name) => {
      const operation = Reflect.get(target, name) as (...values: unknown[]) => Promise<unknown>;
      return async (...values: unknown[]) => {
        const begun = performance.now();
        const answer = await operation.apply(target, values);
        const called = `${port}.${String(name)}`;
        waited[called] = (waited[called] ?? 0) + (performance.now() - begun) / 1000;
        return answer;
      };
    },
  });
}
