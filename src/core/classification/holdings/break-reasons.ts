// The reason of a break, in a sentence for an accountant: the security, the figures of each side with file and line,
// the difference, and what to check. Figures are summed as matching summed them.

import { comparedPrices, type HoldingBreak, splitRatio } from '../../matching/holdings/breaks.ts';
import { figuresOf, type PositionFigures } from '../../matching/holdings/position-figures.ts';
import { positionOfRows, type Position as Rows } from '../../matching/holdings/positions.ts';
import { formatDay } from '../../money/calendar.ts';
import { exponentOf, inThousands } from '../../money/money.ts';
import { formatScaled, roundedQuotient, SCALE } from '../../records/holdings/scaled.ts';
import type { Side } from '../../records/rows/columns.ts';
import { textAt } from '../../records/rows/columns.ts';
import { type OpenSession, rowOf } from '../open-session.ts';
import type { Members } from '../rule.ts';

type Position = Rows & PositionFigures;

export function breakReason(session: OpenSession, members: Members, type: HoldingBreak): string {
  const of = (side: Side): Position | null =>
    members[side].length === 0
      ? null
      : summedUp(
          positionOfRows(
            side,
            session.columns[side],
            members[side].map((item) => rowOf(session, side, item)),
          ),
        );
  const [book, custodian] = [of('gl'), of('bank')];
  if (book === null || custodian === null) return missing(session, (book ?? custodian)!);
  const said = { session, book, custodian };
  return `${securityWords(session, book)}: ${SENTENCES[type](said)}${whereWords(said)}.`;
}

const summedUp = (position: Rows): Position => ({ ...position, ...figuresOf(position) });

interface Compared {
  readonly session: OpenSession;
  readonly book: Position;
  readonly custodian: Position;
}

const SENTENCES: Readonly<Record<HoldingBreak, (of: Compared) => string>> = {
  missing_in_custodian: () => 'the custodian does not hold it',
  missing_in_book: () => 'the books do not hold it',
  identifier_mismatch: ({ session, book, custodian }) =>
    `the books call it ${nameWords(session, book)}, the custodian ${nameWords(session, custodian)}; what else they say of it agrees`,
  as_of_mismatch: ({ book, custodian }) =>
    `the books have it as of ${formatDay(book.day)}, the custodian as of ${formatDay(custodian.day)}; compare positions of one day`,
  currency_mismatch: ({ book, custodian }) =>
    `the books have it in ${book.currency}, the custodian in ${custodian.currency}`,
  quantity_break: (of) => `${unitsWords(of)}${ratioWords(of)}`,
  pending_trade: (of) =>
    `${unitsWords(of)}, which is what had not settled (${unsettledWords(of)}); it should be gone once the trades settle`,
  corporate_action: (of) =>
    `${unitsWords(of)}${ratioWords(of)}, and the prices differ the other way round: one side has a split that the other has not`,
  price_break: ({ book, custodian }) =>
    `units agree, and the books price it at ${priceWords(book)}, the custodian at ${priceWords(custodian)}${percentWords(...comparedPrices(book, custodian))}`,
  fx_break: ({ book, custodian }) =>
    `units and price agree, and the books change at ${figure(book.fxRate)}, the custodian at ${figure(custodian.fxRate)}${percentWords(book.fxRate, custodian.fxRate)}`,
  accrued_interest_break: ({ book, custodian }) =>
    `the books accrue ${money(book, book.accrued)}, the custodian ${money(custodian, custodian.accrued)}, ${moneyApart(book, book.accrued, custodian.accrued)} apart`,
  market_value_break: ({ book, custodian }) =>
    `the books value it at ${money(book, book.worth)}, the custodian at ${money(custodian, custodian.worth)}, ${moneyApart(book, book.worth, custodian.worth)} apart${factorWords(book, custodian)}`,
  cash_break: ({ book, custodian }) =>
    `the books have ${money(book, book.worth)}, the custodian ${money(custodian, custodian.worth)}, ${moneyApart(book, book.worth, custodian.worth)} apart`,
};

function missing(session: OpenSession, position: Position): string {
  const value = position.worth;
  const worth = value === null ? '' : `, worth ${money(position, value)}`;
  const units = position.isCash || position.units === null ? '' : ` ${figure(position.units)} units of`;
  const held = `${units} ${securityWords(session, position)}${worth}`.trim();
  const where = placeWords(session, position);
  return position.side === 'gl'
    ? `The books hold ${held} (${where}), and the custodian's report has no such position.`
    : `The custodian holds ${held} (${where}), and the books have no such position.`;
}

