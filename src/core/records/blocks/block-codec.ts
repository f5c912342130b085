// Encodes rows as blocks and decodes them exactly. Integers become byte planes (value days relative to the booking day,
// booking days and lines relative to the row before), labels become indexes into the block's own lists, texts are
// encoded by text-codec.ts. The block-packing adapter compresses the parts.

import { NO_DAY } from '../../money/calendar.ts';
import { sharedFigures } from '../rows/allocate.ts';
import {
  ROW_MATCHED_ELSEWHERE,
  ROW_MATCHED_LATE,
  ROW_OUT_OF_PERIOD,
  ROW_PENDING,
  type RowColumns,
  type TextColumn,
  type TextColumnName,
} from '../rows/columns.ts';
import { Labels } from '../rows/labels.ts';
import type { Range } from '../rows/range.ts';
import { deltas, planeReader, planeWriter, sums } from './integer-planes.ts';
import { type LocalIndex, localIndex, relabel } from './label-index.ts';
import { decodeNamed, encodeNamed } from './named-codec.ts';
import {
  type BlockAmount,
  type PartialRowBlock,
  ROW_BLOCK_FORMAT,
  type RowBlock,
  type RowBlockHeader,
} from './row-block.ts';
import { decodeTexts, encodeTexts } from './text-codec.ts';

/** Encodes a range of rows. Flags that each run sets (period, late groups) are not stored. */
export function encodeRowBlock(columns: RowColumns, range: Range): RowBlock {
  const { from, to } = range;
  const count = to - from;
  const account = localIndex(columns.account, columns.accounts, range);
  const currency = localIndex(columns.currency, columns.currencies, range);
  const file = localIndex(columns.file, columns.files, range);
  const flags = keptFlags(columns.flags.subarray(from, to));
  const bookingDay = columns.bookingDay.subarray(from, to);
  const valueDay = columns.valueDay.subarray(from, to);

  const figures = planeWriter();
  figures.wide(columns.amount.subarray(from, to));
  figures.signed(deltas(bookingDay));
  figures.signed(differences(valueDay, bookingDay));
  figures.unsigned(account.index);
  figures.unsigned(currency.index);
  figures.unsigned(flags);
  figures.unsigned(file.index);
  figures.signed(deltas(columns.line.subarray(from, to)));

  const { named } = columns;
  const definitions = named?.map(({ name, type, identifying }) => ({ name, type, identifying }));
  return {
    header: {
      format: ROW_BLOCK_FORMAT,
      ...(definitions && { columns: definitions }),
      rows: count,
      ...dayBounds(bookingDay, valueDay),
      accounts: account.labels,
      currencies: currency.labels,
      files: file.labels,
      amounts: blockAmounts(columns.amount.subarray(from, to), { account, currency, flags }),
    },
    parts: {
      figures: figures.bytes(),
      fingerprint: encodeFingerprints(columns.fingerprint.subarray(2 * from, 2 * to)),
      settlementSession: encodeTexts(columns.settlementSession, { range, repeated: [] }),
      reference: encodeTexts(columns.reference, { range, repeated: [columns.settlementSession] }),
      narration: encodeTexts(columns.narration, { range, repeated: [columns.settlementSession, columns.reference] }),
      sourceId: encodeTexts(columns.sourceId, { range, repeated: [] }),
      ...(named && { named: encodeNamed(named, range) }),
    },
  };
}

/**
 * The rows of the blocks, in the order of the blocks, on shared memory. Columns of missing parts are zeros and empty
 * texts. Throws RangeError if a part does not fit its header.
 */
export function decodeRowBlocks(blocks: readonly PartialRowBlock[]): RowColumns {
  for (const { header } of blocks) checkFormat(header);
  const count = blocks.reduce((rows, { header }) => rows + header.rows, 0);
  const accounts = new Labels();
  const currencies = new Labels();
  const files = new Labels();
  const columns = sharedFigures(count);
  let at = 0;
  for (const { header, parts } of blocks) {
    const n = header.rows;
    if (parts.figures) {
      const figures = planeReader(parts.figures);
      columns.amount.set(figures.wide(n), at);
      const bookingDay = sums(figures.signed(n));
      columns.bookingDay.set(bookingDay, at);
      const sinceBooking = figures.signed(n);
      for (let i = 0; i < n; i++) columns.valueDay[at + i] = bookingDay[i] + sinceBooking[i];
      columns.account.set(relabel(figures.unsigned(n), header.accounts, accounts), at);
      columns.currency.set(relabel(figures.unsigned(n), header.currencies, currencies), at);
      columns.flags.set(figures.unsigned(n), at);
      columns.file.set(relabel(figures.unsigned(n), header.files, files), at);
      columns.line.set(sums(figures.signed(n)), at);
      if (figures.rest().length > 0) throw new RangeError('the figures of a block are longer than its rows');
    }
    if (parts.fingerprint) columns.fingerprint.set(decodeFingerprints(parts.fingerprint, n), 2 * at);
    at += n;
  }
  const texts = (name: TextColumnName, repeated: readonly TextColumn[]) =>
    decodeTexts(
      blocks.map(({ header, parts }) => ({ rows: header.rows, part: parts[name] })),
      repeated,
    );
  const settlementSession = texts('settlementSession', []);
  const reference = texts('reference', [settlementSession]);
  const named = decodeNamed(
    blocks.map(({ header, parts }) => ({ rows: header.rows, columns: header.columns ?? [], part: parts.named })),
  );
  return {
    ...columns,
    reference,
    settlementSession,
    narration: texts('narration', [settlementSession, reference]),
    sourceId: texts('sourceId', []),
    accounts: accounts.list,
    currencies: currencies.list,
    files: files.list,
    ...(named.length > 0 && { named }),
  };
}

