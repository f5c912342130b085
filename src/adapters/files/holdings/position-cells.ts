// Reads one row of a holdings file as a position, or says why it is none. Every figure is checked and kept exactly as
// in the file. A missing factor is computed from the row's own figures, a missing currency is the file's.

import { MAX_AMOUNT_MINOR } from '../../../core/limits.ts';
import { NO_DAY } from '../../../core/money/calendar.ts';
import { isCurrencyCode } from '../../../core/money/currency-signs.ts';
import { exponentOf } from '../../../core/money/money.ts';
import { DAY_EMPTY, DayReader, isDay, readDayText } from '../../../core/reading/cells/day-text.ts';
import { figureText } from '../../../core/reading/holdings/figure-text.ts';
import type { HoldingRole } from '../../../core/reading/holdings/holding-roles.ts';
import { formOf, isIsin } from '../../../core/reading/holdings/security-forms.ts';
import { factorBetween } from '../../../core/reading/holdings/value-proof.ts';
import { CASH, type HoldingField, SECURITY_IDS } from '../../../core/records/holdings/holding-fields.ts';
import {
  formatScaled,
  minorOfScaled,
  scaledFromDecimal,
  scaledProduct,
} from '../../../core/records/holdings/scaled.ts';
import type { HoldingsLayout } from './holdings-layout.ts';

export interface PositionCells {
  readonly texts: Readonly<Record<HoldingField, string>>;
  readonly reference: string;
  readonly name: string;
  readonly account: string;
  readonly currency: string;
  readonly day: number;
  readonly amount: number;
  readonly isZero: boolean;
  /** Oddities that did not reject the row. */
  readonly oddities: readonly Oddity[];
}

export type Oddity = 'isin_check_digit' | 'no_currency' | 'product_is_not_value' | 'factor_unknown' | 'no_value';

interface ReadingOfFile {
  readonly layout: HoldingsLayout;
  readonly defaultCurrency: string;
  readonly defaultAccount: string;
}

type CellOf = (role: HoldingRole) => string;

