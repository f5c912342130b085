// Carries out a sheet of decisions as planned: a call of resolve for each decision, class and note, by the same workflow
// with its policies, guards and audit. What was decided elsewhere meanwhile stays as it is, and is counted.

import type { PlannedGroup } from '../../core/decision-sheet/sheet-plan.ts';
import { TieoutError } from '../../core/errors.ts';
import { chunksOf } from '../../core/records/rows/chunks.ts';
import { type ResolveOrder, resolveExceptions, WITHOUT_FILES } from '../decisions/resolve-exceptions.ts';
import type { ProposingDependencies } from '../proposals/propose.ts';
import { type PlannedSheet, planSheet, type SentSheet, type SheetDependencies } from './plan-sheet.ts';
import { MOST_OF_ORDER, proposeHeld } from './propose-held.ts';

export interface DecidedSheet extends PlannedSheet {
  /** Clusters whose status changed. */
  readonly decided: number;
  /** Clusters that somebody else decided since the plan. */
  readonly moved: number;
  /** Ids of the proposals of groups that were proposed. */
  readonly proposed: ReadonlyMap<PlannedGroup, readonly string[]>;
}

export interface SheetToDecide {
  /** Of the plan. */
  readonly digest: string;
  /** Whether what another caller must accept is proposed. */
  readonly isProposed: boolean;
}

/** Clusters of one call. */
const AT_ONCE = 50_000;
/** Why a group is left to the person; any other failure ends the call, and the same sheet goes on from there. */
const HOLDS: ReadonlySet<string> = new Set(['needs_review', 'session_signed_off', 'unsupported_domain']);
/** Wrong cells that a refusal names. */
const MOST_NAMED = 5;

/**
 * Null and errors as of planSheet; throws also usage for the plan of another sheet, or one with wrong cells, and what
 * resolveExceptions and propose throw.
 */
export async function decideBySheet(
  deps: SheetDependencies & ProposingDependencies,
  sent: SentSheet,
  { digest, isProposed }: SheetToDecide,
): Promise<DecidedSheet | null> {
  const planned = await planSheet(deps, sent);
  if (planned === null) return null;
  const { plan } = planned;
  if (plan.digest !== digest)
    throw new TieoutError('usage', 'The plan is that of another sheet: ask for the plan of this one, and look at it.');
  if (plan.errors.length > 0) throw wrongCells(plan.errors);
  const held = new Map(planned.held);
  let decided = 0;
  let moved = 0;
  for (const group of plan.groups) {
    if (held.has(group)) continue;
    for (const clusters of chunksOf(group.clusters, AT_ONCE)) {
      const order = orderOf(deps, sent, { group: { ...group, clusters }, digest });
      try {
        await resolveExceptions(deps, order, {
          counted(figures) {
            decided += figures.decided;
            moved += figures.skipped;
          },
        });
      } catch (error) {
        if (!(error instanceof TieoutError && HOLDS.has(error.code))) throw error;
        held.set(group, { why: error.sentence, isProposable: error.code === 'needs_review' });
      }
    }
  }
  const proposed = new Map<PlannedGroup, readonly string[]>();
  for (const [group, { isProposable }] of isProposed ? held : []) {
    if (!isProposable) continue;
    const orders = chunksOf(group.clusters, MOST_OF_ORDER).map((clusters) =>
      orderOf(deps, sent, { group: { ...group, clusters }, digest }),
    );
    proposed.set(group, await proposeHeld(deps, sent.key, { orders, by: sent.caller.id }));
  }
  return { plan, held, decided, moved, proposed };
}

function orderOf(
  { digest: digestOf }: Pick<SheetDependencies, 'digest'>,
  { key, caller }: SentSheet,
  { group, digest }: { readonly group: PlannedGroup; readonly digest: string },
): ResolveOrder {
  const { named, type, decision, teaches, note, clusters } = group;
  const clusterIds = clusters.map(({ clusterId }) => clusterId);
  // A call is named by what it decides: its number would be another one when the sheet goes on after a failure.
  const call = digestOf(JSON.stringify([named, type, decision, teaches, note, clusterIds.toSorted()]));
  return {
    ...{ tenant: key.tenant, partner: key.partner, named, service: named === 'mfb' ? null : named, type, decision },
    ...{ isRecurring: teaches, note, branches: caller.branches },
    ...(caller.id !== null && { caller: caller.id }),
    requestId: `sheet-${digest.slice(0, 16)}-${call.slice(0, 16)}`,
    clusterIds,
    metadata: { sheet: digest },
    ...WITHOUT_FILES,
  };
}

function wrongCells(errors: PlannedSheet['plan']['errors']): TieoutError {
  const named = errors.slice(0, MOST_NAMED).map(({ cell, sentence }) => `${cell}: ${sentence}`);
  const more = errors.length > MOST_NAMED ? ` And ${errors.length - MOST_NAMED} more.` : '';
  return new TieoutError('usage', `Nothing is decided, for cells are wrong. ${named.join(' ')}${more}`);
}
