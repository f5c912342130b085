// The schema version of a database, and the steps that upgrade an older one. One process at a time runs the steps in
// order, under a lease. Each step can be repeated: the version is written when a step has ended, and the next start
// continues an interrupted upgrade. The same document names the environment that owns the database.

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

/** Group blocks belong to an attempt at a run now. Earlier ones become those of attempt 0. */
const groupBlocksOfAttempts: SchemaStep = async (db) => {
  const blocks = db.collection('group_blocks');
  // A new database has no index yet.
  const isOld = ({ name, key }: IndexDescriptionInfo): boolean => name === 'by_run' && !('fence' in key);
  if (!(await blocks.indexes()).some(isOld)) return;
  await blocks.updateMany({ fence: { $exists: false } }, { $set: { fence: 0 } });
  await blocks.dropIndex('by_run');
};

/** An earlier bundle of the outbox, which named each message. */
interface NamedBundle {
  readonly _id: number;
  readonly keys: readonly string[];
  readonly topics: readonly OutboxTopic[];
  readonly claims?: readonly string[];
}

/**
 * Bundles of the outbox claim ranges of messages now, and name them by spans (outbox-bundles.ts). The new index comes
 * first, because it refuses ranges that another bundle claimed. The old index goes last, because it shows that the step
 * is not finished. Old fields stay in a bundle until it is pruned.
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
 * The session's document says now that its commit is not materialised; the run's document said it before. If another
 * version materialises a session in between, recovery does it again and clears the mark.
 */
const unmaterialisedSessions: SchemaStep = async (db) => {
  const runs =
    db.collection<Pick<RunDocument, '_id' | 'tenant' | 'partner' | 'session' | 'open' | 'materialised'>>('runs');
  // A new database has no index yet.
  if (!(await runs.indexes()).some(({ name }) => name === 'open')) return;
  for await (const { _id, tenant, partner, session } of runs.find({ open: true, materialised: false })) {
    const named = { tenant, partner, session, run_id: _id };
    await db.collection('sessions').updateOne(named, { $set: { unmaterialised: true } });
  }
};

/** Due messages are found by destination now. All earlier messages go to the bus. */
const dueByDestination: SchemaStep = async (db) => {
  const outbox = db.collection('outbox');
  const indexes = (await outbox.indexes()).map(({ name }) => name);
  // A new database has no index yet.
  if (!indexes.includes('by_claim')) return;
  await outbox.updateMany({ destination: { $exists: false } }, { $set: { destination: 'bus' } });
  if (indexes.includes('due')) await outbox.dropIndex('due');
};

/** Drops an index that no query uses any more. */
const without =
  (collection: CollectionName, index: string): SchemaStep =>
  async (db) => {
    const documents = db.collection(collection);
    if ((await documents.indexes()).some(({ name }) => name === index)) await documents.dropIndex(index);
  };

/** Subjects have an id of ours, which stands for them where it cannot be deleted. */
const subjectIds: SchemaStep = async (db) => {
  const idOfDocument = [{ $set: { subject_id: { $toString: '$_id' } } }];
  await db.collection('subjects').updateMany({ subject_id: { $exists: false } }, idOfDocument);
};

/** One step from each version to the next. A new database goes through all of them. Released steps never change. */
export const SCHEMA_STEPS: readonly SchemaStep[] = [
  firstCollections,
  groupBlocksOfAttempts,
  claimsOfBundles,
  unmaterialisedSessions,
  dueByDestination,
  without('open_items', 'by_reference'),
  contractNames,
  without('date_windows', 'open'),
  subjectIds,
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
 * Upgrades a database, with its indexes; waits while another process does. Throws store_unavailable if a newer Tieout
 * wrote the database, if its version cannot be read, or if it belongs to another environment.
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
 * A database belongs to the environment that first started on it, because any worker that shares the database may claim
 * a run, with its own files and dead letters.
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
