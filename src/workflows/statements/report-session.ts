// The report of a session, made of what is stored, as of a position of its history.

import { signatureWords, signOffOf } from '../../core/people/sign-off.ts';
import { digestIdAt } from '../../core/records/rows/digest-ids.ts';
import type { SessionKey } from '../../core/records/session-key.ts';
import { listedExceptions } from '../../core/report/exceptions-section.ts';
import type { Reported } from '../../core/report/reported.ts';
import { type StatingDependencies, stateSession } from './state-session.ts';

/** Clusters that are read together. */
const CLUSTERS_AT_ONCE = 2_000;

/** `at`: as stateSession's. Null if the session is unknown, or was never reconciled. Throws as stateSession. */
export async function reportSession(
  deps: StatingDependencies,
  key: SessionKey,
  at: number | null,
): Promise<Reported | null> {
  const { store } = deps;
  const found = await stateSession(deps, key, at);
  const session = await store.sessions.get(key);
  if (found === null || session === null) return null;
  const { stated, ownRows, narrative, decided } = found;
  const reasons = await reasonsOf(deps, key, stated);
  const files = await Promise.all(
    (await store.ingestions.live(key)).map(async ({ ingestionId, side, file, fileDigest, rows }) => ({
      ...{ side, name: file, sha256: fileDigest, rows, rejected: await store.ingestions.rejected(ingestionId) },
    })),
  );
  const run = session.runId === null ? null : await store.runs.get(session.runId);
  return {
    ...{ stated, ownRows, narrative, files, decided },
    signed: signOffOf(await store.acts.of(key, { kind: 'sign_off', thing: key.session })).signatures.map(
      signatureWords,
    ),
    kind: session.kind ?? 'banking',
    warnings: run?.report.warnings ?? [],
    reasonOf: (cluster) => reasons.get(digestIdAt(stated.clusterIds, cluster)) ?? '',
  };
}

/** The stored reasons of the exceptions that a report lists, by cluster id. */
async function reasonsOf(
  { store }: StatingDependencies,
  key: SessionKey,
  stated: Reported['stated'],
): Promise<ReadonlyMap<string, string>> {
  const listed = [...listedExceptions(stated).byType.values()].flat();
  const wanted = new Set(listed.map((cluster) => digestIdAt(stated.clusterIds, cluster)));
  const reasons = new Map<string, string>();
  let after: number | null = null;
  while (reasons.size < wanted.size) {
    const { clusters, next } = await store.clusters.page(key, { after, limit: CLUSTERS_AT_ONCE });
    for (const { clusterId, reason } of clusters) if (wanted.has(clusterId)) reasons.set(clusterId, reason);
    if (next === null) break;
    after = next;
  }
  return reasons;
}
