// The proofs of a session, one for each account and currency that a row or a balance names: for every row it decides
// whether its side had it by the period's end. An amount that the other side lacks becomes a line on the side that must
// change.
//
// For a group or an open pair, both sides are brought to the bank's amount: rows that the bank has later are in
// transit, rows that the ledger books later are not yet booked, and the rest of the difference is an error of the
// ledger. Rows from before the period are in the opening balance, so rows of the period that settle them reduce what
// was brought forward. Rows that moved no money count nowhere. Rows of the period that the run set aside were not
// compared, so they are taken off their balance. Rows that must be decided together enter with their net alone.

import { firstMember, membersOf } from '../../matching/outcome/match-groups.ts';
import type { RowMembers } from '../../matching/outcome/outcome.ts';
import type { CarriedRow } from '../../records/late/late-groups.ts';
import { SIDES, type Side } from '../../records/rows/columns.ts';
import { lateGroupLines } from './late-group-lines.ts';
import { likelyIn, likelyTogether } from './likely-together.ts';
import { CORRECTIONS, PROOF_SIDE } from './line-kinds.ts';
import { type CarriedOpen, decide, openItemLines } from './open-item-lines.ts';
import type { ProofKind } from './proof.ts';
import { type ItemisedProof, SessionLines, type SessionToProve } from './session-lines.ts';
import { MOVED_NOTHING } from './side-sums.ts';
import { AFTER, BEFORE, closedBefore, IN_LATE_GROUP, WITHIN } from './when-of-row.ts';

/** In order of account, then currency. */
export function proofsOf(session: SessionToProve): ItemisedProof[] {
  const lines = new SessionLines(session);
  groupLines(lines);
  reversalLines(lines);
  lateGroupLines(lines);
  const { paired, awaited } = openItemLines(lines, likelyIn(session));
  setAsideLines(lines);
  const together = likelyTogether(lines, { carried: openBefore(lines, paired), awaited });
  for (const { own, carried } of together.sets) decide(lines, own, carried);
  for (const [account, rows] of Map.groupBy(together.alone, (one) => one.account)) {
    lines.addCarried(
      account,
      rows.map(({ row }) => row),
    );
  }
  return lines.proofs();
}

function groupLines(lines: SessionLines): void {
  const { groups } = lines.session.outcome;
  for (let g = 0; g < groups.count; g++) {
    // Nearly every group: equal amounts within the period make no line.
    if (groups.difference[g] === 0 && areWithin(lines, 'gl', groups.gl, g) && areWithin(lines, 'bank', groups.bank, g))
      continue;
    const members = { gl: [...membersOf(groups.gl, g)], bank: [...membersOf(groups.bank, g)] };
    const correction: ProofKind = CORRECTIONS[groups.feeBasis[g]] ?? 'fees_to_post';
    lines.both(members, { correction, difference: -groups.difference[g], clusterType: null });
  }
}

function areWithin(lines: SessionLines, side: Side, members: RowMembers, g: number): boolean {
  for (let k = firstMember(members, g), end = firstMember(members, g + 1); k < end; k++) {
    if (lines.when[side][members.rows[k]] !== WITHIN) return false;
  }
  return true;
}

/** Netted rows show only if an end of the period lies between the two. */
function reversalLines(lines: SessionLines): void {
  for (const side of SIDES) {
    const { count, original, reversal } = lines.session.outcome.reversals[side];
    for (let r = 0; r < count; r++) {
      const rows = [original[r], reversal[r]];
      const by = rows.filter((row) => lines.when[side][row] !== AFTER);
      for (const row of rows) {
        if (lines.when[side][row] !== BEFORE) continue;
        // A row within the period undoes one that is in the opening balance.
        lines.settleOwn(side, row);
      }
      if (by.length !== 1) continue;
      const amount = -lines.amount(side, by[0]);
      const kind = side === 'bank' ? 'bank_errors' : 'ledger_errors';
      lines.add({ kind, on: PROOF_SIDE[side] }, { side, row: by[0], amount });
    }
  }
}

/** Rows of the period's movement that take no part in the run: no group, reversal or open item speaks of them. */
function setAsideLines(lines: SessionLines): void {
  for (const side of SIDES) {
    const { count, flags } = lines.session.columns[side];
    for (let row = 0; row < count; row++) {
      const bits = flags[row];
      if (bits === 0 || (bits & (MOVED_NOTHING | IN_LATE_GROUP)) !== 0 || lines.when[side][row] !== WITHIN) continue;
      if (lines.isOpening(side, row)) continue;
      lines.add({ kind: 'set_aside', on: PROOF_SIDE[side] }, { side, row, amount: -lines.amount(side, row) });
    }
  }
}

/** Rows of the session's accounts that earlier sessions left open, but those that this one closed. */
function openBefore(lines: SessionLines, paired: Readonly<Record<Side, ReadonlySet<number>>>): CarriedOpen[] {
  const { carried = [], columns, outcome } = lines.session;
  if (carried.length === 0) return [];
  const closedOf = (side: Side) => {
    const alone = outcome.open[side].row.filter((row) => !paired[side].has(row));
    return closedBefore(columns[side], lines.when[side], alone);
  };
  const closed = { gl: closedOf('gl'), bank: closedOf('bank') };
  const open = carried.filter(({ side, fingerprint }) => !closed[side].has(fingerprint.join(',')));
  const placeOf = ({ side, account: label, currency }: CarriedRow): number =>
    lines.book.placeOf(side, { label, currency });
  return open.map((row) => ({ row, account: placeOf(row) })).filter(({ account }) => account >= 0);
}
