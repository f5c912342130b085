// The positions of one side, the book of a fund or its custodian's report, column by column as rows are: one line of a
// report is one position, and lots are summed by who compares them. Their blocks are stored where row blocks are, with a
// header that says what shape they have (blocks/holding-codec.ts).

import type { TextColumn } from '../rows/columns.ts';
import type { ScaledColumn } from './scaled.ts';

/** How a security is named, best first: which of them two reports compare by is the kind's to say. */
export const SECURITY_IDS = ['isin', 'cusip', 'sedol', 'localCode'] as const;
export const HOLDING_TEXTS = [...SECURITY_IDS, 'name', 'sourceId'] as const;
export type HoldingText = (typeof HOLDING_TEXTS)[number];

/**
 * price: of one unit before priceFactor (100 for an option's contract, 0.01 for a bond quoted in per cent; none is 1).
 * marketValue without accrued interest.
 */
export const HOLDING_FIGURES = ['units', 'price', 'priceFactor', 'marketValue', 'accrued'] as const;
export type HoldingFigure = (typeof HOLDING_FIGURES)[number];

export interface HoldingColumns
  extends Readonly<Record<HoldingText, TextColumn>>,
    Readonly<Record<HoldingFigure, ScaledColumn>> {
  readonly count: number;
  /** Day number of the position, NO_DAY where the report names none. */
  readonly asOfDay: Int32Array;
  /** Index into accounts. */
  readonly account: Uint16Array;
  /** Index into currencies: that of price, market value and accrued. */
  readonly currency: Uint8Array;
  readonly flags: Uint8Array;
  /** Index into files. */
  readonly file: Uint16Array;
  /** Line in the file as an editor shows it, from 1. */
  readonly line: Uint32Array;
  /** 64 bits of content, two words a position (low, high), as of rows. */
  readonly fingerprint: Uint32Array;
  readonly accounts: readonly string[];
  readonly currencies: readonly string[];
  readonly files: readonly string[];
}
