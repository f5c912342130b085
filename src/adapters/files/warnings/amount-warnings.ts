// Warnings about amounts: the units and currencies in which they were read, and an undecided decimal mark. If titles,
// cells and other columns disagree, the sentence names the columns and the reading that was chosen.

import { MAIN_UNIT, unitInWords } from '../../../core/reading/cells/amount-unit.ts';
import type { Against } from '../layout/figure-units.ts';
import type { RowsReport } from '../scan/rows-report.ts';

export function amountWarnings(report: RowsReport, say: (sentence: string) => void): void {
  pointWarning(report, say);
  unitWarning(report, say);
  refusedUnitWarning(report, say);
  otherCurrencyWarning(report, say);
  signWarning(report, say);
  doubtfulCurrencyWarning(report, say);
  cellCurrencyWarning(report, say);
  emptyCurrencyWarning(report, say);
}

/** One currency for the whole file, although only some amounts have its sign. */
function signWarning({ currency }: RowsReport, say: (sentence: string) => void): void {
  if (currency.bySigns === '') return;
  say(`Only some amounts have the sign of a currency, ${currency.bySigns}; those that name none were read as it too.`);
}

/** One currency for the whole file, which only codes beside labels that are not known name. */
function doubtfulCurrencyWarning({ currency }: RowsReport, say: (sentence: string) => void): void {
  if (currency.doubtful === null) return;
  const { code, line } = currency.doubtful;
  say(
    `Only a code beside words that are not known, on line ${line}, names a currency, ${code}; all rows were read as it.`,
  );
}

/** A point before three digits that nothing decides, and how it was read. */
function pointWarning({ openPoint }: RowsReport, say: (sentence: string) => void): void {
  if (openPoint === null) return;
  const [example, as] = openPoint === 'thousands' ? ['15.000', 'thousands'] : ['15.250', 'the decimal one'];
  say(`No amount shows which mark is the decimal one; a point before three digits (${example}) is read as ${as}.`);
}

/** Figures that are not in the currency's main unit, by unit. */
function unitWarning({ layout }: RowsReport, say: (sentence: string) => void): void {
  const { titles, proposal } = layout;
  const units = layout.units.bySlot;
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

/** Units that a title, or a line above the header, names and that were not applied. */
function refusedUnitWarning({ layout }: RowsReport, say: (sentence: string) => void): void {
  const { titles, proposal, units } = layout;
  const [first] = units.refused;
  if (first === undefined) return;
  const named = units.refused.map(({ slot }) => `“${titles[proposal.columns[slot]]}”`).join(', ');
  const are = units.refused.length === 1 ? 'is' : 'are';
  say(`${named} ${are} said to be in ${unitInWords(first.unit)}, but ${AGAINST[first.against]}; read as written.`);
}

/** Amounts in one currency beside a column that names others. */
function otherCurrencyWarning({ layout, currency }: RowsReport, say: (sentence: string) => void): void {
  const { otherCurrency } = layout.proposal;
  const { own } = currency;
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

/** Amounts whose cells name another currency than the file's. */
function cellCurrencyWarning({ currency: { others, own }, tally }: RowsReport, say: (sentence: string) => void): void {
  const { rows, firstLine, codes } = others;
  if (rows === 0) return;
  const named = [...codes].sort().join(', ');
  const first = rows === 1 ? `1 amount, on line ${firstLine}, names` : `${rows} amounts name`;
  const where = rows === 1 ? '' : `, the first on line ${firstLine}`;
  const rest = tally.counts.entries > rows ? `, and those that name none as ${own}` : '';
  say(`${first} a currency of ${rows === 1 ? 'its' : 'their'} own (${named})${where}; read as such${rest}.`);
}

/** Rows with an empty cell in the column of currencies: they have the default one, which no row names. */
function emptyCurrencyWarning({ layout, currency, columns }: RowsReport, say: (sentence: string) => void): void {
  const { unnamed } = currency;
  if (unnamed < 0 || columns.currencies.length < 2) return;
  const rows = columns.currency.reduce((n, c) => (c === unnamed ? n + 1 : n), 0);
  if (rows === 0 || rows === columns.count) return;
  const line = columns.line[columns.currency.indexOf(unnamed)];
  const first = rows === 1 ? `1 row, on line ${line}, has` : `${rows} rows, the first on line ${line}, have`;
  const title = layout.titles[layout.proposal.columns.currency].trim();
  say(`${first} no currency in “${title}”; read as ${columns.currencies[unnamed]}.`);
}
