// The question if a file refutes the remembered way of reading its layout: the columns that the two readings differ in,
// why the remembered one cannot be right, and a mapping that decides. The answer is remembered.

import type { RememberedPlan } from './remembered-format.ts';
import type { Question } from './table/question.ts';
import type { FieldName } from './titles/target-fields.ts';

/** Fields that make an amount and its sign. */
const MONEY = ['amount', 'debit', 'credit', 'direction'] as const satisfies readonly FieldName[];

/** Columns by number from 0, as two readings have them. */
export interface ReadColumns {
  readonly fields: readonly (FieldName | null)[];
  readonly titles: readonly string[];
}

/** Money fields that two readings of one file have in different columns. */
export const differingMoney = (a: ReadColumns, b: ReadColumns): readonly FieldName[] =>
  MONEY.filter((field) => a.fields.indexOf(field) !== b.fields.indexOf(field));

/** `why` continues “this one refutes it: ”. `before`: null if the file could not be read so at all. */
export function refutedMemory(of: {
  readonly plan: RememberedPlan;
  readonly before: ReadColumns | null;
  readonly anew: ReadColumns;
  readonly why: string;
}): Question {
  const { plan, before, anew } = of;
  const differing = before === null ? [] : differingMoney(before, anew);
  const answer = Object.fromEntries(
    differing.map((field) => [field, [before!, anew].flatMap((columns) => titlesOf(columns, field)).join(' or ')]),
  );
  const said = plan.confirmedBy === 'mapping' ? 'a mapping said it' : 'balances proved it';
  const what = differing.map((field) => `the ${field} (${answer[field]})`).join(' and ');
  return {
    sentence:
      `files of this layout are read as ${said} for ${plan.file}, and this one refutes it: ${of.why.replace(/\.$/, '')}; ` +
      `say in a column mapping ${what === '' ? 'how it is read' : `which column is ${what}`}, or forget the format.`,
    answer,
    ...(differing.length > 0 && {
      readings: [before!, anew].map((columns) => ({ columns: moneyIn(columns) })),
    }),
  };
}

/** The columns of a reading's money, by number from 1. */
const moneyIn = ({ fields }: ReadColumns): Record<string, number> =>
  Object.fromEntries(MONEY.flatMap((field) => (fields.indexOf(field) < 0 ? [] : [[field, fields.indexOf(field) + 1]])));

function titlesOf({ fields, titles }: ReadColumns, field: FieldName): string[] {
  const column = fields.indexOf(field);
  return column < 0 ? [] : [titles[column]?.trim() || String(column + 1)];
}
