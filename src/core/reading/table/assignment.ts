// The field of each column of a reading, and why. A column has one field, and a field one column; only the narration
// joins several.

import type { FieldColumns, FieldName } from '../titles/target-fields.ts';
import type { Candidate } from './candidate.ts';
import { reasonOf } from './candidate.ts';
import { NAMED, type Table } from './table.ts';

export class Assignment {
  readonly table: Table;
  readonly fields: (FieldName | null)[];
  readonly reasons: string[];
  readonly warnings: string[] = [];
  /** Columns without a field that no field may take: the marks of the balance. */
  private readonly kept = new Set<number>();

  constructor(table: Table) {
    this.table = table;
    this.fields = table.titles.map(() => null);
    this.reasons = table.titles.map(() => '');
    for (const [column, field] of table.named) this.take(column, field, NAMED);
  }

  take(column: number, field: FieldName, reason: string): void {
    this.fields[column] = field;
    this.reasons[column] = reason;
  }

  /** Takes the first candidate whose column is free; -1 if the field has a column, or none is left. */
  takeFirst(field: FieldName, candidates: readonly Candidate[]): number {
    if (this.has(field)) return -1;
    const found = candidates.find((one) => one.field === field && this.isFree(one.column));
    if (found === undefined) return -1;
    this.take(found.column, field, reasonOf(found.evidence.slice(0, 1)));
    return found.column;
  }

  keep(column: number, reason: string): void {
    this.kept.add(column);
    this.reasons[column] = reason;
  }

  /** Takes the field away from a column. */
  leave(column: number, reason: string): void {
    this.fields[column] = null;
    this.reasons[column] = reason;
  }

  has(field: FieldName): boolean {
    return this.fields.includes(field);
  }

  columnOf(field: FieldName): number {
    return this.fields.indexOf(field);
  }

  /** The column of each field, except joined ones; -1 for none. */
  columns(): FieldColumns {
    const of = (field: FieldName) => this.columnOf(field);
    return {
      booking_date: of('booking_date'),
      value_date: of('value_date'),
      amount: of('amount'),
      debit: of('debit'),
      credit: of('credit'),
      direction: of('direction'),
      balance: of('balance'),
      currency: of('currency'),
      account: of('account'),
      reference: of('reference'),
      settlement_session_id: of('settlement_session_id'),
      source_id: of('source_id'),
      status: of('status'),
    };
  }

  isFree(column: number): boolean {
    return this.fields[column] === null && !this.kept.has(column);
  }

  free(): number[] {
    return this.table.columns.filter((i) => this.isFree(i));
  }

  taken(): ReadonlySet<number> {
    return new Set(this.table.columns.filter((i) => !this.isFree(i)));
  }

  hasNamed(field: FieldName): boolean {
    return this.table.namedFor(field) >= 0;
  }
}
