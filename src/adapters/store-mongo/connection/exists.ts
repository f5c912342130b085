// Whether a collection has a document that matches a filter.

import type { Collection, Document, Filter } from 'mongodb';

export const exists = async <Schema extends Document>(
  collection: Collection<Schema>,
  filter: Filter<Schema>,
): Promise<boolean> => (await collection.findOne(filter, { projection: { _id: 1 } })) !== null;
