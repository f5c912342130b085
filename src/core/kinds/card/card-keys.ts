// The keys of a row of a card or cash machine: retrieval reference, trace number, terminal, the card's first six and
// last four digits, the second of the day. If a file has no column for it, the retrieval reference is twelve digits of
// the text.

import { type KeyedRows, type PairOfRows, readersOf } from '../../matching/keyed-rows.ts';
import type { Side } from '../../records/rows/columns.ts';
import { saysReversal } from '../../words/reversal-words.ts';
import { keysOfFewRows } from '../keys-of-few-rows.ts';

export interface CardKeys {
  readonly rrn: (side: Side, row: number) => string;
  readonly stan: (side: Side, row: number) => string;
  readonly terminal: (side: Side, row: number) => string;
  readonly card: (side: Side, row: number) => string;
  /** null where the row has no time. */
  readonly second: (side: Side, row: number) => number | null;
  /** Minor units that the machine paid out; null if unknown. */
  readonly dispensed: (side: Side, row: number) => number | null;
  readonly says: (side: Side, row: number) => string;
  readonly saysReversal: (side: Side, row: number) => boolean;
}

export function cardKeys(rows: KeyedRows): CardKeys {
  const [rrn, stan, terminal] = [readersOf(rows, 'rrn'), readersOf(rows, 'stan'), readersOf(rows, 'terminal')];
  const [card, time] = [readersOf(rows, 'masked_card'), readersOf(rows, 'second_of_day')];
  const [dispensed, narration] = [readersOf(rows, 'dispensed'), readersOf(rows, 'narration')];
  const reference = readersOf(rows, 'reference');
  const texts = (side: Side, row: number): string => `${reference[side](row)} ${narration[side](row)}`;
  const number = (text: string): number | null => (text === '' ? null : Number(text));
  return {
    rrn: keysOfFewRows(rows, (side, row) => rrn[side](row) || rrnWithin(texts(side, row))),
    stan: (side, row) => stan[side](row),
    terminal: (side, row) => terminal[side](row),
    card: (side, row) => card[side](row),
    second: (side, row) => number(time[side](row)),
    dispensed: (side, row) => number(dispensed[side](row)),
    says: texts,
    saysReversal: (side, row) => saysReversal(texts(side, row)),
  };
}

/** The only separate number of twelve digits in a text; '' if there are none or two. */
function rrnWithin(text: string): string {
  const found = new Set(text.match(/(?<![\d*])\d{12}(?![\d*])/g) ?? []);
  return found.size === 1 ? [...found][0] : '';
}

export const CARD_SECONDS = 600;
const DAY_SECONDS = 86_400;

/** Booking day and time in seconds; null if the row has no time. */
export function instantOf(rows: KeyedRows, { second }: CardKeys, side: Side, row: number): number | null {
  const time = second(side, row);
  return time === null ? null : rows[side].day[row] * DAY_SECONDS + time;
}

/** Whether both rows have a time, at most ten minutes apart. */
export function isWithinMinutes(rows: KeyedRows, keys: CardKeys, { gl, bank }: PairOfRows): boolean {
  const [x, y] = [instantOf(rows, keys, 'gl', gl), instantOf(rows, keys, 'bank', bank)];
  return x !== null && y !== null && Math.abs(y - x) <= CARD_SECONDS;
}
