// Inserts of documents that may be there already: an interrupted attempt or another process wrote them.

import type { Collection, Document, OptionalUnlessRequiredId } from 'mongodb';
import { isDuplicate } from './failures.ts';

/**
 * Inserts the documents that are missing, by their _id and the collection's unique indexes. Answers the places in
 * `documents` of the others. Throws if any failed for another reason.
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

/** The answer of a write; null if a unique index refused it. */
export async function unlessDuplicate<Answer>(write: Promise<Answer>): Promise<Answer | null> {
  try {
    return await write;
  } catch (error) {
    if (isDuplicate(error)) return null;
    throw error;
  }
}

/** Attempts of an upsert. A document that is removed and inserted again between them is rare. */
const MOST_ATTEMPTS = 5;

/**
 * Repeats an upsert if another process has just inserted the document: the next attempt changes that one. Throws if a
 * unique index refuses every attempt, because another document is then in the way.
 */
export async function upserted<Answer>(upsert: () => Promise<Answer>): Promise<Answer> {
  for (let attempt = 1; attempt < MOST_ATTEMPTS; attempt++) {
    const answer = await unlessDuplicate(upsert().then((given) => ({ given })));
    if (answer !== null) return answer.given;
  }
  return upsert();
}
