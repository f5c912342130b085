// A process of its own that uses a store, for what must be seen from outside: node outside-process.ts DIRECTORY WHAT
//   hold   opens the store and keeps it until it is killed; says `open` once it is
//   fill   stores ingestions until that fails; says how many were acknowledged
//   gather stores work, fifty pieces at a time, until some fail; says which were acknowledged and the first failure
//   visit  opens the directory as somebody who is no superuser, and closes it; says `open` when that went well
// A failure is printed as JSON, as a caller gets it.

import { openDataDirectory } from '../../../src/adapters/store-embedded/connection/directory.ts';
import { openEmbeddedStore } from '../../../src/adapters/store-embedded/open.ts';
import { toErrorRecord } from '../../../src/core/errors.ts';
import type { Store } from '../../../src/ports/store.ts';
import { newIngestion, rowBlocksOf, rowsOf } from '../../contracts/store/samples.ts';

const [directory, what] = process.argv.slice(2);
const NOBODY = 65_534;
const failed = (error: unknown, acknowledged = 0) => {
  const { code, message } = toErrorRecord(error);
  console.log(JSON.stringify({ code, message, acknowledged }));
};

async function fill(store: Store): Promise<void> {
  const [block] = rowBlocksOf(rowsOf(1, 400), 400);
  let acknowledged = 0;
  try {
    for (; acknowledged < 10_000; acknowledged++) {
      await store.ingestions.add(newIngestion(`gl-${acknowledged}`, { rows: 400, blocks: 1 }));
      await store.rowBlocks.put(`gl-${acknowledged}`, [block]);
    }
  } catch (error) {
    failed(error, acknowledged);
  }
  await store.close().catch((error) => failed(error, acknowledged));
}

async function gather(store: Store): Promise<void> {
  const acknowledged: string[] = [];
  let refused: unknown;
  for (let wave = 0; wave < 200 && refused === undefined; wave++) {
    const ids = Array.from({ length: 50 }, (_, n) => `w-${wave}-${n}`);
    await Promise.all(
      ids.map(async (workId) => {
        const work = {
          workId,
          kind: 'sweep',
          version: 1,
          tenant: 'bank-a',
          command: { of: 'x'.repeat(8_000) },
          lane: null,
        };
        try {
          await store.work.put({ ...work, acceptedAt: 1 });
          acknowledged.push(workId);
        } catch (error) {
          refused ??= toErrorRecord(error);
        }
      }),
    );
  }
  console.log(JSON.stringify({ acknowledged, refused }));
  await store.close().catch(() => {});
}

/** In this thread, not in the store's own: its code is read before, for nobody may be let near the project's files. */
function visit(): void {
  if (process.getuid?.() === 0) {
    process.setgid?.(NOBODY);
    process.setuid?.(NOBODY);
  }
  openDataDirectory(directory).close();
  console.log('open');
}

try {
  if (what === 'visit') {
    visit();
    process.exit();
  }
  const store = await openEmbeddedStore({ directory });
  if (what === 'fill') {
    await fill(store);
  } else if (what === 'gather') {
    await gather(store);
  } else {
    console.log('open');
    await new Promise(() => setInterval(() => {}, 1_000));
  }
} catch (error) {
  failed(error);
}
