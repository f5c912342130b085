// Reads from the audit what a caller, or a pattern, did alone in some sessions so far. Rules that ask for a reviewer add
// it to an act, which would otherwise need none if it is cut into small ones. What another caller accepted is left out,
// and so is what the same caller took back.

import type { DoneAlone, ReviewedAct } from '../../core/people/review.ts';
import { apartOf } from '../../core/people/set-apart.ts';
import type { AuditRow } from '../../core/records/documents/audit.ts';
import { type Decision, isPersonAct } from '../../core/records/documents/decisions.ts';
import type { DifferenceAs } from '../../core/records/groups/difference-as.ts';
import type { LateGroup } from '../../core/records/late/late-groups.ts';
import type { PartnerScope } from '../../core/records/session-key.ts';
import type { Store } from '../../ports/store.ts';
import { SET_APART } from '../constraints/apart-in-force.ts';
import { typesOfRows } from '../worklist/clusters-of-rows.ts';
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
  /** Whether a rule asks for classes. */
  readonly types: boolean;
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
  const operations = [...acts.values()];
  const done = [
    ...(await ofClusters(store, scope, decided)),
    ...(await ofActs(store, scope, { ...asked, operations })),
  ];
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

type Rows = Pick<LateGroup, 'gl' | 'bank'>;

interface StandingAct {
  readonly act: ReviewedAct;
  readonly rows: Rows;
}

interface ActsAlone extends Pick<Asked, 'sessions'> {
  /** The audit of each, one row at least. */
  readonly operations: readonly (readonly AuditRow[])[];
}

async function ofActs(
  store: DoneStore,
  scope: PartnerScope,
  { operations, sessions, types: needsTypes }: ActsAlone & Pick<Asked, 'types'>,
): Promise<DoneAlone[]> {
  const groups = await groupsOf(store, scope, { operations, sessions });
  const standing: (StandingAct & { readonly audited: readonly AuditRow[] })[] = [];
  for (const audited of operations) {
    const found = await standingAct(store, scope, { row: audited[0]!, groups });
    if (found !== null) standing.push({ ...found, audited });
  }
  const matched = standing.flatMap(({ act, rows }) => (act === 'match' ? [rows] : []));
  // The audit names the pending exceptions that a match voided; decided ones still stand with its rows.
  const typesOf = needsTypes ? await typesOfRows(store, scope, matched) : null;
  return standing.map(({ act, rows, audited }) => {
    const voided = audited.map(({ type }) => type).filter((type) => type !== '');
    const types = [...new Set([...voided, ...(typesOf?.get(rows) ?? [])])];
    const difference = act === 'match' ? differenceOf(audited[0]!) : null;
    return { acts: [act], types, recurring: false, money: moneyOfRows(rows), difference };
  });
}

const isOfConstraint = ({ metadata }: AuditRow): boolean => metadata['constraint_id'] !== undefined;
const groupIdOf = ({ metadata }: AuditRow): string => String(metadata['group_id']);

/** The late group that each act made and that stands, or that it took apart, by the act's first row. */
async function groupsOf(
  { lateGroups }: Pick<Store, 'lateGroups'>,
  scope: PartnerScope,
  { operations, sessions }: ActsAlone,
): Promise<ReadonlyMap<AuditRow, LateGroup>> {
  const first = operations.map((rows) => rows[0]!);
  const matches = first.filter(({ decision }) => decision === 'matched_by_hand');
  const partings = first.filter((row) => row.decision === 'taken_apart' && !isOfConstraint(row));
  const confirmed = new Set<string>();
  for (const session of matches.length === 0 ? [] : sessions)
    for (const id of await lateGroups.idsOfSession({ ...scope, session })) confirmed.add(id);
  const acts = [...matches.filter((row) => confirmed.has(groupIdOf(row))), ...partings];
  const ids = new Set(acts.map(groupIdOf));
  const found = ids.size === 0 ? [] : await lateGroups.named(scope, [...ids]);
  const groups = new Map(found.map((group) => [group.groupId, group]));
  return new Map(
    acts.flatMap((row) => {
      const group = groups.get(groupIdOf(row));
      return group === undefined ? [] : [[row, group] as const];
    }),
  );
}

/** The act and its rows; null for an act on no rows, and for what does not stand any more. */
async function standingAct(
  { acts }: Pick<Store, 'acts'>,
  scope: PartnerScope,
  { row, groups }: { readonly row: AuditRow; readonly groups: ReadonlyMap<AuditRow, LateGroup> },
): Promise<StandingAct | null> {
  const of = (act: ReviewedAct, rows: Rows | undefined): StandingAct | null =>
    rows === undefined ? null : { act, rows };
  const { decision } = row;
  if (decision === 'matched_by_hand') return of('match', groups.get(row));
  if (decision === 'taken_apart' && !isOfConstraint(row)) return of('parting', groups.get(row));
  if (decision !== 'taken_apart' && decision !== 'constraint_undone') return null;
  const [first, ...others] = await acts.of(scope, { kind: 'apart', thing: String(row.metadata['constraint_id']) });
  if (first === undefined) return null;
  if (decision === 'constraint_undone') return of('undo', apartOf(first).rows);
  return (others.at(-1) ?? first).verb === SET_APART ? of('parting', apartOf(first).rows) : null;
}

function differenceOf({ metadata }: AuditRow): DoneAlone['difference'] {
  const { difference_as: as, difference_minor: minor, currency } = metadata;
  return as === undefined ? null : { as: as as DifferenceAs, minor: Number(minor), currency: String(currency) };
}
