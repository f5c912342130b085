// Why no tier was certain of two open rows that nothing speaks against: a charge too large to be believed without a
// reference, other rows that fit about as well, unlike numbers of interchangeable rows, a floor that texts or score stay
// under, a crowd. Judged by what matching left open; each obstacle is a sentence of its own (cli/results/explain-lines.ts).

import { SIDES, type Side } from '../../records/rows/columns.ts';
import { matchedNear } from '../candidates/amount-rows.ts';
import type { CandidateSet } from '../candidates/candidate-scores.ts';
import { findCandidates } from '../candidates/candidates.ts';
import { firstRow, sizeOf } from '../candidates/classes.ts';
import type { LocalPair, Obstacle } from '../outcome/obstacle.ts';
import { ONE_SAME } from '../texts/text-score.ts';
import type { Matching } from './key-tiers.ts';

/** At least one; strongest first. */
export function uncertainties(matching: Matching, pair: LocalPair): Obstacle[] {
  const { agreement, account } = matching;
  const [x, y] = [account.gl.amount[pair.g]!, account.bank.amount[pair.b]!];
  const set = findCandidates(matching, false);
  const classes = { gl: classOf(set, 'gl', pair.g), bank: classOf(set, 'bank', pair.b) };
  const own = candidateOf(set, classes);
  const sizes = { gl: sizeOf(set.gl, classes.gl), bank: sizeOf(set.bank, classes.bank) };
  const found: Obstacle[] = sizes.gl === sizes.bank ? [] : [{ kind: 'unlike_numbers', ...sizes }];
  if (own < 0) {
    const believed = agreement.withoutKey(x, y, account.gl.currency[pair.g]!);
    found.push(believed ? { kind: 'crowded' } : { kind: 'charge_too_large' });
    return found;
  }
  const rivals = SIDES.flatMap((side) => bestRival(matching, { set, classes, own, side }));
  found.push(...rivals);
  if (found.length > 0) return found;
  return [underFloor(matching, { set, own, isAlone: isAlone(set, classes), exact: x === y })];
}

interface Compared {
  readonly set: CandidateSet;
  readonly own: number;
  readonly isAlone: boolean;
  readonly exact: boolean;
}

/** What is left: no other is near, and the numbers are alike. */
function underFloor(matching: Matching, { set, own, isAlone, exact }: Compared): Obstacle {
  const { textFloor, scoreFloor, leastText, commonAmount } = matching.calibration;
  const [text, score] = [set.text[own]!, set.score[own]!];
  if (text < leastText) {
    if (isAlone && !exact) return { kind: 'text_under_floor', text, floor: leastText };
    const matched =
      set.words[own]! < ONE_SAME ? matchedNear(matching, Uint32Array.of(firstRow(set.gl, set.glClass[own]!)))[0]! : 0;
    if (matched > commonAmount) return { kind: 'common_amount', matched, text, floor: leastText };
  }
  const isClear = score >= scoreFloor || (exact && text >= textFloor);
  if (!isAlone && !isClear) return { kind: 'score_under_floor', score, floor: scoreFloor };
  return set.glBounds[set.glClass[own]!]! | set.bankBounds[set.bankClass[own]!]!
    ? { kind: 'crowded' }
    : { kind: 'not_certain' };
}

type ClassPair = Readonly<Record<Side, number>>;

/** Of one of the two rows the row of the other side that fits it best beside the other one, when it is too near. */
function bestRival(
  { account, calibration }: Matching,
  { set, classes, own, side }: { set: CandidateSet; classes: ClassPair; own: number; side: Side },
): Obstacle[] {
  const other = side === 'gl' ? 'bank' : 'gl';
  const classesOf = side === 'gl' ? set.glClass : set.bankClass;
  const others = side === 'gl' ? set.bankClass : set.glClass;
  let best = -1;
  for (let e = 0; e < set.count; e++) {
    if (classesOf[e] !== classes[side] || e === own) continue;
    if (best < 0 || set.score[e]! > set.score[best]!) best = e;
  }
  if (best < 0 || set.score[own]! - set.score[best]! >= Math.max(1, calibration.gap)) return [];
  const row = account[other].row[firstRow(set[other], others[best]!)]!;
  return [{ kind: 'better_candidate', side, row, lead: set.score[best]! - set.score[own]! }];
}

/** Whether neither of the two has another candidate. */
function isAlone(set: CandidateSet, classes: ClassPair): boolean {
  let near = 0;
  for (let e = 0; e < set.count; e++) {
    if (set.glClass[e] === classes.gl || set.bankClass[e] === classes.bank) near++;
  }
  return near === 1;
}

function classOf(set: CandidateSet, side: Side, i: number): number {
  const { count, start, rows } = set[side];
  for (let c = 0; c < count; c++) if (rows.subarray(start[c]!, start[c + 1]!).includes(i)) return c;
  return -1;
}

function candidateOf(set: CandidateSet, classes: ClassPair): number {
  for (let e = 0; e < set.count; e++) {
    if (set.glClass[e] === classes.gl && set.bankClass[e] === classes.bank) return e;
  }
  return -1;
}
