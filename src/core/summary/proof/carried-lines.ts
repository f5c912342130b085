// On which lines the rows of one account stand that earlier sessions left open: where they stood there. An error stays
// an error of its side, a pair that differs an error of the ledger, and rows to be decided together their net; any other
// row stands on the side that lacks it.

import type { ClusterType } from '../../records/documents/cluster-type.ts';
import type { CarriedRow } from '../../records/late/late-groups.ts';
import { otherSide, type Side } from '../../records/rows/columns.ts';
import type { CarriedItem, LineKey } from './account-lines.ts';
import { inTransit, isError, leavesChoice, notBooked, PROOF_SIDE, sideWithMore } from './line-kinds.ts';

interface CarriedOnLine {
  readonly key: LineKey;
  readonly item: CarriedItem;
}

/** In the order of the rows' exceptions. */
export function carriedOnLines(rows: readonly CarriedRow[]): CarriedOnLine[] {
  const sets = Map.groupBy(rows, ({ recordId, exception }) => exception?.clusterId ?? recordId);
  return [...sets.values()].flatMap((set): CarriedOnLine[] => {
    const clusterType = typeOf(set[0]);
    const [gl, bank] = [set.filter(({ side }) => side === 'gl'), set.filter(({ side }) => side === 'bank')];
    // Its other row is in another account: as in the month itself, the bank's account is taken.
    if (clusterType === 'account_mismatch') return toDecide(set, 'bank');
    if (leavesChoice({ clusterType }))
      return toDecide(set, sideWithMore(set.map(({ side, amountMinor: amount }) => ({ side, amount }))));
    return gl.length === 1 && bank.length === 1 ? pairOf(gl[0]!, bank[0]!) : set.map(alone);
  });
}

/** Rows that are in no figure, by what they are. */
export const listedCarried = (row: CarriedRow): CarriedOnLine => ({
  key: { kind: 'other_periods', side: null, clusterType: typeOf(row) },
  item: { row, amount: row.amountMinor },
});

const typeOf = ({ exception }: CarriedRow): ClusterType | null => (exception?.type ?? null) as ClusterType | null;

function alone(row: CarriedRow): CarriedOnLine {
  const { side, amountMinor: amount, exception } = row;
  const clusterType = typeOf(row);
  if (isError({ side, clusterType, ...(exception && { ground: exception.ground }) })) {
    const kind = side === 'bank' ? 'bank_errors' : 'ledger_errors';
    return { key: { kind, side: PROOF_SIDE[side], clusterType }, item: { row, amount: -amount } };
  }
  const kind = side === 'gl' ? inTransit(amount) : notBooked(amount);
  return { key: { kind, side: PROOF_SIDE[otherSide(side)], clusterType: null }, item: { row, amount } };
}

function pairOf(gl: CarriedRow, bank: CarriedRow): CarriedOnLine[] {
  const clusterType = typeOf(gl);
  const difference = bank.amountMinor - gl.amountMinor;
  return [
    difference === 0
      ? { key: { kind: 'no_effect', side: null, clusterType }, item: { row: gl, amount: gl.amountMinor } }
      : { key: { kind: 'ledger_errors', side: 'book', clusterType }, item: { row: bank, amount: difference } },
  ];
}

function toDecide(rows: readonly CarriedRow[], more: Side): CarriedOnLine[] {
  const key: LineKey = { kind: 'to_decide', side: PROOF_SIDE[otherSide(more)], clusterType: null };
  return rows.map((row) => ({
    key,
    item: { row, amount: row.side === more ? row.amountMinor : -row.amountMinor },
  }));
}
