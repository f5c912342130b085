// Lines of rows whose counterparts are in another session, by the late groups that hold them.

import { LAST_TIER } from '../../matching/outcome/outcome.ts';
import type { DifferenceAs } from '../../records/groups/difference-as.ts';
import type { LateGroup } from '../../records/late/late-groups.ts';
import type { LateMatch } from '../../records/late/late-matches.ts';
import { SIDES, type Side } from '../../records/rows/columns.ts';
import { dayOfCopy } from '../../records/rows/row-day.ts';
import { inTransit, notBooked, PROOF_SIDE } from './line-kinds.ts';
import type { ProofKind } from './proof.ts';
import type { SessionLines } from './session-lines.ts';
import { AFTER, BEFORE, WITHIN } from './when-of-row.ts';

/**
 * Lines of rows whose counterparts are in another session. Counterparts from before the period are in the opening
 * balance; this session's other side lacks those that are later or elsewhere.
 */
export function lateGroupLines(lines: SessionLines): void {
  for (const { group, own, foreign } of lines.session.late ?? []) {
    if (group.tier > LAST_TIER) {
      nettedLate(lines, { own, foreign });
      continue;
    }
    const first = SIDES.flatMap((side) => own[side].map((row) => ({ side, row })))[0];
    if (SIDES.every((side) => own[side].every((row) => lines.when[side][row] === AFTER))) continue;
    for (const side of SIDES) {
      for (const row of own[side]) oneOfBoth(lines, { side, row }, lines.amount(side, row), lines.when[side][row]);
    }
    for (const other of foreign) {
      const when = lines.isBefore(dayOfCopy(other)) ? BEFORE : AFTER;
      oneOfBoth(lines, { ...first, of: other.side }, other.amountMinor, when);
    }
    lines.add({ kind: correctionOf(group), on: 'book' }, { ...first, amount: -group.differenceMinor });
  }
}

const NAMED: Readonly<Record<DifferenceAs, ProofKind>> = {
  fee: 'fees_to_post',
  levy: 'levies_to_post',
  exchange: 'exchange_differences',
  rounding: 'small_differences',
  write_off: 'written_off',
};

const correctionOf = ({ byHand, feeBasis }: LateGroup): ProofKind =>
  byHand?.differenceAs != null ? NAMED[byHand.differenceAs] : feeBasis === null ? 'small_differences' : 'fees_to_post';

/**
 * Lines of an entry and its reversal in two sessions: if only one of them is there by the period's end, it is an
 * error of its side.
 */
function nettedLate(lines: SessionLines, { own, foreign }: Pick<LateMatch, 'own' | 'foreign'>): void {
  for (const side of SIDES) {
    for (const row of own[side]) {
      const [amount, when] = [lines.amount(side, row), lines.when[side][row]];
      if (when === BEFORE) lines.settleOwn(side, row);
      if (when !== WITHIN) continue;
      for (const other of foreign) {
        if (lines.isBefore(dayOfCopy(other)))
          lines.settle(side, row, side === 'bank' ? -other.amountMinor : other.amountMinor);
        else
          lines.add(
            { kind: side === 'bank' ? 'bank_errors' : 'ledger_errors', on: PROOF_SIDE[side] },
            { side, row, amount: -amount },
          );
      }
    }
  }
}

/** Lines of a row with counterparts, brought to the bank's amount on both sides. `of`: the side of its amount. */
function oneOfBoth(
  lines: SessionLines,
  { side, row, of }: { readonly side: Side; readonly row: number; readonly of?: Side },
  amount: number,
  when: number,
): void {
  if (when === BEFORE && of === undefined) lines.settleOwn(side, row);
  else if (when === BEFORE) lines.settle(side, row, of === 'bank' ? -amount : amount);
  if (when === AFTER) later(lines, { side, row }, { of: of ?? side, amount });
}

function later(
  lines: SessionLines,
  { side, row }: { readonly side: Side; readonly row: number },
  { of, amount }: { readonly of: Side; readonly amount: number },
): void {
  const kind = of === 'bank' ? inTransit(amount) : notBooked(amount);
  lines.add({ kind, on: PROOF_SIDE[of] }, { side, row, amount });
}
