// What a caller, or a pattern, did alone in some sessions so far, as rules that ask for a reviewer add it up: without that
// an act would need no reviewer if it is cut into small ones. It is read from the audit; what another caller accepted is
// left out, and so is what the same caller took back.

import type { DoneAlone, ReviewedAct } from '../../core/people/review.ts';
import { apartOf } from '../../core/people/set-apart.ts';
import type { AuditRow } from '../../core/records/documents/audit.ts';
import { type Decision, isPersonAct } from '../../core/records/documents/decisions.ts';
import type { DifferenceAs } from '../../core/records/groups/difference-as.ts';
import type { LateGroup } from '../../core/records/late/late-groups.ts';
import type { PartnerScope } from '../../core/records/session-key.ts';
import type { Store } from '../../ports/store.ts';
import { SET_APART } from '../constraints/apart-in-force.ts';
import { auditRows } from './audit-about.ts';
import { moneyOfRows } from './money-of-rows.ts';

export type DoneStore = Pick<Store, 'audit' | 'clusters' | 'lateGroups' | 'acts'>;

/** Who acts without a second one. */
export type Alone = { readonly caller: string } | { readonly patternId: string; readonly type: string };

interface Asked {
  readonly who: Alone;
  readonly sessions: readonly string[];
  /** Exceptions that are decided now. */
  readonly except: ReadonlySet<string>;
}

/** Work in proportion to what the caller did in the sessions. */
export async function doneAlone(store: DoneStore, scope: PartnerScope, asked: Asked): Promise<DoneAlone[]> {
  const decided = new Map<string, Decided>();
  const acts = new Map<string, AuditRow[]>();
  for (const session of asked.sessions) {
    for await (const row of rowsAlone(store, scope, { who: asked.who, session })) {
      if (isPersonAct(row.decision)) acts.set(row.operationId, [...(acts.get(row.operationId) ?? []), row]);
      else if (row.before !== row.after && !asked.except.has(row.clusterId)) note(decided, row);
    }
  }
  const done = [...(await ofClusters(store, scope, decided)), ...(await ofActs(store, scope, [...acts.values()]))];
  const within = new Set(asked.sessions);
  return done.map((one) => ({ ...one, money: one.money.filter(({ session }) => within.has(session)) }));
}

async function* rowsAlone(
  store: Pick<Store, 'audit'>,
  scope: PartnerScope,
  { who, session }: { readonly who: Alone; readonly session: string },
): AsyncGenerator<AuditRow> {
  const filter = 'caller' in who ? { session, caller: who.caller } : { session, type: who.type };
  for await (const row of auditRows(store, scope, { ...filter, after: null })) {
    if (row.metadata['four_eyes'] !== undefined) continue;
    if ('caller' in who || (row.autoResolved && row.metadata['pattern_id'] === who.patternId)) yield row;
  }
}

interface Decided {
  readonly acts: ReadonlySet<ReviewedAct>;
  readonly type: string;
  readonly recurring: boolean;
}

const REOPENED: readonly ReviewedAct[] = ['reopened', 'pattern'];

/** Who reopens what they decided has decided it no more. */
function note(decided: Map<string, Decided>, { clusterId, decision, type, isRecurring: recurring }: AuditRow): void {
  const known = decided.get(clusterId)?.acts ?? [];
  const acts = decision === 'reopened' ? REOPENED : [...known, decision as Decision];
  decided.set(clusterId, { acts: new Set(acts), type, recurring });
}

async function ofClusters(
  { clusters }: Pick<Store, 'clusters'>,
  scope: PartnerScope,
  decided: ReadonlyMap<string, Decided>,
): Promise<DoneAlone[]> {
  const named = decided.size === 0 ? [] : await clusters.named(scope, [...decided.keys()]);
  return named.map(({ clusterId, session, currency, amountMinor }) => {
    const { acts, type, recurring } = decided.get(clusterId)!;
    const money = [{ session, currency, minor: BigInt(Math.abs(amountMinor ?? 0)) }];
    return { acts: [...acts], types: [type], recurring, money, difference: null };
  });
}

async function ofActs(
  store: DoneStore,
  scope: PartnerScope,
  operations: readonly (readonly AuditRow[])[],
): Promise<DoneAlone[]> {
  const done: DoneAlone[] = [];
  for (const rows of operations) {
    const [act, group] = await rowsOfAct(store, scope, rows[0]!);
    if (act === null || group === null) continue;
    const types = [...new Set(rows.map(({ type }) => type).filter((type) => type !== ''))];
    const of = { acts: [act], types, recurring: false, money: moneyOfRows(group) };
    done.push({ ...of, difference: act === 'match' ? differenceOf(rows[0]!) : null });
  }
  return done;
}

type Rows = Pick<LateGroup, 'gl' | 'bank'>;

/** The act and its rows; null for an act on no rows, and for what does not stand any more. */
async function rowsOfAct(
  { lateGroups, acts }: DoneStore,
  scope: PartnerScope,
  { decision, operationId, metadata }: AuditRow,
): Promise<readonly [ReviewedAct | null, Rows | null]> {
  const apart = metadata['constraint_id'];
  switch (decision) {
    case 'matched_by_hand':
      return ['match', (await lateGroups.ofOperation(scope, operationId))[0] ?? null];
    case 'taken_apart': {
      if (apart === undefined)
        return ['parting', (await lateGroups.named(scope, [String(metadata['group_id'])]))[0] ?? null];
      const [first, ...others] = await acts.of(scope, { kind: 'apart', thing: String(apart) });
      const isStanding = first !== undefined && (others.at(-1) ?? first).verb === SET_APART;
      return ['parting', isStanding ? apartOf(first).rows : null];
    }
    case 'constraint_undone': {
      const [first] = await acts.of(scope, { kind: 'apart', thing: String(apart) });
      return ['undo', first === undefined ? null : apartOf(first).rows];
    }
    default:
      return [null, null];
  }
}

function differenceOf({ metadata }: AuditRow): DoneAlone['difference'] {
  const { difference_as: as, difference_minor: minor, currency } = metadata;
  return as === undefined ? null : { as: as as DifferenceAs, minor: Number(minor), currency: String(currency) };
}
