// What a person should know about the figures of a file's money: in which unit and which currency they were read, and
// which mark was taken for the decimal one. Where titles, cells and the file's other columns say different things of
// an amount, the sentences name the columns and what was believed.

import { MAIN_UNIT, unitInWords } from '../../../core/reading/cells/amount-unit.ts';
import { ambiguousPoint } from '../layout/revised-decisions.ts';
import type { Against } from '../scan/figure-units.ts';
import type { RowReader } from '../scan/read-rows.ts';

export function amountWarnings(reader: RowReader, say: (sentence: string) => void): void {
  pointWarning(reader, say);
  unitWarning(reader, say);
  refusedUnitWarning(reader, say);
  otherCurrencyWarning(reader, say);
  signWarning(reader, say);
  cellCurrencyWarning(reader, say);
  emptyCurrencyWarning(reader, say);
}

/** One currency for the whole file, though only some of its amounts have a sign. */
function signWarning({ signedCurrency, labels }: RowReader, say: (sentence: string) => void): void {
  if (signedCurrency === '' || labels.currencyHere !== signedCurrency) return;
  say(`Only some amounts have the sign of a currency, ${signedCurrency}; those that name none were read as it too.`);
}

/** A point of which nothing shows whether it is the decimal one, and what it was taken for. */
function pointWarning({ cash, labels }: RowReader, say: (sentence: string) => void): void {
  const read = ambiguousPoint(cash.readers, labels.exponentOfEntries());
  if (read === null) return;
  const [example, as] = read === 'thousands' ? ['15.000', 'thousands'] : ['15.250', 'the decimal one'];
  say(`No amount shows which mark is the decimal one; a point before three digits (${example}) is read as ${as}.`);
}

/** Figures that are not in the currency's main unit: each unit with the columns that are in it. */
function unitWarning({ layout }: RowReader, say: (sentence: string) => void): void {
  const { titles, proposal } = layout;
  const units = layout.units.of;
  const inOther = (['amount', 'debit', 'credit', 'balance'] as const).filter((slot) => units[slot] !== MAIN_UNIT);
  for (const unit of new Set(inOther.map((slot) => units[slot]))) {
    const named = inOther.filter((slot) => units[slot] === unit).map((slot) => `“${titles[proposal.columns[slot]]}”`);
    say(`${named.join(', ')} ${named.length === 1 ? 'is' : 'are'} in ${unitInWords(unit)}, and read so.`);
  }
}

const AGAINST: Readonly<Record<Against, string>> = {
  decimals: 'figures have decimals',
  pair: 'debits and credits would be in different units',
  balance: 'the running balance would not follow',
};

/** Units that a title, or a line above the header, names and that were not believed. */
function refusedUnitWarning({ layout }: RowReader, say: (sentence: string) => void): void {
  const { titles, proposal, units } = layout;
  const [first] = units.refused;
  if (first === undefined) return;
  const named = units.refused.map(({ slot }) => `“${titles[proposal.columns[slot]]}”`).join(', ');
  const are = units.refused.length === 1 ? 'is' : 'are';
  say(`${named} ${are} said to be in ${unitInWords(first.unit)}, but ${AGAINST[first.against]}; read as written.`);
}

/** Amounts in one currency beside a column of others. */
function otherCurrencyWarning({ layout, labels }: RowReader, say: (sentence: string) => void): void {
  const { otherCurrency } = layout.proposal;
  const own = labels.currencyHere;
  if (otherCurrency === null || otherCurrency.codes.every((code) => code === own)) return;
  const title = (column: number) => `“${layout.titles[column].trim()}”`;
  const { says, foreign, isRead } = otherCurrency;
  const [amount, codes] = [title(otherCurrency.amount), otherCurrency.codes.slice(0, 5).join(', ')];
  const column = `${title(otherCurrency.column)} (${codes})`;
  if (!isRead) {
    const its = says === '' ? 'the bank’s own currency' : 'the currency of its title';
    say(
      `${amount} is in ${its} and was read as ${own}; ${column} is another amount’s. To read that amount, name its column in a column mapping.`,
    );
  } else if (foreign >= 0) {
    say(
      `${column} may be the currency of ${title(foreign)}, but ${amount} was read in it; check which of the two is right.`,
    );
  } else {
    const titled = says === '' ? 'money in the bank’s own currency' : `money in ${says}`;
    say(
      `${amount} is titled as ${titled}, but was read in that of ${column}, for no foreign amount stands beside it; check which of the two is right.`,
    );
  }
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

/** Rows without a currency in a column of others: they are the default’s, which no row names. */
function emptyCurrencyWarning({ layout, labels, builder }: RowReader, say: (sentence: string) => void): void {
  const unnamed = labels.unnamedCurrency;
  if (unnamed < 0 || labels.currencies.length < 2) return;
  const rows = builder.currency.subarray(0, builder.count).reduce((n, c) => (c === unnamed ? n + 1 : n), 0);
  if (rows === 0 || rows === builder.count) return;
  const line = builder.line[builder.currency.indexOf(unnamed)];
  const first = rows === 1 ? `1 row, on line ${line}, has` : `${rows} rows, the first on line ${line}, have`;
  const title = layout.titles[layout.proposal.columns.currency].trim();
  say(`${first} no currency in “${title}”; read as ${labels.currencies[unnamed]}.`);
}
