// Puts together commands that read rows of sessions in a store without the service.

import { unpackHere } from '../adapters/block-packing/unpack-here.ts';
import { sha256 } from '../adapters/digest/sha256.ts';
import type { Configuration } from '../config.ts';
import type { ReadingDependencies } from '../workflows/rows/read-stored-rows.ts';
import { onStore } from './on-store.ts';

/** Throws TieoutError. */
export const onRows = <T>(config: Configuration, use: (deps: ReadingDependencies) => Promise<T>): Promise<T> =>
  onStore(config, (store) => use({ store, compute: unpackHere, digest: sha256 }));
