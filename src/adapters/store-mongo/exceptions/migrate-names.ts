// A step of the schema: clusters, audit rows and patterns get the contract's names and types. Each document is replaced
// as a whole, so it has only old or only new names if the step is interrupted. The repeated step finds the rest.
// Documents that another program inserted under the new names stay as they are.

import type { AnyBulkWriteOperation, Collection, Db, Document } from 'mongodb';
import { patternOf } from '../../../core/patterns/pattern-text.ts';
import { dateOfDay, digestText, namedSession } from '../contract-names.ts';
import type { CollectionName } from '../documents.ts';
import { unitsOf } from '../stored-money.ts';
import { learnedFields, metadataOf } from './audit-documents.ts';
import { documentOf as patternDocument } from './pattern-documents.ts';

/** Documents of one bulk write. */
const SOME = 500;
/** Writes in flight. */
const AT_ONCE = 4;

/** Old documents: no others, and no other indexes, have a field named tenant. */
const OLD = { tenant: { $exists: true } } as const;

const FORMS: Readonly<Partial<Record<CollectionName, (old: Document) => Document>>> = {
  banking_clusters: clusterOfNow,
  commercial_clusters: clusterOfNow,
  asset_clusters: clusterOfNow,
  exception_resolution: rowOfNow,
  resolution_intelligence: patternOfNow,
};

export async function contractNames(db: Db): Promise<void> {
  for (const { name } of await db.listCollections({}, { nameOnly: true }).toArray()) {
    const ofNow = FORMS[name as CollectionName];
    if (ofNow !== undefined) await rewrite(db.collection(name), ofNow);
  }
}

async function rewrite(collection: Collection, ofNow: (old: Document) => Document): Promise<void> {
  // Old indexes go first: each write would update them.
  for (const { name, key } of await collection.indexes()) if ('tenant' in key) await collection.dropIndex(name!);
  const writing = new Set<Promise<unknown>>();
  let batch: AnyBulkWriteOperation[] = [];
  const write = async (): Promise<void> => {
    const written = collection.bulkWrite(batch, { ordered: false }).finally(() => writing.delete(written));
    batch = [];
    writing.add(written);
    if (writing.size >= AT_ONCE) await Promise.race(writing);
  };
  for await (const old of collection.find(OLD, { batchSize: SOME })) {
    batch.push({ replaceOne: { filter: { _id: old._id, ...OLD }, replacement: ofNow(old) } });
    if (batch.length >= SOME) await write();
  }
  if (batch.length > 0) await write();
  await Promise.all(writing);
}

const textsOfDigests = (ids: readonly Uint8Array[]): string[] => ids.map(digestText);

function clusterOfNow(old: Document): Document {
  const { _id, tenant, partner, session, sample_gl_day, sample_bank_day, ...rest } = old;
  const { amount_delta_minor, amount_minor, currency, gl_record_ids, bank_record_ids, looks_like, ...same } = rest;
  const hints = looks_like as readonly { kind: string; recordIds: readonly string[]; sentence: string }[] | undefined;
  return {
    cluster_id: digestText(_id),
    ...namedSession({ tenant, partner, session }),
    ...same,
    sample_gl_transaction_date: dateOfDay(sample_gl_day ?? null),
    sample_bank_transaction_date: dateOfDay(sample_bank_day ?? null),
    amount_delta: typeof amount_delta_minor === 'number' ? unitsOf(amount_delta_minor, currency) : null,
    amount: unitsOf(amount_minor, currency),
    currency,
    gl_record_ids: textsOfDigests(gl_record_ids),
    bank_record_ids: textsOfDigests(bank_record_ids),
    ...(hints && {
      looks_like: hints.map(({ kind, recordIds, sentence }) => ({ kind, record_ids: recordIds, sentence })),
    }),
  };
}

function rowOfNow(old: Document): Document {
  const { _id, tenant, partner, session, cluster_id, metadata, learned_value, learned_currency, ...rest } = old;
  const { gl_record_ids, bank_record_ids, ...same } = rest;
  const said = metadataOf(JSON.parse(metadata));
  const learned = typeof learned_value === 'number' ? { value: learned_value, currency: learned_currency } : null;
  return {
    audit_id: digestText(_id),
    ...namedSession({ tenant, partner, session }),
    ...same,
    cluster_id: digestText(cluster_id),
    ...said,
    ...learnedFields(said.metadata, learned),
    gl_record_ids: textsOfDigests(gl_record_ids),
    bank_record_ids: textsOfDigests(bank_record_ids),
  };
}

function patternOfNow({ pattern }: Document): Document {
  return patternDocument(patternOf(pattern));
}
