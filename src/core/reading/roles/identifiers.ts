// Which columns identify the entry: the settlement session, the reference that both sides share, the file's own row id.
// Further references are kept with the narration, so that nothing of a row is lost.

import { type ColumnProfile, isText } from '../cells/cell-profile.ts';
import { type Candidate, candidate } from '../table/candidate.ts';
import type { Table } from '../table/table.ts';
import type { FieldName } from '../titles/target-fields.ts';
import { anyOf, inOrder } from '../words/in-order.ts';
import { plainTitle } from '../words/plain-title.ts';

/** Numbers are one sequence if they spread over at most this many times their count: a sample has only some of them. */
const SEQUENCE_SPAN = 1000;

export function sessionCandidates(table: Table): Candidate[] {
  const field = 'settlement_session_id';
  const isSession = (p: ColumnProfile) => p.filled === 0 || p.sessions >= p.filled * 0.5;
  const titled = table.titled(field, isSession);
  const others = table.columns.filter((i) => {
    const { sessions, filled } = table.profiles[i];
    return sessions > 0 && sessions >= filled * 0.8 && !titled.includes(i);
  });
  return [
    ...titled.map((i) => candidate(field, i, 'strong', table.quoted(i))),
    ...others.map((i) => candidate(field, i, 'strong', 'values have 30 digits')),
  ];
}

/** The order of preference among reference columns, by words of the title; a title named by none comes last. */
const REFERENCE_ORDER = [
  /payment ref|pay reference|end ?to ?end|betalingskenmerk|gestructureerde|kundenreferenz|customer ref/,
  /^(ref|reference|referenz|referentie|referencia|riferimento|ref no|refno|reference no|reference number|ref number|our reference|bank reference)$/,
  anyOf(inOrder(/trans/, /ref/), /tran ref|txn ref|trx ref|external ref|utr/),
  /retrieval|rrn/,
  /^vs$|variable symbol|variabilni/,
  /ref|xblnr/,
];

/** Lower is preferred. */
function referenceRank(title: string): number {
  const plain = plainTitle(title);
  const at = REFERENCE_ORDER.findIndex((pattern) => pattern.test(plain));
  return at < 0 ? REFERENCE_ORDER.length : at;
}

/** Columns that may be the reference, the likeliest first; those left are kept with the narration. */
export function referenceCandidates(table: Table): Candidate[] {
  const field = 'reference';
  const titled = table.titled(
    field,
    (p, i) => (isText(p) || (p.filled > 0 && p.digits !== 'none')) && !isOfReference(table, i),
  );
  // A column that hardly any row fills is not what the sides share.
  const most = Math.max(...titled.map((i) => table.profiles[i].filled), 0);
  const isRare = (i: number) => Number(table.profiles[i].filled < most * 0.2);
  titled.sort(
    (a, b) =>
      isRare(a) - isRare(b) ||
      referenceRank(table.titles[a]) - referenceRank(table.titles[b]) ||
      table.profiles[b].filled - table.profiles[a].filled ||
      a - b,
  );
  return [
    ...titled.map((i) => candidate(field, i, 'strong', `${table.quoted(i)}, the best of the references`)),
    ...untitledReferences(table),
    ...titled.map((i) =>
      candidate('narration', i, 'strong', `${table.quoted(i)}, a further reference, kept with the narration`),
    ),
  ];
}

/** “Ref Amt”, “Reference Date” and “Ref Crncy” are a reference's amount, day and currency, not the reference. */
function isOfReference(table: Table, column: number): boolean {
  const { money, identifiers, days, currencies, filled } = table.profiles[column];
  const says = (field: FieldName) => table.weight(column, field) > 0;
  const most = filled * 0.5;
  return (
    (says('amount') && money >= most && identifiers < most) ||
    ((says('booking_date') || says('value_date')) && days >= most) ||
    (says('currency') && currencies >= most)
  );
}

export function sourceIdCandidates(table: Table): Candidate[] {
  const field = 'source_id';
  const titled = table.titled(field, (p) => p.filled > 0 && p.spaced < p.filled * 0.2);
  const isOfDays = (i: number) => table.profiles[i].days > 0;
  const counters = table.columns.filter((i) => table.saysNothing(i) && !isOfDays(i) && isSequence(table, i));
  return [
    ...titled.map((i) => candidate(field, i, 'strong', `${table.quoted(i)}, the file’s own row id`)),
    ...counters.map((i) => candidate(field, i, 'weak', 'values number the rows')),
  ];
}

/** Different numbers, perhaps after the same letters, as close together as numbered rows are. */
function isSequence(table: Table, column: number): boolean {
  const cells = table.rows.map((row) => (row[column] ?? '').trim()).filter((c) => c !== '');
  const parts = cells.map((cell) => /^'?([A-Za-z/_-]{0,6})([1-9]\d{0,11}|0)$/.exec(cell));
  if (cells.length < 3 || parts.some((p) => p === null || p[1] !== parts[0]?.[1])) return false;
  const numbers = parts.map((p) => Number(p?.[2]));
  const span = Math.max(...numbers) - Math.min(...numbers);
  return new Set(numbers).size === numbers.length && span <= cells.length * SEQUENCE_SPAN;
}

/** Titles of numbers that identify a person, account, telephone or card, and no entry: they repeat. */
const OF_SOMEBODY =
  /\b(account|acct|nuban|iban|phone|telephone|msisdn|mobile|gsm|bvn|card|pan|customer|client|payer|subscriber|meter)\b/;

/** Columns without such titles that have mostly different single words with digits in them. */
function untitledReferences(table: Table): Candidate[] {
  const looks = (i: number) => {
    const p = table.profiles[i];
    const tokens = table.filled(i).filter((c) => /^[A-Za-z0-9/_.:-]{5,64}$/.test(c) && /\d{3}/.test(c)).length;
    return (
      p.filled >= 3 &&
      tokens >= p.filled * 0.8 &&
      p.distinct >= p.filled * 0.5 &&
      p.days < p.filled * 0.5 &&
      p.moneyDressed === 0
    );
  };
  const isOfSomebody = (i: number) => OF_SOMEBODY.test(plainTitle(table.titles[i]));
  return table.columns
    .filter((i) => table.saysNothing(i) && looks(i) && !isSequence(table, i))
    .filter((i) => !isOfSomebody(i) || table.namedFor('narration') < 0)
    .map((i) =>
      isOfSomebody(i)
        ? candidate('narration', i, 'weak', `${table.quoted(i)} names somebody, not the entry`)
        : candidate('reference', i, 'weak', 'values are identifiers that mostly differ'),
    );
}
