// Holds a session against its partner's last ones of its kind and branch, by the figures of their summaries, the matches
// that people took apart, and the amounts of charges.

import { type DriftAlarm, driftOf, type MonthFigures } from '../../core/drift/drift.ts';
import type { Session } from '../../core/records/documents/session.ts';
import type { SessionKey } from '../../core/records/session-key.ts';
import { type StoredSummary, summaryFromJson } from '../../core/summary/summary-json.ts';
import type { CommittedSession } from '../../ports/sessions.ts';
import type { Store } from '../../ports/store.ts';
import { apartInForce } from '../constraints/apart-in-force.ts';
import { hasRun } from '../rows/neighbour-sessions.ts';

export type DriftStore = Pick<Store, 'sessions' | 'summaries' | 'clusters' | 'acts'>;

/** Sessions before it that are looked at: a year of months. */
const MOST_BEFORE = 12;
/** Charges of a session that are looked at, the first of them. */
const MOST_CHARGES = 1_000;

export interface SessionDrift {
  readonly alarms: readonly DriftAlarm[];
  /** As requests name it: mfb, or a service. */
  readonly domain: string;
}

/** No alarms for a session without a summary or a period, or with too few before it. */
export async function sessionDrift(store: DriftStore, key: SessionKey): Promise<SessionDrift> {
  const session = await store.sessions.get(key);
  const own = session !== null && hasRun(session) ? await summaryOf(store, session) : null;
  if (session === null || own === null) return { alarms: [], domain: '' };
  const parted = await partedBySession(store, key);
  const before: MonthFigures[] = [];
  for (const one of await sessionsBefore(store, session)) {
    const summary = await summaryOf(store, one);
    if (summary !== null && summary.scope.branchId === own.scope.branchId)
      before.push(await figuresOf(store, one.key, { summary, parted }));
    if (before.length === MOST_BEFORE) break;
  }
  const now = await figuresOf(store, key, { summary: own, parted });
  const { kind = 'banking', service = null } = own.scope;
  return { alarms: driftOf(now, before), domain: kind === 'banking' ? 'mfb' : (service ?? kind) };
}

/** Of the same kind and direction, the latest first. */
async function sessionsBefore(store: DriftStore, session: Session): Promise<CommittedSession[]> {
  const { periodStart, kind, flow, key } = session;
  if (periodStart === null) return [];
  return (await store.sessions.list({ tenant: key.tenant, partner: key.partner }))
    .filter(hasRun)
    .filter((one) => one.kind === kind && one.flow === flow && one.periodEnd !== null && one.periodEnd < periodStart)
    .sort((a, b) => b.periodEnd! - a.periodEnd! || (a.key.session < b.key.session ? -1 : 1));
}

async function summaryOf({ summaries }: DriftStore, { key }: CommittedSession): Promise<StoredSummary | null> {
  const row = await summaries.latest(key);
  return row === null ? null : summaryFromJson(row.summary);
}

async function partedBySession(store: DriftStore, scope: SessionKey): Promise<ReadonlyMap<string, number>> {
  const counts = new Map<string, number>();
  for (const { session } of await apartInForce(store, scope)) counts.set(session, (counts.get(session) ?? 0) + 1);
  return counts;
}

async function figuresOf(
  store: DriftStore,
  key: SessionKey,
  { summary, parted }: { readonly summary: StoredSummary; readonly parted: ReadonlyMap<string, number> },
): Promise<MonthFigures> {
  const { gl, bank, byTier, clusters } = summary.facts;
  const { reversal: _, manual = 0, ...tiers } = byTier;
  const apart = parted.get(key.session) ?? 0;
  const ofTiers = Object.fromEntries(Object.entries(tiers).map(([tier, count]) => [`tier_${tier}`, count]));
  return {
    ledger: { matched: gl.matchedRows, of: gl.rows - gl.rejectedRows - gl.outOfPeriodRows },
    bank: { matched: bank.matchedRows, of: bank.rows - bank.rejectedRows - bank.outOfPeriodRows },
    classes: { ...clusters },
    matches: Object.values(tiers).reduce((sum, count) => sum + count, manual + apart),
    ofMatches: { ...ofTiers, by_hand: manual, parted: apart },
    charges: await chargesOf(store, key),
  };
}

async function chargesOf({ clusters }: DriftStore, key: SessionKey): Promise<Record<string, number[]>> {
  const asked = { type: 'possible_bank_fee', after: null, limit: MOST_CHARGES };
  const amounts: Record<string, number[]> = {};
  for (const { currency, amountMinor } of (await clusters.page(key, asked)).clusters) {
    if (amountMinor === null) continue;
    amounts[currency] ??= [];
    amounts[currency].push(Math.abs(amountMinor));
  }
  return amounts;
}
