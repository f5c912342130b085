// Which columns carry the amount. Titles propose a signed amount or a debit and credit pair; where they say nothing
// the running balance proves it: the one reading of the columns under which each balance is the one before it plus
// the entry. Where there is no balance either, the words of the narrations decide which of a pair is money out.

import type { Side } from '../../records/rows/columns.ts';
import { AMOUNT_EMPTY, AMOUNT_OK, AmountReader } from '../cells/amount-text.ts';
import type { ColumnProfile } from '../cells/cell-profile.ts';
import { cashSign, DIRECTION_NONE, type Direction, directionOf } from '../proof/directions.ts';
import { meetings } from '../proof/unordered-balance.ts';

export interface MoneyColumns {
  readonly amount: number;
  readonly debit: number;
  readonly credit: number;
  readonly balance: number;
  readonly reason: string;
  /** The choice of which column is money out could not be proven. */
  readonly unproven: boolean;
}

export interface MoneySample {
  readonly rows: readonly (readonly string[])[];
  readonly profiles: readonly ColumnProfile[];
  /** Columns that may carry money. */
  readonly candidates: readonly number[];
  readonly direction: number;
  readonly side: Side;
}

const encoder = new TextEncoder();

/** Minor units by column and row; null for an empty cell, NaN for one that is no amount. */
export function amountsOf({
  rows,
  profiles,
  candidates,
  side,
  direction,
}: MoneySample): Map<number, (number | null)[]> {
  const values = new Map<number, (number | null)[]>();
  for (const column of candidates) {
    const reader = new AmountReader(profiles[column].decimal);
    const read = (row: readonly string[]) => {
      const cell = encoder.encode(row[column] ?? '');
      const outcome = reader.read(cell, 0, cell.length, 4);
      if (outcome === AMOUNT_EMPTY) return null;
      if (outcome !== AMOUNT_OK) return Number.NaN;
      const mark: Direction =
        reader.direction ||
        (direction >= 0 ? directionOf(row[direction] ?? '', profiles[direction].markWords) : DIRECTION_NONE);
      const sign = cashSign(mark, side);
      return sign === 0 ? reader.minor : sign * Math.abs(reader.minor);
    };
    values.set(column, rows.map(read));
  }
  return values;
}

interface Proof {
  readonly columns: MoneyColumns;
  readonly hits: number;
  readonly checks: number;
}

/** How many balances follow from the one before, rows in file order or in reverse, whichever explains more. */
export function chainHits(effects: readonly number[], balances: readonly (number | null)[]) {
  let forward = 0;
  let backward = 0;
  let checks = 0;
  let lastBalance: number | null = null;
  let sinceForward = 0;
  let sinceBackward = 0;
  for (let i = 0; i < effects.length; i++) {
    sinceForward += effects[i];
    const balance = balances[i];
    if (balance !== null && !Number.isNaN(balance)) {
      if (lastBalance !== null && sinceForward !== 0) {
        checks++;
        if (lastBalance + sinceForward === balance) forward++;
        if (lastBalance - sinceBackward === balance) backward++;
      }
      lastBalance = balance;
      sinceForward = 0;
      sinceBackward = 0;
    }
    sinceBackward += effects[i];
  }
  return { hits: Math.max(forward, backward), checks };
}

/** The reading of the candidate columns that a running balance proves; null when none is proven. */
export function moneyByBalance(sample: MoneySample): MoneyColumns | null {
  const values = amountsOf(sample);
  const of = (column: number) => values.get(column) as (number | null)[];
  let best: Proof | null = null;
  const consider = (columns: Omit<MoneyColumns, 'unproven' | 'reason'>, effects: number[]) => {
    if (effects.some(Number.isNaN)) return;
    const { hits, checks } = chainHits(effects, of(columns.balance));
    if (checks < 2 || hits < checks * 0.8) return;
    if (best !== null && (best.hits > hits || (best.hits === hits && best.checks <= checks))) return;
    const reason = `the running balance proves it (${hits} of ${checks} rows)`;
    best = { columns: { ...columns, reason, unproven: false }, hits, checks };
  };
  for (const balance of sample.candidates) {
    for (const amount of sample.candidates) {
      if (amount === balance) continue;
      consider(
        { amount, debit: -1, credit: -1, balance },
        of(amount).map((v) => v ?? 0),
      );
      for (const other of sample.candidates) {
        if (other === balance || other === amount || !areComplementary(of(amount), of(other))) continue;
        // `amount` raises the balance: money in, which is a bank's credit and a ledger's debit.
        const effects = of(amount).map((v, i) => Math.abs(v ?? 0) - Math.abs(of(other)[i] ?? 0));
        const isCredit = sample.side === 'bank';
        consider({ amount: -1, debit: isCredit ? other : amount, credit: isCredit ? amount : other, balance }, effects);
      }
    }
  }
  return (best as Proof | null)?.columns ?? null;
}

