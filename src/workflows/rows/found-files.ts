// Files by their urls, for as long as something is done with them: what was fetched for it is removed behind it, however
// it ends.

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
    // One that is left lies in the spool until it is old.
    for (const { release } of found) await release?.().catch(() => {});
  }
}
