// The neighbours of a run: sessions of its partner and nature with another period, neither of which lies in the other
// (core/cross-month/neighbours.ts), with the days of their stored rows.

import { areNeighbours, boundsOf, isNear, isOfNature } from '../../core/cross-month/neighbours.ts';
import type { Period } from '../../core/records/documents/period.ts';
import type { Session, SessionNature } from '../../core/records/documents/session.ts';
import { chunksOf } from '../../core/records/rows/chunks.ts';
import type { Side } from '../../core/records/rows/columns.ts';
import type { PartnerScope } from '../../core/records/session-key.ts';
import type { CommittedSession } from '../../ports/sessions.ts';
import type { Store } from '../../ports/store.ts';

interface Reading {
  readonly store: Pick<Store, 'sessions' | 'ingestions' | 'rowBlocks'>;
}

export interface StoredDays extends Readonly<Record<Side, Period | null>> {
  readonly period: Period;
  /** The accounts that rows of a side name, '' for rows that name none. */
  readonly accounts: Readonly<Record<Side, readonly string[]>>;
}

export interface Neighbour {
  readonly session: CommittedSession;
  readonly days: StoredDays;
}

interface Asked {
  readonly nature: Pick<SessionNature, 'kind' | 'flow'>;
  /** The run's period. */
  readonly own: Period;
  /** The run's session, null if it has no name yet. */
  readonly session: string | null;
}

/** Sessions whose blocks' headers are read together. */
const SESSIONS_AT_ONCE = 16;

export const hasRun = (session: Session): session is CommittedSession => session.runId !== null;

/** In the order of their creation. */
export async function neighboursOf(
  deps: Reading,
  scope: PartnerScope,
  { nature, own, session: name }: Asked,
): Promise<readonly Neighbour[]> {
  const sessions = (await deps.store.sessions.list(scope))
    .filter(hasRun)
    .filter((one) => one.key.session !== name && isOfNature(one, nature) && isNear(own, one));
  const found: Neighbour[] = [];
  for (const some of chunksOf(sessions, SESSIONS_AT_ONCE)) {
    const days = await Promise.all(some.map((session) => daysOf(deps, session)));
    for (const [i, session] of some.entries()) {
      const ofSession = days[i];
      if (ofSession !== null && areNeighbours(own, ofSession.period)) found.push({ session, days: ofSession });
    }
  }
  return found;
}

/** The days of a session's rows by side, and its period; null if it has no ledger row and names no period. */
async function daysOf(deps: Reading, session: Session): Promise<StoredDays | null> {
  const { ledger, ...days } = await storedDays(deps, session);
  const period = boundsOf({ start: session.periodStart, end: session.periodEnd }, ledger);
  return period === null ? null : { ...days, period };
}

/** The days of a session, each session's read once. */
export type DaysRead = (session: Session) => Promise<StoredDays | null>;

export function daysReader(deps: Reading): DaysRead {
  const known = new Map<string, Promise<StoredDays | null>>();
  return (session) => {
    const { session: name } = session.key;
    const days = known.get(name) ?? daysOf(deps, session);
    known.set(name, days);
    return days;
  };
}

/** `ledger`: the days of the ledger's rows without opening rows. From headers alone, which stay when rows are pruned. */
export async function storedDays(
  { store }: Reading,
  { key }: Pick<Session, 'key'>,
): Promise<Omit<StoredDays, 'period'> & { readonly ledger: Period | null }> {
  const accounts = { gl: new Set<string>(), bank: new Set<string>() };
  const days: Record<Side | 'ledger', Period | null> = { gl: null, bank: null, ledger: null };
  for (const { ingestionId, side, isOpening } of await store.ingestions.live(key)) {
    for (const { header } of await store.rowBlocks.headers(ingestionId)) {
      for (const account of header.accounts) accounts[side].add(account);
      for (const of of side === 'gl' && !isOpening ? (['gl', 'ledger'] as const) : [side]) {
        const { start, end } = days[of] ?? { start: header.firstDay, end: header.lastDay };
        days[of] = { start: Math.min(start, header.firstDay), end: Math.max(end, header.lastDay) };
      }
    }
  }
  return { ...days, accounts: { gl: [...accounts.gl].sort(), bank: [...accounts.bank].sort() } };
}
