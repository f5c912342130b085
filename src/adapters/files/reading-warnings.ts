// What a person should know about how a file was read, one sentence each: guesses, odd rows, sums that do not agree.

import { dayNumber, formatDay, NO_DAY } from '../../core/calendar.ts';
import { MAIN_UNIT, unitInWords } from '../../core/mapping/amount-unit.ts';
import type { AccountBalance } from '../../core/mapping/balance-proof.ts';
import type { FileLayout } from '../../core/mapping/file-layout.ts';
import { exponentOf, formatMinor } from '../../core/money.ts';
import type { Side } from '../../core/records/columns.ts';
import { arePointsAmbiguous, type Decisions } from './decisions.ts';
import type { RowReader } from './read-rows.ts';
import type { SignsGiven } from './signs-by-balance.ts';

interface Reading {
  readonly reader: RowReader;
  readonly decisions: Decisions;
  readonly layout: FileLayout;
  readonly balances: readonly AccountBalance[];
  readonly accounts: readonly string[];
  readonly currencies: readonly string[];
}

export function readingWarnings(read: Reading): string[] {
  const { reader, decisions, layout, balances, accounts, currencies } = read;
  const warnings: string[] = [];
  const say = (sentence: string) => warnings.push(sentence);
  const s = (n: number, one: string, many: string) => (n === 1 ? `1 ${one}` : `${n} ${many}`);
  if (layout.dayOrderAmbiguous)
    say('Dates could be day-first or month-first; no day above 12 decides. Read as day-first.');
  const { columns, profiles } = reader.layout.proposal;
  if (profiles[columns.booking_date].yearAmbiguous)
    say('Dates of two digits a part could begin with the day or with the year; read as beginning with the day.');
  if (arePointsAmbiguous(reader.cash.readers, reader.labels.exponentHere()))
    say('No amount shows which mark is the decimal one; a point before three digits (15.000) is read as thousands.');
  unitWarning(reader, say);
  otherCurrencyWarning(reader, say);
  cellCurrencyWarning(reader, say);
  if (layout.encoding.includes('guess'))
    say('The encoding of the file is not known: texts that are not ASCII may be wrong; save it as UTF-8.');
  if (layout.encoding.includes('broken')) say('The file is UTF-8 with broken bytes; these were replaced.');
  yearWarning(reader, say);
  const clamped = reader.booking.clamped + reader.value.clamped;
  if (clamped > 0) say(`${s(clamped, 'date is', 'dates are')} 30 (or 29) February; read as the month’s last day.`);
  const { continuation } = reader.counts;
  if (continuation > 0) {
    say(
      `${s(continuation, 'line continues', 'lines continue')} the narration above, the first on line ${reader.odd.firstContinuation}.`,
    );
  }
  const { headings, cut, swallowed } = reader.odd;
  if (swallowed.rows > 0) {
    say(
      `${s(swallowed.rows, 'line that reads', 'lines that read')} as a row of its own ${swallowed.rows === 1 ? 'stands' : 'stand'} within the quotes of a text that begins on line ${swallowed.firstLine}; is a quote there too many?`,
    );
  }
  if (cut.rows > 0)
    say(
      `${s(cut.rows, 'row has', 'rows have')} more cells than the header; the running balance proves how to join them, the first on line ${cut.firstLine}.`,
    );
  if (headings.length > 0) {
    const text = headings[0].text.slice(0, 40);
    say(
      `${s(headings.length, 'row was', 'rows were')} taken for a heading between entries, the first on line ${headings[0].line}: “${text}”.`,
    );
  }
  const { count, first, firstLine } = reader.damaged;
  if (count > 0) {
    say(
      `${s(count, 'identifier was', 'identifiers were')} turned into a float by a spreadsheet, ${count > 1 ? 'the first ' : ''}“${first}” on line ${firstLine}; kept as text of the narration, never a key.`,
    );
  }
  for (const sentence of reader.states.warnings()) say(sentence);
  if (decisions.reversed)
    say('The running balance falls by positive amounts; the sign of the amount column was turned round.');
  signWarnings(read, say);
  const { flowTitles } = reader.layout.proposal;
  const twice = accountsOfSeveral(balances);
  for (const balance of balances) {
    const name = nameOf(accounts[balance.account]);
    const ofCurrency = twice.has(balance.account) ? ` in ${currencies[balance.currency]}` : '';
    balanceWarnings(balance, { name: name + ofCurrency, side: reader.side, flowTitles, currencies, say });
  }
  for (const account of twice) say(`${nameOf(accounts[account])} has rows in more than one currency.`);
  totalWarnings(reader, say);
  return warnings;
}

