// The obstacles between two rows: the rules that exclude the pair, the rows that took one of them, and if neither is
// taken, why no tier was certain (uncertain.ts). The second half of an explanation (explain.ts).

import { otherSide, SIDES, type Side } from '../../records/rows/columns.ts';
import { DISAGREE } from '../candidates/agreement.ts';
import { matchAccount } from '../match-account.ts';
import type { Matching } from '../matching.ts';
import { isByLine } from '../method.ts';
import { textOf } from '../reading/compared-identifiers.ts';
import { groupOf, membersOf } from './match-groups.ts';
import type { LocalPair, Obstacle, RowPair } from './obstacle.ts';
import type { MatchOutcome } from './outcome.ts';
import { uncertainties } from './uncertain.ts';

/** Two rows of one account as they were compared. */
interface ComparedRows {
  readonly rows: RowPair;
  readonly local: LocalPair;
  readonly fee: number;
  readonly inWindow: boolean;
}

/** The obstacles, at least one, strongest first. `matching` is the account as matching left it. */
export function obstaclesBetween(outcome: MatchOutcome, matching: Matching, compared: ComparedRows): Obstacle[] {
  const { account, keys } = matching;
  const { rows, local, fee, inWindow } = compared;
  const { g, b } = local;
  const { gl, bank } = account;
  const found: Obstacle[] = [];
  if (gl.currency[g] !== bank.currency[b]) found.push({ kind: 'other_currency' });
  else if (gl.amount[g] > 0 !== bank.amount[b] > 0) found.push({ kind: 'other_direction' });
  else if (fee === DISAGREE) found.push({ kind: 'amounts_disagree' });
  if (!inWindow) found.push({ kind: 'outside_window' });
  if (keys.conflict(g, b)) found.push(conflictOf(matching, local));
  for (const side of SIDES) {
    const taken = takenBy(outcome, side, rows[side]);
    if (taken !== null) found.push(taken);
  }
  if (found.length > 0) return found;
  if (!isByLine(matching.parameters.method)) return [{ kind: 'sums_alone' }];
  return uncertainties(matchAccount({ ...matching.source, withSettled: false }), rows);
}

/** The conflict between two keys or transaction numbers; the rows may share another identifier. */
function conflictOf({ account, keys }: Matching, { g, b }: LocalPair): Obstacle {
  const { texts } = account.residue;
  const idsOf = (side: Side, i: number): Uint32Array => {
    const { ids, idStart } = account.residue[side].identifiers;
    const place = account[side].place[i];
    return ids.subarray(idStart[place], idStart[place + 1]);
  };
  const atBank = new Set(idsOf('bank', b));
  const shared = idsOf('gl', g).find((id) => atBank.has(id));
  // If the keys do not differ, the transaction numbers do.
  const isByKey = keys.gl.hard[g] === 1 && keys.bank.hard[b] === 1 && keys.differ(keys.gl.key[g], keys.bank.key[b]);
  const field = isByKey ? 'key' : 'transaction';
  return {
    kind: 'references_conflict',
    gl: textOf(texts, keys.gl[field][g]),
    bank: textOf(texts, keys.bank[field][b]),
    shared: shared === undefined ? null : textOf(texts, shared),
  };
}

/** The match or netting that holds this row, if there is one. */
export function takenBy({ groups, reversals }: MatchOutcome, side: Side, row: number): Obstacle | null {
  const group = groupOf(groups[side], row);
  if (group >= 0) {
    const others = membersOf(groups[otherSide(side)], group);
    return { kind: 'taken', side, tier: groups.tier[group], row: others[0], more: others.length - 1 };
  }
  const { original, reversal } = reversals[side];
  const o = original.indexOf(row);
  const r = reversal.indexOf(row);
  if (o >= 0) return { kind: 'netted', side, row: reversal[o] };
  return r >= 0 ? { kind: 'netted', side, row: original[r] } : null;
}
