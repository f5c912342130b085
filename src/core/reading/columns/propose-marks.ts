// Which column holds the marks of debit and credit, or of money in and out. One that says so, in its title or by
// holding nothing else, is taken before the amounts are; what only happens to hold such words (a narration of deposits
// and withdrawals) counts as marks only where nothing else gives the amounts a direction. Marks right beside the
// balance are the balance's. What is titled as marks and not understood is said, never passed over.

import type { ColumnProfile } from '../cells/cell-profile.ts';
import { directionOf } from '../proof/directions.ts';
import type { ColumnDraft } from './column-draft.ts';
import { areMarked } from './propose-amounts.ts';

/** Share of filled cells that must be marks: in any column, and in one whose title says plainly that it holds marks. */
const MARKS = 0.9;
const MARKS_TITLED = 0.5;
/** Different words that a column of marks has at most. */
const MOST_WORDS = 8;
/** The weight of a title that means nothing but marks; others (type) may mean much else. */
const PLAINLY = 4;

const areMarks = (p: ColumnProfile, share = MARKS) => p.directions > 0 && p.directions >= p.filled * share;
const isPlainlyTitled = (draft: ColumnDraft, column: number) => draft.weight(column, 'direction') >= PLAINLY;

/** In a column that is titled as marks a minus alone is one too, though no plus stands there. */
const titledShare = (p: ColumnProfile) => Math.max(p.directions, p.markWords.signs ? p.plusMinus : 0);

export function takeDirection(draft: ColumnDraft): void {
  if (draft.has('direction')) return;
  const [titled] = draft.titled('direction', (p, i) =>
    isPlainlyTitled(draft, i)
      ? titledShare(p) > 0 && titledShare(p) >= p.filled * MARKS_TITLED
      : areMarks(p) && p.distinct <= MOST_WORDS,
  );
  const untitled = () =>
    draft
      .free()
      .find(
        (i) =>
          draft.meanings[i].every((m) => m.field === 'direction') &&
          areMarks(draft.profiles[i]) &&
          draft.profiles[i].distinct <= MOST_WORDS,
      );
  const found = titled ?? untitled();
  if (found === undefined) return;
  const reason =
    titled === undefined ? 'values are debit and credit marks' : `${draft.quoted(found)}, values are marks`;
  draft.take(found, 'direction', reason);
}

/** The marks that stand right behind the balance, where the amounts have others or need none. */
export function takeBalanceMarks(draft: ColumnDraft): void {
  const balance = draft.fields.indexOf('balance');
  const beside = balance + 1;
  if (balance < 0 || beside >= draft.titles.length || draft.named.has(beside)) return;
  const untitled = draft.titles[beside].trim() === '';
  if (!areMarks(draft.profiles[beside]) || !(isPlainlyTitled(draft, beside) || untitled)) return;
  const amount = draft.fields.indexOf('amount');
  const other = draft
    .free()
    .find((i) => areMarks(draft.profiles[i]) && (isPlainlyTitled(draft, i) || i === amount + 1) && i !== beside);
  if (draft.fields[beside] === 'direction') {
    if (amount >= 0 && other === undefined && !speaksAgainst(draft, { amount, marks: beside })) return;
    draft.fields[beside] = null;
    if (amount >= 0 && other !== undefined) draft.take(other, 'direction', `${draft.quoted(other)}, values are marks`);
  } else if (draft.fields[beside] !== null) return;
  draft.balanceMarks = beside;
  draft.reasons[beside] = 'the debit and credit marks of the balance beside it';
}

/** Whether amounts have signs of their own that do not go with the marks. */
function speaksAgainst(draft: ColumnDraft, { amount, marks }: { amount: number; marks: number }): boolean {
  if (draft.profiles[amount].negative === 0) return false;
  const met = new Map<string, number>();
  for (const row of draft.rows) {
    const [cell, mark] = [row[amount] ?? '', directionOf(row[marks] ?? '')];
    if (mark === 0 || cell === '') continue;
    const key = `${mark} ${/[-(]/.test(cell)}`;
    met.set(key, (met.get(key) ?? 0) + 1);
  }
  const rarer = [1, 2, 3, 4].reduce((n, m) => n + Math.min(met.get(`${m} true`) ?? 0, met.get(`${m} false`) ?? 0), 0);
  return rarer > draft.rows.length * (1 - MARKS);
}

/** Where neither sign nor mark nor a pair of columns gives the amounts a direction: what else may say it. */
export function takeSpokenDirection(draft: ColumnDraft): void {
  const amount = draft.fields.indexOf('amount');
  if (draft.has('direction') || amount < 0 || hasDirection(draft, amount)) return;
  const [titled] = draft.titled('direction', (p, i) =>
    isPlainlyTitled(draft, i) ? titledShare(p) > 0 : areMarks(p, MARKS_TITLED) && p.distinct <= MOST_WORDS,
  );
  if (titled !== undefined) {
    draft.take(titled, 'direction', `${draft.quoted(titled)}, what nothing else says: some values are marks`);
    return;
  }
  const spoken = draft.free().find((i) => areMarks(draft.profiles[i]) && draft.profiles[i].distinct <= MOST_WORDS);
  if (spoken === undefined) sayNotUnderstood(draft);
  else if (draft.weight(spoken, 'narration') > 0) draft.spokenMarks = spoken;
  else draft.take(spoken, 'direction', 'values are debit and credit marks');
}

function hasDirection(draft: ColumnDraft, amount: number): boolean {
  if (draft.profiles[amount].negative > 0) return true;
  return areMarked(draft, amount);
}

/** A column that is titled as marks and holds none that are known. */
function sayNotUnderstood(draft: ColumnDraft): void {
  const [column] = draft.titled('direction', (p, i) => p.filled > 0 && isPlainlyTitled(draft, i));
  if (column === undefined) return;
  const values = [...new Set(draft.rows.map((row) => (row[column] ?? '').trim()).filter((cell) => cell !== ''))];
  const shown = values.slice(0, 3).map((value) => `“${value.slice(0, 20)}”`);
  draft.warnings.push(
    `The marks in “${draft.titles[column].trim()}” are not understood (${shown.join(', ')}); the column is not used.`,
  );
}
