// Finds the hints of a session's open items. A row that is alone in its cluster is compared with open rows of its
// account and currency that share a word, with rows of its own side and amount (of any fate), and with sums of the
// other side. With very many open items no hints are made: the files then do not belong together.

import type { ClusterType } from '../../records/documents/cluster-type.ts';
import { otherSide, type RowColumns, SIDES, type Side, textAt } from '../../records/rows/columns.ts';
import { dayOf } from '../../records/rows/row-day.ts';
import { type ClusterSet, membersOf, typeOf } from '../cluster-set.ts';
import { type OpenSession, rowOf } from '../open-session.ts';
import { purposeAt } from '../purpose/purpose-at.ts';
import { MOST_POOL, onlyExactSum } from './exact-sum.ts';
import type { Hint, HintKind, RowPlace, SessionHints } from './hint.ts';
import { nearFigures } from './near-figures.ts';
import { sentenceOf } from './sentences.ts';
import { haveSameWords, type RowWords, wordsOfRow } from './words-of-rows.ts';

/** With more open rows than this no hints are made. */
const MOST_OPEN = 20_000;
/** A word that more open rows carry is ignored. */
const MOST_OF_A_WORD = 40;
/** The most days between rows of one hint. */
const DAYS = 10;
const MOST_HINTS = 3;

/** Classes whose rows stand alone and wait for an explanation. */
const ALONE: ReadonlySet<ClusterType> = new Set([
  'reversal_unmatched',
  'possible_interest_or_tax',
  'possible_bank_fee',
  'missing_identifier',
  'not_found_gl',
  'not_found_bank',
]);

interface OpenRow extends RowPlace {
  readonly cluster: number;
  readonly type: ClusterType;
  readonly amount: number;
  readonly day: number;
  readonly words: RowWords;
  /** The words of the charge or tax that the row is for, else empty. */
  readonly purpose: string;
  /** Account and currency: rows of another one are never compared. */
  readonly book: string;
}

export function hintsOf(session: OpenSession, set: ClusterSet): SessionHints {
  if (session.open.gl.count + session.open.bank.count > MOST_OPEN) return new Map();
  const rows = aloneRows(session, set);
  const found = new Map<number, Hint[]>();
  const note = (of: OpenRow, kind: HintKind, others: readonly RowPlace[]): void => {
    const hints = found.get(of.cluster) ?? [];
    found.set(of.cluster, hints);
    if (hints.length >= MOST_HINTS) return;
    if (hints.some((one) => one.kind === kind && one.rows.length > 1 === others.length > 1)) return;
    hints.push({ kind, rows: others, sentence: sentenceOf(session, { kind, of, others }) });
  };
  const byWord = listed(rows, (row) => row.words);
  const byBook = listed(rows, (row) => [row.book]);
  const pairs = rows.map((row) => ({ row, known: candidates(row, byWord) }));
  for (const kind of ['transposed_amount', 'other_sign', 'other_month', 'near_amount'] as const) {
    for (const { row, known } of pairs) {
      const others = known.filter((other) => relationOf(session, row, other) === kind);
      const other = nearest(row, others);
      if (other !== null) note(row, kind, [other]);
    }
  }
  for (const again of postedAgain(session, rows)) note(again.row, 'posted_again', [again.first]);
  for (const row of rows) {
    const charge = nearest(
      row,
      (byBook.get(row.book) ?? []).filter((other) => isChargeOf(row, other)),
    );
    if (charge !== null && !found.has(row.cluster)) note(row, 'other_charge', [charge]);
  }
  for (const row of rows) {
    const parts = found.get(row.cluster)?.some(({ kind }) => kind !== 'adds_up')
      ? null
      : partsOf(row, byBook.get(row.book)!);
    if (parts === null) continue;
    note(row, 'adds_up', parts);
    for (const part of parts) note(part, 'adds_up', [row]);
  }
  return found;
}

function aloneRows(session: OpenSession, set: ClusterSet): OpenRow[] {
  const rows: OpenRow[] = [];
  for (let cluster = 0; cluster < set.count; cluster++) {
    const type = typeOf(set, cluster);
    if (!ALONE.has(type)) continue;
    const members = membersOf(set, cluster);
    for (const side of SIDES) {
      const columns = session.columns[side];
      for (const item of members[side]) {
        const row = rowOf(session, side, item);
        rows.push({
          side,
          row,
          cluster,
          type,
          amount: columns.amount[row],
          day: dayOf(columns, row),
          words: wordsOfRow(columns, row),
          purpose: purposeAt(columns.narration, row).words,
          book: bookOf(session, side, row),
        });
      }
    }
  }
  return rows;
}

const bookOf = ({ near, columns }: OpenSession, side: Side, row: number): string =>
  `${near.accounts[side][columns[side].account[row]]} ${columns[side].currencies[columns[side].currency[row]]}`;

function listed(rows: readonly OpenRow[], namesOf: (row: OpenRow) => Iterable<string>): Map<string, OpenRow[]> {
  const lists = new Map<string, OpenRow[]>();
  for (const row of rows) {
    for (const name of namesOf(row)) {
      const list = lists.get(name);
      if (list === undefined) lists.set(name, [row]);
      else list.push(row);
    }
  }
  return lists;
}

