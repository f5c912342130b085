// What the cells of a column of a holdings file look like, without its title: numbers, days, currency codes,
// identifiers of securities with right check digits. Counted in a sample, as shares of the filled cells.

import { isCurrencyCode } from '../../money/currency-signs.ts';
import { type DayOrder, DayReader, isDay, readDayText } from '../cells/day-text.ts';
import { type DecimalMark, figureText } from './figure-text.ts';
import type { RoleKind } from './holding-roles.ts';
import { isCusip, isIsin, isSedol } from './security-forms.ts';

export interface HoldingProfile {
  readonly filled: number;
  readonly distinct: number;
  /** Shares of the filled cells, 0 to 1. */
  readonly figures: number;
  readonly days: number;
  readonly currencies: number;
  readonly isins: number;
  readonly cusips: number;
  readonly sedols: number;
  readonly lettered: number;
  readonly whole: number;
  readonly order: DayOrder;
  /** Day and month could be swapped, and no cell decides. */
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
  const tried = (['day-first', 'month-first', 'year-first'] as const).map((order) => {
    const reader = new DayReader({ order, digits: 'yyyymmdd' });
    const days = cells.filter((cell) => isDay(readDayText(reader, cell))).length / cells.length;
    return { order, days, reader };
  });
  const [dayFirst, monthFirst, yearFirst] = tried as [
    (typeof tried)[number],
    (typeof tried)[number],
    (typeof tried)[number],
  ];
  const best = monthFirst.days > dayFirst.days ? monthFirst : dayFirst;
  const isOpen = dayFirst.days === monthFirst.days && dayFirst.reader.eitherOrder > 0;
  if (yearFirst.days > best.days) return { order: 'year-first', days: yearFirst.days, isOpen: false };
  return { order: best.order, days: best.days, isOpen };
}

/** Share of the filled cells that must fit the column's role. */
const SHARE = 0.9;

export function fitsKind(kind: RoleKind, profile: HoldingProfile): boolean {
  if (profile.filled === 0) return true;
  if (kind === 'figure') return profile.figures >= SHARE;
  if (kind === 'day') return profile.days >= SHARE;
  return kind === 'currency' ? profile.currencies >= SHARE : true;
}
