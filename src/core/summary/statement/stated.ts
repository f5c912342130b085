// What a statement and its journals are made of: the result of a run, at hand or made again from what is stored, and
// what people have decided of its exceptions.

import type { ClusterSet } from '../../classification/cluster-set.ts';
import type { MatchOutcome } from '../../matching/outcome/outcome.ts';
import type { MatchParameters } from '../../matching/parameters.ts';
import type { ConfirmedAs } from '../../records/charge-words.ts';
import type { DecisionStatus } from '../../records/documents/clusters.ts';
import type { LateMatch } from '../../records/late/late-matches.ts';
import { type RowColumns, SIDES, type Side } from '../../records/rows/columns.ts';
import { digestIdAt } from '../../records/rows/digest-ids.ts';
import { type IdentityScope, recordIds } from '../../records/rows/identity.ts';
import type { SummaryFacts } from '../facts.ts';
import type { ItemisedProof } from '../proof/session-lines.ts';
import type { Subject } from '../summarise.ts';

export interface Stated {
  readonly subject: Subject;
  readonly identity: IdentityScope;
  readonly columns: Readonly<Record<Side, RowColumns>>;
  /** For each file of a side, whether its own row ids only count its rows. */
  readonly plainCounter: Readonly<Record<Side, readonly boolean[]>>;
  readonly outcome: MatchOutcome;
  /** Matches with rows of other sessions. */
  readonly late: readonly LateMatch[];
  readonly parameters: MatchParameters;
  readonly clusters: ClusterSet;
  /** Packed (records/rows/digest-ids.ts), one a cluster. */
  readonly clusterIds: Uint8Array;
  readonly summary: SummaryFacts;
  /** The summary's proofs with the rows of their lines, in the same order. */
  readonly itemised: readonly ItemisedProof[];
  readonly decisions: ClusterDecisions;
}

export interface ClusterDecision {
  readonly status: DecisionStatus;
  /** What the caller said that the rows are; null: nothing. */
  readonly confirmedAs: ConfirmedAs | null;
}

/** Of clusters that anybody decided, by cluster id; all others are pending. */
export type ClusterDecisions = ReadonlyMap<string, ClusterDecision>;

export const NOTHING_DECIDED: ClusterDecisions = new Map();

/** The exception that an open row belongs to. */
export interface ExceptionOfRow extends ClusterDecision {
  readonly clusterId: string;
}

const UNDECIDED: ClusterDecision = { status: 'pending', confirmedAs: null };

/** Null for rows that are in no exception: those of a match, and those that took no part. */
export type ExceptionOf = (side: Side, row: number) => ExceptionOfRow | null;

export function exceptionsByRow({
  columns,
  outcome,
  clusters,
  clusterIds,
  decisions,
}: Pick<Stated, 'columns' | 'outcome' | 'clusters' | 'clusterIds' | 'decisions'>): ExceptionOf {
  const clusterOf = Object.fromEntries(
    SIDES.map((side) => {
      const ofRow = new Int32Array(columns[side].count).fill(-1);
      const { count, row } = outcome.open[side];
      for (let item = 0; item < count; item++) ofRow[row[item]] = clusters.clusterOf[side][item];
      return [side, ofRow];
    }),
  ) as Record<Side, Int32Array>;
  return (side, row) => {
    const cluster = clusterOf[side][row];
    if (cluster < 0) return null;
    const clusterId = digestIdAt(clusterIds, cluster);
    return { clusterId, ...(decisions.get(clusterId) ?? UNDECIDED) };
  };
}

/** The record ids of all rows in lines of the proofs; asking for another row is an error of the caller. */
export function recordIdsOfLines({
  identity,
  columns,
  plainCounter,
  itemised,
}: Pick<Stated, 'identity' | 'columns' | 'plainCounter' | 'itemised'>): (side: Side, row: number) => string {
  const items = itemised.flatMap((proof) => proof.itemised).flatMap((line) => line.items);
  const idsOf = (side: Side): ReadonlyMap<number, string> => {
    const rows = [...new Set(items.flatMap((item) => (item.side === side ? [item.row] : [])))];
    const found = recordIds(identity, { side, columns: columns[side], plainCounter: plainCounter[side] }, rows);
    return new Map(rows.map((row, i) => [row, found[i]!]));
  };
  const ids = { gl: idsOf('gl'), bank: idsOf('bank') };
  return (side, row) => ids[side].get(row)!;
}
