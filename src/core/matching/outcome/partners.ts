// Finds for open rows the one open row of the other side that differs in one respect: another currency, the opposite
// sign, another amount, or a date outside the window. One to one, by least difference, then fewest days, then canonical
// order. The cluster types currency, direction, amount_mismatch and date_difference are made of these partners. If the
// method does not match row by row, only rows that alone have a key on their side have partners.

import type { Account } from '../account.ts';
import { DISAGREE } from '../candidates/agreement.ts';
import { sizeOf } from '../classes.ts';
import { holdTextContest } from '../contest/hold-contest.ts';
import { type Choice, LiveContest, runRounds } from '../contest/rounds.ts';
import type { PenaltyTables } from '../evidence/penalties.ts';
import { LEAST_ODDS } from '../evidence/probability.ts';
import { isByKnown } from '../keys/keys.ts';
import { MOST_TIMES } from '../keys/known-fields.ts';
import { keyArraysOf, sharedKeys } from '../keys/rows-by-key.ts';
import type { Matching } from '../matching.ts';
import { comparesByKey, isByLine } from '../method.ts';
import { daysApart, daysInWindow, OUTSIDE } from '../window.ts';
import type { OpenBatches } from './open-batches.ts';

/** Local rows of the other side, or -1. */
export interface Partners {
  readonly currency: Int32Array;
  readonly direction: Int32Array;
  readonly amount: Int32Array;
  readonly date: Int32Array;
  /** 1 when `date` was found by the key. */
  readonly dateByKey: Uint8Array;
  // Kinds with identifiers of their own find these (keyed-open-rows.ts).
  readonly status?: Int32Array;
  readonly account?: Int32Array;
  readonly dispense?: Int32Array;
}

type Relation = 'currency' | 'direction' | 'amount' | 'date';

interface Proposal {
  readonly g: number;
  readonly b: number;
  /** Lower is better, compared in order. */
  readonly rank: readonly [number, number];
}

/** If more open rows of a side carry a key, it does not tell which row belongs to which. */
const MOST_ROWS_OF_A_KEY = 200;
/** The bound for a known reference. */
const MOST_ROWS_OF_KNOWN = 20;
/** The most days between two rows of a known reference: a number that comes again does so every month. */
const MOST_DAYS_OF_KNOWN = 27;

/** `costs`: the learned costs of words. `batch`: rows of one batch are no amount mismatch of each other. */
export function partnersOf(
  matching: Matching,
  costs: PenaltyTables,
  batch: OpenBatches,
): { gl: Partners; bank: Partners } {
  const { account } = matching;
  const none = (n: number): Partners => ({
    currency: new Int32Array(n).fill(-1),
    direction: new Int32Array(n).fill(-1),
    amount: new Int32Array(n).fill(-1),
    date: new Int32Array(n).fill(-1),
    dateByKey: new Uint8Array(n),
  });
  const partners = { gl: none(account.gl.n), bank: none(account.bank.n) };
  const proposals = proposalsByKey(matching);
  /** Makes partners of the best proposals, and answers those. */
  const settled = (relation: Relation, some = proposals[relation]): Proposal[] =>
    settle(some, partners.gl[relation], partners.bank[relation]);
  settled('currency');
  settled('direction');
  for (const { g, b } of settled('date')) {
    partners.gl.dateByKey[g] = partners.bank.dateByKey[b] = 1;
  }
  // A row whose amount the other side has on another day is not also an amount mismatch.
  const hasNoDate = ({ g, b }: Proposal): boolean => partners.gl.date[g] === -1 && partners.bank.date[b] === -1;
  const areOfBatch = ({ g, b }: Proposal): boolean => batch.gl[g] >= 0 && batch.gl[g] === batch.bank[b];
  settled(
    'amount',
    proposals.amount.filter((pair) => hasNoDate(pair) && !areOfBatch(pair)),
  );
  if (isByLine(matching.parameters.method))
    settle(proposalsByText(matching, costs, partners), partners.gl.date, partners.bank.date);
  return partners;
}

