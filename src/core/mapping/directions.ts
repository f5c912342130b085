// Marks and words that say which way an entry goes. DR and CR (and their words in other languages) are bookkeeping:
// a credit on a bank's statement is money in, a credit in the account's own ledger is money out. Words such as
// inflow and outflow say it outright, on either side.

import type { Side } from '../records/columns.ts';

export const DIRECTION_NONE = 0;
export const DIRECTION_DEBIT = 1;
export const DIRECTION_CREDIT = 2;
export const DIRECTION_IN = 3;
export const DIRECTION_OUT = 4;
export type Direction = 0 | 1 | 2 | 3 | 4;

const WORDS: readonly (readonly [direction: Direction, words: string])[] = [
  [
    DIRECTION_DEBIT,
    'd dr db dbt deb debit debits debet soll s lastschrift belastung debito debiteur dare cargo adeudo terheles obciazenie',
  ],
  [
    DIRECTION_CREDIT,
    'c cr crd cre cred crdt credit credits kredit haben h gutschrift credito crediteur avere abono haber jovairas uznanie',
  ],
  [
    DIRECTION_IN,
    'in inflow inward inwards incoming received receipt deposit lodgement lodgment bij entree entrada ingreso entrata bevetel eingang einnahme prichozi prijem wplyw',
  ],
  [
    DIRECTION_OUT,
    'out outflow outward outwards outgoing sent withdrawal af sortie salida egreso uscita kiadas ausgang ausgabe uitgave odchozi vydaj wydatek',
  ],
];

const BY_WORD = new Map(WORDS.flatMap(([direction, words]) => words.split(' ').map((w) => [w, direction] as const)));

/** The direction a mark or word says, DIRECTION_NONE when it says none. */
export function directionOf(word: string): Direction {
  const plain = word
    .normalize('NFD')
    .replace(/[\p{M}.()]/gu, '')
    .trim()
    .toLowerCase();
  return BY_WORD.get(plain) ?? DIRECTION_NONE;
}

/** +1 when the direction is money in on that side, -1 when money out, 0 when there is none. */
export function cashSign(direction: Direction, side: Side): -1 | 0 | 1 {
  switch (direction) {
    case DIRECTION_NONE:
      return 0;
    case DIRECTION_IN:
      return 1;
    case DIRECTION_OUT:
      return -1;
    case DIRECTION_CREDIT:
      return side === 'bank' ? 1 : -1;
    case DIRECTION_DEBIT:
      return side === 'bank' ? -1 : 1;
  }
}
