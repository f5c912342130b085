// Rows of one amount whose texts alone say that they are one, outside of the window (matching-definitions.md, "Strong
// texts").

import { oneRound, T3 } from './acceptance.ts';
import type { AccountState } from './account-state.ts';
import type { RowClass } from './classes.ts';
import { textContest } from './hold-contest.ts';
import type { RefRow, Sides } from './ref-row.ts';

interface Among {
  readonly row: RefRow;
  readonly of: RowClass;
}

/** Pairs of rows. `among`: open rows that have no partner by date yet. */
export function strongTexts(state: AccountState, among: Sides<readonly Among[]>): { gl: RefRow; bank: RefRow }[] {
  const entrants = { a: classesAmong(among.gl), b: classesAmong(among.bank) };
  const contest = textContest(state, entrants);
  const found: { gl: RefRow; bank: RefRow }[] = [];
  oneRound(contest, { weights: state.weights, odds: T3 }, ({ pair: { a, b } }) => {
    a.open.forEach((gl, k) => {
      found.push({ gl, bank: b.open[k] });
    });
  });
  return found;
}

/** The classes of those rows, with no others open. */
function classesAmong(rows: readonly Among[]): RowClass[] {
  const classes = [...new Set(rows.map(({ of }) => of))].toSorted((x, y) => x.place - y.place);
  const isAmong = (row: RefRow) => rows.some((one) => one.row === row);
  return classes.map((of) => ({ ...of, open: of.open.filter(isAmong) }));
}
