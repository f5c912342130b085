// The exceptions of a session as a workbook that a person decides in, at a desk or on a train. Nothing is written.

import { decisionSheets } from '../../core/decision-sheet/sheet-lines.ts';
import { TieoutError } from '../../core/errors.ts';
import { MAX_SHEET_ROWS } from '../../core/limits.ts';
import type { Cluster, DecisionStatus } from '../../core/records/documents/clusters.ts';
import type { SessionKey } from '../../core/records/session-key.ts';
import type { Sheet } from '../../core/summary/layout/cell.ts';
import type { ReadingDependencies } from '../rows/read-stored-rows.ts';
import { linesOfClusters } from './lines-of-clusters.ts';

const PAGE = 2_000;

interface Wanted {
  readonly type?: string | undefined;
  readonly decisionStatus?: DecisionStatus | undefined;
}

/**
 * Null if the session is unknown, or was never reconciled. Throws answer_too_large for more exceptions than a sheet
 * takes, store_damaged.
 */
export async function exportDecisions(
  deps: ReadingDependencies,
  key: SessionKey,
  wanted: Wanted,
): Promise<readonly Sheet[] | null> {
  const { store, digest } = deps;
  for (;;) {
    const session = await store.sessions.get(key);
    if (session === null || session.runId === null) return null;
    const count = await store.clusters.count(key, wanted);
    if (count > MAX_SHEET_ROWS) throw tooMany(count);
    const clusters: { readonly cluster: Cluster }[] = [];
    for (let after: number | null = null; ; ) {
      const page: Awaited<ReturnType<typeof store.clusters.page>> = await store.clusters.page(key, {
        ...{ ...wanted, after, limit: PAGE },
      });
      for (const cluster of page.clusters) clusters.push({ cluster });
      if (page.next === null) break;
      after = page.next;
    }
    const lines = await linesOfClusters(deps, key, clusters);
    // A run that replaced clusters meanwhile also removed rows of theirs.
    if ((await store.sessions.get(key))?.version === session.version) return decisionSheets(lines, digest);
  }
}

const tooMany = (count: number): TieoutError =>
  new TieoutError(
    'answer_too_large',
    `The session has ${count.toLocaleString('en')} such exceptions, and a sheet takes ${MAX_SHEET_ROWS.toLocaleString('en')}: ask for one status or class.`,
  );
