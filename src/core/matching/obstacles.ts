// Why two rows are no pair: the rules that speak against it, the rows that took one of them, and, where neither is
// taken, the open row that fits at least as well. The second half of an explanation (explain.ts).

import { SIDES, type Side } from '../records/columns.ts';
import { DISAGREE } from './agreement.ts';
import type { CandidateSet } from './candidate-scores.ts';
import { findCandidates } from './candidates.ts';
import { firstRow } from './classes.ts';
import type { Matching } from './key-tiers.ts';
import type { MatchOutcome } from './outcome.ts';

/** What stands between two rows that are no pair, strongest first. */
export type Obstacle =
  | { readonly kind: 'set_aside'; readonly side: Side }
  | { readonly kind: 'other_account' }
  | { readonly kind: 'other_currency' }
  | { readonly kind: 'other_direction' }
  | { readonly kind: 'amounts_disagree' }
  | { readonly kind: 'outside_window' }
  | { readonly kind: 'references_conflict' }
  | { readonly kind: 'texts_against' }
  /** `rows` of the other side, for a netted row of its own side. */
  | { readonly kind: 'taken'; readonly side: Side; readonly tier: number; readonly row: number }
  | { readonly kind: 'netted'; readonly side: Side; readonly row: number }
  /** An open row of the other side that fits `side`'s row at least as well. */
  | { readonly kind: 'better_candidate'; readonly side: Side; readonly row: number; readonly lead: number }
  | { readonly kind: 'not_certain' };

/** Rows of the columns. */
export interface RowPair {
  readonly gl: number;
  readonly bank: number;
}

/** Local row numbers of an account. */
export interface LocalPair {
  readonly g: number;
  readonly b: number;
}

/** Two rows of one account as they were compared. */
export interface ComparedRows {
  readonly rows: RowPair;
  readonly local: LocalPair;
  readonly fee: number;
  readonly against: boolean;
  readonly inWindow: boolean;
}

/** At least one; strongest first. `matching` is the account as matching left it. */
export function obstaclesBetween(outcome: MatchOutcome, matching: Matching, compared: ComparedRows): Obstacle[] {
  const { account, keys } = matching;
  const { rows, local, fee, against, inWindow } = compared;
  const { g, b } = local;
  const { gl, bank } = account;
  const found: Obstacle[] = [];
  if (gl.currency[g] !== bank.currency[b]) found.push({ kind: 'other_currency' });
  else if (gl.amount[g]! > 0 !== bank.amount[b]! > 0) found.push({ kind: 'other_direction' });
  else if (fee === DISAGREE) found.push({ kind: 'amounts_disagree' });
  if (!inWindow) found.push({ kind: 'outside_window' });
  if (keys.conflict(g, b)) found.push({ kind: 'references_conflict' });
  const sameKey = keys.gl.key[g]! >= 0 && keys.gl.key[g] === keys.bank.key[b];
  if (against && !sameKey) found.push({ kind: 'texts_against' });
  for (const side of SIDES) {
    const taken = takenBy(outcome, side, rows[side]);
    if (taken !== null) found.push(taken);
  }
  if (found.length > 0) return found;
  const better = betterCandidates(matching, local);
  return better.length > 0 ? better : [{ kind: 'not_certain' }];
}

/** Which row took this one, if any did. */
function takenBy({ pairs, reversals }: MatchOutcome, side: Side, row: number): Obstacle | null {
  const pair = pairs[side].indexOf(row);
  if (pair >= 0) {
    const other = side === 'gl' ? pairs.bank[pair]! : pairs.gl[pair]!;
    return { kind: 'taken', side, tier: pairs.tier[pair]!, row: other };
  }
  const { original, reversal } = reversals[side];
  const [o, r] = [original.indexOf(row), reversal.indexOf(row)];
  if (o >= 0) return { kind: 'netted', side, row: reversal[o]! };
  return r >= 0 ? { kind: 'netted', side, row: original[r]! } : null;
}

/** For each of two open rows, the open row of the other side that fits it best, when that is not the other one. */
function betterCandidates(matching: Matching, { g, b }: LocalPair): Obstacle[] {
  const { account } = matching;
  const set = findCandidates(matching, false);
  const classes = { gl: classOf(set, 'gl', g), bank: classOf(set, 'bank', b) };
  const own = scoreIn(set, classes);
  return SIDES.flatMap((side): Obstacle[] => {
    const other = side === 'gl' ? 'bank' : 'gl';
    const classesOf = side === 'gl' ? set.glClass : set.bankClass;
    const others = side === 'gl' ? set.bankClass : set.glClass;
    let best = -1;
    for (let e = 0; e < set.count; e++) {
      if (classesOf[e] !== classes[side] || others[e] === classes[other] || set.against[e]) continue;
      if (best < 0 || set.score[e]! > set.score[best]!) best = e;
    }
    if (best < 0 || set.score[best]! < own - matching.calibration.gap) return [];
    const row = account[other].row[firstRow(set[other], others[best]!)]!;
    return [{ kind: 'better_candidate', side, row, lead: set.score[best]! - own }];
  });
}

function classOf(set: CandidateSet, side: Side, i: number): number {
  const { count, start, rows } = set[side];
  for (let c = 0; c < count; c++) if (rows.subarray(start[c]!, start[c + 1]!).includes(i)) return c;
  return -1;
}

function scoreIn(set: CandidateSet, classes: Readonly<Record<Side, number>>): number {
  for (let e = 0; e < set.count; e++) {
    if (set.glClass[e] === classes.gl && set.bankClass[e] === classes.bank) return set.score[e]!;
  }
  return 0;
}
