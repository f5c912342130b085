// The unit that a title or a line above the header gives for amounts: kobo, thousands, millions. Kobo read as naira
// would be wrong by a factor, and so would naira read as kobo. So only a text that gives a unit and nothing else is
// believed: the unit alone in brackets, after “in”, or after the word for the money. “Naira & Kobo” are both halves of
// an amount and no unit, and a limit or a name says nothing about the amounts.

import { currencyNamed, currencyOfSign } from '../../money/currency-signs.ts';

/** Powers of ten from the currency's main unit to the figures' unit; MINOR_UNIT for kobo and cents. */
export type AmountUnit = number;
export const MAIN_UNIT: AmountUnit = 0;
/** Marks figures in the currency's smallest unit, whatever its decimals are: such figures have no decimals. */
export const MINOR_UNIT: AmountUnit = -9;
const THOUSANDS: AmountUnit = 3;
const MILLIONS: AmountUnit = 6;

const SMALL = /^(kobo|cents?|pesewas?|pence|minor( units?)?|paise|kopecks?)$/;
const LARGE: readonly (readonly [unit: AmountUnit, words: RegExp])[] = [
  [MILLIONS, /^(millions?|mio|mln)$/],
  [THOUSANDS, /^(thousands?|000s|tsd|teur)$/],
];
/** N'000 and '000 000, behind a sign or code of a currency. */
const NOUGHTS = /^([^\d\s']{0,4})\s*'000([,. ]?000)?$/;

/** Words of a money column's title behind which a unit may stand without a bracket: amount_cents, Debit N'000. */
const MONEY = /\b(?:amount|amt|debit|credit|dr|cr|balance|value|sum|betrag|soll|haben|saldo)s?\s+(\S.*)$/is;
const BRACKETED = /[([]([^()[\]]+)[)\]]/g;

/** A statement about all figures of the file, with nothing else: “All amounts are stated in thousands of naira.” */
const STATEMENT =
  /^(?:note:? )?(?:all |the )*(?:(?:amounts?|figures?|values?|balances?)(?:(?:,|,? and|,? or) (?:amounts?|figures?|values?|balances?))*(?: are)?(?: (?:stated|shown|expressed|given|quoted|reported|presented))?|stated|shown|expressed|reported) in:? (.+?)(?:,? unless (?:otherwise )?(?:stated|shown|indicated|noted))?\.?$/i;

/** The unit that a text names, with nothing beside it but a currency: “kobo”, “NGN million”, “N'000”. */
function unitAlone(text: string): AmountUnit {
  const plain = text.replaceAll('’', "'").replace(/\s+/g, ' ').trim().replace(/^in /i, '');
  const noughts = NOUGHTS.exec(plain);
  if (noughts !== null) {
    if (noughts[1] !== '' && !isSign(noughts[1])) return MAIN_UNIT;
    return noughts[2] === undefined ? THOUSANDS : MILLIONS;
  }
  const words = plain.toLowerCase().replace(/\.$/, '').split(/\.? /);
  // US cents. Naira and kobo together are the two halves of an amount.
  const small = words.length > 1 && isSign(words[0]) ? words.slice(1) : words;
  if (SMALL.test(small.join(' '))) return MINOR_UNIT;
  for (const [unit, names] of LARGE) {
    const at = words.findIndex((word) => names.test(word));
    if (at < 0) continue;
    const beside = words.filter((word, i) => i !== at && !(word === 'of' && i === at + 1)).join(' ');
    if (beside === '' || isSign(beside) || currencyNamed(beside) !== '') return unit;
  }
  return MAIN_UNIT;
}

const isSign = (word: string): boolean =>
  /^(n|us|uk|euro)$/i.test(word) || currencyOfSign(word.replace(/\.$/, '')) !== '';

/** The unit that a money column's title names: “Amount (kobo)”, “Debit N'000”, “Amount in thousands”. */
export function unitOfTitle(title: string): AmountUnit {
  const spaced = title.replaceAll('_', ' ');
  const parts = [
    ...[...spaced.matchAll(BRACKETED)].map(([, inside]) => inside),
    /\bin (\S.*)$/is.exec(spaced.trimEnd().replace(/[)\]]$/, ''))?.[1],
    MONEY.exec(spaced)?.[1],
  ];
  return parts.map((part) => unitAlone(part ?? '')).find((unit) => unit !== MAIN_UNIT) ?? MAIN_UNIT;
}

/** The unit of all figures that a line above the header gives: “All amounts in thousands of naira”. */
export function unitOfLine(cell: string): AmountUnit {
  const line = cell.replace(/^[\s*([]+|(?<![\s*)\]])[\s*)\]]+$/g, '');
  const named = STATEMENT.exec(line)?.[1];
  if (named !== undefined) return unitAlone(named);
  return NOUGHTS.test(line.replaceAll('’', "'")) ? unitAlone(line) : MAIN_UNIT;
}

/** If this share of figures has kobo, or most have a decimal mark, they are not in the smallest unit. */
const FINE_SHARE = 0.1;

/** Whether a column's cells show decimals that figures in the currency's smallest unit cannot have. */
export function haveDecimals(cells: readonly string[]): boolean {
  const filled = cells.filter((cell) => /\d/.test(cell));
  const decimals = filled.flatMap((cell) => /[.,](\d{1,2})\D*$/.exec(cell)?.[1] ?? []);
  const fine = decimals.filter((digits) => /[1-9]/.test(digits)).length;
  return filled.length > 0 && ((fine >= filled.length * FINE_SHARE && fine > 0) || decimals.length > filled.length / 2);
}

/** How a unit is called in a sentence. */
export const unitInWords = (unit: AmountUnit): string =>
  unit === MINOR_UNIT ? 'the currency’s smallest unit' : unit === THOUSANDS ? 'thousands' : 'millions';
