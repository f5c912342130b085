// Why two rows are a match, or why they are none: the keys that were compared, how far amounts, dates and texts are
// apart, and what stood in the way. It reads the rows' account again with the functions that matching itself uses, so
// that it cannot say anything else than they did; it is asked for single pairs, not for millions.

import { type RowColumns, SIDES, type Side } from '../records/columns.ts';
import { type Account, type AccountRows, type AccountSide, MATCHED, OPEN, REVERSED, readAccount } from './account.ts';
import { Agreement, DISAGREE } from './agreement.ts';
import { CALIBRATION, type Calibration } from './calibration.ts';
import { type CandidateSet, findCandidates } from './candidates.ts';
import { firstRow } from './classes.ts';
import type { Matching } from './key-tiers.ts';
import { chooseKeys, type Keys } from './keys.ts';
import type { MatchOutcome } from './outcome.ts';
import { PairList } from './pair-list.ts';
import type { MatchParameters } from './parameters.ts';
import { planSession } from './plan.ts';

import { CARRY_EMBEDDED, CARRY_REFERENCE, CARRY_SESSION } from './text-pieces.ts';
import { TextScore } from './text-score.ts';
import { daysApart, daysInWindow, OUTSIDE } from './window.ts';

/** same: both carry it. cut: one carries a cut form of it. conflict: they speak against a pair. */
export type KeyRelation = 'same' | 'cut' | 'conflict' | 'different' | 'missing';

/** Where a row carries an identifier. */
export type CarriedIn = 'reference' | 'settlement_session' | 'narration';

export interface ComparedIdentifier {
  /** As it was compared: upper case, without separators, known prefixes and leading zeros. */
  readonly identifier: string;
  readonly gl: CarriedIn | null;
  readonly bank: CarriedIn | null;
}

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

export interface Explanation {
  /** The pair's tier, null when the two are no pair. */
  readonly tier: number | null;
  readonly keyRelation: KeyRelation;
  readonly identifiers: readonly ComparedIdentifier[];
  /** Words that stand in both rows. */
  readonly sharedWords: readonly string[];
  /** GL - bank, signed minor units; null for two currencies. */
  readonly amountDifference: number | null;
  /** Bank - GL, the nearer of booking and value date. */
  readonly dateDifferenceDays: number;
  readonly feeBasis: 'charge' | 'rate' | null;
  /** 0 to 10,000; null for rows that are not of one account. */
  readonly textScore: number | null;
  /** The bank row that came second where the pair was decided by score, and by how much. */
  readonly runnerUp: { readonly row: number; readonly gap: number } | null;
  /** Empty for a pair. */
  readonly obstacles: readonly Obstacle[];
}

export interface ExplainedSession {
  readonly columns: Readonly<Record<Side, RowColumns>>;
  readonly outcome: MatchOutcome;
  readonly parameters: MatchParameters;
  readonly calibration?: Calibration;
}

/** Rows of the columns. */
export interface RowPair {
  readonly gl: number;
  readonly bank: number;
}

export type Explain = (rows: RowPair) => Explanation;

/** Explains any two rows, matched or not; an account is read once, whatever number of its pairs are asked for. */
export function explainer(session: ExplainedSession): Explain {
  const { columns, parameters, calibration = CALIBRATION } = session;
  const { accounts } = planSession(columns.gl, columns.bank);
  const read = new Map<number, Matching>();
  const matchingOf = (rows: RowPair): Matching | null => {
    const number = accounts.findIndex(({ gl, bank }) => gl.includes(rows.gl) && bank.includes(rows.bank));
    if (number < 0) return null;
    const matching = read.get(number) ?? readMatching(session, accounts[number]!, { parameters, calibration });
    read.set(number, matching);
    return matching;
  };
  return (rows) => {
    const setAside = SIDES.filter((side) => columns[side].flags[rows[side]] !== 0);
    const matching = setAside.length > 0 ? null : matchingOf(rows);
    if (matching !== null) return explained(session, matching, rows);
    const obstacles: Obstacle[] =
      setAside.length > 0 ? setAside.map((side) => ({ kind: 'set_aside', side })) : [{ kind: 'other_account' }];
    return { ...unrelated(session, rows), obstacles };
  };
}

/** An account as matching had it at its end. */
function readMatching(
  { columns, outcome }: ExplainedSession,
  rows: AccountRows,
  { parameters, calibration }: { parameters: MatchParameters; calibration: Calibration },
): Matching {
  const account = readAccount(columns.gl, columns.bank, rows);
  markStates(account, outcome);
  return {
    account,
    keys: chooseKeys(account, calibration),
    text: new TextScore(account, calibration),
    agreement: new Agreement(parameters, account.currencies),
    parameters,
    calibration,
    pairs: new PairList(1),
    notes: new Set(),
  };
}

/** Rows that were never compared, since they are in no account together. */
function unrelated({ columns }: ExplainedSession, rows: RowPair): Explanation {
  const { gl, bank } = columns;
  const sameCurrency = gl.currencies[gl.currency[rows.gl]!] === bank.currencies[bank.currency[rows.bank]!];
  return {
    tier: null,
    keyRelation: 'missing',
    identifiers: [],
    sharedWords: [],
    amountDifference: sameCurrency ? gl.amount[rows.gl]! - bank.amount[rows.bank]! : null,
    dateDifferenceDays: bank.bookingDay[rows.bank]! - gl.bookingDay[rows.gl]!,
    feeBasis: null,
    textScore: null,
    runnerUp: null,
    obstacles: [],
  };
}

