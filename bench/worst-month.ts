// Months made to be slow, as large as is asked for: rows that nothing tells apart, or that share what mostly tells rows
// apart. Each side books the same payments; words are drawn by the seed.

import { closeSync, openSync, writeSync } from 'node:fs';
import { join } from 'node:path';
import { dayNumber, formatDay } from '../src/core/money/calendar.ts';
import { SIDES } from '../src/core/records/rows/columns.ts';
import { type Random, seededRandom } from '../src/generation/random.ts';

type Words = 'distinct' | 'three of 300' | 'none';

export interface WorstCase {
  readonly name: string;
  readonly words: Words;
  readonly equalAmounts: boolean;
  readonly equalReferences: boolean;
  readonly oneDay: boolean;
}

const ordinaryWords = { equalAmounts: true, equalReferences: false, oneDay: false } as const;

export const WORST_CASES: readonly WorstCase[] = [
  { name: 'equal amounts, distinct words', words: 'distinct', ...ordinaryWords },
  { name: 'equal amounts, three words out of 300', words: 'three of 300', ...ordinaryWords },
  { name: 'equal amounts, no words', words: 'none', ...ordinaryWords },
  { name: 'equal references', words: 'three of 300', equalAmounts: false, equalReferences: true, oneDay: false },
  { name: 'one day', words: 'three of 300', equalAmounts: false, equalReferences: false, oneDay: true },
  {
    name: 'all at once, three words out of 300',
    words: 'three of 300',
    equalAmounts: true,
    equalReferences: true,
    oneDay: true,
  },
  { name: 'all at once, no words', words: 'none', equalAmounts: true, equalReferences: true, oneDay: true },
];

const letters = (random: Random, length: number): string =>
  Array.from({ length }, () => String.fromCharCode(65 + random.below(26))).join('');

/** Writes gl.csv and bank.csv of so many rows into the folder; the bank books each row up to two days later. */
export function writeWorst(month: WorstCase, rows: number, directory: string): void {
  const random = seededRandom(`worst/${month.name}`);
  const vocabulary = Array.from({ length: 300 }, () => letters(random, 4 + random.below(5)));
  const wordsOf = (): string => {
    if (month.words === 'none') return '';
    if (month.words === 'distinct') return `${letters(random, 9)} ${letters(random, 9)}`;
    return [0, 1, 2].map(() => vocabulary[random.below(vocabulary.length)]).join(' ');
  };
  const first = dayNumber(2026, 9, 1);
  const files = { gl: openSync(join(directory, 'gl.csv'), 'w'), bank: openSync(join(directory, 'bank.csv'), 'w') };
  const text = { gl: 'Date,Reference,Narration,Amount\n', bank: 'Date,Reference,Narration,Amount\n' };
  const reference = month.equalReferences ? 'PAY2609001' : '';
  for (let row = 0; row < rows; row++) {
    const day = first + (month.oneDay ? 0 : random.below(28));
    const narration = wordsOf();
    const amount = month.equalAmounts ? '5000.00' : `${1 + random.below(2_000)}.00`;
    for (const side of SIDES) {
      const booked = side === 'gl' || month.oneDay ? day : day + random.below(3);
      text[side] += `${formatDay(booked)},${reference},${narration},${amount}\n`;
      if (text[side].length > 1 << 20) {
        writeSync(files[side], text[side]);
        text[side] = '';
      }
    }
  }
  for (const side of SIDES) {
    writeSync(files[side], text[side]);
    closeSync(files[side]);
  }
}
