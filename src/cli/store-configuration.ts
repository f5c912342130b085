// The store that a command of the command line is about: the embedded one in the folder that is named, or the one of the
// environment.

import { existsSync } from 'node:fs';
import { type Configuration, readConfiguration } from '../config.ts';
import { TieoutError } from '../core/errors.ts';

/** Throws store_unavailable for a folder that is not there: opening it would make a store in it. */
export function storeConfiguration(data: string | null): Configuration {
  if (data === null) return readConfiguration(process.env, {});
  if (!existsSync(data)) {
    throw new TieoutError('store_unavailable', `There is no data directory ${data}: name that of reconcile --data.`);
  }
  return { ...readConfiguration(process.env, { TIEOUT_DATA_DIR: data }), MONGODB_URI: null };
}
