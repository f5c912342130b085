// A row block is some thousands of consecutive rows of one ingestion, stored by column, written once and never changed.
// block-codec.ts encodes and decodes it. Each part can be read alone: fingerprints are enough to recognise known rows.

import type { ColumnDefinition } from '../rows/kind-columns.ts';

/**
 * The part `figures` holds amounts, days, account, currency, flags, file and line; each other part is one column.
 * Reading a reference needs settlementSession, reading a narration needs both: text that they repeat is not stored
 * again.
 */
const COMMON_PARTS = ['figures', 'fingerprint', 'reference', 'settlementSession', 'narration', 'sourceId'] as const;
/** Only blocks with columns of a kind have `named`. The order of parts is stored: new ones go to the end. */
export const ROW_PARTS = [...COMMON_PARTS, 'named'] as const;
export type RowPart = (typeof ROW_PARTS)[number];

/** The parts of a block with this header. */
export const partsOf = ({ columns }: Pick<RowBlockHeader, 'columns'>): readonly RowPart[] =>
  columns === undefined ? COMMON_PARTS : ROW_PARTS;

type RowParts = Readonly<Record<(typeof COMMON_PARTS)[number], Uint8Array> & { named?: Uint8Array }>;

/** Rows of one account and currency in a block; pending rows (ROW_PENDING) are summed apart. */
export interface BlockAmount {
  readonly account: string;
  readonly currency: string;
  readonly pending: boolean;
  readonly rows: number;
  readonly amountMinor: bigint;
}

/**
 * The format of written blocks. It increases when an older reader would misread them. The first format has no `format`
 * and no named columns.
 */
export const ROW_BLOCK_FORMAT = 2;

export interface RowBlockHeader {
  readonly format?: number;
  /** The named columns of the rows, in order of their names; absent if they have none. */
  readonly columns?: readonly ColumnDefinition[];
  readonly rows: number;
  /** First of all booking and value days, NO_DAY if no row has one. */
  readonly firstDay: number;
  readonly lastDay: number;
  /** The labels to which the block's indexes refer. */
  readonly accounts: readonly string[];
  readonly currencies: readonly string[];
  readonly files: readonly string[];
  readonly amounts: readonly BlockAmount[];
}

/** A block that is encoded and not compressed. */
export interface RowBlock {
  readonly header: RowBlockHeader;
  readonly parts: RowParts;
}

/** The parts of a block that were read. */
export interface PartialRowBlock {
  readonly header: RowBlockHeader;
  readonly parts: Readonly<Partial<Record<RowPart, Uint8Array>>>;
}

/** A stored block: the block-packing adapter compressed each part by itself. */
export interface PackedRowBlock {
  readonly header: RowBlockHeader;
  readonly packed: Readonly<Partial<Record<RowPart, Uint8Array>>>;
}

export interface PartialPackedRowBlock {
  readonly header: RowBlockHeader;
  readonly packed: Readonly<Partial<Record<RowPart, Uint8Array>>>;
}
