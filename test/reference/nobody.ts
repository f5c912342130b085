// How likely a row has no partner at all, and how often candidates are there by chance (matching-definitions.md,
// "Nobody").

import type { AccountState } from './account-state.ts';
import { exactAmount } from './amounts.ts';
import type { Entrants } from './candidates.ts';
import type { RowClass } from './classes.ts';
import {
  baseOf,
  type Contest,
  isLive,
  pairsOf,
  type Role,
  shareOfPair,
  sharesAtATime,
  type WeighedPair,
} from './contest.ts';
import { type ContestRule, isNear } from './contest-pairs.ts';
import { bits, held, lifted, power, share, sumOf } from './figures.ts';

export interface Accident {
  readonly i: number;
  readonly j: number;
}

const AT_LEAST_ONE: Accident = { i: 1, j: 1 };
export const A_QUARTER: Accident = { i: 1, j: 4 };

/** The odds that 6 in 20 have no partner. */
export const LESS_AT_FIRST = bits(6) - bits(14);
const LESS = { least: -bits(63), most: bits(63) };
const LEAD = { least: -960, most: 960 };

/** How often a row's amount is met where its partner cannot be. */
export function accidentOf(
  state: AccountState,
  rule: ContestRule,
  { a: gl, b: bank }: Entrants,
  rivals: ReadonlyMap<RowClass, number>,
): Accident {
  if (rule.amounts === 'agreeing') return AT_LEAST_ONE;
  const alone = gl.filter((one) => rivals.get(one) === one.open.length);
  const A = sumOf(alone.map((one) => one.open.length));
  const elsewhere = (one: RowClass) =>
    bank.filter((other) => exactAmount(one.sample, other.sample) && !isNear(state, rule, one, other));
  const E = sumOf(alone.map((one) => one.open.length * sumOf(elsewhere(one).map((other) => other.open.length))));
  const days = bank.map((one) => one.sample.bookingDay);
  const W = state.parameters.daysBack + state.parameters.daysForward + 1;
  const O = bank.length === 0 ? 0 : Math.max(...days) - Math.min(...days) + 1 - W;
  return O <= 0 ? A_QUARTER : { i: E * W + 5 * O, j: (A + 20) * O };
}

/** The contest with chance and less as its own rows say. */
export function withNobody(contest: Contest, { a: gl, b: bank }: Entrants): Contest {
  const { i, j } = contest.nobody;
  const withFigures = (chance: number, less: Record<Role, number>): Contest => ({
    ...contest,
    nobody: { i, j, chance, less },
  });
  const most = new Map([...gl, ...bank].map((one) => [one, mostOf(contest, one)]));
  const isBestOfNeither = ({ a, b, evidence }: WeighedPair) => most.get(a)! > evidence && most.get(b)! > evidence;
  const first = chanceOf(contest, gl, (pair) => (isBestOfNeither(pair) ? 10_000 : 0));
  let now = withFigures(first, { a: 0, b: 0 });
  for (let time = 0; time < 2; time++) {
    const less = { a: lessOf(now, gl), b: lessOf(now, bank) };
    const shared = sharesAtATime(withFigures(now.nobody.chance, less));
    const chance = chanceOf(contest, gl, (pair) => 10_000 - shareOfPair(shared, pair));
    now = withFigures(chance, less);
  }
  return now;
}

const mostOf = (contest: Contest, one: RowClass): number =>
  Math.max(...pairsOf(one, contest).map((pair) => pair.evidence));

/** What pairs by chance come to, of what all that are there by chance would come to at evidence 0. */
function chanceOf(
  { pairs, rivals }: Contest,
  gl: readonly RowClass[],
  weightOf: (pair: WeighedPair) => number,
): number {
  const size = ({ b }: WeighedPair) => b.open.length;
  const met = pairs.map((pair) => ((lifted(pair.evidence) * BigInt(weightOf(pair))) / 10_000n) * BigInt(size(pair)));
  const speaking = met.reduce((sum, one) => sum + one, 4n * 2n ** 20n);
  const there =
    4 * 10_000 +
    10_000 * sumOf(gl.map((one) => rivals.get(one)!)) -
    sumOf(pairs.map((pair) => (10_000 - weightOf(pair)) * size(pair)));
  return Math.min(0, bits(speaking) + bits(10_000) - 320 - bits(there));
}

/** The odds that a row of the side has no partner. */
function lessOf(contest: Contest, classes: readonly RowClass[]): number {
  const leads = classes.flatMap((one) => {
    const evidence = pairsOf(one, contest)
      .filter(isLive)
      .map((pair) => pair.evidence);
    if (evidence.length === 0) return [];
    const most = Math.max(...evidence);
    const all = sumOf(evidence.map((e) => power(e - most)));
    const lead = most + bits(all) - bits(2 ** 30) - baseOf(contest, one) - contest.nobody.chance;
    return [{ size: one.open.length, lead: held(lead, LEAD) }];
  });
  const open = sumOf(classes.map((one) => one.open.length));
  let less = LESS_AT_FIRST;
  for (let time = 0; time < 8; time++) {
    const partnered = 140_000 + sumOf(leads.map(({ size, lead }) => size * share(lead - less)));
    less = held(bits((20 + open) * 10_000 - partnered) - bits(partnered), LESS);
  }
  return less;
}
