// Explains two rows of holdings: whether they are lots of one position that agrees, of one with a break, or of two
// positions. It shows what each side calls the security, and the figures of the positions, summed as matching summed
// them.

import { exponentOf } from '../../money/money.ts';
import { minorOfScaled } from '../../records/holdings/scaled.ts';
import { type RowColumns, type Side, textAt } from '../../records/rows/columns.ts';
import { groupOf, membersOf } from '../outcome/match-groups.ts';
import type { RowPair } from '../outcome/obstacle.ts';
import type { MatchOutcome } from '../outcome/outcome.ts';
import { BREAKS, type HoldingBreak } from './breaks.ts';
import { figuresOf, type PositionFigures } from './position-figures.ts';
import { namesOfPosition, type Position, positionOfRows } from './positions.ts';
import type { SecurityNames } from './security-keys.ts';

type OnBothSides<T> = Readonly<Record<Side, T>>;

export interface PositionExplanation {
  /** The explanation of a position that agrees; null for any other. */
  readonly tier: number | null;
  /** The break of the position that the rows are lots of. If they are lots of two positions, the break of each. */
  readonly breaks: OnBothSides<HoldingBreak | null>;
  readonly isOne: boolean;
  /** The rows of the positions that the two are lots of. */
  readonly rows: OnBothSides<readonly number[]>;
  readonly account: OnBothSides<string>;
  readonly currency: OnBothSides<string>;
  readonly day: OnBothSides<number>;
  readonly names: OnBothSides<SecurityNames>;
  /** The name of the security as written. */
  readonly called: OnBothSides<string>;
  /** Whether a row took part at all. */
  readonly tookPart: OnBothSides<boolean>;
  readonly figures: OnBothSides<PositionFigures>;
  /** Value in the books less value at the custodian, minor units; null for two currencies. */
  readonly valueDifference: bigint | null;
}

export function positionExplainer(
  columns: OnBothSides<RowColumns>,
  outcome: MatchOutcome,
): (rows: RowPair) => PositionExplanation {
  return (rows) => {
    const of = { gl: placeOf(outcome, 'gl', rows.gl), bank: placeOf(outcome, 'bank', rows.bank) };
    const positions = both((side) => positionOfRows(side, columns[side], of[side].rows));
    const figures = both((side) => figuresOf(positions[side]));
    const isOne = of.gl.number !== null && of.gl.number === of.bank.number && of.gl.isMatch === of.bank.isMatch;
    const currency = both((side) => positions[side].currency);
    const worth = (side: Side): bigint => {
      const { worth: value } = figures[side];
      return value === null ? 0n : minorOfScaled(value, exponentOf(currency[side]));
    };
    return {
      tier: isOne && of.gl.isMatch ? outcome.groups.tier[of.gl.number!] : null,
      breaks: both((side) => of[side].found),
      isOne,
      rows: both((side) => of[side].rows),
      account: both((side) => columns[side].accounts[columns[side].account[rows[side]]] ?? ''),
      currency,
      day: both((side) => positions[side].day),
      names: both((side) => namesOfPosition(positions[side] satisfies Position)),
      called: both((side) => textAt(columns[side].narration, rows[side])),
      tookPart: both((side) => of[side].number !== null),
      figures,
      valueDifference: currency.gl === currency.bank ? worth('gl') - worth('bank') : null,
    };
  };
}

const both = <T>(of: (side: Side) => T): Record<Side, T> => ({ gl: of('gl'), bank: of('bank') });

interface Place {
  /** The number of the group or of the open position; null for a row that took no part. */
  readonly number: number | null;
  readonly isMatch: boolean;
  readonly found: HoldingBreak | null;
  readonly rows: readonly number[];
}

function placeOf({ groups, open }: MatchOutcome, side: Side, row: number): Place {
  const group = groupOf(groups[side], row);
  if (group >= 0) return { number: group, isMatch: true, found: null, rows: [...membersOf(groups[side], group)] };
  const { row: rows, ambiguity, facts, count } = open[side];
  const item = rows.indexOf(row);
  if (item < 0) return { number: null, isMatch: false, found: null, rows: [row] };
  const number = ambiguity[item];
  const lots = Array.from({ length: count }, (_, k) => k).filter((k) => ambiguity[k] === number);
  return { number, isMatch: false, found: BREAKS[facts[item] - 1] ?? null, rows: lots.map((k) => rows[k]) };
}
