// Positions to blocks and back, exactly, in the format of row blocks: the same header and parts, so that stores keep them
// as they keep rows. figures: days, labels, then each column of figures less the power of ten that all of them share, in
// words of their own; named: the names of securities, a section each. A reader of rows refuses such a block, and this
// one a block of rows.

import { HOLDING_FIGURES, HOLDING_TEXTS, type HoldingColumns } from '../holdings/holding-columns.ts';
import { SCALE, type ScaledColumn, scaledAt, setScaled, sharedScaled } from '../holdings/scaled.ts';
import { sharedInt32, sharedUint8, sharedUint16, sharedUint32 } from '../rows/allocate.ts';
import { Labels } from '../rows/labels.ts';
import type { Range } from '../rows/range.ts';
import { dayBounds, decodeFingerprints, encodeFingerprints } from './block-codec.ts';
import { deltas, type PlaneReader, type PlaneWriter, planeReader, planeWriter, sums } from './integer-planes.ts';
import { type LocalIndex, localIndex, relabel } from './label-index.ts';
import { decodeSections, encodeSections } from './named-codec.ts';
import { ROW_BLOCK_FORMAT, type RowBlockHeader } from './row-block.ts';
import { decodeTexts, encodeTexts } from './text-codec.ts';

/** Positions of one account and currency in a block. */
export interface BlockValue {
  readonly account: string;
  readonly currency: string;
  readonly positions: number;
  /** Units of 10^-12; positions without a market value add nothing. */
  readonly marketValueScaled: bigint;
}

export interface HoldingBlockHeader extends RowBlockHeader {
  readonly shape: 'holdings';
  readonly values: readonly BlockValue[];
}

export interface HoldingBlock {
  readonly header: HoldingBlockHeader;
  readonly parts: Readonly<Record<'figures' | 'fingerprint' | 'sourceId' | 'named', Uint8Array>>;
}

/** Some parts of a block that may be of any shape. */
export interface PartialHoldingBlock {
  readonly header: RowBlockHeader;
  readonly parts: Readonly<Partial<HoldingBlock['parts']>>;
}

const NAMES = HOLDING_TEXTS.filter((name) => name !== 'sourceId');

export function encodeHoldingBlock(columns: HoldingColumns, range: Range): HoldingBlock {
  const { from, to } = range;
  const account = localIndex(columns.account, columns.accounts, range);
  const currency = localIndex(columns.currency, columns.currencies, range);
  const file = localIndex(columns.file, columns.files, range);
  const asOfDay = columns.asOfDay.subarray(from, to);
  const figures = planeWriter();
  figures.signed(deltas(asOfDay));
  figures.unsigned(account.index);
  figures.unsigned(currency.index);
  figures.unsigned(Uint32Array.from(columns.flags.subarray(from, to)));
  figures.unsigned(file.index);
  figures.signed(deltas(columns.line.subarray(from, to)));
  for (const name of HOLDING_FIGURES) writeScaled(figures, columns[name], range);
  return {
    header: {
      format: ROW_BLOCK_FORMAT,
      shape: 'holdings',
      rows: to - from,
      ...dayBounds(asOfDay),
      accounts: account.labels,
      currencies: currency.labels,
      files: file.labels,
      amounts: [],
      values: valuesOf(columns.marketValue, { account, currency }, range),
    },
    parts: {
      figures: figures.bytes(),
      fingerprint: encodeFingerprints(columns.fingerprint.subarray(2 * from, 2 * to)),
      sourceId: encodeTexts(columns.sourceId, { range, repeated: [] }),
      named: encodeSections(NAMES.map((name) => encodeTexts(columns[name], { range, repeated: [] }))),
    },
  };
}

function valuesOf(
  marketValue: ScaledColumn,
  { account, currency }: { account: LocalIndex; currency: LocalIndex },
  { from, to }: Range,
): BlockValue[] {
  const found = new Map<number, { positions: number; sum: bigint }>();
  for (let i = 0; i < to - from; i++) {
    const place = account.index[i]! * currency.labels.length + currency.index[i]!;
    const { positions, sum } = found.get(place) ?? { positions: 0, sum: 0n };
    found.set(place, { positions: positions + 1, sum: sum + (scaledAt(marketValue, from + i) ?? 0n) });
  }
  return [...found].map(([place, { positions, sum }]) => ({
    account: account.labels[Math.floor(place / currency.labels.length)]!,
    currency: currency.labels[place % currency.labels.length]!,
    positions,
    marketValueScaled: sum,
  }));
}

const WORDS = 4;

