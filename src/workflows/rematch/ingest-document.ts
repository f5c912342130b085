// Takes in a document that was sent for orphans. Its rows are stored under the ad hoc session, by a commit without a
// run; rows that no session of the partner has become open items. A row of a session is known by its fingerprint,
// looked up in every block of its kind that overlaps in time; a row of an earlier document is known by its record id.
// So a document that is sent twice, or has rows that a session has, adds none, and one that was interrupted adds what
// is missing. Rows outside the asked days are left out, and counted. Ordinary runs never see the document.

import { TieoutError, toErrorRecord } from '../../core/errors.ts';
import { AD_HOC } from '../../core/exceptions/ad-hoc-id.ts';
import { type FileFailure, FilesRefused } from '../../core/exceptions/file-refused.ts';
import { formatDay } from '../../core/money/calendar.ts';
import type { ColumnMappingFile } from '../../core/reading/columns/column-mapping.ts';
import { NO_NATURE } from '../../core/records/documents/session.ts';
import { sharedUint8, sharedUint32 } from '../../core/records/rows/allocate.ts';
import { type RowColumns, SIDES, type Side } from '../../core/records/rows/columns.ts';
import { DIGEST_ID_BYTES, packDigestIds } from '../../core/records/rows/digest-ids.ts';
import { rowIdsInBlocks } from '../../core/records/rows/identity.ts';
import { emptyColumns, keepRows, pickRows } from '../../core/records/rows/join-columns.ts';
import type { Days, DocumentToIngest } from '../../ports/engine.ts';
import type { Files } from '../../ports/files.ts';
import type { Fenced } from '../../ports/leases.ts';
import { BANKING_FILES } from '../kinds/banking.ts';
import { type FilesOfKind, readSettled } from '../kinds/gather-files.ts';
import { type AssembledSide, ingestionIds } from '../preparing/assemble-session.ts';
import { foundFiles } from '../rows/found-files.ts';
import { type NamedFile, readFile } from '../rows/read-files.ts';
import { rememberedFor, rememberFormats } from '../rows/remembered-formats.ts';
import { fileJustRead, plansOf } from '../rows/session-files.ts';
import type { Institutions } from '../stored-runs/kind-of-run.ts';
import { type StoreDependencies, storeRows } from '../stored-runs/store-run.ts';
import { accountOfDocument, accountUnknown, namesNoAccount } from './account-of-document.ts';
import { knownCounts } from './known-rows.ts';

export interface IngestDependencies extends StoreDependencies {
  readonly files: Files;
  readonly defaultCurrency: string;
  readonly rejectedShare: number;
  readonly institutions?: Institutions;
}

/** Open items in one call to the store. */
const BATCH = 4_096;

/** A document, and how its files are read if the request says so. */
export interface GivenDocument extends DocumentToIngest {
  readonly mapping?: ColumnMappingFile | null;
  /** Entries of a bank if not given. */
  readonly kind?: FilesOfKind;
  /** Flags for rows of the kind before they become open. */
  readonly flagged?: (columns: RowColumns) => RowColumns;
}

export interface IngestedDocument extends IngestedRows {
  /** Sentences about why rows may match nothing. */
  readonly notes: readonly string[];
}

/** Every readable row of the document's files, each in one count. */
interface IngestedRows {
  readonly added: number;
  /** A session of the partner had it before, or an earlier document brought it. */
  readonly known: number;
  /** Its booking date is not among the asked days. */
  readonly outside: number;
}

/** Throws FilesRefused; then nothing was changed. */
export async function ingestDocument(
  deps: IngestDependencies,
  document: GivenDocument,
  under: Fenced,
): Promise<IngestedDocument> {
  const { store, digest, clock } = deps;
  const { key, kind = BANKING_FILES } = document;
  const { read, notes } = await readAll(deps, document);
  if (read.length === 0) return { added: 0, known: 0, outside: 0, notes };
  const sides = {
    gl: await freshSide(deps, document, { side: 'gl', read }),
    bank: await freshSide(deps, document, { side: 'bank', read }),
  };
  const ids = { gl: ingestionIds(key, sides.gl, digest), bank: ingestionIds(key, sides.bank, digest) };
  await storeRows(deps, { key, sides, ids });
  await rememberFormats(deps, { scope: key, files: read });
  const session = await store.sessions.get(key);
  const named = [...new Set([...(session?.ingestions ?? []), ...ids.gl, ...ids.bank])];
  const outcome = await store.sessions.commit(key, {
    expectVersion: session?.version ?? 0,
    ...{ ingestions: named, run: null, under, at: clock() },
    nature: { ...NO_NATURE, kind: kind.rules.name },
  });
  if (outcome.outcome === 'conflict') {
    throw new TieoutError('session_busy', `Another writer changed ${key.session} meanwhile: try again.`);
  }
  const counts: IngestedRows[] = [];
  for (const side of SIDES) {
    for (const [f, columns] of sides[side].parts.entries()) {
      const { known, outside, ...own } = sides[side].fresh[f];
      const added = await openRows(deps, { ...own, key, side, ingestionId: ids[side][f], under });
      counts.push({ added, known: known + columns.count - added, outside });
    }
  }
  return { ...total(counts), notes };
}

