// Made-up portfolios on one day: the fund's books, lot by lot, its custodian's report, and the truth: which rows are
// one position, and whether it agrees or by which break it differs. One seed gives the same bytes.

import { BREAKS, type HoldingBreak } from '../../core/matching/holdings/breaks.ts';
import { dayNumber, daysInMonth, formatDay } from '../../core/money/calendar.ts';
import { formatMinor } from '../../core/money/money.ts';
import type { Side } from '../../core/records/rows/columns.ts';
import type { Chunk, MonthFile, MonthTotals } from '../month.ts';
import type { MonthOptions } from '../options.ts';
import { type Random, seededRandom } from '../random.ts';
import { TRUTH_HEADER } from '../truth.ts';
import { type MadeSecurity, madeSecurity } from './securities.ts';

type HoldingCause = HoldingBreak | 'agrees' | 'within_tolerance';

interface HoldingTotals extends Omit<MonthTotals, 'causes'> {
  readonly causes: Partial<Record<HoldingCause, number>>;
}

const BOOK_HEADER =
  'Portfolio,ISIN,Local Code,Security Name,Lot,Quantity,Price,Price Factor,Market Value,Accrued Interest,Currency,FX Rate,Settlement Date,As Of\n';
const CUSTODIAN_HEADER =
  'Safekeeping Account,Security ID,Description,Units,Market Price,Multiplier,Market Value,Accrued,Ccy,FX Rate,Position Date\n';

/** Share of each break in thousandths of the positions; the rest agrees, in part only within the tolerance. */
const PER_MILLE: readonly (readonly [HoldingCause, number])[] = [
  ['missing_in_custodian', 5],
  ['missing_in_book', 5],
  ['identifier_mismatch', 3],
  ['as_of_mismatch', 3],
  ['currency_mismatch', 2],
  ['quantity_break', 6],
  ['pending_trade', 5],
  ['corporate_action', 3],
  ['price_break', 6],
  ['fx_break', 2],
  ['accrued_interest_break', 3],
  ['market_value_break', 3],
  ['within_tolerance', 30],
];

/** Exchange rates, in ten-thousandths of the currency unit. */
const FX: Readonly<Record<MadeSecurity['currency'], number>> = { NGN: 10_000, USD: 15_400_000, GBP: 20_100_000 };

/** One side's entry for a holding. */
interface Entry {
  readonly units: number;
  /** In ten-thousandths. */
  readonly price: number;
  readonly currency: string;
  readonly fx: number;
  /** In minor units. */
  readonly accrued: number;
  /** Added to the value, in minor units. */
  readonly valueError: number;
  readonly day: number;
}

type Lines = Record<MonthFile, string[]>;

export function* generatePortfolios(options: MonthOptions): Generator<Chunk, HoldingTotals> {
  const { year, month, seed, accounts } = options;
  const random = seededRandom(`holdings/${seed}`);
  const day = dayNumber(year, month, daysInMonth(year, month));
  const play = new Portfolios(random, { day, accounts });
  const encoder = new TextEncoder();
  const flush = (): Chunk[] =>
    (['gl', 'bank', 'truth'] as const).flatMap((file) => {
      const text = play.lines[file].splice(0).join('');
      return text === '' ? [] : [{ file, bytes: encoder.encode(text) }];
    });
  play.lines.gl.push(BOOK_HEADER);
  play.lines.bank.push(CUSTODIAN_HEADER);
  play.lines.truth.push(TRUTH_HEADER);
  for (let account = 1; account <= accounts; account++) play.cash(account);
  for (let n = 0; play.rows.gl < options.rows; n++) {
    play.position(n);
    if (n % FLUSH_EVERY === 0) yield* flush();
  }
  yield* flush();
  return { rows: play.rows, openRows: play.openRows, causes: play.causes };
}

const FLUSH_EVERY = 4_096;

