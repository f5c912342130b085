// Which acts another caller must accept: the rules of a partner's policy, and the words of the refusal. A rule applies
// where everything that it says is so.

import { TieoutError } from '../errors.ts';
import { exponentOf, formatGrouped } from '../money/money.ts';
import type { Decision } from '../records/documents/decisions.ts';
import type { DifferenceAs } from '../records/groups/difference-as.ts';

export type ReviewedAct = Decision | 'match' | 'parting' | 'undo' | 'pattern';

/** Minor units by currency. */
type Limits = Readonly<Record<string, number>>;

/** Null, an empty list or no limits: it is not looked at. */
export interface ReviewRule {
  readonly acts: readonly ReviewedAct[];
  /** Classes of exceptions. */
  readonly types: readonly string[];
  readonly amountAbove: Limits;
  /** Of what a session moved, 0 to 1. */
  readonly shareOfMonthAbove: number | null;
  readonly recurring: boolean | null;
  readonly differences: readonly DifferenceAs[];
  readonly differenceAbove: Limits;
}

/** Unsigned money of an act in one session and currency. */
export interface ActMoney {
  readonly session: string;
  readonly currency: string;
  readonly minor: bigint;
}

/** An act as the rules look at it. */
export interface AskedAct extends ActFacts {
  readonly act: ReviewedAct;
  /** What was done alone before in its sessions: how an act is cut into calls must not decide. */
  readonly before: readonly DoneAlone[];
}

/** What a caller, or a pattern, did without a second one. */
export interface DoneAlone extends ActFacts {
  /** Names of the act: what was reopened may have been a decision or a sweep. */
  readonly acts: readonly ReviewedAct[];
}

interface ActFacts {
  /** Classes of the exceptions that it decides, or whose rows it matches. */
  readonly types: readonly string[];
  readonly money: readonly ActMoney[];
  /** Whether it teaches a pattern. */
  readonly recurring: boolean;
  /** Of a match by hand; null: the sides agree, or it is none. */
  readonly difference: { readonly as: DifferenceAs; readonly minor: number; readonly currency: string } | null;
}

/** What the rules must know of an act beside its name, so that no more is read. */
export interface NeededFacts {
  readonly money: boolean;
  readonly share: boolean;
  readonly types: boolean;
  /** What was done before. */
  readonly before: boolean;
}

/** Rules that may apply to the act; what they need to know of it. Null: none may. */
export function factsNeeded(rules: readonly ReviewRule[], act: ReviewedAct): NeededFacts | null {
  const some = rules.filter(({ acts }) => acts.length === 0 || acts.includes(act));
  if (some.length === 0) return null;
  const share = some.some(({ shareOfMonthAbove }) => shareOfMonthAbove !== null);
  const money = share || some.some(({ amountAbove }) => hasAny(amountAbove));
  return {
    money,
    share,
    before: money || some.some(({ differenceAbove }) => hasAny(differenceAbove)),
    types: some.some(({ types }) => types.length > 0),
  };
}

/**
 * Why another caller must accept the act, in the words of the refusal; null: nobody need. `moved`: what a session moved
 * in a currency, minor units; null where that is not known, and then every share is more.
 */
export function whyReviewed(
  rules: readonly ReviewRule[],
  asked: AskedAct,
  moved: (session: string, currency: string) => bigint | null,
): string | null {
  for (const rule of rules) {
    const said = saysSo(rule, asked, moved);
    if (said !== null) return said.length === 0 ? 'every act of this kind' : said.join(', ');
  }
  return null;
}

