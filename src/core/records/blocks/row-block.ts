// A row block is a run of rows of one ingestion, column by column, written once and never changed. This file says
// what a block consists of; block-codec.ts turns rows into blocks and back. Parts can be read one without another:
// whether a row is known already is asked of fingerprints, without touching a text.

import type { ColumnDefinition } from '../rows/kind-columns.ts';

/**
 * figures: amounts, days, account, currency, flags, file and line; the others are one column each. A reference is
 * read with settlementSession and a narration with both, for the text that they repeat is not stored in them.
 */
const COMMON_PARTS = ['figures', 'fingerprint', 'reference', 'settlementSession', 'narration', 'sourceId'] as const;
/** `named` is of blocks alone whose rows have columns of their kind. A part keeps its place: new ones are added behind. */
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
  /** What the rows have beside the common columns, in order of their names; not there where they have nothing. */
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

/** Some parts of a block: those that were asked for. */
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
