// Which schema the documents of a database have, and how those of an older one become those of this version. The steps
// are made one after the other, by one process at a time, each of them so that it can be made again: the version is
// noted when a step has ended, and an upgrade that was interrupted is taken up at the next start.

import { setTimeout as pause } from 'node:timers/promises';
import { type Db, type IndexDescriptionInfo, MongoServerError } from 'mongodb';
import { TieoutError } from '../../core/errors.ts';
import type { Leases } from '../../ports/leases.ts';
import { COLLECTION_NAMES, type Collections } from './documents.ts';
import { createIndexes } from './indexes.ts';

export type SchemaStep = (db: Db) => Promise<void>;

const NAMESPACE_EXISTS = 48;

/** Blocks are compressed already. */
const UNCOMPRESSED = { storageEngine: { wiredTiger: { configString: 'block_compressor=none' } } };

const firstCollections: SchemaStep = async (db) => {
  await Promise.all(
    COLLECTION_NAMES.map(async (name) => {
      try {
        await db.createCollection(name, name === 'block_contents' ? UNCOMPRESSED : {});
      } catch (error) {
        if (!(error instanceof MongoServerError && error.code === NAMESPACE_EXISTS)) throw error;
      }
    }),
  );
};

/**
 * Group blocks of before were of their run, and now are of an attempt: of the first one, and the index tells attempts
 * apart.
 */
const groupBlocksOfAttempts: SchemaStep = async (db) => {
  const blocks = db.collection('group_blocks');
  // A new database has no index yet.
  const isOld = ({ name, key }: IndexDescriptionInfo): boolean => name === 'by_run' && !('fence' in key);
  if (!(await blocks.indexes()).some(isOld)) return;
  await blocks.updateMany({ fence: { $exists: false } }, { $set: { fence: 0 } });
  await blocks.dropIndex('by_run');
};

/**
 * From each version of the schema to the next; a new database goes through all of them. Steps that were released stay.
 */
export const SCHEMA_STEPS: readonly SchemaStep[] = [firstCollections, groupBlocksOfAttempts];

const LEASE = 'schema';
const LEASE_MS = 60_000;
const LOOK_AGAIN_MS = 200;

/**
 * Brings a database up to date, with its indexes. Waits while another process does. Throws store_unavailable for one
 * that a newer Tieout wrote.
 */
export async function prepareSchema(
  db: Db,
  { schema }: Pick<Collections, 'schema'>,
  { leases, steps = SCHEMA_STEPS }: { readonly leases: Leases; readonly steps?: readonly SchemaStep[] },
): Promise<void> {
  const version = async (): Promise<number> => {
    const found = (await schema.findOne({ _id: 'tieout' }))?.version ?? 0;
    if (found > steps.length) throw newer(db, found, steps.length);
    return found;
  };
  if ((await version()) < steps.length) {
    const held = await waitFor(() => leases.take(LEASE, LEASE_MS));
    const renewing = setInterval(() => void leases.renew(held, LEASE_MS).catch(() => false), LEASE_MS / 3);
    try {
      for (let at = await version(); at < steps.length; at++) {
        await steps[at]!(db);
        await schema.updateOne({ _id: 'tieout' }, { $set: { version: at + 1 } }, { upsert: true });
      }
    } finally {
      clearInterval(renewing);
      await leases.release(held).catch(() => false);
    }
  }
  await createIndexes(db);
}

async function waitFor<T>(take: () => Promise<T | null>): Promise<T> {
  for (;;) {
    const taken = await take();
    if (taken !== null) return taken;
    await pause(LOOK_AGAIN_MS);
  }
}

const newer = (db: Db, found: number, known: number): TieoutError =>
  new TieoutError(
    'store_unavailable',
    `The database ${db.databaseName} was written by a newer Tieout (schema ${found}, this one knows ${known}): use that ` +
      `version, or name another database in MONGODB_URI.`,
  );
