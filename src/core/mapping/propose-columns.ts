// Takes each column of a file for a field, with a reason: first what a mapping file says, then what titles say and
// values confirm, then what values alone show. Pure and small: it sees a sample's titles and rows as strings. The
// reader asks it once for each delimiter that might be the file's, and keeps the answer that explains most rows.

import type { ColumnProfile } from './cell-profile.ts';
import { ColumnDraft, type SampleTable } from './column-draft.ts';
import { takeAmounts } from './propose-amounts.ts';
import { takeDates } from './propose-dates.ts';
import { takeReference, takeReferenceByValues, takeSession, takeSourceId } from './propose-identifiers.ts';
import { takeAccount, takeCurrency, takeDirection, takeStatus } from './propose-labels.ts';
import type { FieldName } from './target-fields.ts';

/** Column indexes by field, -1 for none. */
export type FieldColumns = Readonly<Record<Exclude<FieldName, 'narration'>, number>>;

export interface ColumnProposal {
  readonly columns: FieldColumns;
  /** Columns joined into the narration, in file order. */
  readonly narration: readonly number[];
  readonly fields: readonly (FieldName | null)[];
  readonly reasons: readonly string[];
  readonly profiles: readonly ColumnProfile[];
  readonly warnings: readonly string[];
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
  takeCurrency(draft);
  takeStatus(draft);
  takeAccount(draft);
  takeReference(draft);
  takeSourceId(draft);
  takeReferenceByValues(draft);
  takeNarration(draft);
  explainRest(draft);
  const { fields, reasons, profiles, warnings } = draft;
  const columns = Object.fromEntries(
    SINGLE_FIELDS.map((field) => [field, fields.indexOf(field)]),
  ) as unknown as FieldColumns;
  const narration = fields.flatMap((field, i) => (field === 'narration' ? [i] : []));
  return { columns, narration, fields, reasons, profiles, warnings };
}

function takeNarration(draft: ColumnDraft): void {
  if ([...draft.named.values()].includes('narration')) return;
  const columns = draft.titled('narration', (p) => p.filled > 0);
  for (const column of columns) draft.take(column, 'narration', `${draft.quoted(column)}, joined into the narration`);
  // A title that says so is enough: what else is joined must not depend on the rows that one export happens to
  // have, or the same entry would read differently in the next.
  if (columns.some((column) => draft.weight(column, 'narration') >= 4)) return;
  for (const column of draft.free()) {
    const p = draft.profiles[column];
    const unknown = draft.meanings[column].length === 0;
    const isText = p.lettered > p.filled * 0.5 && (p.distinct > 1 || draft.rows.length <= 2) && p.currencies < p.filled;
    if (unknown && p.filled > 0 && isText && p.days < p.filled * 0.5)
      draft.take(column, 'narration', 'values are texts');
  }
}

function explainRest(draft: ColumnDraft): void {
  for (const column of draft.free()) {
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