/**
 * Entries of a shuffled sample that must meet before they prove anything, and how many times as often as any other way.
 */
const MEETINGS = 4;
const CLEARLY = 4;

/** The same for rows in no order: the reading under which most entries start where another one ends. */
export function moneyByMeetings(sample: MoneySample): MoneyColumns | null {
  const values = amountsOf(sample);
  const of = (column: number) => values.get(column) as (number | null)[];
  const found: { columns: Omit<MoneyColumns, 'reason' | 'unproven'>; met: number }[] = [];
  const consider = (columns: Omit<MoneyColumns, 'reason' | 'unproven'>, amounts: number[]) => {
    found.push({ columns, met: meetings({ amounts, balances: of(columns.balance) }) });
  };
  for (const balance of sample.candidates) {
    for (const amount of sample.candidates) {
      if (amount === balance) continue;
      consider(
        { amount, debit: -1, credit: -1, balance },
        of(amount).map((v) => v ?? 0),
      );
      for (const other of sample.candidates) {
        if (other === balance || other === amount || !areComplementary(of(amount), of(other))) continue;
        const isCredit = sample.side === 'bank';
        const pair = { amount: -1, debit: isCredit ? other : amount, credit: isCredit ? amount : other, balance };
        consider(
          pair,
          of(amount).map((v, i) => Math.abs(v ?? 0) - Math.abs(of(other)[i] ?? 0)),
        );
      }
    }
  }
  found.sort((a, b) => b.met - a.met);
  const [best] = found;
  if (!best || best.met < MEETINGS) return null;
  // A pair meets wherever one of its columns does alone; every other reading must be far behind.
  const parts = [best.columns.debit, best.columns.credit];
  const rival = found.find(
    (f) =>
      f !== best &&
      !(best.columns.amount < 0 && f.columns.balance === best.columns.balance && parts.includes(f.columns.amount)),
  );
  if (rival && rival.met * CLEARLY > best.met) return null;
  return { ...best.columns, reason: `the balances prove it (${best.met} rows meet another)`, unproven: false };
}

/** Whether two columns share the rows between them: never both, seldom neither. */
export function areComplementary(a: readonly (number | null)[], b: readonly (number | null)[]): boolean {
  let one = 0;
  let onlyB = 0;
  for (let i = 0; i < a.length; i++) {
    const left = a[i] ?? 0;
    const right = b[i] ?? 0;
    if (left !== 0 && right !== 0) return false;
    if (left !== 0 || right !== 0) one++;
    if (right !== 0) onlyB++;
  }
  // The first and the last row may be balances and no entries.
  return one >= (a.length - 2) * 0.8 && onlyB > 0 && onlyB < one;
}

const OUT_WORDS =
  /\b(pos|atm|atmd|fee|fees|chg|charge|charges|comm|commission|vat|tax|levy|duty|stamp|withdrawal|cash wdl|purchase|airtime|bill|sms|maint|maintenance|card|entgelt|steuer|kapitalertragsteuer|bankomat|lastschrift|rechnung|gebuhr|frais|prelevement|retrait|comision|imposta|commissioni|poplatek|outward|outflow|billpay|payment|dr|debit|to)\b/;
const IN_WORDS =
  /\b(interest|zinsen|habenzinsen|salary|gehalt|lohn|deposit|lodgement|lodgment|inward|inflow|received|refund|dividend|interets|virement recu|stipendio|from|cashback|credit|settlement|sales|cr)\b/;

/** A pair of columns without titles or balance: the words of the rows say which is money out. */
export function moneyByWords(sample: MoneySample): MoneyColumns | null {
  const values = amountsOf(sample);
  for (const [at, first] of sample.candidates.entries()) {
    for (const second of sample.candidates.slice(at + 1)) {
      const [a, b] = [values.get(first) as (number | null)[], values.get(second) as (number | null)[]];
      if (!areComplementary(a, b)) continue;
      let out = 0;
      sample.rows.forEach((row, i) => {
        const text = row.join(' ').normalize('NFD').replace(/\p{M}/gu, '').toLowerCase();
        const inFirst = (a[i] ?? 0) !== 0 ? 1 : -1;
        if (OUT_WORDS.test(text) && !IN_WORDS.test(text)) out += inFirst;
        if (IN_WORDS.test(text) && !OUT_WORDS.test(text)) out -= inFirst;
      });
      const firstIsOut = out >= 0;
      const firstIsDebit = out === 0 || firstIsOut === (sample.side === 'bank');
      const reason =
        out === 0
          ? 'one of two columns of which each row fills one; debit is taken to stand first'
          : 'one of two columns of which each row fills one; the narrations say which is money out';
      return {
        amount: -1,
        debit: firstIsDebit ? first : second,
        credit: firstIsDebit ? second : first,
        balance: -1,
        reason,
        unproven: true,
      };
    }
  }
  return null;
}