/** Years that no ledger of ours is of: dates outside them are of another calendar, or typed wrongly. */
const YEARS = { first: dayNumber(1950, 1, 1), end: dayNumber(2100, 1, 1) };
/** Days that an entry may lie from the middle of its file, where nearly all others lie within them. */
const NEAR = 5 * 366;
/** At most so many of a hundred entries are slips: more of them are a long history. */
const SLIPS = 1;

/** Days of years that cannot be meant. They are read as they stand: which year is meant, only a person knows. */
function yearWarning({ builder }: RowReader, say: (sentence: string) => void): void {
  let [first, last] = [YEARS.end, YEARS.first];
  for (let i = 0; i < builder.count; i++) {
    const day = builder.bookingDay[i];
    if (day === NO_DAY) continue;
    if (day < first) first = day;
    if (day > last) last = day;
  }
  if (first >= YEARS.first && last < YEARS.end && last - first <= NEAR) return;
  const days = builder.bookingDay.subarray(0, builder.count).filter((day) => day !== NO_DAY);
  const middle = days.sort()[days.length >> 1];
  const isOdd = (day: number) => day < YEARS.first || day >= YEARS.end;
  const isFar = (day: number) => isOdd(day) || Math.abs(day - middle) > NEAR;
  const test = days.filter(isFar).length <= Math.max(1, (days.length * SLIPS) / 100) ? isFar : isOdd;
  const count = days.filter(test).length;
  if (count === 0) return;
  const at = builder.bookingDay.findIndex((day) => day !== NO_DAY && test(day));
  const which = `${formatDay(builder.bookingDay[at])} on line ${builder.line[at]}`;
  if (count * 2 > days.length)
    say(`Dates are of years as another calendar counts them, or wrong (${which}); they were not converted.`);
  else
    say(
      `${count === 1 ? `1 date is far from the others: ${which}` : `${count} dates are far from the others, the first ${which}`}; check the year.`,
    );
}

/** Figures that are not in the currency's main unit: each unit with the columns that are in it. */
function unitWarning({ layout }: RowReader, say: (sentence: string) => void): void {
  const { units, titles, proposal } = layout;
  const inOther = (['amount', 'debit', 'credit', 'balance'] as const).filter((slot) => units[slot] !== MAIN_UNIT);
  for (const unit of new Set(inOther.map((slot) => units[slot]))) {
    const named = inOther.filter((slot) => units[slot] === unit).map((slot) => `“${titles[proposal.columns[slot]]}”`);
    say(`${named.join(', ')} ${named.length === 1 ? 'is' : 'are'} in ${unitInWords(unit)}, and read so.`);
  }
}

/** Amounts in the bank’s own currency beside a column of other currencies. */
function otherCurrencyWarning({ layout, labels }: RowReader, say: (sentence: string) => void): void {
  const { otherCurrency } = layout.proposal;
  const own = labels.currencyHere;
  if (otherCurrency === null || otherCurrency.codes.every((code) => code === own)) return;
  const title = (column: number) => `“${layout.titles[column].trim()}”`;
  const codes = otherCurrency.codes.slice(0, 5).join(', ');
  say(
    `${title(otherCurrency.amount)} is in the bank’s own currency and was read as ${own}; ${title(otherCurrency.column)} (${codes}) is another amount’s. To read that amount, name its column in a column mapping.`,
  );
}

