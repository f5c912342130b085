// Inserting what may be there: writing again what an interrupted attempt wrote is no failure.

import { isDuplicate } from './failures.ts';

/** How many an unordered insert added: those that were there already are no failure. */
export async function added(inserting: Promise<{ readonly insertedCount: number }>): Promise<number> {
  try {
    return (await inserting).insertedCount;
  } catch (error) {
    const { writeErrors, insertedCount } = error as { writeErrors?: unknown; insertedCount?: number };
    const errors = [writeErrors ?? []].flat() as { readonly code?: number }[];
    if (!isDuplicate(error) || errors.some(({ code }) => code !== error.code)) throw error;
    return insertedCount ?? 0;
  }
}