class Portfolios {
  readonly lines: Lines = { gl: [], bank: [], truth: [] };
  readonly rows: Record<Side, number> = { gl: 0, bank: 0 };
  readonly causes: Partial<Record<HoldingCause, number>> = {};
  openRows = 0;
  readonly #random: Random;
  readonly #day: number;
  readonly #accounts: number;
  #group = 0;

  constructor(random: Random, { day, accounts }: { readonly day: number; readonly accounts: number }) {
    this.#random = random;
    this.#day = day;
    this.#accounts = accounts;
  }

  /** Puts the cash of an account, which sometimes differs between the sides. */
  cash(account: number): void {
    const random = this.#random;
    const minor = 1_000_000 + random.below(2_000_000);
    const isBroken = account > 1 && random.below(20) === 0;
    const cause: HoldingCause = isBroken ? 'cash_break' : 'agrees';
    this.#begin();
    const day = formatDay(this.#day)!;
    const book = formatMinor(minor, 2);
    this.#put('gl', cause, `${nameOf(account)},,CASH-NGN,CASH NGN,,${book},1,1,${book},,NGN,1,,${day}`);
    const custodian = formatMinor(isBroken ? minor - 1_234 : minor, 2);
    this.#put('bank', cause, `${nameOf(account)},,NGN CASH,${custodian},1,1,${custodian},,NGN,1,${day}`);
  }

  position(n: number): void {
    const random = this.#random;
    const security = madeSecurity(n, random);
    const account = nameOf(1 + random.below(this.#accounts));
    const cause = this.#causeOf(security);
    const units = 100 * (1 + random.below(5_000));
    const isBond = security.factor === '0.01';
    const entry: Entry = {
      units,
      price: security.price,
      currency: security.currency,
      fx: FX[security.currency],
      accrued: isBond ? 100 + random.below(500_000) : 0,
      valueError: 0,
      day: this.#day,
    };
    const other = custodianEntry(cause, entry, { factor: security.factor, random });
    this.#begin();
    if (cause !== 'missing_in_book') this.#book(cause, { account, security, said: entry });
    if (cause !== 'missing_in_custodian') this.#custodian(cause, { account, security, said: other });
  }

  #causeOf({ factor, currency, isin }: MadeSecurity): HoldingCause {
    let drawn = this.#random.below(1_000);
    for (const [cause, share] of PER_MILLE) {
      drawn -= share;
      if (drawn >= 0) continue;
      if (cause === 'accrued_interest_break' && factor !== '0.01') return 'agrees';
      if (cause === 'fx_break' && currency === 'NGN') return 'agrees';
      // An option has no ISIN that could differ.
      return cause === 'identifier_mismatch' && isin === '' ? 'agrees' : cause;
    }
    return 'agrees';
  }

  /** Puts one lot or a few; the last lot of a pending trade is not settled. */
  #book(
    cause: HoldingCause,
    { account, security, said }: { readonly account: string; readonly security: MadeSecurity; readonly said: Entry },
  ): void {
    const random = this.#random;
    const lots = random.below(5) === 0 ? 2 + random.below(2) : 1;
    const parts = Array.from({ length: lots }, (_, k) => (k === 0 ? said.units - 10 * (lots - 1) : 10));
    parts.forEach((units, k) => {
      const part = { ...said, units, accrued: k === 0 ? said.accrued : 0, valueError: k === 0 ? said.valueError : 0 };
      this.#bookLine(cause, {
        account,
        security,
        entry: part,
        lot: lots === 1 ? '' : `L${k + 1}`,
        settles: this.#day - 30,
      });
    });
    if (cause !== 'pending_trade') return;
    const bought = { ...said, units: 100, accrued: 0, valueError: 0 };
    this.#bookLine(cause, { account, security, entry: bought, lot: 'NEW', settles: this.#day + 2 });
  }

  #bookLine(
    cause: HoldingCause,
    {
      account,
      security,
      entry: said,
      lot,
      settles,
    }: {
      readonly account: string;
      readonly security: MadeSecurity;
      readonly entry: Entry;
      readonly lot: string;
      readonly settles: number;
    },
  ): void {
    const { isin, localCode, name, factor } = security;
    const cells = [account, isin, localCode, name, lot, said.units, formatMinor(said.price, 4), factor];
    const rest = [valueText(said, factor), accruedText(said), said.currency, formatMinor(said.fx, 4)];
    this.#put('gl', cause, [...cells, ...rest, formatDay(settles), formatDay(said.day)].join(','));
  }

  #custodian(
    cause: HoldingCause,
    { account, security, said }: { readonly account: string; readonly security: MadeSecurity; readonly said: Entry },
  ): void {
    const { isin, cusip, localCode, name, factor } = security;
    const isByCusip = cusip !== '' && this.#random.below(4) === 0;
    const known = isByCusip ? cusip : isin || localCode;
    const id = cause === 'identifier_mismatch' ? `OLD${known.slice(-8)}` : known;
    const cells = [account, id, name, said.units, formatMinor(said.price, 4), factor, valueText(said, factor)];
    const rest = [accruedText(said), said.currency, formatMinor(said.fx, 4), formatDay(said.day)];
    this.#put('bank', cause, [...cells, ...rest].join(','));
  }

  #begin(): void {
    this.#group++;
  }

  #put(side: Side, cause: HoldingCause, line: string): void {
    this.lines[side].push(`${line}\n`);
    this.rows[side]++;
    this.causes[cause] = (this.causes[cause] ?? 0) + 1;
    if ((BREAKS as readonly string[]).includes(cause)) this.openRows++;
    const file = side === 'gl' ? 'gl.csv' : 'bank.csv';
    const group = `G${String(this.#group).padStart(7, '0')}`;
    this.lines.truth.push(`${group},${cause},${side},${file},${this.rows[side] + 1},\n`);
  }
}

