// Where everybody begins: the sessions, each the reconciliation of one period, and the way to a new one.

import { h, type JSX } from 'preact';
import { RunStateSchema } from '../../../gen/tieout/engine/v1/run_list_pb.ts';
import type { ListedSession } from '../../../gen/tieout/reporting/v1/sessions_pb.ts';
import { nothing, shown } from '../parts/loaded.ts';
import { plainTable } from '../parts/plain-table.ts';
import { stateWord } from '../parts/state-word.ts';
import { reporting } from '../state/clients.ts';
import { useLoad } from '../state/load.ts';
import { allPages } from '../state/pages.ts';
import { hrefOf } from '../state/route.ts';
import { may } from '../state/who.ts';
import { nameOf } from '../words/classes.ts';
import { count, money, percent } from '../words/money.ts';
import { periodWords, when } from '../words/times.ts';
import { QualityPlots } from './quality.ts';
import type { ScreenProps } from './screen.ts';
import { StartScreen } from './start/start.ts';

const MOST = 5_000;

async function sessions(): Promise<readonly ListedSession[]> {
  const scopes = await allPages((pageToken) => reporting.listScopes({ pageSize: 1000, pageToken }), MOST);
  const tenants = [...new Set(scopes.map(({ tenantId }) => tenantId))];
  const found = await Promise.all(
    tenants.map((tenantId) =>
      allPages((pageToken) => reporting.listSessions({ tenantId, pageSize: 1000, pageToken }), MOST),
    ),
  );
  return found.flat().sort((one, other) => keyOf(other).localeCompare(keyOf(one)));
}

/** The latest period first; what has none yet stands above. */
const keyOf = ({ periodEnd, acceptedAt }: ListedSession): string => `${periodEnd ?? '9999'} ${acceptedAt ?? ''}`;

export function Months(_: ScreenProps): JSX.Element {
  const loaded = useLoad('months', sessions);
  if (loaded.value?.length === 0 && may('submit')) {
    const before = 'Nothing was reconciled yet: begin with the two files of a month.';
    return h(StartScreen, { tenant: '', partner: '', session: '', before });
  }
  const start = may('submit') && h('a', { class: 'button primary', href: hrefOf('start') }, 'New month');
  return h(
    'div',
    {},
    h('div', { class: 'title' }, h('h1', {}, 'Months'), start),
    shown(loaded, (items) =>
      items.length === 0
        ? nothing(
            'Nothing was reconciled yet. Somebody who may submit files begins with the ledger and the bank statement of a month.',
          )
        : [
            plainTable<ListedSession>({
              caption: 'Sessions, the latest period first',
              items,
              columns: [
                {
                  title: 'Period',
                  cell: ({ periodStart, periodEnd, version }) =>
                    version > 0 && !periodStart && !periodEnd ? 'no days given' : periodWords(periodStart, periodEnd),
                },
                { title: 'Session', cell: (one) => h('a', { href: placeOf(one) }, one.sessionId) },
                { title: 'Partner', cell: ({ tenantId, partnerId }) => `${tenantId} › ${partnerId}` },
                {
                  title: 'Matched',
                  isEnd: true,
                  cell: ({ figures }) => (figures ? percent(figures.matchRate?.count ?? 0) : '–'),
                },
                {
                  title: 'To decide',
                  isEnd: true,
                  cell: ({ figures }) =>
                    figures ? `${count(figures.clustersPending)} of ${count(figures.clusters)}` : '–',
                },
                { title: 'Difference', cell: differenceOf },
                { title: 'Latest run', cell: ({ state }) => stateWord(nameOf(RunStateSchema, state)) },
                { title: 'Changed', cell: ({ updatedAt, acceptedAt }) => when(updatedAt ?? acceptedAt) },
              ],
            }),
            h(Latest, { items }),
          ],
    ),
  );
}

function differenceOf({ figures, failure }: ListedSession): JSX.Element | string {
  if (figures === undefined) return failure ?? 'not reconciled yet';
  const open = figures.proofs.filter(({ accounts, agreeing }) => agreeing < accounts);
  if (open.length === 0) return h('span', { class: 'good' }, '✓ they agree');
  return open.map(({ difference, currency }) => `${money(difference, currency)} ${currency}`).join(', ');
}

/** The plots of the partner with the latest month; those of the others stand under "How it matches". */
function Latest({ items }: { items: readonly ListedSession[] }): JSX.Element | null {
  const { tenantId: tenant, partnerId: partner } = items[0]!;
  const months = items.filter((one) => one.partnerId === partner && one.tenantId === tenant && one.version > 0);
  if (months.length < 2) return null;
  return h(
    'section',
    { 'aria-label': 'How it matches' },
    h('h2', {}, h('a', { href: hrefOf('quality', { tenant, partner }) }, `How ${partner} matches`)),
    h(QualityPlots, { tenant, partner }),
  );
}

/** The address of a session: its statement, or its run while there is no statement. */
const placeOf = ({ sessionId: session, tenantId: tenant, partnerId: partner, version }: ListedSession): string =>
  hrefOf(version === 0 ? 'run' : 'statement', { tenant, partner, session });
