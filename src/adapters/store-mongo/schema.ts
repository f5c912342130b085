// Which schema the documents of a database have, and how those of an older one become those of this version. The steps
// are made one after the other, by one process at a time, each of them so that it can be made again: the version is
// noted when a step has ended, and an upgrade that was interrupted is taken up at the next start. Beside it stands which
// environment has the database.

import { setTimeout as pause } from 'node:timers/promises';
import { type Db, type IndexDescriptionInfo, MongoServerError } from 'mongodb';
import { TieoutError } from '../../core/errors.ts';
import type { OutboxTopic } from '../../core/records/documents/outbox.ts';
import type { Leases } from '../../ports/leases.ts';
import { isDuplicate } from './connection/failures.ts';
import { createIndexes } from './create-indexes.ts';
import { COLLECTION_NAMES, type CollectionName, type Collections } from './documents.ts';
import { contractNames } from './exceptions/migrate-names.ts';
import { claimsOf, spansOf } from './outbox/outbox-bundles.ts';
import type { RunDocument } from './session-documents.ts';

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

/** A bundle of the outbox as it was: each message by its name and its topic, and an index of all the names. */
interface NamedBundle {
  readonly _id: number;
  readonly keys: readonly string[];
  readonly topics: readonly OutboxTopic[];
  readonly claims?: readonly string[];
}

/**
 * Bundles of the outbox claim ranges of messages now, and name them by spans (outbox-bundles.ts). The index of claims is
 * made first, so that it says which ranges an earlier bundle has; the one of before goes last, for by it an upgrade that
 * was interrupted is known. What bundles had instead stays in them until they are pruned.
 */
const claimsOfBundles: SchemaStep = async (db) => {
  const outbox = db.collection<NamedBundle>('outbox');
  if (!(await outbox.indexes()).some(({ name }) => name === 'by_key')) return;
  await outbox.createIndex({ claims: 1 }, { name: 'by_claim', unique: true, sparse: true });
  for await (const { _id, keys, topics } of outbox.find({ claims: { $exists: false } })) {
    const messages = keys.map((key, i) => ({ ...named(key), topic: topics[i] }));
    const ranges = claimsOf(messages, new Set());
    const claim = (claims: readonly string[]) =>
      outbox.updateOne({ _id }, { $set: { claims, spans: spansOf(messages) } });
    try {
      await claim(ranges);
    } catch (error) {
      if (!isDuplicate(error)) throw error;
      const taken = await outbox.find({ claims: { $in: ranges } }, { projection: { claims: 1 } }).toArray();
      await claim(claimsOf(messages, new Set(taken.flatMap(({ claims }) => claims ?? []))));
    }
  }
  await outbox.dropIndex('by_key');
};

function named(key: string) {
  const cut = key.lastIndexOf(':');
  return { operationId: key.slice(0, cut), part: Number(key.slice(cut + 1)) };
}

/**
 * Sessions say themselves now that what follows from their commit is not written; runs said it before. What is said of a
 * session that another version finishes meanwhile is taken back by whoever finishes it again.
 */
const unmaterialisedSessions: SchemaStep = async (db) => {
  const runs =
    db.collection<Pick<RunDocument, '_id' | 'tenant' | 'partner' | 'session' | 'open' | 'materialised'>>('runs');
  // A new database has neither runs nor an index of them yet.
  if (!(await runs.indexes()).some(({ name }) => name === 'open')) return;
  for await (const { _id, tenant, partner, session } of runs.find({ open: true, materialised: false })) {
    const named = { tenant, partner, session, run_id: _id };
    await db.collection('sessions').updateOne(named, { $set: { unmaterialised: true } });
  }
};

/** Due messages are found by destination now, with their own index; all existing ones go to the bus. */
const dueByDestination: SchemaStep = async (db) => {
  const outbox = db.collection('outbox');
  const indexes = (await outbox.indexes()).map(({ name }) => name);
  // A new database has no index yet, and nothing else.
  if (!indexes.includes('by_claim')) return;
  await outbox.updateMany({ destination: { $exists: false } }, { $set: { destination: 'bus' } });
  if (indexes.includes('due')) await outbox.dropIndex('due');
};

