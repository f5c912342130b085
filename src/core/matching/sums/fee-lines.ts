// Fees that stand on lines of their own. A transaction and the lines that share its reference or session are one group
// if the lines come to the fee that a rule of the template expects, or to the transaction's merchant service charge. If
// they do not, a line that looks like the fee stays open, with the amount that it should have, for its exception class.
// Fee lines come before tier 1, so that no other tier takes a line away from its transaction. Rules:
// docs/decisions/matching-definitions.md, "Fee lines".

import { type DueFee, type LinesBeside, linesOfFee, unpaidLines } from '../../fees/due-fee.ts';
import { serviceOfPair } from '../../fees/row-services.ts';
import { SIDES, type Side } from '../../records/rows/columns.ts';
import { FEE_LINE_WORDS, LEVIES, OTHER_TAXES } from '../../words/fee-words.ts';
import { DISAGREE, type SeparateFee } from '../candidates/agreement.ts';
import { type RowsByKey, rowsByKey, rowsOf } from '../keys/rows-by-key.ts';
import type { Matching } from '../matching.ts';
import { carriesAny, numbersOf } from '../texts/carried-words.ts';
import { daysInWindow, OUTSIDE } from '../window.ts';
import { inGroupWindow } from './group-window.ts';
import { takeGroup } from './take-group.ts';

/** For each row of the account the amount that it should have as a fee line, minor units; -1 if it is none. */
export type ExpectedFees = Readonly<Record<Side, Float64Array>>;

/** 1 for rows that are reversals. */
type Marked = Readonly<Record<Side, Uint8Array>>;

/** Takes transactions with their fee lines; answers what other lines should be. */
export function groupFeeLines(matching: Matching, marked: Marked): ExpectedFees {
  const { account, agreement, keys } = matching;
  const expected = {
    gl: new Float64Array(account.gl.n).fill(-1),
    bank: new Float64Array(account.bank.n).fill(-1),
  };
  if (account.currencies.every((_, currency) => agreement.separateRules(currency).length === 0)) return expected;
  const ids = keys.gl.texts.count;
  const byKey = {
    gl: rowsByKey(account.gl, { key: keys.gl.key, count: ids }),
    bank: rowsByKey(account.bank, { key: keys.bank.key, count: ids }),
  };
  const bySession = {
    gl: rowsByKey(account.gl, { key: account.gl.session, count: ids }),
    bank: rowsByKey(account.bank, { key: account.bank.session, count: ids }),
  };
  const feeWords = numbersOf(account, FEE_LINE_WORDS);
  const levyWords = numbersOf(account, [...LEVIES, ...OTHER_TAXES]);
  for (let key = 0; key < ids; key++) {
    const ofSide = (side: Side) => sideOfKey(matching, { side, key, byKey, bySession, marked, feeWords, levyWords });
    const gl = ofSide('gl');
    const bank = ofSide('bank');
    if (gl === null || bank === null || gl.lines.length + bank.lines.length === 0) continue;
    const due = feeDue(matching, gl.principal, bank.principal);
    if (due === null) continue;
    const found = { gl: linesOfFee(gl, due), bank: linesOfFee(bank, due) };
    const isTaken = takeFees(matching, { gl, bank }, { found, basis: due.basis });
    const agreed = agreement.ofRows(account.gl, gl.principal, account.bank, bank.principal);
    if (!isTaken && agreed === DISAGREE) continue;
    for (const side of SIDES) {
      const unpaid = unpaidLines(side === 'gl' ? gl : bank, due, isTaken ? found[side] : []);
      for (const i of unpaid.lines) expected[side][i] = unpaid.due;
    }
  }
  return expected;
}

/** A transaction on one side, with the lines that may be its fee: levies last, else in canonical order. */
interface SideOfKey extends LinesBeside {
  /** The row of the transaction itself. */
  readonly principal: number;
}

interface Asked {
  readonly side: Side;
  readonly key: number;
  readonly byKey: Readonly<Record<Side, RowsByKey>>;
  readonly bySession: Readonly<Record<Side, RowsByKey>>;
  readonly marked: Marked;
  /** Tokens of the words that fee lines have. */
  readonly feeWords: ReadonlySet<number>;
  /** Tokens of levies and duties, which are looked at after other lines. */
  readonly levyWords: ReadonlySet<number>;
}

/**
 * The principal of a key, which is its row of the greatest amount, and its lines. Null if another row of the key, or one
 * that has it as its session, is as large. All rows count, taken or not, so that the order of keys changes nothing.
 */
