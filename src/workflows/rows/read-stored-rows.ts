// Reads single rows of a session back from their blocks, with their record ids. A row's record id counts the identical
// rows before it on its side, so its twins must be read too: they are found by fingerprint in the blocks of its days.
// No other rows are read.

import type { RowBlockHeader } from '../../core/records/blocks/row-block.ts';
import type { IngestionHeader } from '../../core/records/documents/ingestion.ts';
import { chunksOf } from '../../core/records/rows/chunks.ts';
import { type RowColumns, SIDES, type Side } from '../../core/records/rows/columns.ts';
import { type Digest, rowIds } from '../../core/records/rows/identity.ts';
import { emptyColumns, joinColumns, pickRows } from '../../core/records/rows/join-columns.ts';
import { sourceIdsOnlyCount } from '../../core/records/rows/source-id-counts.ts';
import type { SessionKey } from '../../core/records/session-key.ts';
import type { Unpacking } from '../../ports/compute.ts';
import type { Store } from '../../ports/store.ts';

export interface ReadingDependencies {
  readonly store: Store;
  readonly compute: Unpacking;
  readonly digest: Digest;
}

/** Wanted ordinals by ingestion, in any order. */
type WantedRows = ReadonlyMap<string, ReadonlySet<number>>;

export interface StoredSide {
  /** The wanted rows and their twins. */
  readonly columns: RowColumns;
  /** The ids of every row of columns. */
  readonly recordIds: readonly string[];
  readonly uids: readonly string[];
  /** For each file, whether its own row ids only count its rows. */
  readonly plainCounter: readonly boolean[];
  /** The row's place in columns. */
  rowOf(ingestionId: string, ordinal: number): number;
}

/** Blocks in memory at a time: a page whose rows lie far apart must not hold a whole side. */
const BLOCKS_AT_ONCE = 16;

/** Throws store_damaged if a wanted row is missing. */
export async function readStoredRows(
  deps: ReadingDependencies,
  key: SessionKey,
  wanted: WantedRows,
): Promise<Readonly<Record<Side, StoredSide>>> {
  const live = await deps.store.ingestions.live(key);
  const read = (side: Side) =>
    readSide(deps, key, { side, ingestions: live.filter((one) => one.side === side), wanted });
  const [gl, bank] = await Promise.all(SIDES.map(read));
  return { gl: gl!, bank: bank! };
}

/** An ingestion that has wanted rows, or possible twins of them. */
interface StoredFile {
  readonly ingestion: IngestionHeader;
  readonly headers: readonly RowBlockHeader[];
  /** The ordinal of each block's first row. */
  readonly starts: readonly number[];
  /** Ascending. */
  readonly ordinals: Uint32Array;
  readonly rows: RowColumns;
}

async function readSide(
  { store, compute, digest }: ReadingDependencies,
  key: SessionKey,
  of: { readonly side: Side; readonly ingestions: readonly IngestionHeader[]; readonly wanted: WantedRows },
): Promise<StoredSide> {
  const files = await Promise.all(
    of.ingestions.map(async (ingestion): Promise<StoredFile> => {
      return rowsOfFile({ store, compute }, ingestion, of.wanted.get(ingestion.ingestionId) ?? new Set());
    }),
  );
  const sought = soughtOf(files);
  const whole = await Promise.all(
    files.map(async (file) => {
      const found = await rowsThatMayBe({ store, compute }, file, sought);
      for (const ordinal of file.ordinals) found.delete(ordinal);
      return found.size === 0 ? file : together(file, await readRows({ store, compute }, file, found));
    }),
  );
  const columns = joinColumns(whole.map(({ rows }) => rows));
  const plainCounter = whole.map(({ rows }) => sourceIdsOnlyCount(rows));
  const all = Array.from({ length: columns.count }, (_, row) => row);
  const places = rowsByOrdinal(whole);
  return {
    columns,
    ...rowIds({ key, digest }, { side: of.side, columns, plainCounter }, all),
    plainCounter,
    rowOf: (ingestionId, ordinal) => places.get(ingestionId)!.get(ordinal)!,
  };
}

/** The rows of a file with these ordinals. Throws store_damaged, or content_pruned. */
export async function rowsOfFile(
  { store, compute }: Pick<ReadingDependencies, 'store' | 'compute'>,
  ingestion: IngestionHeader,
  ordinals: ReadonlySet<number>,
): Promise<StoredFile> {
  const headers = (await store.rowBlocks.headers(ingestion.ingestionId)).map(({ header }) => header);
  const file = { ingestion, headers, starts: startsOf(headers), ordinals: new Uint32Array(), rows: emptyColumns() };
  return readRows({ store, compute }, file, ordinals);
}

