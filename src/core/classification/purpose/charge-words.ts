// Whether a line is a charge, interest or a tax by its words: by what people confirmed for the partner, else by the words
// that every bank uses (bank-words.ts). What a person confirmed comes first, since a person has seen such a line.

import type { ChargeWords, ConfirmedAs } from '../../records/charge-words.ts';
import { type RowColumns, textAt } from '../../records/rows/columns.ts';
import { nameOfLine } from './purpose.ts';
import { chargeWordsAt, taxWordsAt } from './purpose-at.ts';

export interface WordsOfRow {
  readonly kind: ConfirmedAs;
  readonly words: string;
  /** Whether a person confirmed them. */
  readonly isConfirmed: boolean;
}

/** Why row i is a charge, interest or a tax by its words; null if they do not say so. */
export function wordsOfRow(
  { narration }: Pick<RowColumns, 'narration'>,
  i: number,
  confirmed: ChargeWords | undefined,
): WordsOfRow | null {
  if (confirmed !== undefined) {
    const name = nameOfLine(textAt(narration, i));
    const kind = name === null ? undefined : kindsOf(confirmed).get(name);
    if (kind !== undefined) return { kind, words: name!, isConfirmed: true };
  }
  const tax = taxWordsAt(narration, i);
  if (tax !== null) return { kind: 'interest_or_tax', words: tax, isConfirmed: false };
  const charge = chargeWordsAt(narration, i);
  return charge === null ? null : { kind: 'charge', words: charge, isConfirmed: false };
}

/** The same for one kind alone. */
export function wordsOfKind(
  rows: Pick<RowColumns, 'narration'>,
  i: number,
  { kind, confirmed }: { readonly kind: ConfirmedAs; readonly confirmed: ChargeWords | undefined },
): WordsOfRow | null {
  const found = wordsOfRow(rows, i, confirmed);
  return found?.kind === kind ? found : null;
}

const KINDS = new WeakMap<ChargeWords, ReadonlyMap<string, ConfirmedAs>>();

function kindsOf(confirmed: ChargeWords): ReadonlyMap<string, ConfirmedAs> {
  const known = KINDS.get(confirmed);
  if (known !== undefined) return known;
  const kinds = new Map([
    ...confirmed.charges.map((name) => [name, 'charge'] as const),
    ...confirmed.taxes.map((name) => [name, 'interest_or_tax'] as const),
  ]);
  KINDS.set(confirmed, kinds);
  return kinds;
}