/** Open rows of its account and currency with the same words. */
function candidates(row: OpenRow, byWord: ReadonlyMap<string, readonly OpenRow[]>): OpenRow[] {
  const found = new Set<OpenRow>();
  for (const word of row.words) {
    const list = byWord.get(word)!;
    if (list.length > MOST_OF_A_WORD) continue;
    for (const other of list) if (other !== row && other.book === row.book) found.add(other);
  }
  return [...found].filter((other) => haveSameWords(row.words, other.words));
}

function relationOf({ parameters }: OpenSession, a: OpenRow, b: OpenRow): HintKind | null {
  const days = Math.abs(a.day - b.day);
  if (a.amount === -b.amount) return days <= DAYS ? 'other_sign' : null;
  if (a.side === b.side) return null;
  if (a.amount === b.amount) {
    return days > Math.max(parameters.daysBack, parameters.daysForward) ? 'other_month' : null;
  }
  const near = days <= DAYS ? nearFigures(a.amount, b.amount) : null;
  return near === null ? null : near === 'transposed' ? 'transposed_amount' : 'near_amount';
}

/** The nearest in days, then in amount; null when two are equally near. */
function nearest(row: OpenRow, others: readonly OpenRow[]): OpenRow | null {
  const apart = (other: OpenRow): [number, number] => [
    Math.abs(Math.abs(other.amount) - Math.abs(row.amount)),
    Math.abs(other.day - row.day),
  ];
  const sorted = others.map((other) => ({ other, at: apart(other) }));
  sorted.sort((a, b) => a.at[0] - b.at[0] || a.at[1] - b.at[1]);
  const [first, second] = sorted;
  if (first === undefined) return null;
  return second !== undefined && first.at[0] === second.at[0] && first.at[1] === second.at[1] ? null : first.other;
}

/** Rows that repeat an earlier one of their side, matched or open: same words and amount within days. */
function postedAgain(session: OpenSession, rows: readonly OpenRow[]): { row: OpenRow; first: RowPlace }[] {
  return SIDES.flatMap((side) => {
    const columns = session.columns[side];
    const open = rows.filter((row) => row.side === side && row.words.size > 0);
    const wanted = new Set(open.map(({ amount }) => amount));
    const byAmount = new Map<number, number[]>();
    for (let row = 0; row < columns.count; row++) {
      const amount = columns.amount[row];
      if (!wanted.has(amount)) continue;
      const list = byAmount.get(amount);
      if (list === undefined) byAmount.set(amount, [row]);
      else list.push(row);
    }
    return open.flatMap((row) => {
      const alike = byAmount.get(row.amount)!;
      if (alike.length > MOST_OF_A_WORD) return [];
      const days = (other: number): number => Math.abs(dayOf(session.columns[side], other) - row.day);
      const first = alike
        .filter(
          (other) =>
            other !== row.row &&
            row.book === bookOf(session, side, other) &&
            days(other) <= DAYS &&
            haveSameWords(row.words, wordsOfRow(columns, other)),
        )
        .sort((a, b) => days(a) - days(b) || compareContent(columns, a, b))[0];
      return first === undefined ? [] : [{ row, first: { side, row: first } }];
    });
  });
}

/** Compares by content, so that the order of a file has no effect. */
function compareContent(columns: RowColumns, a: number, b: number): number {
  const text = (row: number) => `${textAt(columns.narration, row)} ${textAt(columns.reference, row)}`;
  return columns.bookingDay[a] - columns.bookingDay[b] || (text(a) < text(b) ? -1 : text(a) > text(b) ? 1 : 0);
}

const isCharge = ({ type }: OpenRow): boolean => type === 'possible_bank_fee' || type === 'possible_interest_or_tax';

/** Whether two rows are, by their words, a charge of the bank and its posting at another amount. */
function isChargeOf(a: OpenRow, b: OpenRow): boolean {
  if (a.side === b.side || a.amount === b.amount || Math.sign(a.amount) !== Math.sign(b.amount)) return false;
  const [x, y] = [Math.abs(a.amount), Math.abs(b.amount)];
  return Math.abs(a.day - b.day) <= DAYS && Math.max(x, y) <= 3 * Math.min(x, y) && chargesAlike(a, b);
}

const chargesAlike = (a: OpenRow, b: OpenRow): boolean => {
  const [bank, gl] = a.side === 'bank' ? [a, b] : [b, a];
  return isCharge(bank) && gl.purpose !== '' && gl.purpose === bank.purpose;
};

/** The rows of the other side that add up to the row, if there is only one way to choose them. */
function partsOf(row: OpenRow, book: readonly OpenRow[]): OpenRow[] | null {
  const pool = book.filter(
    (other) =>
      other.side === otherSide(row.side) &&
      Math.sign(other.amount) === Math.sign(row.amount) &&
      Math.abs(other.amount) < Math.abs(row.amount) &&
      Math.abs(other.day - row.day) <= DAYS,
  );
  const related = pool.filter((other) => [...other.words].some((word) => row.words.has(word)));
  for (const some of [related, pool]) {
    if (some.length < 2 || some.length > MOST_POOL) continue;
    const sum = onlyExactSum(
      some.map(({ amount }) => Math.abs(amount)),
      Math.abs(row.amount),
    );
    if (sum !== null) return sum.map((place) => some[place]);
  }
  return null;
}
