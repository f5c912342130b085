// Inserting what may be there: writing again what an interrupted attempt wrote is no failure.

import type { Collection, Document, OptionalUnlessRequiredId } from 'mongodb';
import { isDuplicate } from './failures.ts';

/**
 * Inserts those that are not there, by their _id and the collection's unique indexes; answers the places in `documents`
 * of the others. Throws when any failed for another reason.
 */
export async function insertMissing<Schema extends Document>(
  collection: Collection<Schema>,
  documents: readonly OptionalUnlessRequiredId<Schema>[],
): Promise<readonly number[]> {
  try {
    await collection.insertMany(documents, { ordered: false });
    return [];
  } catch (error) {
    const { writeErrors } = error as { writeErrors?: unknown };
    const errors = [writeErrors ?? []].flat() as { readonly code?: number; readonly index: number }[];
    if (!isDuplicate(error) || errors.length === 0 || errors.some(({ code }) => code !== error.code)) throw error;
    return errors.map(({ index }) => index);
  }
}
