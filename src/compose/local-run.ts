// Puts together the command line's own run: the compute threads and, if asked for, the store, both closed when the run
// ends. It is not in app.ts, so that a short command does not load the whole service.

import { statSync } from 'node:fs';
import { rulesVersion } from '../adapters/digest/rules-version.ts';
import { sha256 } from '../adapters/digest/sha256.ts';
import { openEmbeddedStore } from '../adapters/store-embedded/open.ts';
import { packingNothing, storeOfNothing } from '../adapters/store-none/keep-nothing.ts';
import { startThreads } from '../adapters/threads/compute.ts';
import type { Proposal } from '../core/cross-month/proposals.ts';
import { parametersFromDecimals } from '../core/matching/parameters-from-decimals.ts';
import { SIDES } from '../core/records/rows/columns.ts';
import { digestIdAt } from '../core/records/rows/digest-ids.ts';
import type { Store } from '../ports/store.ts';
import { takeAlong } from '../workflows/cross-month/take-along.ts';
import { LOCAL_ASSET } from '../workflows/kinds/asset.ts';
import { LOCAL } from '../workflows/kinds/banking.ts';
import { localCommercialRun } from '../workflows/kinds/commercial.ts';
import { KINDS } from '../workflows/kinds/kinds.ts';
import type { LocalKind, MatchedRows, ReconcileCommand, Reconciliation } from '../workflows/runs/reconciliation.ts';
import { ALONE, filesAtHand, runAtHand, type Stores } from '../workflows/runs/run-at-hand.ts';
import type { StageProgress } from '../workflows/stored-runs/run-stages.ts';
import type { StoreDependencies } from '../workflows/stored-runs/store-run.ts';

interface LocalRun {
  readonly command: ReconcileCommand;
  /** The data directory; null: nothing is kept. */
  readonly data: string | null;
  readonly progress?: ((progress: StageProgress) => void) | undefined;
  /** Called as soon as rows are matched; the run may still fail. */
  readonly matched?: ((rows: MatchedRows) => void) | undefined;
}

/** Reconciles in this process, on the embedded store when a data directory is given. Throws TieoutError. */
export async function reconcileLocally({ command, data, ...listeners }: LocalRun): Promise<Reconciliation> {
  const compute = startThreads(areSmall(command.files) ? 1 : undefined);
  // The store opens while the files are read: neither needs the other.
  const store = data === null ? null : openEmbeddedStore({ directory: data });
  try {
    return await reconcileOn({ store, compute, digest: sha256, clock: Date.now, ...listeners }, command);
  } finally {
    await Promise.all([compute.close(), store?.then((opened) => opened.close()).catch(() => {})]);
  }
}

interface LocalPlace
  extends Pick<StoreDependencies, 'compute' | 'digest' | 'clock'>,
    Omit<LocalRun, 'command' | 'data'> {
  /** Null: nothing is kept. */
  readonly store: Promise<Store> | null;
  /** Left out: the rules of this program. */
  readonly rules?: string;
}

/** Reconciles on the caller's store and threads. Throws TieoutError. */
export async function reconcileOn(
  { store, rules, matched, compute, digest, clock, progress }: LocalPlace,
  command: ReconcileCommand,
): Promise<Reconciliation> {
  const stores = async (): Promise<Stores> => {
    const opened = await store;
    const every = { compute, digest, clock, rules: rules ?? rulesVersion() };
    const showing = { ...every, store: storeOfNothing(), compute: packingNothing(compute) };
    return { kept: opened === null ? showing : { ...every, store: opened }, showing };
  };
  const opening = stores();
  const run = RUNS[command.kind ?? 'banking'];
  const isKept = store !== null;
  const gather = filesAtHand({ compute, stores: opening, isKept, run }, command);
  const place = { digest, clock, progress, stores: opening, isKept, run, gather, kinds: KINDS };
  const { monthsBack = null } = command;
  if (monthsBack === null || store === null) return runAtHand({ ...place, matched }, command);
  const first = await runAtHand(place, command);
  const { period } = first.summary;
  if (period === null) return first;
  const parameters = { ...command.parameters, method: 'line_by_line', events: [] } as const;
  const { made, proposals } = await takeAlong((await opening).kept, {
    ...{ key: first.key, runId: first.runId, monthsBack, kinds: KINDS, hold: ALONE },
    ...{ periodStart: period.start, periodEnd: period.end },
    parametersFor: (currencies) => parametersFromDecimals(parameters, currencies),
  });
  if (made.length === 0) return withProposals(first, proposals);
  // The session without the rows that late groups took.
  const now = await runAtHand({ ...place, matched }, command);
  return withProposals({ ...now, stored: true, stages: first.stages }, proposals);
}

/** The result with proposals of other months added to its own hints. */
function withProposals(result: Reconciliation, proposals: readonly Proposal[]): Reconciliation {
  const ofCluster = new Map(proposals.map(({ clusterId, hint }) => [clusterId, hint]));
  const hints = new Map(result.hints);
  for (let cluster = 0; cluster < result.clusters.count && ofCluster.size > 0; cluster++) {
    const hint = ofCluster.get(digestIdAt(result.clusterIds, cluster));
    if (hint !== undefined) hints.set(cluster, [...(hints.get(cluster) ?? []), { ...hint, rows: [] }]);
  }
  return { ...result, hints };
}

const RUNS: Readonly<Record<LocalKind, typeof LOCAL>> = {
  banking: LOCAL,
  asset: LOCAL_ASSET,
  nip: localCommercialRun('nip'),
  atm: localCommercialRun('atm'),
};

/** Files smaller than this in total are read and matched by one thread, before a second one is started and warm. */
const SMALL_BYTES = 2_000_000;

function areSmall(files: ReconcileCommand['files']): boolean {
  const sizes = SIDES.flatMap((side) => files[side].map(({ path }) => bytesOf(path)));
  return sizes.reduce((sum, bytes) => sum + bytes, 0) < SMALL_BYTES;
}

/** 0 for a file that cannot be examined: reading it reports why. */
function bytesOf(path: string): number {
  try {
    return statSync(path).size;
  } catch {
    return 0;
  }
}
