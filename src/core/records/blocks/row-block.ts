// A row block is some thousands of consecutive rows of one ingestion, column by column, written once and never changed.
// This file says what a block consists of; block-codec.ts turns rows into blocks and back. Parts can be read one
// without another: fingerprints alone say whether a row is known already.

import type { ColumnDefinition } from '../rows/kind-columns.ts';

/**
 * figures: amounts, days, account, currency, flags, file and line; the others are one column each. To read a reference,
 * settlementSession is needed; to read a narration, both are: the text that they repeat is not stored again.
 */
const COMMON_PARTS = ['figures', 'fingerprint', 'reference', 'settlementSession', 'narration', 'sourceId'] as const;
/**
 * `named` is only in blocks whose rows have columns of their kind. Parts keep their order: new ones are added at the
 * end.
 */
export const ROW_PARTS = [...COMMON_PARTS, 'named'] as const;
export type RowPart = (typeof ROW_PARTS)[number];

/** The parts that a block of this header has. */
export const partsOf = ({ columns }: Pick<RowBlockHeader, 'columns'>): readonly RowPart[] =>
  columns === undefined ? COMMON_PARTS : ROW_PARTS;

type RowParts = Readonly<Record<(typeof COMMON_PARTS)[number], Uint8Array> & { named?: Uint8Array }>;

/** Rows of one account and currency in a block; those announced and not booked (ROW_PENDING) apart. */
export interface BlockAmount {
  readonly account: string;
  readonly currency: string;
  readonly pending: boolean;
  readonly rows: number;
  readonly amountMinor: bigint;
}

/**
 * The format that blocks are written in. It goes up when an older reader would misread what a newer one writes. Blocks
 * before the second have no `format`, and no named columns.
 */
export const ROW_BLOCK_FORMAT = 2;

export interface RowBlockHeader {
  readonly format?: number;
  /** The named columns of the rows, in order of their names; absent if they have none. */
  readonly columns?: readonly ColumnDefinition[];
  readonly rows: number;
  /** Least and greatest of all booking and value days, NO_DAY when no row has one. */
  readonly firstDay: number;
  readonly lastDay: number;
  /** The labels that the block's own indexes refer to. */
  readonly accounts: readonly string[];
  readonly currencies: readonly string[];
  readonly files: readonly string[];
  readonly amounts: readonly BlockAmount[];
}

/** Encoded, not compressed. */
export interface RowBlock {
  readonly header: RowBlockHeader;
  readonly parts: RowParts;
}

/** The parts of a block that were read. */
export interface PartialRowBlock {
  readonly header: RowBlockHeader;
  readonly parts: Readonly<Partial<Record<RowPart, Uint8Array>>>;
}

/** As it is stored: each part that its header says (partsOf) compressed on its own by the block-packing adapter. */
export interface PackedRowBlock {
  readonly header: RowBlockHeader;
  readonly packed: Readonly<Partial<Record<RowPart, Uint8Array>>>;
}

export interface PartialPackedRowBlock {
  readonly header: RowBlockHeader;
  readonly packed: Readonly<Partial<Record<RowPart, Uint8Array>>>;
}
