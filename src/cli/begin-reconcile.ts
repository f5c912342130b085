// Begins `tieout reconcile`: threads that will read its files start, and load what reading needs, while this thread
// loads the command.

import { threadsFor } from '../compose/local-threads.ts';

/** Throws TieoutError. */
export async function beginReconcile(argv: readonly string[]): Promise<number> {
  // Not parsed yet: some of the words name files.
  const threads = threadsFor(argv.map((word) => word.replace(/^--\w+=/, '')));
  try {
    threads.getReady();
    const { reconcile } = await import('./reconcile.ts');
    return await reconcile(argv, threads);
  } finally {
    await threads.close();
  }
}
