// Where `tieout formats` is put together: the remembered formats of the store that the configuration names, for one call.

import type { Configuration } from '../config.ts';
import type { Formats } from '../ports/formats.ts';
import { openStore } from './open-store.ts';

/** Throws TieoutError. */
export async function onFormats<T>(config: Configuration, use: (formats: Formats) => Promise<T>): Promise<T> {
  const store = await openStore(config);
  try {
    return await use(store.formats);
  } finally {
    await store.close();
  }
}