function total(counts: readonly IngestedRows[]): IngestedRows {
  const sum = (name: keyof IngestedRows) => counts.reduce((all, one) => all + one[name], 0);
  return { added: sum('added'), known: sum('known'), outside: sum('outside') };
}

type Read = ReturnType<typeof fileJustRead> & Pick<FileFailure, 'index'>;

/**
 * Reads files as a run of the kind does, once more those that name no account if it is known. Throws FilesRefused with
 * every file that cannot be read, or belongs to the other side.
 */
async function readAll(
  deps: IngestDependencies,
  { key, urls, mapping = null, kind = BANKING_FILES }: GivenDocument,
): Promise<{ readonly read: Read[]; readonly notes: readonly string[] }> {
  const { store, files, compute, defaultCurrency, rejectedShare } = deps;
  const { shape, check } = kind;
  const [plans, remembered] = [await plansOf(store, key), await rememberedFor(store, key)];
  const terms = {
    ...{ shape, mapping, plans, remembered },
    ...{ defaultCurrency, defaultAccount: '', rejectedShare },
  };
  let accounts: Awaited<ReturnType<typeof accountOfDocument>> | null = null;
  const notes: string[] = [];
  const wanted = SIDES.flatMap((side) => urls[side].map((url, index) => ({ side, index, url })));
  const failures: FileFailure[] = [];
  const read: (NamedFile & Pick<FileFailure, 'index'>)[] = [];
  for (const { side, index, url } of wanted) {
    try {
      await foundFiles(files, [{ url }], { tenant: key.tenant }, async ([found]) => {
        const { path, name } = found!;
        const readAs = async (defaultAccount: string) => {
          const file = await readSettled(kind, {
            wanted: [{ path, name, side }],
            mapping,
            before: { flow: null, kept: [] },
            read: (some, reading) =>
              Promise.all(some.map((one) => readFile(compute, one, { terms: { ...terms, defaultAccount, reading } }))),
          });
          return file.read[0];
        };
        const one = await readAs('');
        if (one.file.columns.count === 0) throw withoutEntries(name);
        if (!namesNoAccount(one.file.columns)) {
          read.push({ ...one, index });
          return;
        }
        accounts ??= await accountOfDocument(store, key, kind.rules.name);
        const { label, several } = accounts[side];
        if (several.length > 0) notes.push(accountUnknown(name, several));
        read.push({ ...(label === '' ? one : await readAs(label)), index });
      });
    } catch (error) {
      failures.push({ side, index, failure: failureOf(error) });
    }
  }
  if (failures.length === 0) {
    try {
      check(read);
    } catch (error) {
      const failure = failureOf(error);
      const at = read.findLast(({ name }) => name === failure.file) ?? read[0];
      failures.push({ side: at.side, index: at.index, failure });
    }
  }
  if (failures.length > 0) throw new FilesRefused(failures);
  return { read: read.map((one) => ({ ...fileJustRead(one), index: one.index })), notes };
}

/** A quiet month is a month, but a document is sent because something is in it. */
const withoutEntries = (file: string): TieoutError =>
  new TieoutError('file_not_understood', 'the file has no entries: there is nothing to match.', { file });

/** A file of the ledger would match its own rows. Throws FilesRefused. */
function refuseOfOtherSide(files: readonly Read[], ofOtherSide: ReadonlyMap<string, string>): void {
  const failures = files.flatMap(({ side, index, name, digest }): FileFailure[] => {
    const session = ofOtherSide.get(digest);
    if (session === undefined) return [];
    const sentence = `session ${session} holds this file on its ${side === 'gl' ? 'bank' : 'ledger'} side; give each file to one side.`;
    return [{ side, index, failure: toErrorRecord(new TieoutError('file_given_twice', sentence, { file: name })) }];
  });
  if (failures.length > 0) throw new FilesRefused(failures);
}

