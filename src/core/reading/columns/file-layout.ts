// What a reader found out about a file before and while reading it: the answer to "how did you read this?".

import type { DayOrder } from '../cells/day-text.ts';
import type { KindField } from '../kinds/kind-reading.ts';
import type { FieldName } from '../titles/target-fields.ts';

export interface LayoutColumn<Field = FieldName> {
  /** From 0. */
  readonly index: number;
  readonly title: string;
  readonly field: Field | null;
  /** What it is to the kind of run that reads it, beside the field or alone. */
  readonly ofKind?: KindField;
  /** Why the column was taken for the field, or for none. */
  readonly reason: string;
}

/** The layout of a file of entries, unless `Field` says what else its columns carry. */
export interface FileLayout<Field = FieldName> {
  /** As an inspection calls it. */
  readonly format: string;
  readonly encoding: string;
  /** What its lines are cut at; null where its cells stand apart by themselves. */
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
  /** The side that the words of the header belong to. */
  readonly titleSide: 'gl' | 'bank' | null;
}