/** The shared power of ten, who has a figure, then magnitudes with their sign below them, word by word. */
function writeScaled(writer: PlaneWriter, column: ScaledColumn, { from, to }: Range): void {
  const values = Array.from({ length: to - from }, (_, i) => scaledAt(column, from + i));
  let power = SCALE;
  for (const value of values) while (value !== null && value % 10n ** BigInt(power) !== 0n) power--;
  const words = Array.from({ length: WORDS }, () => new Uint32Array(values.length));
  values.forEach((value, i) => {
    if (value === null) return;
    const less = value / 10n ** BigInt(power);
    const folded = less < 0n ? (-less << 1n) | 1n : less << 1n;
    for (let w = 0; w < WORDS; w++) words[w]![i] = Number((folded >> BigInt(32 * w)) & 0xffffffffn);
  });
  writer.unsigned(Uint32Array.of(power));
  writer.unsigned(Uint32Array.from(values, (value) => (value === null ? 0 : 1)));
  for (const word of words) writer.unsigned(word);
}

function readScaled(reader: PlaneReader, into: ScaledColumn, { from, to }: Range): void {
  const power = 10n ** BigInt(reader.unsigned(1)[0]!);
  const present = reader.unsigned(to - from);
  const words = Array.from({ length: WORDS }, () => reader.unsigned(to - from));
  for (let i = 0; i < to - from; i++) {
    if (present[i] === 0) continue;
    let folded = 0n;
    for (let w = WORDS - 1; w >= 0; w--) folded = (folded << 32n) | BigInt(words[w]![i]!);
    const magnitude = (folded >> 1n) * power;
    setScaled(into, from + i, (folded & 1n) === 1n ? -magnitude : magnitude);
  }
}

/**
 * The positions of the blocks, one block after the other, on shared memory. Columns of parts that are missing are zeros,
 * no figures and empty texts. Throws RangeError when a part does not hold what its header says, or for a block of rows.
 */
export function decodeHoldingBlocks(blocks: readonly PartialHoldingBlock[]): HoldingColumns {
  for (const { header } of blocks) checkHeader(header);
  const count = blocks.reduce((rows, { header }) => rows + header.rows, 0);
  const [accounts, currencies, files] = [new Labels(), new Labels(), new Labels()];
  const figures = Object.fromEntries(HOLDING_FIGURES.map((name) => [name, sharedScaled(count)])) as Pick<
    HoldingColumns,
    (typeof HOLDING_FIGURES)[number]
  >;
  const columns = {
    count,
    asOfDay: sharedInt32(count),
    account: sharedUint16(count),
    currency: sharedUint8(count),
    flags: sharedUint8(count),
    file: sharedUint16(count),
    line: sharedUint32(count),
    fingerprint: sharedUint32(2 * count),
    ...figures,
  };
  let at = 0;
  for (const { header, parts } of blocks) {
    const n = header.rows;
    if (parts.figures) {
      const reader = planeReader(parts.figures);
      columns.asOfDay.set(sums(reader.signed(n)), at);
      columns.account.set(relabel(reader.unsigned(n), header.accounts, accounts), at);
      columns.currency.set(relabel(reader.unsigned(n), header.currencies, currencies), at);
      columns.flags.set(reader.unsigned(n), at);
      columns.file.set(relabel(reader.unsigned(n), header.files, files), at);
      columns.line.set(sums(reader.signed(n)), at);
      for (const name of HOLDING_FIGURES) readScaled(reader, columns[name], { from: at, to: at + n });
      if (reader.rest().length > 0) throw new RangeError('the figures of a block are longer than its positions');
    }
    if (parts.fingerprint) columns.fingerprint.set(decodeFingerprints(parts.fingerprint, n), 2 * at);
    at += n;
  }
  const names = blocks.map(({ parts }) => (parts.named ? decodeSections(parts.named, NAMES.length) : null));
  const texts = NAMES.map((name, k) => {
    const encoded = blocks.map(({ header }, b) => ({ rows: header.rows, part: names[b]?.[k] }));
    return [name, decodeTexts(encoded, [])] as const;
  });
  const sourceId = decodeTexts(
    blocks.map(({ header, parts }) => ({ rows: header.rows, part: parts.sourceId })),
    [],
  );
  return {
    ...columns,
    ...(Object.fromEntries(texts) as Pick<HoldingColumns, (typeof NAMES)[number]>),
    sourceId,
    accounts: accounts.list,
    currencies: currencies.list,
    files: files.list,
  };
}

function checkHeader({ format = 1, shape }: RowBlockHeader): void {
  if (shape !== 'holdings') throw new RangeError('a block of rows is no block of holdings');
  if (format > ROW_BLOCK_FORMAT) {
    throw new RangeError(`a block has format ${format}, and this version knows formats up to ${ROW_BLOCK_FORMAT}`);
  }
}