/** Fingerprints to look for, and the days between which rows that have them lie. */
interface Sought {
  /** The high words for each low word. */
  readonly fingerprints: ReadonlyMap<number, ReadonlySet<number>>;
  readonly firstDay: number;
  readonly lastDay: number;
}

function soughtOf(files: readonly StoredFile[]): Sought {
  const fingerprints = new Map<number, Set<number>>();
  let [firstDay, lastDay] = [Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY];
  for (const { rows } of files) {
    for (let row = 0; row < rows.count; row++) {
      firstDay = Math.min(firstDay, rows.bookingDay[row]);
      lastDay = Math.max(lastDay, rows.bookingDay[row]);
      const [low, high] = [rows.fingerprint[2 * row], rows.fingerprint[2 * row + 1]];
      const known = fingerprints.get(low);
      if (known === undefined) fingerprints.set(low, new Set([high]));
      else known.add(high);
    }
  }
  return { fingerprints, firstDay, lastDay };
}

/** Ordinals of the file's rows that have one of the fingerprints. */
async function rowsThatMayBe(
  { store, compute }: Pick<ReadingDependencies, 'store' | 'compute'>,
  { ingestion: { ingestionId }, headers, starts }: StoredFile,
  { fingerprints, firstDay, lastDay }: Sought,
): Promise<Set<number>> {
  const found = new Set<number>();
  const numbers = headers.flatMap((header, n) => (header.lastDay < firstDay || header.firstDay > lastDay ? [] : [n]));
  for (const some of chunksOf(numbers, BLOCKS_AT_ONCE)) {
    const parts = await store.rowBlocks.read(ingestionId, { numbers: some, parts: ['fingerprint'] });
    const { fingerprint } = await compute.unpackRows(parts);
    let at = 0;
    for (const n of some) {
      for (let i = 0; i < headers[n].rows; i++, at++) {
        if (fingerprints.get(fingerprint[2 * at])?.has(fingerprint[2 * at + 1])) found.add(starts[n] + i);
      }
    }
  }
  return found;
}

/** The file with the rows of these ordinals. */
async function readRows(
  { store, compute }: Pick<ReadingDependencies, 'store' | 'compute'>,
  file: StoredFile,
  ordinals: ReadonlySet<number>,
): Promise<StoredFile> {
  const ascending = Uint32Array.from(ordinals).sort();
  const { ingestionId, file: name } = file.ingestion;
  const { starts, headers } = file;
  const blockOf = (ordinal: number): number => starts.findLastIndex((start) => start <= ordinal);
  const blocks = [...new Set(Array.from(ascending, blockOf))];
  const parts: RowColumns[] = [];
  for (const numbers of chunksOf(blocks, BLOCKS_AT_ONCE)) {
    const rows = await compute.unpackRows(await store.rowBlocks.read(ingestionId, { numbers }));
    const places = startsOf(numbers.map((n) => headers[n]));
    const placeOf = new Map(numbers.map((n, i) => [n, places[i] - starts[n]]));
    const here = ascending.filter((ordinal) => placeOf.has(blockOf(ordinal)));
    const picked = here.map((ordinal) => placeOf.get(blockOf(ordinal))! + ordinal);
    parts.push(pickRows(rows, picked));
  }
  const rows = joinColumns(parts);
  return { ...file, ordinals: ascending, rows: { ...rows, file: new Uint16Array(rows.count), files: [name] } };
}

/** Joins two readings of one file: rows in the file's order. */
function together(a: StoredFile, b: StoredFile): StoredFile {
  const rows = joinColumns([a.rows, b.rows]);
  const ordinals = Uint32Array.of(...a.ordinals, ...b.ordinals);
  const order = Uint32Array.from(ordinals.keys()).sort((i, j) => ordinals[i] - ordinals[j]);
  const { files } = a.rows;
  // Both have the same file, which joining counts twice.
  const ordered = { ...pickRows(rows, order), file: new Uint16Array(rows.count), files };
  return { ...a, ordinals: ordinals.sort(), rows: ordered };
}

function startsOf(headers: readonly RowBlockHeader[]): number[] {
  let next = 0;
  return headers.map(({ rows }) => (next += rows) - rows);
}

function rowsByOrdinal(files: readonly StoredFile[]): ReadonlyMap<string, ReadonlyMap<number, number>> {
  let row = 0;
  return new Map(
    files.map(({ ingestion, ordinals }) => [
      ingestion.ingestionId,
      new Map(Array.from(ordinals, (ordinal) => [ordinal, row++])),
    ]),
  );
}
