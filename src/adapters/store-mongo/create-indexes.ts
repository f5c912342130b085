// Makes the store's indexes at every start. Existing ones stay. An index that exists in another form stops the start,
// because nobody knows who needs it.

import { type Db, MongoNetworkTimeoutError, MongoServerError } from 'mongodb';
import { TieoutError } from '../../core/errors.ts';
import { COLLECTION_NAMES, type CollectionName } from './documents.ts';
import { INDEXES, type IndexDeclaration } from './indexes.ts';

const INDEX_OPTIONS_CONFLICT = 85;
const INDEX_KEY_SPECS_CONFLICT = 86;
const DUPLICATE_KEY = 11000;

/** Throws store_unavailable if an index exists in another form, or is hidden. */
export async function createIndexes(db: Db): Promise<void> {
  await Promise.all(COLLECTION_NAMES.map((name) => createIndexesOf(db, name)));
}

async function createIndexesOf(db: Db, collection: CollectionName): Promise<void> {
  const indexes = INDEXES[collection].map(({ serves: _, ...index }) => index);
  if (indexes.length === 0) return;
  const refuse = (other: string | undefined): never => {
    throw new TieoutError('store_unavailable', sentence({ db: db.databaseName, collection, other }));
  };
  try {
    await db.command({ createIndexes: collection, indexes });
    // The server accepts a hidden index as the requested one, but no query can use it.
    const there = await db.collection(collection).indexes();
    const other = there.find((one) => indexes.some((index) => index.name === one.name && conflicts(index, one)));
    if (other !== undefined) refuse(other.name);
  } catch (error) {
    // The index of a large collection takes long. The repeated command waits for it.
    if (error instanceof MongoNetworkTimeoutError) return createIndexesOf(db, collection);
    if (!(error instanceof MongoServerError)) throw error;
    const { code } = error;
    if (code !== INDEX_OPTIONS_CONFLICT && code !== INDEX_KEY_SPECS_CONFLICT && code !== DUPLICATE_KEY) throw error;
    const there = code === DUPLICATE_KEY ? [] : await db.collection(collection).indexes();
    const other = there.find((one) => indexes.some((index) => conflicts(index, one)));
    refuse(other?.name);
  }
}

/** Options that change neither an index's documents nor the queries that can use it. */
const IRRELEVANT = new Set(['v', 'ns', 'background']);

/** Whether an existing index has the wanted one's name or key, and differs from it. */
function conflicts(wanted: Omit<IndexDeclaration, 'serves'>, there: Record<string, unknown>): boolean {
  const shape = (index: object): string => {
    const said = Object.entries(index).filter(([name, value]) => value !== false && !IRRELEVANT.has(name));
    return JSON.stringify(said.sort(([a], [b]) => (a < b ? -1 : 1)));
  };
  const same = shape(wanted) === shape(there);
  return !same && (there['name'] === wanted.name || JSON.stringify(there['key']) === JSON.stringify(wanted.key));
}

function sentence({ db, collection, other }: { db: string; collection: string; other: string | undefined }): string {
  return other === undefined
    ? `The collection ${collection} of the database ${db} holds documents that no Tieout wrote, and its indexes cannot ` +
        `be made: name another database in MONGODB_URI.`
    : `The index ${other} of the collection ${collection} of the database ${db} is not the one that Tieout needs: drop ` +
        `it (db.${collection}.dropIndex('${other}')) and start again, or name another database in MONGODB_URI.`;
}
