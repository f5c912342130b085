// The units of money columns, named in titles or in a line above the header. A debit and a credit have the same unit,
// and a balance without one takes theirs. A named unit is not applied if the figures contradict it: it would multiply
// every amount.

import { currencyOfTitle } from '../../../core/money/currency-signs.ts';
import {
  type AmountUnit,
  haveDecimals,
  MAIN_UNIT,
  MINOR_UNIT,
  unitOfLine,
  unitOfTitle,
} from '../../../core/reading/cells/amount-unit.ts';
import type { GivenReading } from '../../../core/reading/columns/given-reading.ts';
import type { FieldColumns } from '../../../core/reading/titles/target-fields.ts';

const SLOTS = ['amount', 'debit', 'credit', 'balance'] as const;
type MoneySlot = (typeof SLOTS)[number];

/** Evidence against a unit: decimals, the other column of a pair, or the running balance. */
export type Against = 'decimals' | 'pair' | 'balance';

export interface FigureUnits {
  readonly bySlot: Readonly<Record<MoneySlot, AmountUnit>>;
  /** Columns whose named unit was not applied, with that unit. */
  readonly refused: readonly { readonly slot: MoneySlot; readonly unit: AmountUnit; readonly against: Against }[];
}

const ALL_MINOR: FigureUnits['bySlot'] = {
  ...{ amount: MINOR_UNIT, debit: MINOR_UNIT, credit: MINOR_UNIT, balance: MINOR_UNIT },
};
const NONE: FigureUnits['bySlot'] = { amount: MAIN_UNIT, debit: MAIN_UNIT, credit: MAIN_UNIT, balance: MAIN_UNIT };

export function unitsOf(found: {
  titles: readonly string[];
  columns: FieldColumns;
  /** Cells of the lines above the header. */
  above: readonly string[];
  rows: readonly (readonly string[])[];
  /** A mapping's unit, beside which titles and lines say nothing. */
  given: GivenReading['unit'];
}): FigureUnits {
  if (found.given !== undefined) return { bySlot: found.given === 'main' ? NONE : ALL_MINOR, refused: [] };
  const { titles, columns, above, rows } = found;
  const ofFile = above.map(unitOfLine).find((unit) => unit !== MAIN_UNIT) ?? MAIN_UNIT;
  const named = { ...NONE };
  const slots = SLOTS.filter((slot) => columns[slot] >= 0);
  for (const slot of slots) named[slot] = unitOfTitle(titles[columns[slot]]) || ofFile;
  const entries = slots.filter((slot) => slot !== 'balance');
  const isFine = (slot: MoneySlot) => haveDecimals(rows.map((row) => row[columns[slot]] ?? ''));
  const units = new Set(entries.map((slot) => named[slot]));
  const against: Against | null =
    units.size > 1 ? 'pair' : units.has(MINOR_UNIT) && entries.some(isFine) ? 'decimals' : null;
  const bySlot = { ...named };
  if (against !== null) for (const slot of entries) bySlot[slot] = MAIN_UNIT;
  if (columns.balance >= 0) {
    const title = titles[columns.balance];
    const isSilent = named.balance === MAIN_UNIT && currencyOfTitle(title).code === '';
    if (isSilent && entries.length > 0) bySlot.balance = bySlot[entries[0]];
    if (bySlot.balance === MINOR_UNIT && isFine('balance')) bySlot.balance = MAIN_UNIT;
    // A unit that was refused for the amounts is refused for their balance too.
    if (against !== null && bySlot.balance !== MAIN_UNIT) bySlot.balance = MAIN_UNIT;
  }
  const refused = slots.flatMap((slot) =>
    named[slot] !== MAIN_UNIT && bySlot[slot] === MAIN_UNIT
      ? [{ slot, unit: named[slot], against: against ?? ('decimals' as const) }]
      : [],
  );
  return { bySlot, refused };
}

export const isInOtherUnits = ({ bySlot: of }: FigureUnits): boolean => SLOTS.some((slot) => of[slot] !== MAIN_UNIT);

/** The figures without units, for a file whose running balance follows only then. */
export function withoutUnits({ bySlot: of, refused }: FigureUnits): FigureUnits {
  const dropped = SLOTS.filter((slot) => of[slot] !== MAIN_UNIT);
  return {
    bySlot: NONE,
    refused: [...refused, ...dropped.map((slot) => ({ slot, unit: of[slot], against: 'balance' as const }))],
  };
}
