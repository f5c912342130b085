// The field of each column of a reading, and why. A column has one field, and a field one column; only the narration
// joins several. Columns that a mapping names, and those of the money, are given; all others are candidates, and one
// assignment decides about them together.

import { FIELD_NAMES, type FieldColumns, type FieldName } from '../titles/target-fields.ts';
import { bestAssignment } from './best-assignment.ts';
import { type Candidate, classOf, type EvidenceClass, reasonOf } from './candidate.ts';
import { NAMED, type Table } from './table.ts';

/** Evidence in figures: all weak evidence of a file is worth less than one strong piece, and so on. */
const WORTH: Readonly<Record<EvidenceClass, number>> = { mapping: 1e6, proof: 1e4, strong: 100, weak: 1, veto: 0 };
/** Each candidate is worth a little less than the one before it, which decides between equals. */
const PLACE = 1e-6;

export class Assignment {
  readonly table: Table;
  readonly fields: (FieldName | null)[];
  readonly reasons: string[];
  readonly warnings: string[] = [];
  /** Columns without a field that no field may take. */
  private readonly apart = new Set<number>();

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

  /** Sets columns apart that no field may take, with the reason. */
  keep(columns: readonly (readonly [column: number, reason: string])[]): void {
    for (const [column, reason] of columns) {
      if (!this.isFree(column)) continue;
      this.apart.add(column);
      this.reasons[column] = reason;
    }
  }

  /** Takes the field away from a column. */
  leave(column: number, reason: string): void {
    this.fields[column] = null;
    this.reasons[column] = reason;
  }

  /** Decides about all candidates together; what may be the narration and is nothing else joins it. */
  decide(candidates: readonly Candidate[]): void {
    const roles = FIELD_NAMES.filter((field) => field !== 'narration' && !this.has(field));
    const claims = candidates.map(({ field, column, evidence }, place) => ({
      ...{ role: field, column, reason: reasonOf(evidence.slice(0, 1)) },
      worth: this.isFree(column) ? WORTH[classOf(evidence)] - place * PLACE : 0,
    }));
    for (const { column, role, reason } of bestAssignment(roles, claims)) this.take(column, role, reason);
    for (const { column, role, reason } of claims)
      if (role === 'narration' && this.isFree(column)) this.take(column, role, reason);
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
    return this.fields[column] === null && !this.apart.has(column);
  }

  free(): number[] {
    return this.table.columns.filter((i) => this.isFree(i));
  }

  hasNamed(field: FieldName): boolean {
    return this.table.namedFor(field) >= 0;
  }
}