const figure = (value: bigint | null): string => (value === null ? 'nothing' : inThousands(formatScaled(value)));
const abs = (value: bigint): bigint => (value < 0n ? -value : value);

const money = ({ currency }: Position, value: bigint | null): string =>
  value === null ? `${currency} nothing` : `${currency} ${moneyFigure(currency, value)}`;
const apart = (a: bigint | null, b: bigint | null): string => figure(abs((a ?? 0n) - (b ?? 0n)));
const moneyApart = ({ currency }: Position, a: bigint | null, b: bigint | null): string =>
  moneyFigure(currency, abs((a ?? 0n) - (b ?? 0n)));

/** A value with at least the decimals of the currency: 38,850.00. */
function moneyFigure(currency: string, value: bigint): string {
  const [whole = '', decimals = ''] = formatScaled(value).split('.');
  const cents = decimals.padEnd(exponentOf(currency) ?? 0, '0');
  return inThousands(cents === '' ? whole : `${whole}.${cents}`);
}

const ONE = 10n ** BigInt(SCALE);

/** `98.5 with a factor of 0.01`. */
function priceWords({ price, factor }: Position): string {
  const of = factor === null || factor === ONE ? '' : ` with a factor of ${figure(factor)}`;
  return `${figure(price)}${of}`;
}

/** ` (0.52% apart)`: in percent of the larger. */
function percentWords(a: bigint | null, b: bigint | null): string {
  if (a === null || b === null) return '';
  const larger = abs(a) > abs(b) ? abs(a) : abs(b);
  if (larger === 0n) return '';
  const hundredths = roundedQuotient(abs(a - b) * 10_000n, larger);
  return hundredths === 0n ? '' : ` (${figure(hundredths * 10n ** BigInt(SCALE - 2))}% apart)`;
}

function unitsWords({ book, custodian }: Compared): string {
  return `the books have ${figure(book.units)} units, the custodian ${figure(custodian.units)}, ${apart(book.units, custodian.units)} apart`;
}

/** `, 2 for each 1 of the books`, if the units have such a ratio. */
function ratioWords({ book, custodian }: Compared): string {
  const ratio = splitRatio(book, custodian);
  return ratio === null ? '' : `; the custodian has ${ratio[0]} for every ${ratio[1]} of the books`;
}

function unsettledWords({ book, custodian }: Compared): string {
  return [
    ...(book.unsettled === 0n ? [] : [`${figure(book.unsettled)} in the books`]),
    ...(custodian.unsettled === 0n ? [] : [`${figure(custodian.unsettled)} at the custodian`]),
  ].join(', ');
}

/** Words about the price factor, if one value is a hundred times the other. */
function factorWords(book: Position, custodian: Position): string {
  const [ours, theirs] = [book.worth, custodian.worth];
  if (ours === null || theirs === null) return '';
  const isHundredfold = ours === theirs * 100n || theirs === ours * 100n;
  return isHundredfold ? '; one is a hundred times the other: check the price factor' : '';
}

function securityWords(session: OpenSession, position: Position): string {
  if (position.isCash) return `Cash in ${position.currency}`;
  const name = textAt(session.columns[position.side].narration, position.rows[0]);
  const id = nameWords(session, position);
  return name === '' || name === id ? id : `${id} ${name}`;
}

function nameWords(session: OpenSession, { side, rows }: Position): string {
  const columns = session.columns[side];
  const id = textAt(columns.reference, rows[0]);
  return id === '' ? textAt(columns.narration, rows[0]) || 'a security without a name' : id;
}

const whereWords = ({ session, book, custodian }: Compared): string =>
  ` (${placeWords(session, book)}; ${placeWords(session, custodian)})`;

/** `book.csv line 12 and 2 more`. */
function placeWords(session: OpenSession, { side, rows }: Position): string {
  const { files, file, line } = session.columns[side];
  const first = rows[0];
  const name = (files[file[first]] ?? '').split(/[?#]/)[0].split(/[\\/]/).at(-1)!;
  const more = rows.length === 1 ? '' : ` and ${rows.length - 1} more`;
  return `${name} line ${line[first]}${more}`;
}
