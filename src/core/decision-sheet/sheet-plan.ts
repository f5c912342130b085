// What carrying out a sheet would do: a pure comparison of what it asks for with the exceptions as they are. A decision
// that stands already changes nothing, so the same sheet may be sent twice. One whose exception was decided since the
// export is a conflict, and is left to the person: also where it was reopened, and looks as it did.

import { isLearnedFrom } from '../exceptions/audit-rows.ts';
import { FLIPS } from '../exceptions/decision.ts';
import { type Cluster, verticalName } from '../records/documents/clusters.ts';
import type { Digest } from '../records/rows/identity.ts';
import type { SessionKey } from '../records/session-key.ts';
import type { CellError, SheetAsk, SheetAsks } from './sheet-asks.ts';
import { type SheetDecision, wordOf } from './sheet-words.ts';

/** What one call of resolve decides. */
export interface PlannedGroup extends SheetDecision {
  /** mfb, or a service. */
  readonly named: string;
  readonly type: string;
  readonly note: string | null;
  readonly clusters: readonly Cluster[];
}

export interface SheetConflict {
  readonly ask: SheetAsk;
  /** The exception now; null: it is void, for its rows were matched or a later run says something else of them. */
  readonly now: Cluster | null;
}

export interface SheetPlan {
  /** SHA-256 of everything that the sheet asks for. The same sheet has the same one, whatever was decided meanwhile. */
  readonly digest: string;
  readonly blank: number;
  readonly notesAlone: readonly number[];
  readonly errors: readonly CellError[];
  /** Rows whose decision stands already. */
  readonly alreadySo: number;
  readonly groups: readonly PlannedGroup[];
  readonly conflicts: readonly SheetConflict[];
}

interface Known {
  /** Exceptions of the session that the caller may decide, by id. */
  readonly live: ReadonlyMap<string, Cluster>;
  /** Ids of its void ones. */
  readonly gone: ReadonlySet<string>;
  /** Ids of those that were decided since the sheet saw them. */
  readonly moved: ReadonlySet<string>;
  /** Whether the caller may teach patterns: they are the whole partner's. */
  readonly mayTeach: boolean;
}

export function sheetPlan(
  asked: SheetAsks,
  key: SessionKey,
  { live, gone, moved, mayTeach }: Known,
  digest: Digest,
): SheetPlan {
  const { blank, notesAlone, cellOf } = asked;
  const errors = [...asked.errors];
  const conflicts: SheetConflict[] = [];
  const groups = new Map<string, PlannedGroup & { readonly clusters: Cluster[] }>();
  let alreadySo = 0;
  for (const ask of asked.asks) {
    const now = live.get(ask.clusterId) ?? null;
    const { from, to } = FLIPS[ask.decision];
    if (now === null && !gone.has(ask.clusterId)) {
      errors.push({ cell: cellOf('cluster id', ask.line), sentence: 'The session has no exception with this id.' });
    } else if (ask.teaches && !mayTeach) {
      const sentence = 'A caller of some branches cannot teach the patterns of the whole partner: choose approve.';
      errors.push({ cell: cellOf('decision', ask.line), sentence });
    } else if (now?.decisionStatus === to) alreadySo++;
    else if (now === null || now.decisionStatus !== ask.seen || moved.has(ask.clusterId)) conflicts.push({ ask, now });
    else if (!from.includes(ask.seen)) {
      errors.push({ cell: cellOf('decision', ask.line), sentence: `It is ${ask.seen}: reopen it first.` });
    } else groupOf(groups, ask, now).clusters.push(now);
  }
  return {
    digest: digestOf(key, asked.asks, digest),
    blank,
    notesAlone,
    errors,
    alreadySo,
    groups: sorted(groups),
    conflicts,
  };
}

type Groups = Map<string, PlannedGroup & { readonly clusters: Cluster[] }>;

function groupOf(groups: Groups, { decision, teaches: asksTo, note }: SheetAsk, cluster: Cluster) {
  const { type, domain } = cluster;
  const teaches = asksTo && isLearnedFrom({ domain, type });
  const named = verticalName(cluster);
  const name = JSON.stringify([named, type, decision, teaches, note]);
  const known = groups.get(name);
  if (known !== undefined) return known;
  const made = { named, type, decision, teaches, note, clusters: [] };
  groups.set(name, made);
  return made;
}

const sorted = (groups: Groups): readonly PlannedGroup[] =>
  [...groups].sort(([a], [b]) => (a < b ? -1 : 1)).map(([, group]) => group);

/** The digest goes by the order of ids, so that the order of the rows changes nothing. */
function digestOf({ tenant, partner, session }: SessionKey, asks: readonly SheetAsk[], digest: Digest): string {
  const lines = asks.map((ask) => JSON.stringify([ask.clusterId, wordOf(ask), ask.note, ask.seen, ask.seenAt])).sort();
  return digest([JSON.stringify([tenant, partner, session]), ...lines].join('\n'));
}
