// The store of a command: the embedded one in a given folder, or the environment's.

import { existsSync } from 'node:fs';
import { type Configuration, readConfiguration } from '../config.ts';
import { TieoutError } from '../core/errors.ts';

/** Throws store_unavailable if the folder does not exist, because opening it would make a store. */
export function storeConfiguration(data: string | null): Configuration {
  if (data === null) return readConfiguration(process.env, {});
  if (!existsSync(data)) {
    throw new TieoutError('store_unavailable', `There is no data directory ${data}: name that of reconcile --data.`);
  }
  return { ...readConfiguration(process.env, { TIEOUT_DATA_DIR: data }), MONGODB_URI: null };
}