function checkFormat({ format = 1 }: RowBlockHeader): void {
  if (format > ROW_BLOCK_FORMAT) {
    throw new RangeError(`a row block has format ${format}, and this version knows formats up to ${ROW_BLOCK_FORMAT}`);
  }
}

function keptFlags(flags: Uint8Array): Uint32Array {
  const kept = new Uint32Array(flags.length);
  for (let i = 0; i < flags.length; i++)
    kept[i] = flags[i] & ~(ROW_OUT_OF_PERIOD | ROW_MATCHED_LATE | ROW_MATCHED_ELSEWHERE);
  return kept;
}

function differences(values: Int32Array, less: Int32Array): Int32Array {
  const out = new Int32Array(values.length);
  for (let i = 0; i < values.length; i++) out[i] = values[i] - less[i];
  return out;
}

function encodeFingerprints(words: Uint32Array): Uint8Array {
  const out = new Uint8Array(words.length * 4);
  const view = new DataView(out.buffer);
  for (let i = 0; i < words.length; i++) view.setUint32(4 * i, words[i], true);
  return out;
}

/** The fingerprints of a part, two words a row (low, high). Throws RangeError if it has not `rows` of them. */
export function decodeFingerprints(part: Uint8Array, rows: number): Uint32Array {
  if (part.length !== rows * 8) throw new RangeError('a fingerprint column is cut off');
  const words = new Uint32Array(rows * 2);
  const view = new DataView(part.buffer, part.byteOffset, part.length);
  for (let i = 0; i < words.length; i++) words[i] = view.getUint32(4 * i, true);
  return words;
}

const GREATEST_DAY = 0x7fffffff;

/** First and last day, NO_DAY if there is none. */
function dayBounds(...columns: readonly Int32Array[]): { firstDay: number; lastDay: number } {
  const bounds = columns.map(boundsOf).filter(({ lastDay }) => lastDay !== NO_DAY);
  if (bounds.length === 0) return { firstDay: NO_DAY, lastDay: NO_DAY };
  return {
    firstDay: Math.min(...bounds.map(({ firstDay }) => firstDay)),
    lastDay: Math.max(...bounds.map(({ lastDay }) => lastDay)),
  };
}

function boundsOf(days: Int32Array): { firstDay: number; lastDay: number } {
  let firstDay = GREATEST_DAY;
  let lastDay = NO_DAY;
  for (let i = 0; i < days.length; i++) {
    const day = days[i];
    if (day === NO_DAY) continue;
    if (day < firstDay) firstDay = day;
    if (day > lastDay) lastDay = day;
  }
  return { firstDay, lastDay };
}

// Amounts are summed in two halves of a double each: 8,192 times 9e15 exceeds the exact range of one double, and a
// bigint for each row would cost more than the rest of the encoding.
const HALF = 2 ** 26;

function blockAmounts(
  amount: Float64Array,
  { account, currency, flags }: { account: LocalIndex; currency: LocalIndex; flags: Uint32Array },
): BlockAmount[] {
  const groups = currency.labels.length * 2;
  const rows = new Uint32Array(account.labels.length * groups);
  const high = new Float64Array(rows.length);
  const low = new Float64Array(rows.length);
  for (let i = 0; i < amount.length; i++) {
    const group = account.index[i] * groups + currency.index[i] * 2 + (flags[i] & ROW_PENDING);
    const upper = Math.floor(amount[i] / HALF);
    rows[group]++;
    high[group] += upper;
    low[group] += amount[i] - upper * HALF;
  }
  const amounts: BlockAmount[] = [];
  for (let group = 0; group < rows.length; group++) {
    if (rows[group] === 0) continue;
    amounts.push({
      account: account.labels[Math.floor(group / groups)],
      currency: currency.labels[Math.floor((group % groups) / 2)],
      pending: group % 2 === 1,
      rows: rows[group],
      amountMinor: BigInt(high[group]) * BigInt(HALF) + BigInt(low[group]),
    });
  }
  return amounts;
}
