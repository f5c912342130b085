// A row of one account with everything its texts say. Keys are added by keys.ts: a row has at most one, and it is hard
// when it speaks against rows with another key.

import type { Side } from '../../src/core/records/rows/columns.ts';
import { identifiersOf } from './identifiers.ts';
import type { RefRow } from './ref-row.ts';
import { cutWordOf, type Identifier, transactionOf, wordsOf } from './text.ts';

export interface Reading {
  readonly row: RefRow;
  readonly side: Side;
  readonly words: ReadonlySet<string>;
  readonly cutWord: string | null;
  readonly identifiers: readonly Identifier[];
  /** The number that a switch gave its transaction. */
  readonly transaction: string | null;
  /** Matched by its reference field alone; nothing else of it is known. */
  readonly atSight: boolean;
}

export interface Key {
  readonly value: string;
  readonly hard: boolean;
  /** No row of its side carries it but those in whose texts it was looked for. */
  readonly known: boolean;
}

export interface KeyedRow extends Reading {
  readonly key: Key | null;
}

/** `known`: forms of references that texts are looked through for. */
export function readRow(side: Side, row: RefRow, known: ReadonlySet<string>): Reading {
  return {
    row,
    side,
    words: wordsOf(row),
    cutWord: cutWordOf(row),
    identifiers: identifiersOf(row, known),
    transaction: transactionOf(row),
    atSight: false,
  };
}