/** Amounts whose own cells name another currency than the rest of the file. */
function cellCurrencyWarning({ otherCurrencies, labels, counts }: RowReader, say: (sentence: string) => void): void {
  const { rows, firstLine, codes } = otherCurrencies;
  if (rows === 0) return;
  const named = [...codes].sort().join(', ');
  const first = rows === 1 ? `1 amount, on line ${firstLine}, names` : `${rows} amounts name`;
  const where = rows === 1 ? '' : `, the first on line ${firstLine}`;
  const rest = counts.entries > rows ? `, and those that name none as ${labels.currencyHere}` : '';
  say(`${first} a currency of ${rows === 1 ? 'its' : 'their'} own (${named})${where}; read as such${rest}.`);
}

/** What is doubtful of the signs: unmarked amounts, reversals, and amounts that nothing gives a direction. */
function signWarnings({ reader, decisions, layout, balances }: Reading, say: (sentence: string) => void): void {
  const { marks, signs, creditWay } = reader.cash;
  const { columns, usualSigns } = reader.layout.proposal;
  const { unmarked, usual } = decisions;
  if (reader.signsGiven !== null) sayGiven(reader.signsGiven, say);
  else if (unmarked === 'money in' || unmarked === 'money out')
    say('Only one kind of DR/CR mark stands in the file; amounts without one go the other way.');
  const which = usualSigns === null ? 'the rarer sign is' : 'by the running balance, the other sign than usual is';
  const isPair = columns.amount < 0;
  const sayReversals = (way: 'in' | 'out', negative: number, positive: number) => {
    const against = usual[way] === 1 ? negative : positive;
    if (against === 0) return;
    const isDebit = (way === 'out') === (creditWay === 1);
    const what = isPair
      ? `The ${isDebit ? 'debit' : 'credit'} column has`
      : `Amounts that are marked as money ${way} have`;
    if (negative > 0 && positive > 0) say(`${what} both signs; ${which} taken as a reversal.`);
    else say(`${what} only ${negative > 0 ? 'a minus' : 'amounts without a minus'}; taken as reversals.`);
  };
  const sayOut = () => sayReversals('out', signs.outNegative, signs.outPositive);
  // The debit first.
  if (creditWay === 1) sayOut();
  sayReversals('in', signs.inNegative, signs.inPositive);
  if (creditWay === -1) sayOut();
  if (usual.in === -1 && usual.out === -1) say('Every amount has a minus; it is taken to say nothing.');
  const proven = balances.length > 0 && balances.every((b) => b.foots === true && !b.turned);
  if (!isPair && usual.in === -1 && usual.out === 1 && !proven)
    say('Amounts that are marked as money in have a minus, those marked as money out none; the marks were believed.');
  if (
    isPair ||
    decisions.reversed ||
    decisions.byBalance ||
    marks.in + marks.out + marks.noneNegative > 0 ||
    marks.none === 0 ||
    proven
  )
    return;
  const broken = balances.some((b) => b.foots === false);
  if (!broken) {
    say('No amount has a sign or a DR/CR mark: all of them are taken for money in.');
    return;
  }
  const hasBalance = layout.columns.some(({ field }) => field === 'balance');
  const proof = hasBalance
    ? 'the running balance does not follow'
    : 'opening and closing balance differ by another sum';
  say(`No amount has a sign or a DR/CR mark, and ${proof}: money out may be taken for money in.`);
}

function sayGiven({ given, open, firstOpen }: SignsGiven, say: (sentence: string) => void): void {
  const rows = given === 1 ? '1 amount has' : `${given} amounts have`;
  const taken = given === 1 ? 'its way is' : 'their way is';
  const rest =
    open === 0
      ? ''
      : ` Of ${open} more, the first on line ${firstOpen}, it does not say it; taken for money in, on which the opening balance depends.`;
  say(`${rows} neither a sign nor a known mark; ${taken} that of the running balance.${rest}`);
}

const nameOf = (account: string) => (account === '' ? 'The account' : `Account ${account}`);

