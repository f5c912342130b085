// The data directory: store.db, its write-ahead log, and lock.db. An open store holds an exclusive lock on lock.db. The
// operating system releases the lock when the process ends, for any reason.

import { accessSync, closeSync, constants, mkdirSync, openSync, statSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { TieoutError } from '../../../core/errors.ts';
import { prepareSchema, voidLeases } from '../prepare-schema.ts';
import { requireWholeLog } from './log-check.ts';
import { type Database, isBusy, notWritable, openDatabase, sqliteFailure } from './sqlite.ts';

interface DataDirectory {
  readonly db: Database;
  close(): void;
}

/** Throws store_locked, store_unavailable or store_damaged. */
export function openDataDirectory(directory: string): DataDirectory {
  try {
    makeDirectory(resolve(directory));
  } catch (error) {
    const reason = error instanceof Error && 'code' in error ? ` (${error.code})` : '';
    throw new TieoutError(
      'store_unavailable',
      `The data directory ${directory} cannot be made${reason}: name a directory that can be written.`,
    );
  }
  const opened: Database[] = [];
  const open = (file: string): Database => {
    const db = openDatabase(join(directory, file));
    opened.push(db);
    return db;
  };
  try {
    const lock = open('lock.db');
    takeLock(lock, directory);
    const isMade = madeBefore(lock);
    if (isMade) requireStore(directory);
    requireWholeLog(join(directory, 'store.db-wal'), directory);
    const db = open('store.db');
    configure(db);
    prepareSchema(db, directory);
    voidLeases(db);
    if (!isMade) noteMade(lock);
    return { db, close: () => closeAll(opened) };
  } catch (error) {
    closeAll(opened);
    // On read-only files SQLite cannot lock, and reports a failure of the disk.
    if (!(error instanceof TieoutError) && !mayBeWritten(directory)) throw notWritable(directory);
    throw sqliteFailure(error, directory);
  }
}

/** Whether this user may write the directory and the store's files that exist. */
function mayBeWritten(directory: string): boolean {
  const isAllowed = (ask: () => void): boolean => {
    try {
      ask();
      return true;
    } catch (error) {
      return error instanceof Error && 'code' in error && error.code === 'ENOENT';
    }
  };
  return (
    isAllowed(() => accessSync(directory, constants.W_OK)) &&
    ['lock.db', 'store.db'].every((file) => isAllowed(() => closeSync(openSync(join(directory, file), 'r+'))))
  );
}

/** Node's own recursive mkdir never returns if a file system refuses with ENOENT, as /proc does. */
function makeDirectory(path: string): void {
  if (statSync(path, { throwIfNoEntry: false })?.isDirectory()) return;
  if (dirname(path) !== path) makeDirectory(dirname(path));
  mkdirSync(path);
}

function takeLock(lock: Database, directory: string): void {
  try {
    // This mode holds the lock between transactions too.
    lock.exec('pragma locking_mode = exclusive');
    lock.exec('begin exclusive');
  } catch (error) {
    if (!isBusy(error)) throw error;
    throw new TieoutError(
      'store_locked',
      `The data directory ${directory} is in use by another process: wait until it ends, or name another directory.`,
    );
  }
}

/** Whether the directory had a store. The lock's file says so, because nobody empties it together with store.db. */
const madeBefore = (lock: Database): boolean =>
  lock.get<{ user_version: number }>('pragma user_version')!.user_version === 1;

function noteMade(lock: Database): void {
  lock.exec('pragma user_version = 1');
  lock.exec('commit');
  lock.exec('begin exclusive');
}

/** Throws for an empty store.db: SQLite would open it as a store without rows, and all data would be lost in silence. */
function requireStore(directory: string): void {
  const size = statSync(join(directory, 'store.db'), { throwIfNoEntry: false })?.size ?? 0;
  if (size > 0) return;
  throw new TieoutError(
    'store_damaged',
    `The store in ${directory} is gone and its store.db missing or empty: restore the directory from a backup, or name another one.`,
  );
}

function configure(db: Database): void {
  // Nobody else opens the file while the lock is held. Exclusive locking then keeps the log's index in memory; in a
  // mapped file, a full disk would end the process with a signal.
  db.exec('pragma locking_mode = exclusive');
  db.exec('pragma journal_mode = wal');
  db.exec('pragma synchronous = full');
  // 64 MiB of cache, in KiB: room for the indexes of a run's open items. 16 MiB of log, in pages, before it is copied
  // back: the pages of an index are written many times.
  db.exec('pragma cache_size = -65536');
  db.exec('pragma wal_autocheckpoint = 4096');
}

/** The store first, the lock last. */
function closeAll(opened: readonly Database[]): void {
  for (const db of opened.toReversed()) db.close();
}
