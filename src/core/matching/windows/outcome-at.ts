// Turns the outcome of a window into row numbers of the session: row i of the window becomes row rows[i].

import { sharedInt32, sharedUint32 } from '../../records/rows/allocate.ts';
import { otherSide, type Side } from '../../records/rows/columns.ts';
import type { AccountRows } from '../account-source.ts';
import type { MatchOutcome, OpenRows, Reversals, RowMembers } from '../outcome/outcome.ts';

export function outcomeAt(outcome: MatchOutcome, rows: AccountRows): MatchOutcome {
  const { groups, reversals, open } = outcome;
  const members = (side: Side): RowMembers => ({ ...groups[side], rows: rowsAt(groups[side].rows, rows[side]) });
  const netted = (side: Side): Reversals => ({
    ...reversals[side],
    original: rowsAt(reversals[side].original, rows[side]),
    reversal: rowsAt(reversals[side].reversal, rows[side]),
  });
  return {
    ...outcome,
    groups: { ...groups, gl: members('gl'), bank: members('bank'), runnerUp: rowsOrNone(groups.runnerUp, rows.bank) },
    reversals: { gl: netted('gl'), bank: netted('bank') },
    open: { gl: openAt(open.gl, 'gl', rows), bank: openAt(open.bank, 'bank', rows) },
  };
}

function openAt(open: OpenRows, side: Side, rows: AccountRows): OpenRows {
  const own = rows[side];
  const other = rows[otherSide(side)];
  return {
    ...open,
    row: rowsAt(open.row, own),
    duplicateOf: rowsOrNone(open.duplicateOf, own),
    chargebackOf: rowsOrNone(open.chargebackOf, own),
    keyHolder: rowsOrNone(open.keyHolder, other),
    amountHolder: rowsOrNone(open.amountHolder, other),
    currencyPartner: rowsOrNone(open.currencyPartner, other),
    directionPartner: rowsOrNone(open.directionPartner, other),
    amountPartner: rowsOrNone(open.amountPartner, other),
    datePartner: rowsOrNone(open.datePartner, other),
    statusPartner: rowsOrNone(open.statusPartner, other),
    accountPartner: rowsOrNone(open.accountPartner, other),
    dispensePartner: rowsOrNone(open.dispensePartner, other),
  };
}

function rowsAt(places: Uint32Array, rows: Uint32Array): Uint32Array {
  const at = sharedUint32(places.length);
  for (let k = 0; k < places.length; k++) at[k] = rows[places[k]];
  return at;
}

/** -1 stays: there is none. */
function rowsOrNone(places: Int32Array, rows: Uint32Array): Int32Array {
  const at = sharedInt32(places.length);
  for (let k = 0; k < places.length; k++) at[k] = places[k] < 0 ? -1 : rows[places[k]];
  return at;
}