const nameOf = (account: number): string => `F${String(account).padStart(4, '0')}`;

/** The custodian's entry for an entry of the books. */
function custodianEntry(
  cause: HoldingCause,
  entry: Entry,
  { factor, random }: { factor: Factor; random: Random },
): Entry {
  switch (cause) {
    case 'quantity_break':
      return { ...entry, units: entry.units - 7 };
    case 'corporate_action':
      return { ...entry, units: 2 * entry.units, price: Math.round(entry.price / 2) };
    case 'price_break':
      return { ...entry, price: Math.round(entry.price * 1.004) };
    case 'within_tolerance':
      return { ...entry, price: entry.price + Math.floor(entry.price / 20_000) };
    case 'fx_break':
      return { ...entry, fx: Math.round(entry.fx * 1.01) };
    case 'accrued_interest_break':
      return { ...entry, accrued: entry.accrued + 100 + random.below(10_000) };
    case 'market_value_break':
      return { ...entry, valueError: 1_000 + Math.ceil(hundredthsOf(entry, factor) / 1_000) };
    case 'as_of_mismatch':
      return { ...entry, day: entry.day - 1 };
    case 'currency_mismatch':
      return { ...entry, currency: entry.currency === 'NGN' ? 'USD' : 'NGN' };
    default:
      return entry;
  }
}

type Factor = MadeSecurity['factor'];

/** Minor units, exact before rounding: units times ten-thousandths is far below 2^53. */
function hundredthsOf({ units, price }: Entry, factor: Factor): number {
  const hundredths =
    factor === '100' ? units * price : factor === '1' ? (units * price) / 100 : (units * price) / 10_000;
  return Math.round(hundredths);
}

const valueText = (entry: Entry, factor: Factor): string =>
  formatMinor(hundredthsOf(entry, factor) + entry.valueError, 2);

const accruedText = ({ accrued }: Entry): string => (accrued === 0 ? '' : formatMinor(accrued, 2));
