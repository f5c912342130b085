// Chooses columns for the roles that depend on the money: the money itself, currency, account, status and references.
// Candidates come best first; a column that a mapping names takes no other role.

import type { KindField } from './kinds/kind-reading.ts';
import type { MoneyReading } from './money/money-reading.ts';
import { currencyCandidates, currencyOfAnother, type OtherCurrency } from './roles/currency.ts';
import { untitledReferences } from './roles/identifiers.ts';
import { statesIn } from './roles/status.ts';
import type { Assignment } from './table/assignment.ts';
import type { Candidate } from './table/candidate.ts';

export function takeMoney(assignment: Assignment, reading: MoneyReading | null): void {
  if (reading === null) return;
  const { table } = assignment;
  for (const field of ['amount', 'debit', 'credit', 'balance', 'direction'] as const) {
    const column = reading[field];
    if (column < 0 || table.named.has(column) || (field === 'direction' && reading.isSpoken)) continue;
    assignment.take(column, field, reading.reasons.get(column) ?? '');
  }
  if (reading.beside !== null) assignment.keep(reading.beside.before, reading.reasons.get(reading.beside.before) ?? '');
  if (reading.balanceMarks >= 0) assignment.keep(reading.balanceMarks, reading.reasons.get(reading.balanceMarks) ?? '');
}

/** A kind that keeps the outcome of a row also keeps rows that failed. */
export function takeStatus(
  assignment: Assignment,
  status: readonly Candidate[],
  {
    wanted,
    ofKind,
  }: { readonly wanted: readonly KindField[]; readonly ofKind: { -readonly [F in KindField]?: number } },
): void {
  if (!wanted.includes('response_code')) {
    assignment.takeFirst('status', status);
    return;
  }
  const found = status.find(({ column }) => assignment.isFree(column));
  if (ofKind.response_code !== undefined || found === undefined) return;
  ofKind.response_code = found.column;
  assignment.keep(found.column, `${assignment.table.quoted(found.column)}, what became of the row`);
}

export function takeCurrency(assignment: Assignment, money: readonly number[]): OtherCurrency | null {
  const { table } = assignment;
  if (assignment.has('currency')) return null;
  const free = assignment.free();
  const [found] = currencyCandidates(table, { money, free });
  if (found === undefined) return null;
  const { column, evidence } = found;
  const other = currencyOfAnother(table, { column, money, free });
  if (other !== null) assignment.reasons[column] = `the currency of another amount than ${table.quoted(other.amount)}`;
  if (other === null || other.isRead) assignment.take(column, 'currency', evidence[0].words);
  return other;
}

export function statesOf(assignment: Assignment, balance: number) {
  const column = assignment.columnOf('status');
  if (column < 0) return { responseCodes: false, entryFlags: null };
  const { responseCodes, entryFlags } = statesIn(assignment.table, column, balance);
  if (responseCodes && !assignment.table.named.has(column)) assignment.reasons[column] += ', values are response codes';
  return { responseCodes, entryFlags };
}

/** The own account; further account columns are kept with the narration. */
export function takeAccount(assignment: Assignment, accounts: readonly Candidate[]): void {
  if (assignment.has('account')) return;
  for (const { column, evidence } of accounts) {
    if (!assignment.isFree(column)) continue;
    const isOfOthers = evidence.some((one) => one.class === 'veto');
    assignment.take(column, isOfOthers ? 'narration' : 'account', evidence[0].words);
    if (!isOfOthers) return;
  }
}

/** The reference; further ones are kept with the narration, so that nothing of a row is lost. */
export function takeReferences(assignment: Assignment, references: readonly Candidate[]): void {
  if (assignment.has('reference')) return;
  const [best, ...others] = references.filter(({ column }) => assignment.isFree(column));
  const isBest = best?.evidence[0].words.endsWith('the best of the references') === true;
  if (isBest) assignment.take(best.column, 'reference', best.evidence[0].words);
  for (const { column, evidence } of isBest ? others : []) assignment.take(column, 'narration', evidence[0].words);
}

export function takeUntitledReference(assignment: Assignment): void {
  if (assignment.has('reference')) return;
  const found = untitledReferences(assignment.table).filter(({ column }) => assignment.isFree(column));
  const reference = found.find(({ isOfSomebody }) => !isOfSomebody);
  if (reference !== undefined)
    assignment.take(reference.column, 'reference', 'values are identifiers that mostly differ');
  const [first] = found;
  if (first === undefined || !first.isOfSomebody || assignment.hasNamed('narration')) return;
  assignment.take(first.column, 'narration', `${assignment.table.quoted(first.column)} names somebody, not the entry`);
}
