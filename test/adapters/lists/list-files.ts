// Files of lists in a folder of the test's own.

import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll } from 'vitest';
import { readList } from '../../../src/adapters/lists/read-list.ts';

type Content = string | Uint8Array;

export function listFiles() {
  const folder = mkdtempSync(join(tmpdir(), 'tieout-lists-'));
  afterAll(() => rmSync(folder, { recursive: true }));
  let folders = 0;
  /** Writes the files beside each other; answers the path of the first. */
  const written = (files: Readonly<Record<string, Content>>): string => {
    const own = join(folder, String(++folders));
    mkdirSync(own);
    for (const [name, content] of Object.entries(files)) writeFileSync(join(own, name), content);
    return join(own, Object.keys(files)[0]);
  };
  return { folder, written, read: (files: Readonly<Record<string, Content>>) => readList(written(files)) };
}
