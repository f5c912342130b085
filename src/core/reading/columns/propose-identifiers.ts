// Which columns name the entry: the settlement session, the reference that the sides have in common, the file's own row
// id. Further references are kept with the narration, so that nothing a row says of itself is lost.

import type { ColumnProfile } from '../cells/cell-profile.ts';
import { isText } from '../cells/cell-profile.ts';
import { plainTitle } from '../titles/header-synonyms.ts';
import type { FieldName } from '../titles/target-fields.ts';
import type { ColumnDraft } from './column-draft.ts';

/** Numbers this many times further apart than they are many are still taken for one sequence, seen in a sample. */
const SEQUENCE_SPAN = 1000;

export function takeSession(draft: ColumnDraft): void {
  if (draft.has('settlement_session_id')) return;
  const isSession = (p: ColumnProfile) => p.filled === 0 || p.sessions >= p.filled * 0.5;
  const [titled] = draft.titled('settlement_session_id', isSession);
  const found =
    titled ??
    draft
      .free()
      .find((i) => draft.profiles[i].sessions > 0 && draft.profiles[i].sessions >= draft.profiles[i].filled * 0.8);
  if (found === undefined) return;
  draft.take(found, 'settlement_session_id', titled === undefined ? 'values have 30 digits' : draft.quoted(found));
}

/** The order of preference among reference columns, by words of the title; a title named by none comes last. */
const REFERENCE_ORDER = [
  /payment ref|pay reference|end ?to ?end|betalingskenmerk|gestructureerde|kundenreferenz|customer ref/,
  /^(ref|reference|referenz|referentie|referencia|riferimento|ref no|refno|reference no|reference number|ref number|our reference|bank reference)$/,
  /trans.*ref|tran ref|txn ref|trx ref|external ref|utr/,
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

export function takeReference(draft: ColumnDraft): void {
  if (draft.has('reference')) return;
  const references = draft
    .titled('reference', (p, i) => (isText(p) || (p.filled > 0 && p.digits !== 'none')) && !isOfReference(draft, i))
    .sort(
      (a, b) =>
        referenceRank(draft.titles[a]) - referenceRank(draft.titles[b]) ||
        draft.profiles[b].filled - draft.profiles[a].filled ||
        a - b,
    );
  // A column that hardly any row fills is not what the sides have in common.
  const most = Math.max(...references.map((i) => draft.profiles[i].filled), 0);
  const best = references.find((i) => draft.profiles[i].filled >= most * 0.2);
  if (best !== undefined) draft.take(best, 'reference', `${draft.quoted(best)}, the best of the references`);
  for (const spare of references.filter((i) => i !== best))
    draft.take(spare, 'narration', `${draft.quoted(spare)}, a further reference, kept with the narration`);
}

/** “Ref Amt”, “Reference Date” and “Ref Crncy” are a reference's amount, day and currency, and not the reference. */
function isOfReference(draft: ColumnDraft, column: number): boolean {
  const { money, identifiers, days, currencies, filled } = draft.profiles[column];
  const says = (field: FieldName) => draft.weight(column, field) > 0;
  const most = filled * 0.5;
  return (
    (says('amount') && money >= most && identifiers < most) ||
    ((says('booking_date') || says('value_date')) && days >= most) ||
    (says('currency') && currencies >= most)
  );
}

export function takeSourceId(draft: ColumnDraft) {
  if (draft.has('source_id')) return;
  const [id] = draft.titled('source_id', (p) => p.filled > 0 && p.spaced < p.filled * 0.2);
  if (id !== undefined) return draft.take(id, 'source_id', `${draft.quoted(id)}, the file’s own row id`);
  const counter = draft.free().find((i) => draft.saysNothing(i) && isSequence(draft, i));
  if (counter !== undefined) draft.take(counter, 'source_id', 'values number the rows');
}

/** All different numbers, perhaps behind the same letters, as close together as rows that are numbered in turn. */
function isSequence(draft: ColumnDraft, column: number): boolean {
  const cells = draft.rows.map((row) => (row[column] ?? '').trim()).filter((c) => c !== '');
  const parts = cells.map((cell) => /^'?([A-Za-z/_-]{0,6})([1-9]\d{0,11}|0)$/.exec(cell));
  if (cells.length < 3 || parts.some((p) => p === null || p[1] !== parts[0]?.[1])) return false;
  const numbers = parts.map((p) => Number(p?.[2]));
  const span = Math.max(...numbers) - Math.min(...numbers);
  return new Set(numbers).size === numbers.length && span <= cells.length * SEQUENCE_SPAN;
}

/** Titles of numbers that name a person, an account, a telephone or a card, and no entry: they come again. */
const OF_SOMEBODY =
  /\b(account|acct|nuban|iban|phone|telephone|msisdn|mobile|gsm|bvn|card|pan|customer|client|payer|subscriber|meter)\b/;

/** Where no title said so: a column of mostly different single words with digits in them. */
export function takeReferenceByValues(draft: ColumnDraft): void {
  if (draft.has('reference')) return;
  const looks = (i: number) => {
    const p = draft.profiles[i];
    const cells = draft.rows.map((row) => (row[i] ?? '').trim()).filter((c) => c !== '');
    const tokens = cells.filter((c) => /^[A-Za-z0-9/_.:-]{5,64}$/.test(c) && /\d{3}/.test(c)).length;
    return (
      p.filled >= 3 &&
      tokens >= p.filled * 0.8 &&
      p.distinct >= p.filled * 0.5 &&
      p.days < p.filled * 0.5 &&
      p.moneyDressed === 0
    );
  };
  const found = draft.free().filter((i) => draft.saysNothing(i) && looks(i) && !isSequence(draft, i));
  const isOfSomebody = (i: number) => OF_SOMEBODY.test(plainTitle(draft.titles[i]));
  const reference = found.find((i) => !isOfSomebody(i));
  if (reference !== undefined) draft.take(reference, 'reference', 'values are identifiers that mostly differ');
  const [first] = found;
  if (first === undefined || !isOfSomebody(first) || [...draft.named.values()].includes('narration')) return;
  draft.take(first, 'narration', `${draft.quoted(first)} names somebody, not the entry`);
}
