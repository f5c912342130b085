// A notation for worked examples: rows as short as a ledger line, the answer as short sentences in canonical order.

import { CALIBRATION, type Calibration } from '../../src/core/matching/calibration.ts';
import { DEFAULT_PARAMETERS, type MatchParameters } from '../../src/core/matching/parameters.ts';
import { SIDES } from '../../src/core/records/rows/columns.ts';
import type { RefRow } from './ref-row.ts';
import { referenceMatch } from './reference-match.ts';

/** [amount in minor units, day of the month, reference, narration, the rest]. */
export type Line = [
  amount: number,
  day: number,
  reference: string,
  narration: string,
  rest?: Partial<
    Pick<RefRow, 'valueDay' | 'settlementSession' | 'currency' | 'account' | 'sourceId' | 'batch' | 'payments'>
  >,
];

export interface WorkedSession {
  readonly gl: Line[];
  readonly bank: Line[];
  readonly parameters?: Partial<MatchParameters>;
  readonly calibration?: Partial<Calibration>;
}

export function rowsOf(lines: readonly Line[]): RefRow[] {
  return lines.map(([amount, bookingDay, reference, narration, rest], id) => ({
    id,
    account: '',
    currency: 'NGN',
    amount,
    bookingDay,
    valueDay: null,
    reference,
    settlementSession: '',
    narration,
    sourceId: '',
    ...rest,
  }));
}

/**
 * What the reference matcher says of a worked session: `g0 b1 tier 2 charge`, `g0 g1 b0 tier 7`, `gl 0 reversed by 1`, `ambiguous g0 b0
 * b1`.
 */
export function worked({ gl, bank, parameters, calibration }: WorkedSession): string[] {
  const outcome = referenceMatch({
    gl: rowsOf(gl),
    bank: rowsOf(bank),
    parameters: { ...DEFAULT_PARAMETERS, daysForward: 3, daysBack: 1, ...parameters },
    calibration: { ...CALIBRATION, ...calibration },
  });
  const numbers = (letter: string, ids: number[]) => ids.toSorted((a, b) => a - b).map((id) => letter + id);
  return [
    ...outcome.pairs.map((pair) => {
      const fee = pair.feeBasis === 'none' ? '' : ` ${pair.feeBasis}`;
      return `g${pair.gl} b${pair.bank} tier ${pair.tier}${fee}`;
    }),
    ...SIDES.flatMap((side) =>
      outcome.reversals[side].map((one) => {
        const how = one.evidence === null ? 'key' : 'marker';
        return `${side} ${one.original} reversed by ${one.reversal}, ${how}`;
      }),
    ),
    ...outcome.groups.map((one) => [...numbers('g', one.gl), ...numbers('b', one.bank), `tier ${one.tier}`].join(' ')),
    ...outcome.ambiguities.map((one) => ['ambiguous', ...numbers('g', one.gl), ...numbers('b', one.bank)].join(' ')),
    ...SIDES.flatMap((side) =>
      [...outcome.open[side]].flatMap(([id, relations]) =>
        Object.entries(relations)
          .filter(([, value]) => typeof value === 'number')
          .map(([name, value]) => `${side} ${id} ${name} ${value}`),
      ),
    ),
    ...outcome.notes,
  ].toSorted();
}