/** Nobody looks for documents by it any more. */
const without =
  (collection: CollectionName, index: string): SchemaStep =>
  async (db) => {
    const documents = db.collection(collection);
    if ((await documents.indexes()).some(({ name }) => name === index)) await documents.dropIndex(index);
  };

/**
 * From each version of the schema to the next; a new database goes through all of them. Steps that were released stay.
 */
export const SCHEMA_STEPS: readonly SchemaStep[] = [
  firstCollections,
  groupBlocksOfAttempts,
  claimsOfBundles,
  unmaterialisedSessions,
  dueByDestination,
  without('open_items', 'by_reference'),
  contractNames,
  without('date_windows', 'open'),
];

const LEASE = 'schema';
const LEASE_MS = 60_000;
const LOOK_AGAIN_MS = 200;

interface PrepareOptions {
  readonly leases: Leases;
  /** The name of the deployment. */
  readonly environment: string;
  readonly steps?: readonly SchemaStep[];
}

/**
 * Brings a database up to date, with its indexes. Waits while another process does. Throws store_unavailable for one
 * that a newer Tieout wrote, whose version is none, or that another environment began.
 */
export async function prepareSchema(
  db: Db,
  { schema }: Pick<Collections, 'schema'>,
  { leases, environment, steps = SCHEMA_STEPS }: PrepareOptions,
): Promise<void> {
  const version = async (): Promise<number> => {
    const found: unknown = (await schema.findOne({ _id: 'tieout' }))?.version ?? 0;
    if (!isVersion(found)) throw garbled(db, found);
    if (found > steps.length) throw newer(db, found, steps.length);
    return found;
  };
  const isOld = (await version()) < steps.length;
  await requireEnvironment(db, schema, environment);
  if (isOld) {
    const held = await waitFor(() => leases.take(LEASE, LEASE_MS));
    const renewing = setInterval(() => void leases.renew(held, LEASE_MS).catch(() => false), LEASE_MS / 3);
    try {
      for (let at = await version(); at < steps.length; at++) {
        await steps[at](db);
        await schema.updateOne({ _id: 'tieout' }, { $set: { version: at + 1 } }, { upsert: true });
      }
    } finally {
      clearInterval(renewing);
      await leases.release(held).catch(() => false);
    }
  }
  await createIndexes(db);
}

/**
 * Runs go to whichever worker shares the database, with files and dead letters of its own: the environment that came
 * first has it alone. A database of before that has nothing noted, and takes the first one that comes.
 */
async function requireEnvironment(db: Db, schema: Collections['schema'], environment: string): Promise<void> {
  const noted = await schema.findOneAndUpdate(
    { _id: 'tieout' },
    [{ $set: { environment: { $ifNull: ['$environment', { $literal: environment }] } } }],
    { upsert: true, returnDocument: 'after' },
  );
  const of = noted?.environment;
  if (of === environment) return;
  throw new TieoutError(
    'store_unavailable',
    `The database ${db.databaseName} belongs to the environment ${of}, and this process is of ${environment}: name ` +
      `another database in MONGODB_URI, or set TIEOUT_ENV=${of} if it is the same deployment.`,
  );
}

async function waitFor<T>(take: () => Promise<T | null>): Promise<T> {
  for (;;) {
    const taken = await take();
    if (taken !== null) return taken;
    await pause(LOOK_AGAIN_MS);
  }
}

const isVersion = (found: unknown): found is number => Number.isSafeInteger(found) && (found as number) >= 0;

const garbled = (db: Db, found: unknown): TieoutError =>
  new TieoutError(
    'store_unavailable',
    `The database ${db.databaseName} says that its schema is of version ${JSON.stringify(found)?.slice(0, 40)}, which ` +
      'none is: somebody changed its collection schema; restore it from a backup, or name another database in MONGODB_URI.',
  );

const newer = (db: Db, found: number, known: number): TieoutError =>
  new TieoutError(
    'store_unavailable',
    `The database ${db.databaseName} was written by a newer Tieout (schema ${found}, this one knows ${known}): use that ` +
      `version, or name another database in MONGODB_URI.`,
  );
