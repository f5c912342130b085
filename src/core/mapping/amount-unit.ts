// The unit that a title or a line above the header says amounts are in: kobo, thousands, millions. Such figures are no
// naira, and read as naira they would be wrong by a factor, so each column is read in its own unit.

import { plainTitle } from './header-synonyms.ts';

/** Powers of ten that a figure's unit has over the currency's main unit; MINOR_UNIT for kobo and cents. */
export type AmountUnit = number;
export const MAIN_UNIT: AmountUnit = 0;
/** Below the decimals of any currency: figures in it have none, whatever the currency's are. */
export const MINOR_UNIT: AmountUnit = -9;
const THOUSANDS: AmountUnit = 3;
const MILLIONS: AmountUnit = 6;

const MINOR = 'kobo|cents?|pesewas?|pence|minor units?|minor|paise|kopecks?';
const WORDS: readonly (readonly [unit: AmountUnit, words: string])[] = [
  [MINOR_UNIT, MINOR],
  [MILLIONS, 'millions?|mio|mln'],
  [THOUSANDS, 'thousands?|000s|tsd|teur'],
];
/** N'000 and ('000), which no digit precedes as it does in a Swiss 1'000. */
const NOUGHTS = /(?<![\d'’])['’](000(?:[,. ]?000)?)(?!\d)/;

function unitOfNoughts(text: string): AmountUnit {
  const noughts = NOUGHTS.exec(text)?.[1].replace(/\D/g, '').length ?? 0;
  return noughts as AmountUnit;
}

/** The unit that a money column's title names: “Amount (kobo)”, “Debit N'000”, “Amount in thousands”. */
export function unitOfTitle(title: string): AmountUnit {
  const plain = plainTitle(title);
  const named = WORDS.find(([, words]) => new RegExp(`\\b(?:${words})\\b`).test(plain) && !/\bper cent\b/.test(plain));
  return named?.[0] ?? unitOfNoughts(title);
}

/** The unit that a line above the header says all figures are in: “All amounts in thousands of naira”. */
export function unitOfLine(cell: string): AmountUnit {
  const plain = plainTitle(cell);
  const named = WORDS.find(([, words]) => new RegExp(`\\bin (?:[a-z]{1,5} )?(?:${words})\\b`).test(plain));
  return named?.[0] ?? unitOfNoughts(cell);
}

/** How a unit is called in a sentence. */
export const unitInWords = (unit: AmountUnit): string =>
  unit === MINOR_UNIT ? 'the currency’s smallest unit' : unit === THOUSANDS ? 'thousands' : 'millions';
