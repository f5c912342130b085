// Options of `tieout reconcile` for matching: windows, tolerances, fees, methods and events, checked and converted to
// parameters. Amounts stay decimal texts, because their currency is known only once the files are read.

import { DEFAULT_SEARCH_DAYS, MAX_SEARCH_DAYS, MIN_REVERSAL_DAYS } from '../core/limits.ts';
import { MATCHING_METHODS, type MatchingMethod } from '../core/matching/method.ts';
import { SEARCH_MODES, type SearchMode, searchWindow } from '../core/matching/parameters.ts';
import type { DecimalParameters } from '../core/matching/parameters-from-decimals.ts';
import { parseDay } from '../core/money/calendar.ts';
import { decimalsOf, scaledInteger } from '../core/money/money.ts';
import { PERCENT_DECIMALS, PERCENT_SCALE, RATE_DECIMALS, RATE_SCALE } from '../core/money/rates.ts';
import type { Period } from '../core/records/documents/period.ts';
import { localKind, serviceOf } from './kind-options.ts';
import type { OptionValues } from './options.ts';
import { wrong } from './reconcile-option-table.ts';

/** Most decimals of any currency. An amount with more would be rounded, so it is refused. */
const MOST_DECIMALS = 3;

export function parametersOf(values: OptionValues): DecimalParameters {
  const days = { forward: searchDays(values, 'days-forward'), back: searchDays(values, 'days-back') };
  const amounts = {
    tolerance: amount(values, 'tolerance'),
    chargeMin: amount(values, 'charge-min'),
    chargeMax: amount(values, 'charge-max'),
  };
  const [least, most] = [
    scaledInteger(amounts.chargeMin, MOST_DECIMALS)!,
    scaledInteger(amounts.chargeMax, MOST_DECIMALS)!,
  ];
  if (least > most) throw wrong(`--charge-min ${amounts.chargeMin} is above --charge-max ${amounts.chargeMax}.`);
  return {
    method: method(values.text('method')),
    fees: { display: null, service: serviceOf(values.text('service'), localKind(values.text('kind'))) },
    rules: [],
    events: values.list('event').map(event),
    ...searchWindow(searchMode(values.text('search-mode')), days),
    reversalDaysForward: Math.max(MIN_REVERSAL_DAYS, days.forward),
    reversalDaysBack: Math.max(MIN_REVERSAL_DAYS, days.back),
    netReversals: !values.flag('no-reversals'),
    tolerancePercent: scaled(values, {
      name: 'tolerance-percent',
      decimals: PERCENT_DECIMALS,
      below: PERCENT_SCALE + 1,
      takes: 'a percentage from 0 to 100',
    }),
    mscRate: scaled(values, {
      name: 'msc-rate',
      decimals: RATE_DECIMALS,
      below: RATE_SCALE,
      takes: 'a share from 0 to below 1',
    }),
    excludeDebitsFromRate: !values.flag('include-debits-in-rate'),
    amounts,
  };
}

function searchDays(values: OptionValues, name: string): number {
  const text = values.text(name) ?? String(DEFAULT_SEARCH_DAYS);
  const days = /^\d{1,6}$/.test(text) ? Number(text) : Number.NaN;
  if (!(days <= MAX_SEARCH_DAYS))
    throw wrong(`--${name} takes a whole number from 0 to ${MAX_SEARCH_DAYS}, not "${text}".`);
  return days;
}

function amount(values: OptionValues, name: string): string {
  const text = values.text(name) ?? '0';
  const value = scaledInteger(text, MOST_DECIMALS);
  if (value === null || value < 0)
    throw wrong(`--${name} takes an amount of 0 or more in currency units such as 12.50, not "${text}".`);
  return text.trim();
}

function scaled(
  values: OptionValues,
  { name, decimals, below, takes }: { name: string; decimals: number; below: number; takes: string },
): string {
  const text = values.text(name) ?? '0';
  const value = scaledInteger(text, decimals);
  if (value === null || value < 0 || value >= below) throw wrong(`--${name} takes ${takes}, not "${text}".`);
  if (decimalsOf(text) > decimals) throw wrong(`--${name} takes up to ${decimals} decimals, not "${text}".`);
  return text.trim();
}

function searchMode(text: string | null): SearchMode {
  if (text === null) return 'both';
  const mode = SEARCH_MODES.find((known) => known === text);
  if (mode === undefined) throw wrong(`--search-mode is ${SEARCH_MODES.join(', ')}, not "${text}".`);
  return mode;
}

function method(text: string | null): MatchingMethod {
  if (text === null) return 'line_by_line';
  const known = MATCHING_METHODS.find((name) => name === text);
  if (known === undefined) throw wrong(`--method is ${MATCHING_METHODS.join(', ')}, not "${text}".`);
  return known;
}

function event(text: string): Period {
  const [first, last, more] = text.split(':');
  const [start, end] = [parseDay(first ?? ''), parseDay(last ?? '')];
  if (start === null || end === null || more !== undefined) {
    throw wrong(`--event takes two days such as 2026-03-01:2026-03-07, not "${text}".`);
  }
  if (start > end) throw wrong(`The event ends before it starts: --event ${text}.`);
  return { start, end };
}
