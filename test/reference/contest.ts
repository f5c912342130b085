// A contest: open classes of two kinds (ledger and bank; or rows and the markers that reverse them) with all that could
// be pairs, what speaks for each, and what speaks for nobody (matching-definitions.md, "A contest" to "Shares").

import type { RowClass } from './classes.ts';
import type { PossiblePair } from './contest-pairs.ts';
import { bits, odds, power, sumOf } from './figures.ts';
import type { TextEvidence } from './text-evidence.ts';

export interface WeighedPair extends PossiblePair {
  readonly words: TextEvidence;
  /** At least the contest's floor. */
  readonly text: number;
  readonly dayEvidence: number;
  readonly amountEvidence: number;
  readonly evidence: number;
}

export type Role = 'a' | 'b';

interface Nobody {
  /** How many more may be there by accident: i/j. */
  readonly i: number;
  readonly j: number;
  readonly chance: number;
  readonly less: Readonly<Record<Role, number>>;
}

export interface Contest {
  readonly pairs: readonly WeighedPair[];
  /** At its start. */
  readonly rivals: ReadonlyMap<RowClass, number>;
  readonly sizes: ReadonlyMap<RowClass, number>;
  readonly nobody: Nobody;
}

interface Shares {
  readonly class: RowClass;
  /** In ten-thousandths. */
  share(pair: WeighedPair): number;
  odds(pair: WeighedPair): number;
  readonly nobody: number;
  readonly someone: number;
}

export const isLive = ({ a, b }: PossiblePair): boolean => a.open.length > 0 && b.open.length > 0;

const roleOf = (one: RowClass, { a }: PossiblePair): Role => (a === one ? 'a' : 'b');
export const otherOf = (one: RowClass, { a, b }: PossiblePair): RowClass => (a === one ? b : a);

export function pairsOf(one: RowClass, { pairs }: Pick<Contest, 'pairs'>): readonly WeighedPair[] {
  if (!listed.has(pairs)) {
    const ofClass = new Map<RowClass, WeighedPair[]>();
    for (const pair of pairs)
      for (const each of [pair.a, pair.b]) ofClass.set(each, [...(ofClass.get(each) ?? []), pair]);
    listed.set(pairs, ofClass);
  }
  return listed.get(pairs)!.get(one) ?? [];
}

/** The pairs of each class, by list: months with a crowd have thousands. */
const listed = new WeakMap<readonly WeighedPair[], Map<RowClass, WeighedPair[]>>();

/** Those that it still has: rows of its candidates that have left are rivals no more. */
function rivalsNow(contest: Contest, one: RowClass): number {
  const left = pairsOf(one, contest).map((pair) => {
    const other = otherOf(one, pair);
    return contest.sizes.get(other)! - other.open.length;
  });
  return contest.rivals.get(one)! - sumOf(left);
}

/** All candidates but one may be there by chance, and i/j of one more. */
export function baseOf(contest: Contest, one: RowClass): number {
  const { i, j } = contest.nobody;
  const r = Math.max(1, rivalsNow(contest, one) - (one.open.length - 1));
  return bits((r - 1) * j + i) - bits(j);
}

/** Of a class that has live candidates. */
export function sharesOf(contest: Contest, one: RowClass): Shares {
  const live = pairsOf(one, contest).filter(isLive);
  const { chance, less } = contest.nobody;
  const nobody = baseOf(contest, one) + chance + less[roleOf(one, live[0])];
  const most = Math.max(nobody, ...live.map((pair) => pair.evidence));
  const sum = power(nobody - most) + sumOf(live.map((pair) => power(pair.evidence - most)));
  const part = (x: number) => Math.floor((10_000 * x) / sum);
  return {
    class: one,
    share: (pair) => part(power(pair.evidence - most)),
    odds: (pair) => odds(power(pair.evidence - most), sum - power(pair.evidence - most)),
    nobody: part(power(nobody - most)),
    someone: part(sum - power(nobody - most)),
  };
}

export type SharesAtATime = (one: RowClass) => Shares;

/** The shares of each class, worked out once: for as long as nothing is taken. */
export function sharesAtATime(contest: Contest): SharesAtATime {
  const known = new Map<RowClass, Shares>();
  return (one) => {
    if (!known.has(one)) known.set(one, sharesOf(contest, one));
    return known.get(one)!;
  };
}

/** The lesser of its odds on both sides. */
export function oddsOf(shares: SharesAtATime, pair: WeighedPair): number {
  return Math.min(shares(pair.a).odds(pair), shares(pair.b).odds(pair));
}

/** The lesser of its shares on both sides. */
export function shareOfPair(shares: SharesAtATime, pair: WeighedPair): number {
  return Math.min(shares(pair.a).share(pair), shares(pair.b).share(pair));
}
