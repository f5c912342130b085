// What resolution needs beside a log and a bus, on a real store and real files.

import { randomUUID } from 'node:crypto';
import { auditSeals, runningSha256 } from '../../../src/adapters/digest/audit-seals.ts';
import { sha256 } from '../../../src/adapters/digest/sha256.ts';
import { filesUnder } from '../../../src/adapters/file-urls/find-file.ts';
import { ROWS } from '../../../src/configuration/rows.ts';
import type { Store } from '../../../src/ports/store.ts';
import { afterDecisions } from '../../../src/workflows/afterwards/after-resolve.ts';
import { KINDS } from '../../../src/workflows/kinds/kinds.ts';
import { engineHere } from '../../../src/workflows/rematch/engine-here.ts';
import { finishingBy } from '../../../src/workflows/stored-runs/kind-of-run.ts';
import { computeThread } from '../compute-thread.ts';

/** What follows from a decision besides. */
export const CHAIN = { seals: auditSeals([]), runningDigest: runningSha256 };

export function resolving(store: Store, root: string) {
  const rows = { kinds: KINDS, store, compute: computeThread, digest: sha256, rules: 'rules-1', clock: Date.now };
  const files = filesUnder({ root, perTenant: false });
  return {
    ...rows,
    engine: engineHere({ ...rows, files, defaultCurrency: 'NGN', rejectedShare: 0.01 }),
    finish: finishingBy(KINDS, rows),
    leaseMs: 30_000,
    newId: randomUUID,
    resolvedDomains: ROWS.TIEOUT_RESOLVE_DOMAINS.parse(ROWS.TIEOUT_RESOLVE_DOMAINS.standard)!,
    currency: 'NGN',
  };
}

/** What a worker does after a call, done at once. */
export async function followUp(deps: Parameters<typeof afterDecisions>[0], operationId: string): Promise<void> {
  const work = { workId: 'w', kind: 'after-decision', version: 1, command: { operationId }, session: null };
  const claimed = { ...work, failure: null, failures: 0, interruptions: 0 };
  await afterDecisions(deps).carryOut({ work: claimed, claim: { workId: 'w', fence: 1 } }, null as never);
}
