// The facts that a reader found about a file: the answer to "how did you read this?".

import type { DayOrder } from '../cells/day-text.ts';
import type { KindField } from '../kinds/kind-reading.ts';
import type { FieldName } from '../titles/target-fields.ts';
import type { AccountType } from './given-reading.ts';

export interface LayoutColumn<Field = FieldName> {
  /** The place of the column in its row, from 0. */
  readonly index: number;
  readonly title: string;
  readonly field: Field | null;
  /** The column's meaning for the run's kind, in addition to the field or alone. */
  readonly ofKind?: KindField;
  /** Why the column was taken for the field, or for none. */
  readonly reason: string;
}

/** The layout of a file of entries, or of other rows if `Field` names their fields. */
export interface FileLayout<Field = FieldName> {
  /** The name of the format in inspections. */
  readonly format: string;
  readonly encoding: string;
  /** Rows have no lines of their own: each is told by its number among the entries. */
  readonly isNumbered?: true;
  /** Names of the sheets that were read, of a file that has named ones. */
  readonly sheets?: readonly string[];
  /** Names of the files that were read, of an archive with several. */
  readonly members?: readonly string[];
  /** The character between cells; null if the format itself separates them. */
  readonly delimiter: string | null;
  /** Line of the header, null when the file has none. */
  readonly headerLine: number | null;
  readonly columns: readonly LayoutColumn<Field>[];
  readonly dayOrder: DayOrder;
  /** No number above 12 proved the order of day and month. */
  readonly dayOrderAmbiguous: boolean;
  readonly decimal: '.' | ',';
  /** 'bank': the running balance rises with credits; 'gl': with debits; null: no balance or no debits and credits. */
  readonly balancePolarity: 'bank' | 'gl' | null;
  /** The type of account as which a ledger was read, if it was given or shown; else it is read as an asset. */
  readonly accountType?: AccountType;
  /** The side that the words of the header belong to. */
  readonly titleSide: 'gl' | 'bank' | null;
}
