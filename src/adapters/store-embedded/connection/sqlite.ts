// The only file that knows node:sqlite: opening, prepared statements (kept by their text), transactions, and sentences
// for SQLite's failures. It is synchronous, and only the store's thread calls it.

import { DatabaseSync, type SQLInputValue, type StatementSync } from 'node:sqlite';
import { TieoutError } from '../../../core/errors.ts';
import { steadyClock } from './steady-clock.ts';

export type SqlValue = SQLInputValue;

/** A row as SQLite answers it: integers as numbers (ours are below 2^53), blobs as bytes. */
export type SqlRow = Record<string, number | string | Uint8Array | null>;

/** A row as the values of its columns. */
export type SqlList = readonly (number | string | Uint8Array | null)[];

export interface Database {
  exec(sql: string): void;
  /** Runs a statement; answers how many rows it changed. */
  run(sql: string, ...values: SqlValue[]): number;
  /** Runs an insert; answers the id of the new row, null if the row existed. */
  insert(sql: string, ...values: SqlValue[]): number | null;
  get<Row extends SqlRow>(sql: string, ...values: SqlValue[]): Row | null;
  all<Row extends SqlRow>(sql: string, ...values: SqlValue[]): Row[];
  /** Rows one after the other. The caller must take all of them before any other query. */
  each<Row extends SqlRow>(sql: string, ...values: SqlValue[]): Iterable<Row>;
  /** All rows, each as a list of its values: a third less work for many rows. */
  lists(sql: string, ...values: SqlValue[]): SqlList[];
  /** The statement itself, for loops over thousands of rows. */
  statement(sql: string): StatementSync;
  /** Writes everything that the function writes, or nothing. A nested transaction is part of the outer one. */
  transaction<T>(write: () => T): T;
  /** False inside a transaction that a failure of the disk has rolled back. */
  isInTransaction(): boolean;
  /** A transaction that does not wait for the disk: a power failure may undo it, the end of the process does not. */
  hasty<T>(write: () => T): T;
  /** A transaction that overwrites what it deletes. */
  erasing<T>(write: () => T): T;
  /** When the current transaction is committed, the log is copied into the database and emptied. */
  emptyLogAfter(): void;
  /** Adds a function to SQL that depends on its arguments alone. */
  define(name: string, of: (...values: SqlValue[]) => SqlValue): void;
  /** The store's clock (steady-clock.ts). */
  now(): number;
  /** Calls `forget` when a transaction is rolled back: cached rows may not exist any more. */
  onRollback(forget: () => void): void;
  close(): void;
}

