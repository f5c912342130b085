// The run that benchmarks of whole runs make of a month, and its rows as the documents that a plain design would keep.

import { DEFAULT_DECIMALS } from '../src/core/matching/parameters-from-decimals.ts';
import { formatDay } from '../src/core/money/calendar.ts';
import { type RowColumns, textAt } from '../src/core/records/rows/columns.ts';
import type { ReconcileCommand } from '../src/workflows/runs/reconciliation.ts';
import type { Month } from './inputs.ts';

export function commandFor(month: Month): ReconcileCommand {
  return {
    tenant: 'bench',
    partner: 'bench',
    session: null,
    branchId: null,
    files: { gl: [{ path: month.gl, name: 'gl.csv' }], bank: [{ path: month.bank, name: 'bank.csv' }] },
    mapping: null,
    parameters: { ...DEFAULT_DECIMALS, daysForward: 3, daysBack: 3 },
    periodStart: null,
    periodEnd: null,
    defaultCurrency: 'NGN',
    defaultAccount: '',
    rejectedShare: null,
  };
}

export const documentOf = (columns: RowColumns, i: number) => ({
  account: columns.accounts[columns.account[i]],
  currency: columns.currencies[columns.currency[i]],
  amount_minor: columns.amount[i],
  date: formatDay(columns.bookingDay[i]),
  value_date: formatDay(columns.valueDay[i]),
  reference: textAt(columns.reference, i),
  narration: textAt(columns.narration, i),
  source_id: textAt(columns.sourceId, i),
  line: columns.line[i],
});