/** Throws errors that are no file's fault. */
function failureOf(error: unknown): FileFailure['failure'] {
  if (!(error instanceof TieoutError) || error.code === 'internal') throw error;
  return toErrorRecord(error);
}

interface FreshSide extends AssembledSide {
  /** For each file: its rows that no session has, and counts of the others. */
  readonly fresh: readonly (Omit<IngestedRows, 'added'> & RowsOfFile)[];
}

interface RowsOfFile {
  readonly columns: RowColumns;
  readonly plainCounter: boolean;
  /** Ascending. */
  readonly rows: Uint32Array;
}

/** A side's files without the known rows. */
async function freshSide(
  { store, compute }: IngestDependencies,
  { key, days, kind = BANKING_FILES, flagged = (columns) => columns }: GivenDocument,
  { side, read }: { readonly side: Side; readonly read: readonly Read[] },
): Promise<FreshSide> {
  const files = read.filter((file) => file.side === side).sort((a, b) => (a.digest < b.digest ? -1 : 1));
  const ofKind = { side, files: files.map(({ columns }) => columns), kind: kind.rules.name };
  const found = await knownCounts({ store, compute }, key, ofKind);
  refuseOfOtherSide(files, found.ofOtherSide);
  const assembled = files.map((file) => {
    const columns = flagged(file.columns);
    const keep = new Uint8Array(columns.count);
    const rows = new Uint32Array(columns.count);
    let [fresh, known, outside] = [0, 0, 0];
    for (let row = 0; row < columns.count; row++) {
      // Rows outside are asked for too: among identical rows the call counts which one this is.
      const isNew = found.isNew(columns, row);
      if (columns.bookingDay[row] < days.fromDay || columns.bookingDay[row] > days.toDay) outside++;
      else if (isNew) {
        keep[row] = 1;
        rows[fresh++] = row;
      } else known++;
    }
    const warnings = outside === 0 ? file.warnings : [...file.warnings, leftOut(outside, days)];
    return {
      file: { ...file, warnings, repeated: known, keep },
      part: keepRows(columns, keep),
      fresh: { columns, plainCounter: file.plainCounter, rows: rows.subarray(0, fresh), known, outside },
    };
  });
  return {
    side,
    files: assembled.map(({ file }) => file),
    parts: assembled.map(({ part }) => part),
    columns: emptyColumns(),
    own: emptyColumns(),
    fresh: assembled.map(({ fresh }) => fresh),
    balances: [],
    warnings: [],
  };
}

const leftOut = (rows: number, { fromDay, toDay }: Days): string =>
  `${rows} ${rows === 1 ? 'row lies' : 'rows lie'} outside ${formatDay(fromDay)} to ${formatDay(toDay)} and ${rows === 1 ? 'was' : 'were'} left out.`;

interface FreshRows extends RowsOfFile {
  readonly key: DocumentToIngest['key'];
  readonly side: Side;
  readonly ingestionId: string;
  readonly under: Fenced;
}

/**
 * Makes each row open once, whichever document brings it. Answers how many were new. The number of a row among
 * identical rows was counted over its whole file.
 */
async function openRows({ store, digest }: IngestDependencies, fresh: FreshRows): Promise<number> {
  const { key, side, columns, plainCounter, ingestionId, under } = fresh;
  const scope = { key: { ...key, session: AD_HOC }, digest };
  const of = { side, columns, plainCounter: [plainCounter] };
  let [added, from] = [0, 0];
  for (const { rows, uids, recordIds } of rowIdsInBlocks(scope, of, { rows: fresh.rows, most: BATCH })) {
    // Ordinals from the file's stored rows.
    const ordinal = sharedUint32(rows.length).map((_, i) => from + i);
    const items = {
      ...{ side, rows: pickRows(columns, rows) },
      ...{ ordinal, ingestions: [ingestionId], ingestion: sharedUint32(rows.length) },
      recordId: packDigestIds(recordIds),
      uid: packDigestIds(uids),
      clusterId: sharedUint8(rows.length * DIGEST_ID_BYTES),
    };
    added += await store.openItems.insertIfAbsent(key, { runId: null, items, under });
    from += rows.length;
  }
  return added;
}
