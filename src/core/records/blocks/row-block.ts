// A row block is a run of rows of one ingestion, column by column, written once and never changed. This file says
// what a block consists of; block-codec.ts turns rows into blocks and back. Parts can be read one without another:
// whether a row is known already is asked of fingerprints, without touching a text.

/**
 * figures: amounts, days, account, currency, flags, file and line; the others are one column each. A reference is
 * read with settlementSession and a narration with both, for the text that they repeat is not stored in them.
 */
export const ROW_PARTS = ['figures', 'fingerprint', 'reference', 'settlementSession', 'narration', 'sourceId'] as const;
export type RowPart = (typeof ROW_PARTS)[number];

/** Rows of one account and currency in a block; those announced and not booked (ROW_PENDING) apart. */
export interface BlockAmount {
  readonly account: string;
  readonly currency: string;
  readonly pending: boolean;
  readonly rows: number;
  readonly amountMinor: bigint;
}

export interface RowBlockHeader {
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
  readonly parts: Readonly<Record<RowPart, Uint8Array>>;
}

/** Some parts of a block: those that were asked for. */
export interface PartialRowBlock {
  readonly header: RowBlockHeader;
  readonly parts: Readonly<Partial<Record<RowPart, Uint8Array>>>;
}

/** As it is stored: each part compressed on its own by the block-packing adapter. */
export interface PackedRowBlock {
  readonly header: RowBlockHeader;
  readonly packed: Readonly<Record<RowPart, Uint8Array>>;
}

export interface PartialPackedRowBlock {
  readonly header: RowBlockHeader;
  readonly packed: Readonly<Partial<Record<RowPart, Uint8Array>>>;
}