/** Opens or makes a database file. Throws SQLite's errors; sqliteFailure words them. */
export function openDatabase(path: string): Database {
  const sqlite = new DatabaseSync(path, { timeout: 0, enableForeignKeyConstraints: false });
  const statements = new Map<string, StatementSync>();
  const listing = new Map<string, StatementSync>();
  const forgetful: (() => void)[] = [];
  const statement = (sql: string): StatementSync => {
    let prepared = statements.get(sql);
    if (prepared === undefined) statements.set(sql, (prepared = sqlite.prepare(sql)));
    return prepared;
  };
  let isLogToEmpty = false;
  /** Throws if the log cannot be emptied. */
  const emptyLog = (): void => {
    isLogToEmpty = false;
    const { busy } = sqlite.prepare('pragma wal_checkpoint(truncate)').get() as { busy: number };
    if (busy !== 0) throw new Error('The log of the store could not be emptied.');
  };
  const transaction = <T>(write: () => T): T => {
    const isPart = sqlite.isTransaction;
    sqlite.exec(isPart ? 'savepoint part' : 'begin immediate');
    try {
      const result = write();
      sqlite.exec(isPart ? 'release part' : 'commit');
      if (!isPart && isLogToEmpty) emptyLog();
      return result;
    } catch (error) {
      // Some failures (a full disk) roll back themselves. A failing rollback must not hide the first failure.
      if (sqlite.isTransaction) sqlite.exec(isPart ? 'rollback to part; release part' : 'rollback');
      for (const forget of forgetful) forget();
      throw error;
    }
  };
  return {
    exec: (sql) => sqlite.exec(sql),
    run: (sql, ...values) => Number(statement(sql).run(...values).changes),
    insert(sql, ...values) {
      const { changes, lastInsertRowid } = statement(sql).run(...values);
      return Number(changes) === 0 ? null : Number(lastInsertRowid);
    },
    get: <Row extends SqlRow>(sql: string, ...values: SqlValue[]) =>
      (statement(sql).get(...values) as Row | undefined) ?? null,
    all: <Row extends SqlRow>(sql: string, ...values: SqlValue[]) => statement(sql).all(...values) as Row[],
    each: <Row extends SqlRow>(sql: string, ...values: SqlValue[]) =>
      statement(sql).iterate(...values) as Iterable<Row>,
    lists(sql, ...values) {
      let prepared = listing.get(sql);
      if (prepared === undefined) {
        listing.set(sql, (prepared = sqlite.prepare(sql)));
        prepared.setReturnArrays(true);
      }
      return prepared.all(...values) as unknown as SqlList[];
    },
    statement,
    transaction,
    isInTransaction: () => sqlite.isTransaction,
    hasty(write) {
      if (sqlite.isTransaction) return transaction(write);
      sqlite.exec('pragma synchronous = normal');
      try {
        return transaction(write);
      } finally {
        sqlite.exec('pragma synchronous = full');
      }
    },
    erasing(write) {
      sqlite.exec('pragma secure_delete = on');
      try {
        return transaction(write);
      } finally {
        sqlite.exec('pragma secure_delete = off');
      }
    },
    emptyLogAfter() {
      isLogToEmpty = true;
    },
    define: (name, of) => sqlite.function(name, { deterministic: true, varargs: true }, of),
    now: steadyClock(),
    onRollback: (forget) => forgetful.push(forget),
    close: () => sqlite.close(),
  };
}

// Primary result codes, https://www.sqlite.org/rescode.html
const SQLITE_PERM = 3;
const SQLITE_BUSY = 5;
const SQLITE_READONLY = 8;
const SQLITE_IOERR = 10;
const SQLITE_CORRUPT = 11;
const SQLITE_FULL = 13;
const SQLITE_CANTOPEN = 14;
const SQLITE_NOTADB = 26;

/** True if another connection holds a lock that this one needs. */
export const isBusy = (error: unknown): boolean => resultCode(error) === SQLITE_BUSY;

/** A failure of the store in one sentence that calls its directory `place`; any other error is returned as it is. */
export function sqliteFailure(error: unknown, place: string): unknown {
  // Stored JSON that cannot be parsed is damaged: SQLite has no checksums of its own.
  if (error instanceof SyntaxError) return damaged(place);
  switch (resultCode(error)) {
    case SQLITE_CORRUPT:
    case SQLITE_NOTADB:
      return damaged(place);
    case SQLITE_FULL:
      return new TieoutError(
        'store_unavailable',
        `The disk that holds ${place} is full: nothing was written; free some space and run again.`,
      );
    case SQLITE_PERM:
    case SQLITE_READONLY:
    case SQLITE_CANTOPEN:
      return notWritable(place);
    case SQLITE_IOERR:
      return new TieoutError(
        'store_unavailable',
        `The disk that holds ${place} failed to read or write: nothing was written; check its space and health and run again.`,
      );
    default:
      return error;
  }
}

export const notWritable = (place: string) =>
  new TieoutError(
    'store_unavailable',
    `The store in ${place} may not be written: check owner and permissions of the directory, or name another one.`,
  );

const damaged = (place: string) =>
  new TieoutError(
    'store_damaged',
    `The store in ${place} is damaged and cannot be read: restore the directory from a backup, or name another one.`,
  );

function resultCode(error: unknown): number | undefined {
  if (!(error instanceof Error) || !('errcode' in error) || typeof error.errcode !== 'number') return undefined;
  return error.errcode & 0xff;
}
