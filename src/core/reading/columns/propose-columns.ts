// Takes each column of a file for a field, with a reason: first what a mapping file says, then what titles say and
// values confirm, then what values alone show. Pure and small: it sees a sample's titles and rows as strings. The
// reader asks it once for each delimiter that might be the file's, and keeps the answer that explains most rows.

import type { ColumnProfile } from '../cells/cell-profile.ts';
import type { EntryFlags } from '../cells/entry-flags.ts';
import { balanceGivesSigns } from '../proof/balance-signs.ts';
import { type UsualSigns, usualSignsByBalance } from '../proof/usual-signs.ts';
import { plainTitle } from '../titles/header-synonyms.ts';
import type { FieldName } from '../titles/target-fields.ts';
import { ColumnDraft, type OtherCurrency, type SampleTable } from './column-draft.ts';
import type { FieldColumns } from './field-columns.ts';
import { sayNetOfFees } from './net-of-fees.ts';
import { takeAmounts } from './propose-amounts.ts';
import { takeDates } from './propose-dates.ts';
import { takeReference, takeReferenceByValues, takeSession, takeSourceId } from './propose-identifiers.ts';
import { takeAccount, takeCurrency } from './propose-labels.ts';
import { takeBalanceMarks, takeDirection, takeSpokenDirection } from './propose-marks.ts';
import { takeStatus } from './propose-states.ts';
import { saySecondAmount } from './second-amount.ts';

export interface ColumnProposal {
  readonly columns: FieldColumns;
  /** Columns joined into the narration, in file order. */
  readonly narration: readonly number[];
  readonly fields: readonly (FieldName | null)[];
  readonly reasons: readonly string[];
  readonly profiles: readonly ColumnProfile[];
  readonly warnings: readonly string[];
  readonly otherCurrency: OtherCurrency | null;
  /** Column of the marks that belong to the balance, -1 for none. */
  readonly balanceMarks: number;
  /** The column of states holds response codes of a switch (response-codes.ts). */
  readonly responseCodes: boolean;
  /** What the column of states says yes or no to (entry-flags.ts), null where it says states. */
  readonly entryFlags: EntryFlags | null;
  /** The titles of the debit and the credit speak of money in and out: they hold on either side. */
  readonly flowTitles: boolean;
  /** Amounts have neither sign nor mark, or not all of them, and the running balance of the sample says their way. */
  readonly signsByBalance: boolean;
  /** What a minus says, where the sample's running balance tells; null where the whole column is to be asked. */
  readonly usualSigns: UsualSigns | null;
}

const SINGLE_FIELDS: readonly Exclude<FieldName, 'narration'>[] = [
  'booking_date',
  'value_date',
  'amount',
  'debit',
  'credit',
  'direction',
  'balance',
  'currency',
  'account',
  'reference',
  'settlement_session_id',
  'source_id',
  'status',
];

/** In this order: what is taken is no longer there for what comes after it. */
export function proposeColumns(sample: SampleTable): ColumnProposal {
  const draft = new ColumnDraft(sample);
  takeDates(draft);
  draft.onlyEntries();
  takeSession(draft);
  takeDirection(draft);
  takeAmounts(draft);
  sayNetOfFees(draft);
  takeBalanceMarks(draft);
  takeSpokenDirection(draft);
  takeCurrency(draft);
  saySecondAmount(draft);
  takeStatus(draft);
  takeAccount(draft);
  takeReference(draft);
  takeSourceId(draft);
  takeReferenceByValues(draft);
  takeNarration(draft);
  explainRest(draft);
  sayDoubleTitles(draft);
  const { fields, reasons, profiles, warnings, otherCurrency } = draft;
  const columns = Object.fromEntries(SINGLE_FIELDS.map((field) => [field, fields.indexOf(field)])) as unknown as {
    -readonly [F in keyof FieldColumns]: FieldColumns[F];
  };
  if (columns.direction < 0 && draft.spokenMarks >= 0) columns.direction = draft.spokenMarks;
  const narration = fields.flatMap((field, i) => (field === 'narration' ? [i] : []));
  const { balanceMarks, responseCodes, entryFlags } = draft;
  const pair = [columns.debit, columns.credit].filter((i) => i >= 0);
  const flowTitles = columns.amount < 0 && pair.some((i) => draft.isFlow(i) && !draft.named.has(i));
  const entries = { rows: draft.rows, profiles, columns, balanceMarks, side: draft.side };
  const usualSigns = usualSignsByBalance(entries);
  const signsByBalance = balanceGivesSigns({ ...entries, account: columns.account });
  return {
    columns,
    narration,
    fields,
    reasons,
    profiles,
    warnings,
    otherCurrency,
    balanceMarks,
    responseCodes,
    entryFlags,
    flowTitles,
    signsByBalance,
    usualSigns,
  };
}

