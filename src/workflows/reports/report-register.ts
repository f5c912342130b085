// Pages of the register of open items, in order of day and record id. Each page is made of the whole register anew: a
// place is the last item's day and id, so writes in between neither repeat nor skip an item that stays.

import { areNeighbours } from '../../core/cross-month/neighbours.ts';
import { clearedOn, completedIn } from '../../core/cross-month/opened-row.ts';
import { accountsOf, hasAccount, type ItemState, type RegisterItem } from '../../core/cross-month/register.ts';
import { TieoutError } from '../../core/errors.ts';
import type { LateGroup, LateRow } from '../../core/records/late/late-groups.ts';
import { SIDES, type Side } from '../../core/records/rows/columns.ts';
import { dayOfCopy } from '../../core/records/rows/row-day.ts';
import type { PartnerScope } from '../../core/records/session-key.ts';
import { type RegisterTotal, registerTotals } from '../../core/summary/register-totals.ts';
import type { NamedCluster } from '../../ports/clusters.ts';
import { type Register, registerAt, type SessionOfRegister } from '../cross-month/register.ts';
import { homesOf } from '../opened/homes.ts';
import { accountsInForce } from '../partners/accounts-in-force.ts';
import type { ReadingDependencies } from '../rows/read-stored-rows.ts';
import { reportCopy } from './report-late.ts';
import type { PageOf, ReportPage } from './report-page.ts';
import type { ReportRow } from './report-row.ts';

interface Cleared {
  /** The session of the row that completed the group. */
  readonly session: string;
  readonly groupId: string;
  readonly origin: LateGroup['origin'];
  /** The day on which the group was complete. */
  readonly day: number;
}

export interface RegisterReport extends ReportRow {
  readonly account: string;
  readonly state: ItemState;
  readonly ageDays: number;
  /** The session that has it: that of its own month, else the first that left it open. */
  readonly madeIn: string;
  /** Other sessions at whose end it was open, by the day of their end. */
  readonly stillOpenIn: readonly string[];
  /** Also what cleared it after the day of the register; null: nothing has. */
  readonly clearedBy: Cleared | null;
  readonly clusterId: string | null;
  /** Its exception as it is now; null if it is in none. */
  readonly cluster: NamedCluster | null;
}

export interface RegisterPlace {
  readonly day: number;
  readonly recordId: string;
}

export interface RegisterPage extends ReportPage<RegisterReport, RegisterPlace> {
  readonly asOf: number | null;
  readonly clearedSince: number | null;
  /** Of all pages. */
  readonly totals: readonly RegisterTotal[];
  readonly warnings: readonly string[];
}

export interface RegisterAsked {
  /** Null: the end of the latest period. */
  readonly asOf: number | null;
  readonly state: ItemState | 'all';
  /** Null: all. */
  readonly account: string | null;
  readonly side: Side | null;
  readonly page: PageOf<RegisterPlace>;
}

/** Throws not_found if no session has the account. */
export async function reportRegister(
  deps: ReadingDependencies,
  scope: PartnerScope,
  { asOf, state, account, side, page }: RegisterAsked,
): Promise<RegisterPage> {
  const register = await registerAt(deps, scope, { asOf, withCleared: state !== 'open' });
  const isOfAccount = account === null ? null : await rowsOfAccount(deps, scope, { account, register });
  const isWanted = ({ row, state: own }: RegisterItem): boolean =>
    (state === 'all' || own === state) &&
    (side === null || row.side === side) &&
    (isOfAccount === null || isOfAccount(row));
  const items = register.items.filter(isWanted);
  const { after, limit } = page;
  const left = after === null ? items : items.filter(({ row }) => isLater(row, after));
  const shown = left.slice(0, limit);
  const last = shown.at(-1);
  return {
    asOf: register.asOf,
    clearedSince: state === 'open' ? null : register.clearedSince,
    items: await reportsOf(deps, scope, { items: shown, register }),
    next: last === undefined || shown.length === left.length ? null : placeOf(last.row),
    total: items.length,
    totals: registerTotals(items),
    warnings: register.warnings,
  };
}

/** Whether a row is of the account, by whichever of its numbers. Throws not_found if no session has it. */
async function rowsOfAccount(
  { store }: Pick<ReadingDependencies, 'store'>,
  scope: PartnerScope,
  { account, register: { sessions } }: { readonly account: string; readonly register: Register },
): Promise<(row: LateRow) => boolean> {
  const { map = [] } = (await accountsInForce(store, scope)) ?? {};
  const bySession = new Map(
    sessions.map(({ session, days: { accounts } }) => [session.key.session, accountsOf(accounts, map)]),
  );
  const names = (side: Side, label: string): boolean => accountsOf(NO_ACCOUNTS, map)({ side, account: label }, account);
  const isKnown = ({ days: { accounts } }: SessionOfRegister): boolean =>
    SIDES.some((side) => accounts[side].some((label) => names(side, label)));
  if (!sessions.some(isKnown)) {
    throw new TieoutError('not_found', `No session of this tenant and partner has an account ${account}.`);
  }
  return (row) => (bySession.get(row.session) ?? accountsOf(NO_ACCOUNTS, map))(row, account);
}

const NO_ACCOUNTS = { gl: [], bank: [] };

const placeOf = (row: LateRow): RegisterPlace => ({ day: dayOfCopy(row), recordId: row.recordId });

const isLater = (row: LateRow, { day, recordId }: RegisterPlace): boolean =>
  dayOfCopy(row) > day || (dayOfCopy(row) === day && row.recordId > recordId);

async function reportsOf(
  deps: ReadingDependencies,
  scope: PartnerScope,
  { items, register }: { readonly items: readonly RegisterItem[]; readonly register: Register },
): Promise<RegisterReport[]> {
  const sessions = register.sessions.map(({ session }) => session);
  const ids = [...new Set(items.flatMap(({ clusterId }) => clusterId ?? []))];
  const clusters = new Map((await deps.store.clusters.named(scope, ids)).map((one) => [one.clusterId, one]));
  const homes = await homesOf(
    deps,
    items.map(({ row }) => row),
    sessions,
  );
  return items.map((item) => {
    const { row, clusterId, clearedBy: group } = item;
    const madeIn = homes.get(row) ?? row.session;
    return {
      ...reportCopy(row),
      account: row.account,
      state: item.state,
      ageDays: item.ageDays,
      madeIn,
      stillOpenIn: openIn(item, madeIn, register),
      clearedBy: group && {
        ...{ session: completedIn(group, row), groupId: group.groupId, origin: group.origin, day: clearedOn(item) },
      },
      clusterId,
      cluster: clusterId === null ? null : (clusters.get(clusterId) ?? null),
    };
  });
}

/** Sessions of the account with another period that ended while the row was open. */
function openIn({ row, ...cleared }: RegisterItem, madeIn: string, { sessions, asOf }: Register): string[] {
  const made = sessions.find(({ session }) => session.key.session === madeIn);
  const until = Math.min(asOf!, cleared.clearedBy === null ? Number.POSITIVE_INFINITY : clearedOn(cleared) - 1);
  const isOpenIn = ({ session, days: { period, accounts } }: SessionOfRegister): boolean =>
    session.key.session !== madeIn &&
    period.end >= dayOfCopy(row) &&
    period.end <= until &&
    (made === undefined || areNeighbours(made.days.period, period)) &&
    hasAccount(accounts, row);
  return sessions
    .filter(isOpenIn)
    .sort((a, b) => a.days.period.end - b.days.period.end)
    .map(({ session }) => session.key.session);
}
