// Explains why two rows are a match or not: the keys that were compared, the differences of amounts, dates and texts,
// and the obstacles. It reads the account again with the functions of matching, so that it cannot contradict matching.
// It is meant for single pairs.

import type { FeeLeg } from '../../fees/fee-rule.ts';
import { FEE_BASES, type FeeBasis } from '../../records/groups/fee-basis.ts';
import { weighedAt } from '../../records/groups/groups.ts';
import type { AlignedAccounts } from '../../records/rows/accounts.ts';
import { type RowColumns, SIDES, type Side } from '../../records/rows/columns.ts';
import type { Account, AccountSide } from '../account.ts';
import { CALIBRATION, type Calibration } from '../calibration.ts';
import { DISAGREE } from '../candidates/agreement.ts';
import type { Keys } from '../keys/keys.ts';
import type { Matching } from '../matching.ts';
import type { MatchParameters } from '../parameters.ts';
import { planSession } from '../plan.ts';
import {
  type CarriedIn,
  type ComparedIdentifier,
  carriedIn,
  comparedIdentifiers,
  textOf,
} from '../reading/compared-identifiers.ts';
import { REFERENCE_ALONE } from '../tiers/pair-list.ts';
import { daysApart, daysApartOfRows, daysInWindow, OUTSIDE } from '../window.ts';
import { type EvidencePart, evidenceParts } from './evidence-parts.ts';
import { feeLegsAt } from './fee-legs.ts';
import { groupOf, membersCount } from './match-groups.ts';
import { matchedAccount } from './matched-account.ts';
import type { LocalPair, Obstacle, RowPair } from './obstacle.ts';
import { obstaclesBetween } from './obstacles.ts';
import type { MatchOutcome } from './outcome.ts';

/** same: both carry it. cut: one carries a cut form of it. conflict: the keys rule a pair out. */
export type KeyRelation = 'same' | 'cut' | 'conflict' | 'different' | 'missing';

export interface Explanation {
  /** The tier of the group that holds both, null when none does. */
  readonly tier: number | null;
  /** How many rows of each side that group has. */
  readonly members: Readonly<Record<Side, number>> | null;
  readonly keyRelation: KeyRelation;
  readonly identifiers: readonly ComparedIdentifier[];
  /** Words that stand in both rows. */
  readonly sharedWords: readonly string[];
  /** GL - bank, signed minor units, of a match over all of its rows; null for two currencies. */
  readonly amountDifference: number | null;
  /** Bank - GL, the nearer of booking and value date; null where a row has no date. */
  readonly dateDifferenceDays: number | null;
  readonly feeBasis: FeeBasis;
  /** How the fee of a match is split, by the rule that expects it. */
  readonly feeLegs: readonly FeeLeg[];
  /** 0 to 10,000; null for rows of different accounts, and for a pair that was settled by its reference. */
  readonly textScore: number | null;
  /**
   * Probability of a pair that was matched by evidence, in ten-thousandths, and its evidence; null and empty for other
   * pairs.
   */
  readonly probability: number | null;
  readonly evidence: readonly EvidencePart[];
  /** The second best bank row where evidence decided, and how much lower its probability is. */
  readonly runnerUp: { readonly row: number; readonly gap: number } | null;
  /** Empty for a match. */
  readonly obstacles: readonly Obstacle[];
}

interface ExplainedSession {
  readonly columns: Readonly<Record<Side, RowColumns>>;
  /** Left out: accounts are one by equal numbers alone. */
  readonly accounts?: AlignedAccounts;
  readonly outcome: MatchOutcome;
  readonly parameters: MatchParameters;
  readonly calibration?: Calibration;
}

export type Explain = (rows: RowPair) => Explanation;

