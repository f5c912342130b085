// What is compared of a position: its lots' figures, summed exactly (records/holdings/scaled.ts), a price or a rate that
// all of them share. Of two positions of one lot each whose figures are the same texts nothing need be summed.

import { fieldsOf, HOLDING_FIGURES, holdingTexts } from '../../records/holdings/holding-fields.ts';
import { roundedQuotient, SCALE, scaledFromDecimal } from '../../records/holdings/scaled.ts';
import { compareAcross } from '../../records/rows/named-columns.ts';
import type { Position } from './positions.ts';

/** In units of 10^-12; null for what the report does not say. */
export interface PositionFigures {
  readonly units: bigint | null;
  readonly unsettled: bigint;
  /** Price of one unit before the factor; null if no lot has a price or they differ. */
  readonly price: bigint | null;
  /** Null where nothing says it: then it counts as 1. */
  readonly factor: bigint | null;
  /** What the lots state, or units times price; null where a lot has neither. */
  readonly worth: bigint | null;
  readonly accrued: bigint | null;
  readonly fxRate: bigint | null;
}

const ONE = 10n ** BigInt(SCALE);

export function figuresOf({ columns, rows, isCash }: Position): PositionFigures {
  const text = holdingTexts(columns, rows);
  const lots = rows.map((_, k): PositionFigures => {
    const figure = (field: (typeof HOLDING_FIGURES)[number]): bigint | null => {
      const written = text(field, k);
      return written === '' ? null : scaledFromDecimal(written);
    };
    const units = figure('units');
    const price = figure('price');
    const factor = figure('price_factor');
    return {
      units,
      unsettled: figure('unsettled') ?? 0n,
      price,
      factor,
      worth: figure('market_value') ?? (isCash ? units : product(units, price, factor)),
      accrued: figure('accrued'),
      fxRate: figure('fx_rate'),
    };
  });
  return lots.reduce(together);
}

/** Sums, and what lots share: a price or a rate that they do not share is none of the position's. */
function together(a: PositionFigures, b: PositionFigures): PositionFigures {
  const sum = (x: bigint | null, y: bigint | null): bigint | null => (x === null || y === null ? null : x + y);
  const isOnePrice = a.price === b.price && a.factor === b.factor;
  return {
    units: sum(a.units, b.units),
    unsettled: a.unsettled + b.unsettled,
    price: isOnePrice ? a.price : null,
    factor: isOnePrice ? a.factor : null,
    worth: sum(a.worth, b.worth),
    accrued: a.accrued === null ? b.accrued : a.accrued + (b.accrued ?? 0n),
    fxRate: a.fxRate === b.fxRate ? a.fxRate : null,
  };
}

function product(units: bigint | null, price: bigint | null, factor: bigint | null): bigint | null {
  return units === null || price === null ? null : roundedQuotient(units * price * (factor ?? ONE), ONE * ONE);
}

/** Whether two positions of one lot each say the same, digit by digit. */
export function sayTheSame(a: Position, b: Position): boolean {
  if (a.rows.length !== 1 || b.rows.length !== 1) return false;
  const ours = fieldsOf(a.columns);
  const theirs = fieldsOf(b.columns);
  return HOLDING_FIGURES.every((f) => compareAcross(ours.get(f), a.rows[0], theirs.get(f), b.rows[0]) === 0);
}