function explained({ outcome }: ExplainedSession, matching: Matching, rows: RowPair): Explanation {
  const { account, keys, text, agreement, parameters } = matching;
  const { gl, bank } = account;
  const [g, b] = [gl.row.indexOf(rows.gl), bank.row.indexOf(rows.bank)];
  const sameCurrency = gl.currency[g] === bank.currency[b];
  const fee = sameCurrency ? agreement.of(gl.amount[g]!, bank.amount[b]!, gl.currency[g]!) : DISAGREE;
  const textScore = text.of(gl, g, bank, b);
  const { against } = text;
  const pair = outcome.pairs.gl.indexOf(rows.gl);
  const isPair = pair >= 0 && outcome.pairs.bank[pair] === rows.bank;
  const inWindow = daysInWindow(gl, g, bank, b, parameters);
  return {
    tier: isPair ? outcome.pairs.tier[pair]! : null,
    keyRelation: keyRelation(account, keys, { g, b }),
    identifiers: comparedIdentifiers(account, { g, b }),
    sharedWords: sharedWords(account, { g, b }),
    amountDifference: sameCurrency ? gl.amount[g]! - bank.amount[b]! : null,
    dateDifferenceDays: inWindow === OUTSIDE ? daysApart(gl, g, bank, b) : inWindow,
    feeBasis: fee === 1 ? 'charge' : fee === 2 ? 'rate' : null,
    textScore,
    runnerUp:
      isPair && outcome.pairs.runnerUp[pair]! >= 0
        ? { row: outcome.pairs.runnerUp[pair]!, gap: outcome.pairs.runnerUpGap[pair]! }
        : null,
    obstacles: isPair
      ? []
      : obstacles(outcome, matching, { rows, local: { g, b }, fee, against, inWindow: inWindow !== OUTSIDE }),
  };
}

/** Local row numbers of an account. */
interface LocalPair {
  readonly g: number;
  readonly b: number;
}

function keyRelation(account: Account, keys: Keys, { g, b }: LocalPair): KeyRelation {
  const [x, y] = [keys.gl.key[g]!, keys.bank.key[b]!];
  if (x < 0 || y < 0) return 'missing';
  if (x === y) return carries(account.gl, g, x) !== null && carries(account.bank, b, x) !== null ? 'same' : 'cut';
  return keys.conflict(g, b) ? 'conflict' : 'different';
}

function carries({ text }: AccountSide, i: number, id: number): CarriedIn | null {
  for (let e = text.idStart[i]!; e < text.idStart[i + 1]!; e++)
    if (text.ids[e] === id) return WAYS[text.carry[e]! & 3]!;
  return null;
}

const WAYS: Readonly<Record<number, CarriedIn>> = {
  [CARRY_REFERENCE]: 'reference',
  [CARRY_SESSION]: 'settlement_session',
  [CARRY_EMBEDDED]: 'narration',
};

function comparedIdentifiers({ gl, bank, reader }: Account, { g, b }: LocalPair): ComparedIdentifier[] {
  const ids = new Set([
    ...gl.text.ids.subarray(gl.text.idStart[g]!, gl.text.idStart[g + 1]!),
    ...bank.text.ids.subarray(bank.text.idStart[b]!, bank.text.idStart[b + 1]!),
  ]);
  return [...ids].map((id) => ({
    identifier: textOf(reader.texts, id),
    gl: carries(gl, g, id),
    bank: carries(bank, b, id),
  }));
}

function sharedWords({ gl, bank, reader }: Account, { g, b }: LocalPair): string[] {
  const tokens = (side: AccountSide, i: number) =>
    side.text.tokens.subarray(side.text.tokenStart[i]!, side.text.tokenStart[i + 1]!);
  const atBank = new Set(tokens(bank, b));
  return Array.from(tokens(gl, g))
    .filter((token) => atBank.has(token))
    .map((token) => textOf(reader.texts, token))
    .sort();
}

const decoder = new TextDecoder();
const textOf = ({ store, start }: Account['reader']['texts'], id: number): string =>
  decoder.decode(store.slice(start[id]!, start[id + 1]!));

interface Compared {
  readonly rows: RowPair;
  readonly local: LocalPair;
  readonly fee: number;
  readonly against: boolean;
  readonly inWindow: boolean;
}

function obstacles(outcome: MatchOutcome, matching: Matching, compared: Compared): Obstacle[] {
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

function markStates({ gl, bank }: Account, { pairs, reversals }: MatchOutcome): void {
  for (const [name, side] of [
    ['gl', gl],
    ['bank', bank],
  ] as const) {
    const matched = new Set(pairs[name]);
    const netted = new Set([...reversals[name].original, ...reversals[name].reversal]);
    for (let i = 0; i < side.n; i++) {
      side.state[i] = matched.has(side.row[i]!) ? MATCHED : netted.has(side.row[i]!) ? REVERSED : OPEN;
    }
  }
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
