// A store that this user may read and not write: what is wrong are permissions, not the disk.

import { chmodSync, readdirSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { openDataDirectory } from '../../../src/adapters/store-embedded/connection/directory.ts';
import { temporaryDirectory } from './temporary-store.ts';

/** Permissions mean nothing to root: it becomes nobody meanwhile. */
function asOrdinaryUser<T>(work: () => T): T {
  if (process.geteuid!() !== 0) return work();
  process.seteuid!(65_534);
  try {
    return work();
  } finally {
    process.seteuid!(0);
  }
}

it('is said to be one', async () => {
  const directory = await temporaryDirectory();
  openDataDirectory(directory).close();
  for (const file of readdirSync(directory)) chmodSync(join(directory, file), 0o444);
  chmodSync(directory, 0o555);
  try {
    expect(() => asOrdinaryUser(() => openDataDirectory(directory))).toThrow(
      `The store in ${directory} may not be written: check owner and permissions of the directory, or name another one.`,
    );
  } finally {
    chmodSync(directory, 0o755);
    await rm(directory, { recursive: true });
  }
});