/** What the rule says of the act; null: it does not apply. */
function saysSo(rule: ReviewRule, asked: AskedAct, moved: Parameters<typeof whyReviewed>[2]): string[] | null {
  const said: string[] = [];
  const before = asked.before.filter((one) => countsFor(rule, one));
  const money = [...asked.money, ...before.flatMap((one) => one.money)];
  const togetherUnless = (isAlone: boolean): string => (isAlone ? '' : ', with what was done alone before');
  if (rule.acts.length > 0) {
    if (!rule.acts.includes(asked.act)) return null;
    said.push(asked.act);
  }
  if (rule.types.length > 0) {
    const type = asked.types.find((one) => rule.types.includes(one));
    if (type === undefined) return null;
    said.push(type);
  }
  if (rule.recurring !== null) {
    if (rule.recurring !== asked.recurring) return null;
    said.push(rule.recurring ? 'recurring' : 'not recurring');
  }
  if (hasAny(rule.amountAbove)) {
    const over = Object.entries(rule.amountAbove).find(
      ([currency, limit]) => sumIn(asked.money, currency) > 0n && sumIn(money, currency) > limit,
    );
    if (over === undefined) return null;
    const isAlone = sumIn(asked.money, over[0]) > over[1];
    said.push(`more than ${words(...over)}${togetherUnless(isAlone)}`);
  }
  const share = rule.shareOfMonthAbove;
  if (share !== null) {
    const isOver = ({ session, currency, minor }: ActMoney) => isAbove(minor, moved(session, currency), share);
    const own = bySession(asked.money).filter(({ minor }) => minor > 0n);
    const over = bySession(money).find(
      (one) => isOver(one) && own.some(({ session, currency }) => one.session === session && one.currency === currency),
    );
    if (over === undefined) return null;
    const isAlone = own.some((one) => one.session === over.session && isOver(one));
    said.push(`more than ${inPercent(share)} of session ${over.session}${togetherUnless(isAlone)}`);
  }
  const { difference } = asked;
  if (rule.differences.length > 0) {
    if (difference === null || !rule.differences.includes(difference.as)) return null;
    said.push(`a difference as ${difference.as}`);
  }
  if (hasAny(rule.differenceAbove)) {
    const limit = difference === null ? undefined : rule.differenceAbove[difference.currency];
    if (limit === undefined) return null;
    const { currency, minor } = difference!;
    const others = before.flatMap((one) => (one.difference?.currency === currency ? [one.difference.minor] : []));
    if (others.reduce((sum, one) => sum + Math.abs(one), Math.abs(minor)) <= limit) return null;
    said.push(`a difference of more than ${words(currency, limit)}${togetherUnless(Math.abs(minor) > limit)}`);
  }
  return said;
}

/** Whether what was done before is of the kind that the rule speaks of. */
const countsFor = ({ acts, types, recurring, differences }: ReviewRule, done: DoneAlone): boolean =>
  (acts.length === 0 || done.acts.some((act) => acts.includes(act))) &&
  (types.length === 0 || done.types.some((type) => types.includes(type))) &&
  (recurring === null || recurring === done.recurring) &&
  (differences.length === 0 || (done.difference !== null && differences.includes(done.difference.as)));

/**
 * Whether a difference is written off that somebody else’s policy does not allow: whoever raised the limit does not use
 * it alone.
 */
export const isBeyondLimits = (
  difference: AskedAct['difference'],
  limits: readonly Readonly<Record<string, number>>[],
): boolean =>
  difference?.as === 'write_off' && limits.some((one) => Math.abs(difference.minor) > (one[difference.currency] ?? -1));

const hasAny = (limits: Limits): boolean => Object.keys(limits).length > 0;

const sumIn = (money: readonly ActMoney[], currency: string): bigint =>
  money.reduce((sum, one) => (one.currency === currency ? sum + one.minor : sum), 0n);

function bySession(money: readonly ActMoney[]): ActMoney[] {
  const sums = new Map<string, ActMoney>();
  for (const one of money) {
    const key = JSON.stringify([one.session, one.currency]);
    sums.set(key, { ...one, minor: (sums.get(key)?.minor ?? 0n) + one.minor });
  }
  return [...sums.values()];
}

/** Shares are compared as millionths, so that nothing depends on how a fraction is rounded. */
const PARTS = 1_000_000;

const isAbove = (minor: bigint, all: bigint | null, share: number): boolean =>
  all === null || minor * BigInt(PARTS) > all * BigInt(Math.round(share * PARTS));

const inPercent = (share: number): string => `${Math.round(share * PARTS) / 10_000} %`;

const words = (currency: string, minor: number): string => `${currency} ${formatGrouped(minor, exponentOf(currency))}`;

/** The refusal of an act that another caller must accept. `order`: the field of POST /v1/proposals that takes it. */
export const needsReview = (why: string, order: string): TieoutError =>
  new TieoutError(
    'needs_review',
    `By the policy another caller must accept this (${why}): propose it with POST /v1/proposals as order.${order}, ` +
      'and somebody with the role review accepts it there.',
  );