/** Accounts that have rows in more than one currency. */
function accountsOfSeveral(balances: readonly AccountBalance[]): ReadonlySet<number> {
  const seen = new Set<number>();
  return new Set(
    balances.flatMap(({ account }) => {
      if (seen.has(account)) return [account];
      seen.add(account);
      return [];
    }),
  );
}

function balanceWarnings(
  b: AccountBalance,
  file: {
    name: string;
    side: Side;
    flowTitles: boolean;
    currencies: readonly string[];
    say: (sentence: string) => void;
  },
): void {
  const { name, side, flowTitles, currencies, say } = file;
  const exponent = exponentOf(currencies[b.currency]);
  // A ledger's extract need not carry balances; a statement without them cannot be proven complete.
  if (b.closing === null && side === 'bank') say(`${name}: the file states no closing balance.`);
  if (b.turned) say(turnedSentence(name, side, flowTitles));
  if (b.foots !== false) return;
  if (b.brokenAt !== null)
    say(`${name}: the running balance does not follow from the entries, first on line ${b.brokenAt}.`);
  else {
    const opening = b.opening === null ? 'none' : formatMinor(b.opening, exponent);
    const closing = b.closing === null ? 'none' : formatMinor(b.closing, exponent);
    say(`${name}: opening ${opening} and entries ${formatMinor(b.amount, exponent)} do not make closing ${closing}.`);
  }
}

/** A balance that counts the other way round: said, for it is all that speaks against the titles or marks. */
function turnedSentence(name: string, side: Side, flowTitles: boolean): string {
  const shown = 'opening and closing are shown with their sign turned';
  if (flowTitles)
    return `${name}: the running balance rises by what the titles call money out; the titles were believed, and ${shown}.`;
  const why = side === 'gl' ? 'as a payable account’s does' : 'as an overdraft without a sign does';
  return `${name}: the balance rises by money out, ${why}; if it is no such account, debit and credit are mixed up. ${shown[0].toUpperCase()}${shown.slice(1)}.`;
}

/**
 * Totals that the file states: the last of them, and every one that has a date as entries have, must be the sum of all
 * rows above it, or of those since a total before it.
 */
function totalWarnings(reader: RowReader, say: (sentence: string) => void): void {
  const { figures } = reader.odd;
  countWarning(reader, say);
  const isSigned = reader.layout.proposal.columns.amount >= 0 && reader.cash.bookkeeping === 0;
  for (const sentence of figures.controls.warnings(figures.readSoFar(), reader.side, isSigned)) say(sentence);
  const stated = figures.totals.filter((t) => t.debit !== null || t.credit !== null || t.amount !== null);
  const wrong = stated.filter((total) => (total.isDated || total === stated.at(-1)) && !total.agrees);
  const [first] = wrong;
  if (first !== undefined) {
    const others = wrong.length === 1 ? '' : `, nor are those of ${wrong.length - 1} more`;
    say(`The totals on line ${first.line} are not the sums of the entries above it${others}.`);
  }
  const { count, firstLine, text } = figures.likeTotals;
  if (count > 0) {
    const which = count === 1 ? `Line ${firstLine} reads` : `${count} rows read, the first on line ${firstLine},`;
    say(`${which} “${text}” without being the sum of rows above; taken for ${count === 1 ? 'an entry' : 'entries'}.`);
  }
}

/** The last number of entries that the file states, of all so far or of those since the number before. */
function countWarning({ odd, rejected, counts }: RowReader, say: (sentence: string) => void): void {
  const stated = odd.figures.totals.filter(({ count }) => count !== null);
  const last = stated.at(-1);
  if (!last) return;
  const since = last.entries - (stated.at(-2)?.entries ?? 0);
  // Rows that were left out, and balances that the bank counts as entries, may be among them.
  const leftOut = rejected.length;
  const most = last.entries + leftOut + counts.balances;
  const read = [last.entries, since, last.entries + leftOut, most];
  if (read.includes(last.count!)) return;
  say(`Line ${last.line} states ${last.count} entries, but ${last.entries} were read above it.`);
}
