// The figures of a position that are compared: the exact sums of its lots (records/holdings/scaled.ts), and a price or
// rate that all lots share. If two positions have one lot each with the same texts, nothing is summed.

import { fieldsOf, HOLDING_FIGURES, holdingTexts } from '../../records/holdings/holding-fields.ts';
import { roundedQuotient, SCALE, scaledFromDecimal } from '../../records/holdings/scaled.ts';
import { compareAcross } from '../../records/rows/named-columns.ts';
import type { Position } from './positions.ts';

/** Figures in units of 10^-12; null for a figure that the report does not have. */
export interface PositionFigures {
  readonly units: bigint | null;
  readonly unsettled: bigint;
  /** Price of one unit before the factor; null if no lot has a price or they differ. */
  readonly price: bigint | null;
  /** Null if no lot states it; it then counts as 1. */
  readonly factor: bigint | null;
  /** The stated market value of the lots, else units times price; null if a lot has neither. */
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

/** Adds two lots. A price or rate that they do not share becomes null. */
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
