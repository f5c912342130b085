// The three shapes of a classification rule. A row rule judges one open item and clusters it alone; a pair rule
// clusters two items that matching named as partners; a group rule gathers the items that carry one number. Each
// rule lists its grounds, the names of the predicates that a cluster may be based on; a cluster shows its ground as
// its `rule`. A rule never asks what another rule said: the order of the list alone decides.

import type { OpenRows } from '../matching/outcome/outcome.ts';
import type { ClusterType } from '../records/documents/cluster-type.ts';
import type { Side } from '../records/rows/columns.ts';
import type { OpenSession } from './open-session.ts';

/** The items of one cluster, by side; at least one, in canonical order. */
export interface Members {
  readonly gl: readonly number[];
  readonly bank: readonly number[];
}

/** The type of the cluster that an open item ended in. */
export type TypeOfItem = (side: Side, item: number) => ClusterType;

interface AnyRule {
  readonly type: ClusterType;
  /** Stable snake_case names of the predicates, strongest first. */
  readonly grounds: readonly string[];
  /** The cluster's amount_delta, if it is not the difference between the rows of a pair: unsigned minor units. */
  readonly amountDelta?: (session: OpenSession, members: Members) => number;
  /**
   * One sentence for an accountant: rows by side, file and line, and why. A cluster's id does not depend on it.
   * `typeOf`: the types of other clusters, for reasons that name their items.
   */
  readonly reason: (session: OpenSession, members: Members, ground: string, typeOf: TypeOfItem) => string;
}

export interface RowRule extends AnyRule {
  readonly shape: 'row';
  readonly sides: readonly Side[];
  /** The first ground that holds for the item, or null. */
  readonly groundFor: (session: OpenSession, side: Side, item: number) => string | null;
}

export interface PairRule extends AnyRule {
  readonly shape: 'pair';
  /** The column of matching that names the partner: a row of the other side, or -1. */
  readonly partners: (open: OpenRows) => Int32Array;
  readonly groundFor: (session: OpenSession, glItem: number) => string;
}

export interface GroupRule extends AnyRule {
  readonly shape: 'group';
  readonly sides: readonly Side[];
  /** The number of an item's cluster, over the rule's sides; -1 is none. */
  readonly groupOf: (session: OpenSession, side: Side, item: number) => number;
}

export type ClassificationRule = RowRule | PairRule | GroupRule;