function sideOfKey({ account, keys, calibration }: Matching, asked: Asked): SideOfKey | null {
  const { side, key, byKey, bySession, marked, feeWords, levyWords } = asked;
  const rows = account[side];
  const size = (i: number): number => Math.abs(rows.amount[i]);
  const listed = (lists: RowsByKey, id: number): number[] => [...rowsOf(lists, id)].filter((i) => !marked[side][i]);
  // A session id that many rows share is that of a whole settlement, not of one transaction.
  const ofSession = (id: number): number[] =>
    id < 0 || rowsOf(bySession[side], id).length > calibration.keyRows ? [] : listed(bySession[side], id);
  const largestWith = (id: number): number | null =>
    largestOf([...new Set([...listed(byKey[side], id), ...ofSession(id)])], size);
  const own = listed(byKey[side], key);
  const principal = largestOf(own, size);
  if (principal === null || largestWith(key) !== principal) return null;
  const session = rows.session[principal];
  const isOfNoOther = (i: number): boolean => keys[side].key[i] < 0 || keys[side].key[i] === session;
  const beside = session >= 0 && largestWith(session) === principal ? ofSession(session).filter(isOfNoOther) : [];
  // Beside money out only money out is a fee: money in would be something else.
  const isLine = (i: number): boolean =>
    i !== principal &&
    rows.currency[i] === rows.currency[principal] &&
    (rows.amount[i] < 0 || rows.amount[principal] > 0);
  const isLevy = (i: number): number => (carriesAny(rows, i, levyWords) ? 1 : 0);
  const lines = [...new Set([...own, ...beside])].filter(isLine).sort((a, b) => isLevy(a) - isLevy(b) || a - b);
  return { principal, lines, size, saysFee: (i) => carriesAny(rows, i, feeWords) };
}

/** The row of the greatest size; null if several are as large, or there are none. */
function largestOf(rows: readonly number[], size: (i: number) => number): number | null {
  let largest = -1;
  let times = 0;
  for (const i of rows) {
    if (largest < 0 || size(i) > size(largest)) [largest, times] = [i, 1];
    else if (size(i) === size(largest)) times++;
  }
  return times === 1 ? largest : null;
}

type Due = SeparateFee & DueFee;

/** The fee that is due for two rows; null if they cannot be one transaction, or if no rule applies. */
function feeDue({ account, agreement, parameters }: Matching, g: number, b: number): Due | null {
  const { gl, bank } = account;
  const currency = gl.currency[g];
  if (currency !== bank.currency[b] || gl.amount[g] > 0 !== bank.amount[b] > 0) return null;
  if (daysInWindow(gl, g, bank, b, parameters) === OUTSIDE) return null;
  const service = serviceOfPair(gl.service[g], bank.service[b]);
  const due = agreement.separateFee(gl.amount[g], bank.amount[b], currency, service);
  return due === null ? null : { ...due, tolerance: agreement.tolerance(gl.amount[g], currency) };
}

/**
 * Takes the group if the principals agree, or if they agree once the lines are added, which only one side may then
 * have. Answers whether it did.
 */
function takeFees(
  matching: Matching,
  { gl, bank }: Readonly<Record<Side, SideOfKey>>,
  { found, basis }: { readonly found: Readonly<Record<Side, readonly number[]>>; readonly basis: number },
): boolean {
  if (found.gl.length + found.bank.length === 0) return false;
  const { account, agreement } = matching;
  const currency = account.gl.currency[gl.principal];
  const sum = (side: Side): number => found[side].reduce((all, i) => all + account[side].amount[i], 0);
  const ledger = account.gl.amount[gl.principal];
  const statement = account.bank.amount[bank.principal];
  const isWithin = (x: number, y: number): boolean => Math.abs(x - y) <= agreement.tolerance(x, currency);
  const isOneSided = found.gl.length === 0 || found.bank.length === 0;
  if (!isWithin(ledger, statement) && !(isOneSided && isWithin(ledger + sum('gl'), statement + sum('bank'))))
    return false;
  const rows = { gl: [gl.principal, ...found.gl], bank: [bank.principal, ...found.bank] };
  if (!inGroupWindow(matching, rows)) return false;
  takeGroup(matching, rows, { tier: ledger === statement && sum('gl') === sum('bank') ? 1 : 2, feeBasis: basis });
  return true;
}
