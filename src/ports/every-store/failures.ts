// Failures that every store tells in the same words.

import { TieoutError } from '../../core/errors.ts';

export const storeClosed = () => new TieoutError('store_unavailable', 'The store was closed.');

export const missing = (what: string) =>
  new TieoutError('store_damaged', `The store is damaged: ${what} is missing; restore it from a backup.`);

export const contentPruned = () =>
  new TieoutError(
    'content_pruned',
    'The session’s rows were removed after the time for which they are kept: reconcile its files again to have them back.',
  );

/** Another holder took the row lease after the one that a write names. */
export const rowsTaken = () =>
  new TieoutError('session_busy', 'Another writer took the rows of the partner meanwhile.');

/** Another caller took the operation after the hold that a write names, or it is finished. */
export const decisionTaken = () =>
  new TieoutError(
    'decision_taken',
    'This process stood still for too long, and another one brought the decision to its end.',
  );

export const unknown = (what: 'run' | 'ingestion', id: string) =>
  new TieoutError('internal', `The store knows no ${what} ${id}.`);

/** An ingestion counts only with all of its blocks: half a file must never be matched in silence. */
export function requireAllBlocks(ingestionId: string, missingBlocks: number): void {
  if (missingBlocks === 0) return;
  throw new TieoutError('internal', `The ingestion ${ingestionId} lacks ${missingBlocks} of its blocks.`);
}
