// Matches a commercial run by its method: by the kind's identifiers, by sums like every kind (matching/sums), or by
// identifiers first and then by one total of the remaining rows. The kind describes the open rows in each case (refused
// by a switch, paid out too little).

import type { BothColumns } from '../matching/by-keys/keyed-rows.ts';
import { matchSession } from '../matching/match-session.ts';
import { isByLine } from '../matching/method.ts';
import { allocateOpenRows } from '../matching/outcome/account-outcome.ts';
import { joinGroups } from '../matching/outcome/match-groups.ts';
import type { MatchOutcome, OpenRows } from '../matching/outcome/outcome.ts';
import type { MatchParameters } from '../matching/parameters.ts';
import { ROW_MATCHED_LATE, type RowColumns, SIDES, type Side } from '../records/rows/columns.ts';

type Match = (columns: BothColumns, parameters: MatchParameters) => MatchOutcome;

export function matchByMethod(match: Match, columns: BothColumns, parameters: MatchParameters): MatchOutcome {
  const { method } = parameters;
  if (!isByLine(method)) {
    const sums = matchSession({ ...columns, parameters });
    return together(match(without(columns, sums.groups), parameters), sums);
  }
  const keyed = match(columns, parameters);
  if (method === 'line_by_line') return keyed;
  const left = SIDES.map((side) => new Set(keyed.open[side].row));
  const residue = {
    gl: setAside(columns.gl, (row) => !left[0].has(row)),
    bank: setAside(columns.bank, (row) => !left[1].has(row)),
  };
  const lump = matchSession({ ...residue, parameters: { ...parameters, method: 'lump_sum' } });
  return together({ ...keyed, open: stillOpen(keyed.open, lump.groups) }, lump);
}

const together = (keyed: MatchOutcome, sums: MatchOutcome): MatchOutcome => ({
  ...keyed,
  groups: joinGroups([keyed.groups, sums.groups]),
  notes: [...new Set([...keyed.notes, ...sums.notes])].sort(),
});

/** The columns with the rows of the groups marked as matched, so that they take no part. */
function without(columns: BothColumns, groups: MatchOutcome['groups']): BothColumns {
  const of = (side: Side) => {
    const taken = new Set(groups[side].rows);
    return setAside(columns[side], (row) => taken.has(row));
  };
  return { gl: of('gl'), bank: of('bank') };
}

function setAside(columns: RowColumns, isOut: (row: number) => boolean): RowColumns {
  const flags = columns.flags.slice();
  for (let row = 0; row < columns.count; row++) if (isOut(row)) flags[row] |= ROW_MATCHED_LATE;
  return { ...columns, flags };
}

/** The open rows without the rows of the groups, which are also removed as partners. */
function stillOpen(open: MatchOutcome['open'], groups: MatchOutcome['groups']): MatchOutcome['open'] {
  const taken = { gl: new Set(groups.gl.rows), bank: new Set(groups.bank.rows) };
  const of = (side: Side): OpenRows => {
    const from = open[side];
    const items = Array.from({ length: from.count }, (_, item) => item).filter(
      (item) => !taken[side].has(from.row[item]),
    );
    if (items.length === from.count) return from;
    const to = allocateOpenRows(items.length);
    for (const name of Object.keys(from) as (keyof OpenRows)[]) {
      if (name === 'count') continue;
      items.forEach((item, k) => {
        to[name][k] = from[name][item];
      });
    }
    const others = side === 'gl' ? taken.bank : taken.gl;
    for (const partner of PARTNERS)
      items.forEach((_, k) => {
        if (others.has(to[partner][k])) to[partner][k] = -1;
      });
    return to;
  };
  return { gl: of('gl'), bank: of('bank') };
}

/** The columns that name a row of the other side. */
const PARTNERS = [
  'keyHolder',
  'amountHolder',
  'currencyPartner',
  'directionPartner',
  'amountPartner',
  'datePartner',
  'accountPartner',
  'dispensePartner',
] as const satisfies readonly (keyof OpenRows)[];
