// Joins the rows of several files into one side, file after file, or picks some rows. Labels are renumbered, and texts
// are copied together. A side that is one whole file is not copied.

import { sharedFigures, sharedUint8, sharedUint32 } from './allocate.ts';
import { type RowColumns, TEXT_COLUMNS, type TextColumn } from './columns.ts';
import { definitionsOf, NO_NAMED_COLUMNS } from './named-columns.ts';

export function emptyColumns(): RowColumns {
  return joinColumns([]);
}

/** The rows for which `keep` is set, in order. */
export function keepRows(columns: RowColumns, keep: Uint8Array): RowColumns {
  let count = 0;
  for (let i = 0; i < columns.count; i++) count += keep[i];
  if (count === columns.count) return columns;
  const rows = new Uint32Array(count);
  let at = 0;
  for (let i = 0; i < columns.count; i++) if (keep[i]) rows[at++] = i;
  return pickRows(columns, rows);
}

/** The rows with these numbers, in the order of `rows`. */
export function pickRows(columns: RowColumns, rows: Uint32Array): RowColumns {
  const out = allocate(rows.length, (name) => bytesOf(columns[name], rows));
  for (const name of NUMBERS) pickNumbers(columns[name], rows, out[name]);
  pickPairs(columns.fingerprint, rows, out.fingerprint);
  for (const name of TEXT_COLUMNS) pickTexts(columns[name], rows, out[name]);
  const { accounts, currencies, files } = columns;
  return { ...out, accounts, currencies, files, ...pickedNamed(columns, rows) };
}

export function joinColumns(parts: readonly RowColumns[]): RowColumns {
  if (parts.length === 1) return parts[0];
  const count = parts.reduce((sum, part) => sum + part.count, 0);
  const out = allocate(count, (name) => parts.reduce((sum, part) => sum + part[name].offsets[part.count], 0));
  const labels = { accounts: [] as string[], currencies: [] as string[], files: [] as string[] };
  let at = 0;
  for (const part of parts) {
    copyNumbers(part, [0, part.count], out, at);
    relabel(out.account, [at, at + part.count], numbers(part.accounts, labels.accounts));
    relabel(out.currency, [at, at + part.count], numbers(part.currencies, labels.currencies));
    const firstFile = labels.files.length;
    labels.files.push(...part.files);
    for (let i = at; i < at + part.count; i++) out.file[i] += firstFile;
    for (const name of TEXT_COLUMNS) copyText(part[name], [0, part.count], out[name], at);
    at += part.count;
  }
  return { ...out, ...labels, ...joinedNamed(parts, count) };
}

/** Empty if the rows have no named columns. */
type Named = Pick<RowColumns, 'named'>;

function pickedNamed({ named }: RowColumns, rows: Uint32Array): Named {
  if (named === undefined) return {};
  return {
    named: named.map((column) => {
      const texts = allocateText(bytesOf(column.texts, rows), rows.length);
      pickTexts(column.texts, rows, texts);
      return { ...column, texts };
    }),
  };
}

function joinedNamed(parts: readonly RowColumns[], count: number): Named {
  const definitions = definitionsOf(parts.map(({ named = NO_NAMED_COLUMNS }) => named));
  if (definitions.length === 0) return {};
  return {
    named: definitions.map((definition) => {
      const textsOf = ({ named }: RowColumns) => named?.find(({ name }) => name === definition.name)?.texts;
      const bytes = parts.reduce((sum, part) => sum + (textsOf(part)?.offsets[part.count] ?? 0), 0);
      const texts = allocateText(bytes, count);
      let at = 0;
      for (const part of parts) {
        const own = textsOf(part);
        if (own === undefined) texts.offsets.fill(texts.offsets[at], at + 1, at + part.count + 1);
        else copyText(own, [0, part.count], texts, at);
        at += part.count;
      }
      return { ...definition, texts };
    }),
  };
}

const allocateText = (bytes: number, rows: number): TextColumn => ({
  bytes: sharedUint8(bytes),
  offsets: sharedUint32(rows + 1),
});

type Unlabelled = Omit<RowColumns, 'accounts' | 'currencies' | 'files' | 'named'>;

function allocate(count: number, bytesOf: (name: (typeof TEXT_COLUMNS)[number]) => number): Unlabelled {
  const text = (name: (typeof TEXT_COLUMNS)[number]): TextColumn => allocateText(bytesOf(name), count);
  return {
    ...sharedFigures(count),
    reference: text('reference'),
    settlementSession: text('settlementSession'),
    narration: text('narration'),
    sourceId: text('sourceId'),
  };
}

const NUMBERS = ['amount', 'bookingDay', 'valueDay', 'account', 'currency', 'flags', 'file', 'line'] as const;

function copyNumbers(source: RowColumns, [from, to]: readonly [number, number], target: Unlabelled, at: number): void {
  for (const name of NUMBERS) target[name].set(source[name].subarray(from, to), at);
  target.fingerprint.set(source.fingerprint.subarray(2 * from, 2 * to), 2 * at);
}

function copyText(source: TextColumn, [from, to]: readonly [number, number], target: TextColumn, at: number): void {
  const shift = target.offsets[at] - source.offsets[from];
  target.bytes.set(source.bytes.subarray(source.offsets[from], source.offsets[to]), target.offsets[at]);
  for (let i = from; i < to; i++) target.offsets[at + i - from + 1] = source.offsets[i + 1] + shift;
}

// Values are copied one by one: creating views of single rows would take ten times as long.

function pickNumbers(source: ArrayLike<number>, rows: Uint32Array, target: { [at: number]: number }): void {
  for (let at = 0; at < rows.length; at++) target[at] = source[rows[at]];
}

function pickPairs(source: Uint32Array, rows: Uint32Array, target: Uint32Array): void {
  for (let at = 0; at < rows.length; at++) {
    target[2 * at] = source[2 * rows[at]];
    target[2 * at + 1] = source[2 * rows[at] + 1];
  }
}

function pickTexts({ bytes, offsets }: TextColumn, rows: Uint32Array, target: TextColumn): void {
  const into = target.bytes;
  let end = 0;
  for (let at = 0; at < rows.length; at++) {
    const to = offsets[rows[at] + 1];
    for (let p = offsets[rows[at]]; p < to; p++) into[end++] = bytes[p];
    target.offsets[at + 1] = end;
  }
}

function bytesOf({ offsets }: TextColumn, rows: Uint32Array): number {
  let bytes = 0;
  for (const row of rows) bytes += offsets[row + 1] - offsets[row];
  return bytes;
}

/** Number of each label in `all`, to which new labels are added. */
function numbers(labels: readonly string[], all: string[]): number[] {
  return labels.map((label) => {
    const known = all.indexOf(label);
    return known >= 0 ? known : all.push(label) - 1;
  });
}

function relabel(index: Uint16Array | Uint8Array, [from, to]: readonly [number, number], number: number[]): void {
  if (number.every((n, i) => n === i)) return;
  for (let i = from; i < to; i++) index[i] = number[index[i]];
}