/** Explains any two rows, matched or not; an account is read once, whatever number of its pairs are asked for. */
export function explainer(session: ExplainedSession): Explain {
  const { columns, parameters, calibration = CALIBRATION } = session;
  const { accounts } = planSession(columns.gl, columns.bank, session.accounts);
  const read = new Map<number, Matching>();
  const matchingOf = (rows: RowPair): Matching | null => {
    const number = accounts.findIndex(({ gl, bank }) => gl.includes(rows.gl) && bank.includes(rows.bank));
    if (number < 0) return null;
    const matching = read.get(number) ?? matchedAccount(session, accounts[number], { parameters, calibration });
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

/** Two rows that were never compared, because they are not in one account. */
function unrelated({ columns }: ExplainedSession, rows: RowPair): Explanation {
  const { gl, bank } = columns;
  const sameCurrency = gl.currencies[gl.currency[rows.gl]] === bank.currencies[bank.currency[rows.bank]];
  const pair = { gl: [Uint32Array.of(rows.gl)], bank: [Uint32Array.of(rows.bank)], settled: [false] };
  const identifiers = comparedIdentifiers(columns, pair)[0];
  return {
    tier: null,
    members: null,
    keyRelation: identifiers.some((one) => one.gl !== null && one.bank !== null) ? 'same' : 'missing',
    identifiers,
    sharedWords: [],
    amountDifference: sameCurrency ? gl.amount[rows.gl] - bank.amount[rows.bank] : null,
    dateDifferenceDays: daysApartOfRows(gl, rows.gl, bank, rows.bank),
    feeBasis: null,
    feeLegs: [],
    textScore: null,
    probability: null,
    evidence: [],
    runnerUp: null,
    obstacles: [],
  };
}

function explained({ columns, outcome }: ExplainedSession, matching: Matching, rows: RowPair): Explanation {
  const { account, keys, text, texts, agreement, parameters } = matching;
  const { gl, bank } = account;
  const g = gl.row.indexOf(rows.gl);
  const b = bank.row.indexOf(rows.bank);
  const sameCurrency = gl.currency[g] === bank.currency[b];
  const fee = agreement.ofRows(gl, g, bank, b);
  const textScore = text.score(texts.gl, g, texts.bank, b);
  const { groups } = outcome;
  const group = groupOf(groups.gl, rows.gl);
  const isMatch = group >= 0 && group === groupOf(groups.bank, rows.bank);
  const score = isMatch ? groups.textScore[group] : textScore;
  const weighed = isMatch ? weighedAt(groups.weighed, group) : {};
  const inWindow = daysInWindow(gl, g, bank, b, parameters);
  return {
    tier: isMatch ? groups.tier[group] : null,
    members: isMatch ? membersCount(groups, group) : null,
    // A pair settled at sight has one reference, even if too many other rows mention it for a key.
    keyRelation: isMatch && groups.textScore[group] === REFERENCE_ALONE ? 'same' : keyRelation(account, keys, { g, b }),
    identifiers: identifiersOf(account, { g, b }),
    sharedWords: sharedWords(account, { g, b }),
    amountDifference: isMatch ? groups.difference[group] : sameCurrency ? gl.amount[g] - bank.amount[b] : null,
    dateDifferenceDays: isMatch ? groups.days[group] : inWindow === OUTSIDE ? daysApart(gl, g, bank, b) : inWindow,
    feeBasis: isMatch ? FEE_BASES[groups.feeBasis[group]] : fee === DISAGREE ? null : FEE_BASES[fee],
    feeLegs: isMatch ? feeLegsAt(parameters, { columns, groups }, group) : [],
    // Pairs settled at sight or at a glance have no text score, because their texts were not compared.
    textScore: score < 0 ? null : score,
    probability: weighed.probability || null,
    evidence: evidenceParts(weighed, {
      days: isMatch ? groups.days[group] : 0,
      difference: isMatch ? groups.difference[group] : 0,
      isFee: isMatch && groups.feeBasis[group] !== 0,
    }),
    runnerUp:
      isMatch && groups.runnerUp[group] >= 0 ? { row: groups.runnerUp[group], gap: groups.runnerUpGap[group] } : null,
    obstacles: isMatch
      ? []
      : obstaclesBetween(outcome, matching, { rows, local: { g, b }, fee, inWindow: inWindow !== OUTSIDE }),
  };
}

function keyRelation(account: Account, keys: Keys, { g, b }: LocalPair): KeyRelation {
  const x = keys.gl.key[g];
  const y = keys.bank.key[b];
  if (x < 0 || y < 0) return 'missing';
  if (x === y) return carries(account, 'gl', g, x) !== null && carries(account, 'bank', b, x) !== null ? 'same' : 'cut';
  return keys.conflict(g, b) ? 'conflict' : 'different';
}

function carries(account: Account, side: Side, i: number, id: number): CarriedIn | null {
  const { idStart, ids, carry } = account.residue[side].identifiers;
  const place = account[side].place[i];
  for (let e = idStart[place]; e < idStart[place + 1]; e++) if (ids[e] === id) return carriedIn(carry[e]);
  return null;
}

function identifiersOf(account: Account, { g, b }: LocalPair): ComparedIdentifier[] {
  const idsOf = (side: Side, i: number): Uint32Array => {
    const { ids, idStart } = account.residue[side].identifiers;
    const place = account[side].place[i];
    return ids.subarray(idStart[place], idStart[place + 1]);
  };
  return [...new Set([...idsOf('gl', g), ...idsOf('bank', b)])].map((id) => ({
    identifier: textOf(account.residue.texts, id),
    gl: carries(account, 'gl', g, id),
    bank: carries(account, 'bank', b, id),
  }));
}

function sharedWords({ gl, bank, words }: Account, { g, b }: LocalPair): string[] {
  const tokens = (side: AccountSide, i: number) =>
    side.text.tokens.subarray(side.text.tokenStart[i], side.text.tokenStart[i + 1]);
  const atBank = new Set(tokens(bank, b));
  return Array.from(tokens(gl, g))
    .filter((token) => atBank.has(token))
    .map((token) => textOf(words, token))
    .sort();
}
