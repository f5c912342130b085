// A session with very many exceptions, put into a store as a run puts them, in bulk: a ledger's row for each, its
// cluster, and the commit. Nothing is read or matched, so that it takes seconds.

import type { RowColumns } from '../../../src/core/records/rows/columns.ts';
import { packDigestIds } from '../../../src/core/records/rows/digest-ids.ts';
import type { SessionKey } from '../../../src/core/records/session-key.ts';
import type { Store } from '../../../src/ports/store.ts';
import { clustersOf, digestId, newIngestion, openItemsOf, rowBlocksOf } from '../../contracts/store/samples.ts';
import { startRun } from '../../contracts/store/store-under-test.ts';
import { toColumns } from '../../core/records/row-samples.ts';

const AT_ONCE = 4_096;
const bytes = (text: string) => new TextEncoder().encode(text);
const NOTHING = new Uint8Array();
const NO_NAMED = { rrn: NOTHING, channel: NOTHING, second_of_day: NOTHING };
const NAMES = ['ADEBAYO STORES', 'Nwosu & Sons', 'KANO TEXTILES PLC', 'Iyabo Bakery', 'ÒGÚN WATER BOARD'];

/** Row n has the reference REF and n, one of five names, and n naira. */
function rowsFrom(first: number, count: number): RowColumns {
  return toColumns(
    Array.from({ length: count }, (_, i) => {
      const n = first + i;
      return {
        ...{ amount: -100 * (n + 1), bookingDay: 20_000 + (n % 28), valueDay: 20_000 + (n % 28) },
        ...{ account: 1, currency: 0, flags: 0, file: 0, line: n + 2, fingerprint: [n, n] as const, named: NO_NAMED },
        ...{ reference: bytes(`REF${String(n).padStart(8, '0')}`), settlementSession: NOTHING, sourceId: NOTHING },
        narration: bytes(`NIP TRF TO ${NAMES[n % NAMES.length]} INV/${n % 977}/2026 LAGOS ISLAND BRANCH`),
      };
    }),
  );
}

/** Cluster n is of row n, and has the id digestId(2, n). */
export async function largeBacklog(store: Store, key: SessionKey, count: number): Promise<void> {
  const [runId, ingestionId] = [`run-of-${key.session}`, `gl-of-${key.session}`];
  const claim = await startRun(store, runId, key);
  const blocks = Math.ceil(count / AT_ONCE);
  await store.ingestions.add(newIngestion(ingestionId, { key, rows: count, blocks }));
  for (let n = 0; n < blocks; n++) {
    const [{ block }] = rowBlocksOf(rowsFrom(n * AT_ONCE, Math.min(AT_ONCE, count - n * AT_ONCE)), AT_ONCE);
    await store.rowBlocks.put(ingestionId, [{ n, block: block! }]);
  }
  await store.sessions.commit(key, { expectVersion: 0, ingestions: [ingestionId], run: claim, at: 5 });
  for (let first = 0; first < count; first += AT_ONCE) {
    const some = Math.min(AT_ONCE, count - first);
    const indexes = Array.from({ length: some }, (_, i) => i);
    const items = openItemsOf(rowsFrom(first, some), { ingestionId, first });
    const columns = clustersOf(some, { ingestionId, first });
    await store.openItems.insertIfAbsent(key, {
      runId,
      items: {
        ...items,
        ordinal: Uint32Array.from(indexes, (i) => first + i),
        clusterId: packDigestIds(indexes.map((i) => digestId(2, first + i))),
      },
    });
    await store.clusters.insertOrRestore(key, {
      ...{ runId, at: 5 },
      clusters: {
        ...columns,
        looksLike: new Map(),
        amount: Float64Array.from(indexes, (i) => -100 * (first + i + 1)),
        sampleGlDay: Int32Array.from(indexes, (i) => 20_000 + ((first + i) % 28)),
        sampleBankDay: new Int32Array(some).fill(columns.sampleBankDay[0]!),
        members: {
          offsets: Uint32Array.from({ length: some + 1 }, (_, i) => i),
          side: new Uint8Array(some),
          recordId: items.recordId,
          ingestion: new Uint32Array(some),
          ordinal: Uint32Array.from(indexes, (i) => first + i),
        },
      },
    });
  }
  await store.sessions.materialised(key, { runId });
}
