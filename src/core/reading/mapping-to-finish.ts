// The mapping that answers a question, for a person to complete: the columns as they would be read, and the choices in
// words where an answer is needed. Left as it is, it names a column that does not exist, and is refused with the
// columns that do.

import type { Side } from '../records/rows/columns.ts';
import type { ColumnProposal } from './column-proposal.ts';
import type { Question } from './table/question.ts';
import type { FieldName } from './titles/target-fields.ts';
import { FIELD_NAMES } from './titles/target-fields.ts';

const MONEY: readonly FieldName[] = ['amount', 'debit', 'credit'];

export function mappingToFinish(of: {
  readonly question: Question;
  readonly proposal: Pick<ColumnProposal, 'fields'>;
  readonly titles: readonly string[];
  readonly side: Side;
}): Record<string, unknown> {
  const { question, proposal, titles, side } = of;
  const isField = (key: string): key is FieldName => (FIELD_NAMES as string[]).includes(key);
  const answered = Object.entries(question.answer);
  const columns: Record<string, unknown> = {};
  const isMoneyAsked = answered.some(([key]) => isField(key) && MONEY.includes(key));
  const named = (column: number): string | number => {
    const title = titles[column].trim();
    return title === '' || titles.filter((other) => other.trim() === title).length > 1 ? column + 1 : title;
  };
  for (const [column, field] of proposal.fields.entries()) {
    if (field === null || (isMoneyAsked && MONEY.includes(field))) continue;
    const before = columns[field];
    columns[field] = before === undefined ? named(column) : [before, named(column)].flat();
  }
  for (const [key, value] of answered) if (isField(key)) columns[key] = value;
  const others = Object.fromEntries(answered.filter(([key]) => !isField(key)));
  return { [side]: { columns, ...others, ...question.given } };
}
