// The look of the cells of a column of a holdings file, without its title: numbers, days, currency codes,
// identifiers of securities with right check digits. Counted in a sample, as shares of the filled cells.

import { isCurrencyCode } from '../../money/currency-signs.ts';
import { type DayOrder, DayReader, isDay, readDayText } from '../cells/day-text.ts';
import { type DecimalMark, figureText } from './figure-text.ts';
import type { RoleKind } from './holding-roles.ts';
import { isCusip, isIsin, isSedol } from './security-forms.ts';

export interface HoldingProfile {
  /** Number of filled cells, and of different texts among them. */
  readonly filled: number;
  readonly distinct: number;
  // Shares of the filled cells, 0 to 1.
  /** Numbers, with the file's decimal mark. */
  readonly figures: number;
  readonly days: number;
  readonly currencies: number;
  readonly isins: number;
  readonly cusips: number;
  readonly sedols: number;
  /** Cells with a letter. */
  readonly lettered: number;
  /** Numbers without decimals. */
  readonly whole: number;
  /** The order in which most cells are days. */
  readonly order: DayOrder;
  /** Whether as many cells are days if day and month are swapped, and some would be other days. */
  readonly isOrderOpen: boolean;
}

export function profileOf(cells: readonly string[], mark: DecimalMark): HoldingProfile {
  const filled = cells.filter((cell) => cell !== '');
  const share = (is: (cell: string) => boolean): number =>
    filled.length === 0 ? 0 : filled.filter(is).length / filled.length;
  const plain = (cell: string): string => cell.toUpperCase().replace(/[\s-]/g, '');
  const { order, days, isOpen } = dayOrderOf(filled);
  return {
    filled: filled.length,
    distinct: new Set(filled).size,
    figures: share((cell) => (figureText(cell, mark) ?? '') !== ''),
    days,
    currencies: share((cell) => isCurrencyCode(cell.toUpperCase())),
    isins: share((cell) => isIsin(plain(cell))),
    cusips: share((cell) => isCusip(plain(cell))),
    sedols: share((cell) => isSedol(plain(cell))),
    lettered: share((cell) => /\p{L}/u.test(cell)),
    whole: share((cell) => /^-?[\d,' ]+$/.test(cell)),
    order,
    isOrderOpen: isOpen,
  };
}

function dayOrderOf(cells: readonly string[]): { order: DayOrder; days: number; isOpen: boolean } {
  if (cells.length === 0) return { order: 'day-first', days: 0, isOpen: false };
  const readAs = (order: DayOrder) => {
    const reader = new DayReader({ order, digits: 'yyyymmdd' });
    const days = cells.filter((cell) => isDay(readDayText(reader, cell))).length / cells.length;
    return { order, days, reader };
  };
  const [dayFirst, monthFirst, yearFirst] = [readAs('day-first'), readAs('month-first'), readAs('year-first')];
  const best = monthFirst.days > dayFirst.days ? monthFirst : dayFirst;
  const isOpen = dayFirst.days === monthFirst.days && dayFirst.reader.eitherOrder > 0;
  if (yearFirst.days > best.days) return { order: 'year-first', days: yearFirst.days, isOpen: false };
  return { order: best.order, days: best.days, isOpen };
}

/** Share of the filled cells that must fit the column's role. */
const LEAST_FITTING = 0.9;

/** Whether a column's cells allow a role of that kind. Cells of an empty column contradict none. */
export function fitsKind(kind: RoleKind, profile: HoldingProfile): boolean {
  if (profile.filled === 0) return true;
  if (kind === 'figure') return profile.figures >= LEAST_FITTING;
  if (kind === 'day') return profile.days >= LEAST_FITTING;
  return kind === 'currency' ? profile.currencies >= LEAST_FITTING : true;
}