/** Takes proposals, the best first, whose rows are both still without a partner, and answers the taken ones. */
function settle(proposals: Proposal[], gl: Int32Array, bank: Int32Array): Proposal[] {
  proposals.sort((p, q) => p.rank[0] - q.rank[0] || p.rank[1] - q.rank[1] || p.g - q.g || p.b - q.b);
  return proposals.filter(({ g, b }) => {
    if (gl[g] !== -1 || bank[b] !== -1) return false;
    gl[g] = b;
    bank[b] = g;
    return true;
  });
}

function proposalsByKey(matching: Matching): Record<Relation, Proposal[]> {
  const { account, keys } = matching;
  const proposals: Record<Relation, Proposal[]> = { currency: [], direction: [], amount: [], date: [] };
  for (const { gl: g, bank: b } of sharedKeys(account, keyArraysOf(keys))) {
    if (!comparesByKey(matching.parameters.method, { gl: g.length, bank: b.length })) continue;
    const known = isByKnown(keys.gl, g[0]) || isByKnown(keys.bank, b[0]);
    if (Math.max(g.length, b.length) > (known ? MOST_ROWS_OF_KNOWN : MOST_ROWS_OF_A_KEY)) continue;
    for (const i of g) {
      for (const j of b) if (!known || mayBelong(account, i, j)) propose(matching, i, j, proposals);
    }
  }
  return proposals;
}

/** Whether two rows of a known reference are near enough to be one transaction. */
function mayBelong({ gl, bank }: Account, g: number, b: number): boolean {
  if (Math.abs(daysApart(gl, g, bank, b)) > MOST_DAYS_OF_KNOWN) return false;
  const x = Math.abs(gl.amount[g]);
  const y = Math.abs(bank.amount[b]);
  return gl.currency[g] !== bank.currency[b] || Math.max(x, y) <= MOST_TIMES * Math.min(x, y);
}

function propose(
  { account, agreement, parameters }: Matching,
  g: number,
  b: number,
  to: Record<Relation, Proposal[]>,
): void {
  const { gl, bank } = account;
  const x = gl.amount[g];
  const y = bank.amount[b];
  const days = Math.abs(daysApart(gl, g, bank, b));
  const rank = [Math.abs(x - y), days] as const;
  if (gl.currency[g] !== bank.currency[b]) {
    if (x > 0 === y > 0) to.currency.push({ g, b, rank });
  } else if (x === -y) to.direction.push({ g, b, rank });
  else if (x > 0 === y > 0) {
    if (agreement.ofRows(gl, g, bank, b) === DISAGREE) to.amount.push({ g, b, rank });
    else if (daysInWindow(gl, g, bank, b, parameters) === OUTSIDE) to.date.push({ g, b, rank });
  }
}

/** Equal amounts and strong text outside of the window, for rows that have no partner by key. */
function proposalsByText(
  matching: Matching,
  costs: PenaltyTables,
  partners: { gl: Partners; bank: Partners },
): Proposal[] {
  const { account, parameters } = matching;
  const proposals: Proposal[] = [];
  const contest = holdTextContest(matching, costs, {
    gl: (g) => partners.gl.date[g] === -1,
    bank: (b) => partners.bank.date[b] === -1,
  });
  const take = ({ candidate }: Choice): void => {
    const { gl, bank } = contest;
    const c = contest.glClass[candidate];
    const d = contest.bankClass[candidate];
    for (let k = 0; k < sizeOf(gl.classes, c); k++) {
      const g = gl.classes.rows[gl.classes.start[c] + k];
      const b = bank.classes.rows[bank.classes.start[d] + k];
      if (daysInWindow(account.gl, g, account.bank, b, parameters) !== OUTSIDE) continue;
      proposals.push({ g, b, rank: [0, Math.abs(daysApart(account.gl, g, account.bank, b))] });
    }
  };
  runRounds(new LiveContest(contest), { leastOdds: LEAST_ODDS[3], rounds: 1, take, sides: account });
  return proposals;
}