const NOTHING = /^(n\/?a|none|null|nil|-+|0+|#n\/a)$/i;

export class PositionReader {
  readonly #file: ReadingOfFile;
  readonly #days: Readonly<Partial<Record<HoldingRole, DayReader>>>;

  /** The last date of each column: nearly every row repeats it. */
  readonly #last = { as_of_date: { text: '', day: DAY_EMPTY }, settlement_date: { text: '', day: DAY_EMPTY } };

  constructor(file: ReadingOfFile) {
    this.#file = file;
    const { of, profiles } = file.layout.columns;
    const { dateOrder } = file.layout.given;
    const orderOf = (column: number) => dateOrder ?? profiles[column].order;
    const reader = (role: HoldingRole): DayReader | undefined =>
      of[role] === undefined ? undefined : new DayReader({ order: orderOf(of[role]), digits: 'yyyymmdd' });
    const days = (['as_of_date', 'settlement_date'] as const).flatMap((role) => {
      const made = reader(role);
      return made === undefined ? [] : [[role, made] as const];
    });
    this.#days = Object.fromEntries(days);
  }

  /** Answers a sentence if the row is not a position. */
  read(cell: CellOf): PositionCells | string {
    const oddities: Oddity[] = [];
    const figures = this.#figures(cell);
    if (typeof figures === 'string') return figures;
    const currency = this.#currency(cell, oddities);
    if (currency.length !== 3) return currency;
    const day = this.#day('as_of_date', cell, this.#file.layout.day);
    if (typeof day === 'string') return day;
    const ids = identifiersOf(cell, oddities);
    const name = cell('security_name');
    const isCash = saysCash({ cell, ids, name });
    if (!isCash && name === '' && SECURITY_IDS.every((kind) => ids[kind] === '')) {
      return 'the row names no security';
    }
    const { units } = figures;
    if (units === '' && !(isCash && figures.marketValue !== '')) return 'the position has no quantity';
    const factor = figures.factor || provenFactor(figures, oddities);
    const worth = worthOf({ ...figures, factor, isCash }, oddities);
    const amount = worth === null ? 0n : minorOfScaled(worth, exponentOf(currency));
    if (amount > MOST || amount < -MOST) return `the market value ${formatScaled(worth!)} is too large`;
    const unsettled = this.#unsettled(cell, { units, stated: figures.unsettled, day });
    if (typeof unsettled !== 'string') return unsettled.wrong;
    return {
      texts: {
        ...ids,
        lot: cell('lot'),
        holding_class: isCash ? CASH : '',
        units,
        price: figures.price,
        price_factor: factor,
        market_value: figures.marketValue,
        accrued: figures.accrued,
        fx_rate: figures.fxRate,
        unsettled,
      },
      reference: SECURITY_IDS.map((kind) => ids[kind]).find((id) => id !== '') ?? '',
      name,
      account: cell('account') || (this.#file.layout.given.account ?? this.#file.defaultAccount),
      currency,
      day,
      amount: Number(amount),
      isZero: amount === 0n && (units === '0' || units === ''),
      oddities,
    };
  }

  #figures(cell: CellOf): Figures | string {
    const { mark } = this.#file.layout.columns;
    const wrong: string[] = [];
    const read = (role: HoldingRole, what: string): string => {
      const written = cell(role);
      const text = figureText(written, mark);
      if (text === null) wrong.push(`the ${what} “${written}” ${whyNot(written)}`);
      return text ?? '';
    };
    const units = read('units', 'quantity') || read('face_value', 'face value');
    const isShort = /^s(hort)?$/i.test(cell('direction'));
    const signed = (text: string): string =>
      isShort && text !== '' && text !== '0' && !text.startsWith('-') ? `-${text}` : text;
    const figures = {
      units: signed(units),
      price: read('price', 'price'),
      factor: read('price_factor', 'price factor'),
      marketValue: signed(read('market_value', 'market value')),
      accrued: read('accrued', 'accrued interest'),
      fxRate: read('fx_rate', 'exchange rate'),
      unsettled: read('unsettled', 'unsettled quantity'),
    };
    if (wrong.length > 0) return wrong[0];
    if (figures.price.startsWith('-')) return `the price ${figures.price} is negative`;
    if (figures.factor.startsWith('-') || figures.factor === '0')
      return `the price factor ${figures.factor} is not above zero`;
    if (figures.fxRate.startsWith('-') || figures.fxRate === '0')
      return `the exchange rate ${figures.fxRate} is not above zero`;
    return figures;
  }

  #currency(cell: CellOf, oddities: Oddity[]): string {
    const written = cell('currency').toUpperCase();
    if (written === '') {
      const ofFile = this.#file.layout.given.currency;
      if (ofFile === undefined) oddities.push('no_currency');
      return ofFile ?? this.#file.defaultCurrency;
    }
    return isCurrencyCode(written) ? written : `“${cell('currency')}” is no code of a currency`;
  }

  #day(role: 'as_of_date' | 'settlement_date', cell: CellOf, none: number): number | string {
    const reader = this.#days[role];
    if (reader === undefined) return none;
    const written = cell(role);
    const day = written === this.#last[role].text ? this.#last[role].day : readDayText(reader, written);
    this.#last[role] = { text: written, day };
    if (day === DAY_EMPTY) return none;
    return isDay(day) ? day : `“${written}” is no date`;
  }

  /** The stated figure; else all units, if the row settles later or its status says that it is unsettled. */
  #unsettled(
    cell: CellOf,
    { units, stated, day }: { readonly units: string; readonly stated: string; readonly day: number },
  ): string | { readonly wrong: string } {
    if (stated !== '') return stated === '0' ? '' : stated;
    const settles = this.#day('settlement_date', cell, NO_DAY);
    if (typeof settles === 'string') return { wrong: settles };
    const isLater = settles !== NO_DAY && day !== NO_DAY && settles > day;
    const status = cell('status');
    return isLater || /\b(unsettled|not settled|pending|failing|failed|open)\b/i.test(status) ? units : '';
  }
}

