// What earlier sessions had open at the end of a period: rows of before it that are open now, and those that were matched
// with rows of after it. So later work changes no figure of the period.

import { isPairing, mayHaveCounterpart } from '../../core/classification/undecided.ts';
import { areNeighbours } from '../../core/cross-month/neighbours.ts';
import { wasUnsettledOn } from '../../core/cross-month/opened-row.ts';
import { isAdHoc } from '../../core/exceptions/ad-hoc-id.ts';
import { NO_DAY } from '../../core/money/calendar.ts';
import type { Period } from '../../core/records/documents/period.ts';
import { mayMeet, type Session } from '../../core/records/documents/session.ts';
import type { CarriedRow, LateRow, RowContent } from '../../core/records/late/late-groups.ts';
import { chunksOf } from '../../core/records/rows/chunks.ts';
import { type RowColumns, SIDES, type Side } from '../../core/records/rows/columns.ts';
import { digestIdAt } from '../../core/records/rows/digest-ids.ts';
import { FINGERPRINT_WORDS, KeyNumbers } from '../../core/records/rows/key-numbers.ts';
import { dayOfCopy } from '../../core/records/rows/row-day.ts';
import type { PartnerScope, SessionKey } from '../../core/records/session-key.ts';
import type { NamedCluster } from '../../ports/clusters.ts';
import type { ReadingDependencies } from '../rows/read-stored-rows.ts';
import { openedRows } from './opened-rows.ts';

interface Asked {
  readonly key: SessionKey;
  readonly kind: string;
  readonly period: Period;
  /** The session's own rows; left out: those that it has stored. */
  readonly columns?: Readonly<Record<Side, RowColumns>>;
}

/** In the order of their days. A row that several sessions have counts in one. */
export async function leftOpenAt(
  deps: ReadingDependencies,
  { key, kind, period, columns }: Asked,
): Promise<readonly CarriedRow[]> {
  const sessions = (await sessionsOfKind(deps, key, kind)).filter(
    (one) => one.key.session !== key.session && !isAlternative(one, period),
  );
  if (sessions.length === 0) return [];
  const names: Partial<Record<Side, KeyNumbers>> = {};
  const hasNoMore = ({ session, side, fingerprint }: LateRow): boolean => {
    if (session !== key.session || columns === undefined) return false;
    names[side] ??= namesIn(columns[side]);
    return names[side].numberOf(Uint32Array.from(fingerprint), 0) < 0;
  };
  const { rows } = await openedRows(deps, key, { sessions, until: period.start - 1, hasNoMore });
  const open = rows.filter((one) => dayOfCopy(one.row) !== NO_DAY && wasUnsettledOn(one, period.end));
  const ids = [...new Set(open.flatMap(({ clusterId }) => clusterId ?? []))];
  const known = new Map((await deps.store.clusters.named(key, ids)).map((one) => [one.clusterId, one]));
  const likelyOf = await likelyRows(deps, key, [...known.values()]);
  return open.map(({ row, clusterId }): CarriedRow => {
    const cluster = clusterId === null ? undefined : known.get(clusterId);
    if (cluster === undefined) return row;
    const likely = likelyOf(cluster);
    const exception = { clusterId: cluster.clusterId, type: cluster.type, ground: cluster.rule };
    return { ...row, exception: { ...exception, ...(likely.length > 0 && { likely }) } };
  });
}

/** By cluster the open rows that its hints pair with its row. */
async function likelyRows(
  { store }: Pick<ReadingDependencies, 'store'>,
  { tenant, partner }: PartnerScope,
  clusters: readonly NamedCluster[],
): Promise<(cluster: NamedCluster) => readonly RowContent[]> {
  const namedBy = ({ type, rule, looksLike, decisionStatus }: NamedCluster): string[] =>
    decisionStatus === null || !mayHaveCounterpart(type, rule)
      ? []
      : looksLike.filter(({ kind }) => isPairing(kind)).flatMap(({ recordIds }) => recordIds);
  const recordIds = [...new Set(clusters.flatMap(namedBy))];
  const found = new Map<string, RowContent>();
  for (const side of recordIds.length === 0 ? [] : SIDES) {
    for (const some of chunksOf(recordIds, IDS_AT_ONCE)) {
      const items = await store.openItems.named({ tenant, partner, side, recordIds: some });
      const { fingerprint } = items.rows;
      for (let i = 0; i < items.rows.count; i++) {
        found.set(digestIdAt(items.recordId, i), { side, fingerprint: [fingerprint[2 * i], fingerprint[2 * i + 1]] });
      }
    }
  }
  return (cluster) => namedBy(cluster).flatMap((id) => found.get(id) ?? []);
}

const IDS_AT_ONCE = 1_000;

function namesIn({ count, fingerprint }: RowColumns): KeyNumbers {
  const names = new KeyNumbers(FINGERPRINT_WORDS, count);
  for (let row = 0; row < count; row++) names.add(fingerprint, row);
  return names;
}

/** Whether the session reconciles the period too, or a part of it: its opening rows are no earlier session's. */
const isAlternative = ({ periodStart: start, periodEnd: end }: Session, period: Period): boolean =>
  start !== null && end !== null && !areNeighbours({ start, end }, period);

/** The partner's sessions whose rows may meet rows of the kind, oldest first. */
export async function sessionsOfKind(
  { store }: Pick<ReadingDependencies, 'store'>,
  scope: PartnerScope,
  kind: string,
): Promise<readonly Session[]> {
  const sessions = await store.sessions.list({ tenant: scope.tenant, partner: scope.partner });
  return sessions.filter((one) => !isAdHoc(one.key.session) && mayMeet(one, kind));
}