function takeNarration(draft: ColumnDraft): void {
  if ([...draft.named.values()].includes('narration')) return;
  const columns = draft.titled('narration', (p) => p.filled > 0);
  for (const column of columns) {
    const also = column === draft.spokenMarks ? '; its words are the only marks of debit and credit' : '';
    draft.take(column, 'narration', `${draft.quoted(column)}, joined into the narration${also}`);
  }
  for (const column of columns) takeUnderSameTitle(draft, column);
  // A title that says so is enough: what else is joined must not depend on the rows that one export happens to
  // have, or the same entry would read differently in the next.
  if (columns.some((column) => draft.weight(column, 'narration') >= 4)) return;
  for (const column of draft.free())
    if (draft.saysNothing(column) && isNarrated(draft, column)) draft.take(column, 'narration', 'values are texts');
}

/** Columns without a title to the right of a narration: its title stands above them too, as in Tally’s ledgers. */
function takeUnderSameTitle(draft: ColumnDraft, column: number): void {
  for (let next = column + 1; next < draft.titles.length; next++) {
    if (draft.fields[next] !== null || draft.titles[next].trim() !== '' || !isNarrated(draft, next)) return;
    draft.take(next, 'narration', `no title, texts beside ${draft.quoted(column)}`);
  }
}

/** Texts that differ, and no days or currencies. */
function isNarrated(draft: ColumnDraft, column: number): boolean {
  const p = draft.profiles[column];
  const isText = p.lettered > p.filled * 0.5 && (p.distinct > 1 || draft.rows.length <= 2) && p.currencies < p.filled;
  return p.filled > 0 && isText && p.days < p.filled * 0.5;
}

/** One of several columns of the same title is read as money or as a day, and others that hold some are not. */
function sayDoubleTitles(draft: ColumnDraft): void {
  const plain = draft.titles.map(plainTitle);
  const isLike = (i: number, field: FieldName) =>
    field.endsWith('_date') ? draft.profiles[i].days > 0 : draft.profiles[i].money > 0;
  for (const [column, field] of draft.fields.entries()) {
    if (field === null || !DOUBTFUL_TWICE.has(field) || plain[column] === '') continue;
    const others = draft.free().filter((i) => plain[i] === plain[column] && isLike(i, field));
    if (others.length === 0) continue;
    const all = [column, ...others].sort((a, b) => a - b).map((i) => i + 1);
    draft.warnings.push(
      `${draft.quoted(column).replace('title ', '')} is the title of columns ${all.slice(0, -1).join(', ')} and ${all.at(-1)}; only column ${column + 1} is read, as ${field.replace('_', ' ')}.`,
    );
  }
}

const DOUBTFUL_TWICE: ReadonlySet<FieldName> = new Set(['booking_date', 'amount', 'debit', 'credit', 'balance']);

function explainRest(draft: ColumnDraft): void {
  for (const column of draft.free().filter((i) => draft.reasons[i] === '')) {
    const p = draft.profiles[column];
    const [meaning] = draft.meanings[column];
    draft.reasons[column] =
      p.filled === 0
        ? 'empty'
        : meaning
          ? `${draft.quoted(column)} says ${meaning.field}, which another column carries or its values do not fit`
          : 'not needed';
  }
}