const MOST = BigInt(MAX_AMOUNT_MINOR);

interface Figures {
  readonly units: string;
  readonly price: string;
  readonly factor: string;
  readonly marketValue: string;
  readonly accrued: string;
  readonly fxRate: string;
  readonly unsettled: string;
}

function whyNot(written: string): string {
  if (/^[-+]?\d+([.,]\d+)?e[-+]?\d+$/i.test(written)) return 'was shortened by a spreadsheet: its digits are lost';
  return /\d/.test(written) && /[.,]\d{13,}$/.test(written) ? 'has more than 12 decimals' : 'is no number';
}

function identifiersOf(cell: CellOf, oddities: Oddity[]): Record<(typeof SECURITY_IDS)[number], string> {
  const given = (role: HoldingRole): string => {
    const text = cell(role);
    return NOTHING.test(text) ? '' : text.toUpperCase();
  };
  const ids = { isin: '', cusip: given('cusip'), sedol: given('sedol'), local_code: '' };
  const isin = given('isin').replace(/[\s-]/g, '');
  const isLikeIsin = /^[A-Z]{2}[A-Z0-9]{10}$/.test(isin);
  if (isLikeIsin) ids.isin = isin;
  if (isLikeIsin && !isIsin(isin)) oddities.push('isin_check_digit');
  // Reports mix codes in one column: the form shows a code's kind, the same way on either side.
  for (const code of [isLikeIsin ? '' : given('isin'), given('local_code'), given('security_id')]) {
    if (code === '') continue;
    const form = formOf(code);
    if (ids[form] === '') ids[form] = code;
    else if (ids.local_code === '') ids.local_code = code;
  }
  return ids;
}

/** Names of a cash balance among securities. */
const CASH_NAME =
  /^(([a-z]{3}|us|naira|dollar|euro|uninvested|available|settled|net)\W*)?cash(\W*(balance|account|at (bank|custodian)|position|on hand|in hand|deposit|[a-z]{3}))*$/i;
const CASH_TYPE = /^(cash|cash balance|currency|cash and (cash )?equivalents?|cash & (cash )?equivalents?|ccy)$/i;

function saysCash({ cell, ids, name }: { cell: CellOf; ids: Record<string, string>; name: string }): boolean {
  if (ids['isin'] !== '' || ids['cusip'] !== '' || ids['sedol'] !== '') return false;
  if (CASH_TYPE.test(cell('security_type'))) return true;
  return CASH_NAME.test(ids['local_code'].replaceAll('_', ' ')) || CASH_NAME.test(name);
}

/** The factor that follows from units, price and value; '' if it does not. */
function provenFactor({ units, price, marketValue }: Figures, oddities: Oddity[]): string {
  if (units === '' || price === '' || marketValue === '') return '';
  const factor = factorBetween(Number(units), Number(price), Number(marketValue));
  if (factor === null && Number(units) * Number(price) * Number(marketValue) !== 0)
    oddities.push('product_is_not_value');
  return factor === null ? '' : String(factor);
}

function worthOf(
  {
    units,
    price,
    factor,
    marketValue,
    isCash,
  }: Pick<Figures, 'units' | 'price' | 'factor' | 'marketValue'> & {
    readonly isCash: boolean;
  },
  oddities: Oddity[],
): bigint | null {
  if (marketValue !== '') return scaledFromDecimal(marketValue);
  if (isCash) return units === '' ? null : scaledFromDecimal(units);
  if (price === '') {
    oddities.push('no_value');
    return null;
  }
  if (factor === '') oddities.push('factor_unknown');
  const product = scaledProduct(scaledFromDecimal(units), scaledFromDecimal(price));
  return factor === '' ? product : scaledProduct(product, scaledFromDecimal(factor));
}
