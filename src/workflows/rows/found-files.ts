// Finds files by their urls for the duration of some work: fetched files are removed afterwards, however the work ends.

import type { Files, FoundFile } from '../../ports/files.ts';

/** One after the other, in their order. Throws what Files.find throws. */
export async function foundFiles<Of extends { readonly url: string }, T>(
  files: Files,
  urls: readonly Of[],
  scope: { readonly tenant: string | null },
  use: (found: readonly (Omit<Of, 'url'> & FoundFile)[]) => Promise<T>,
): Promise<T> {
  const found: (Omit<Of, 'url'> & FoundFile)[] = [];
  try {
    for (const { url, ...of } of urls) found.push({ ...of, ...(await files.find(url, scope)) });
    return await use(found);
  } finally {
    // A file that is left stays in the spool until it is old.
    for (const { release } of found) await release?.().catch(() => {});
  }
}
