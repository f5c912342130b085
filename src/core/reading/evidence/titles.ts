// The evidence that a title gives for its column: the field exactly, in words, another field, a number of something. An
// exact title whose values fit is strong; words in a title are weak, because a “Debit Note No” contains no debits.

import type { Table } from '../table/table.ts';
import type { FieldName } from '../titles/target-fields.ts';
import { PAIR_ONLY, PLAIN } from '../titles/title-phrases.ts';
import { plainTitle } from '../words/plain-title.ts';

const MONEY: ReadonlySet<FieldName> = new Set(['amount', 'debit', 'credit', 'balance']);
/** Words that make the words before them a number: “Debit Note No”, “Payment Id”. */
const NUMBER_OF = /\b(no|nos|nr|num|number|id|code|ref|reference|type|count|qty|quantity)$/;

type TitleSays = 'exactly' | 'in words' | 'another' | 'nothing';

/** The evidence of a column's title for a money field. */
export function titleSays(table: Table, column: number, field: FieldName): TitleSays {
  const weight = table.weight(column, field);
  if (weight >= PLAIN) return 'exactly';
  const plain = plainTitle(table.titles[column]);
  if (weight > 0) return NUMBER_OF.test(plain) ? 'another' : 'in words';
  if (table.saysNothing(column)) return NUMBER_OF.test(plain) ? 'another' : 'nothing';
  return table.meanings[column].some((m) => MONEY.has(m.field)) ? 'nothing' : 'another';
}

/** Whether a title plainly names something other than money: a reference, an account, a day. */
export const isTitledOther = (table: Table, column: number): boolean =>
  table.meanings[column].some((m) => m.weight >= PLAIN && !(m.flow === true && m.weight === PAIR_ONLY)) &&
  !table.meanings[column].some((m) => MONEY.has(m.field));
