// Reads back what a run that its session names found: its groups, the open rows, and their clusters. A committed run is
// finished from this alone, whichever version of the rules finishes it.

import type { ClusterSet } from '../../core/classification/cluster-set.ts';
import { clusterSetOf } from '../../core/classification/open-block.ts';
import type { ClassificationRule } from '../../core/classification/rule.ts';
import { stillOpen } from '../../core/classification/still-open.ts';
import { unclassified } from '../../core/classification/unclassified.ts';
import { TieoutError } from '../../core/errors.ts';
import type { MatchOutcome } from '../../core/matching/outcome/outcome.ts';
import { openWithoutFindings, outcomeOfGroups } from '../../core/matching/outcome/stored-groups.ts';
import { TIER_OPEN } from '../../core/records/groups/groups.ts';
import type { LateGroup } from '../../core/records/late/late-groups.ts';
import type { Store } from '../../ports/store.ts';
import type { PreparedRun } from '../preparing/prepare-run.ts';
import type { ReadingDependencies } from '../rows/read-stored-rows.ts';

interface StoredOutcome {
  readonly outcome: MatchOutcome;
  readonly clusters: ClusterSet;
}

/** Throws store_damaged. */
export async function storedOutcome(
  { store, compute }: Pick<ReadingDependencies, 'store' | 'compute'>,
  { columns, positions }: Pick<PreparedRun, 'columns' | 'positions'>,
  { runId, rules }: { readonly runId: string; readonly rules: readonly ClassificationRule[] },
): Promise<StoredOutcome> {
  const headers = await store.groupBlocks.headers(runId);
  const blocks = async (isWanted: (tier: number) => boolean) => {
    const numbers = headers.flatMap(({ n, header }) => (isWanted(header.tier) ? [n] : []));
    return store.groupBlocks.read(runId, numbers);
  };
  const groups = await compute.unpackGroups(await blocks((tier) => tier !== TIER_OPEN));
  const matched = readOrDamaged(() => outcomeOfGroups(groups, positions));
  const openBlocks = await blocks((tier) => tier === TIER_OPEN);
  if (openBlocks.length === 0) {
    // An old version committed the run and stored only its groups: the open rows are known, their reasons are not.
    const openOf = (side: 'gl' | 'bank') => openWithoutFindings(side, columns[side], matched);
    const outcome = { ...matched, open: { gl: openOf('gl'), bank: openOf('bank') }, notes: [] };
    return { outcome, clusters: unclassified(outcome) };
  }
  const stored = await compute.unpackOpenRows(openBlocks);
  const outcome = { ...matched, open: stored.open, notes: stored.notes };
  return stillOpen(columns, { outcome, clusters: readOrDamaged(() => clusterSetOf(stored, rules)) });
}

interface MadeOf {
  /** Null if an old version did not store it. */
  readonly ingestions: readonly string[] | null;
  /** Late groups of other sessions for whose rows the run left out its own copies. */
  readonly leftOut: readonly string[];
  /** Late groups that it made void. */
  readonly lost: readonly string[];
  /** Sessions whose runs matched rows that the run left out. */
  readonly leansOn: readonly string[];
}

/** What a committed run was made of, and what it left out. */
export async function madeOf(store: Pick<Store, 'groupBlocks'>, runId: string): Promise<MadeOf> {
  const {
    ingestions = null,
    leftOut = [],
    lost = [],
    leansOn = [],
  } = (await firstOpenBlock(store, runId))?.header ?? {};
  return { ingestions, leftOut, lost, leansOn };
}

/** What runs of other sessions had matched, whose rows the committed run left out. Throws content_pruned. */
export async function elsewhereOf(
  { store, compute }: Pick<ReadingDependencies, 'store' | 'compute'>,
  runId: string,
): Promise<readonly LateGroup[]> {
  const first = await firstOpenBlock(store, runId);
  if (first?.header.leansOn === undefined) return [];
  const { elsewhere = [] } = await compute.unpackOpenRows(await store.groupBlocks.read(runId, [first.n]));
  return elsewhere;
}

const firstOpenBlock = async ({ groupBlocks }: Pick<Store, 'groupBlocks'>, runId: string) =>
  (await groupBlocks.headers(runId)).find(({ header }) => header.tier === TIER_OPEN);

function readOrDamaged<T>(read: () => T): T {
  try {
    return read();
  } catch (error) {
    if (!(error instanceof RangeError)) throw error;
    throw new TieoutError('store_damaged', `What a run stored cannot be read back: ${error.message}.`);
  }
}
