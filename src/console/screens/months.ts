// Where everybody begins: the sessions, each the reconciliation of one period, and the way to a new one.

import { h, type JSX } from 'preact';
import { RunStateSchema } from '../../../gen/tieout/engine/v1/run_list_pb.ts';
import type { ListedSession } from '../../../gen/tieout/reporting/v1/sessions_pb.ts';
import { nothing, shown } from '../parts/loaded.ts';
import { plainTable } from '../parts/plain-table.ts';
import { stateWord } from '../parts/state-word.ts';
import { operators, reporting } from '../state/clients.ts';
import { useLoad } from '../state/load.ts';
import { allPages } from '../state/pages.ts';
import { hrefOf } from '../state/route.ts';
import { may, who } from '../state/who.ts';
import { nameOf } from '../words/classes.ts';
import { periodWords, when } from '../words/times.ts';
import type { ScreenProps } from './screen.ts';

/** Tenants that the caller has, or that runs were made for. */
async function tenantsOf(given: string): Promise<readonly string[]> {
  const own = who.value?.caller?.tenants ?? null;
  if (own !== null) return own;
  const runs = await operators.listRuns({ pageSize: 1000 });
  return [...new Set([...(given === '' ? [] : [given]), ...runs.items.map(({ tenantId }) => tenantId)])].sort();
}

async function sessions(given: string): Promise<readonly ListedSession[]> {
  const found = await Promise.all(
    (await tenantsOf(given)).map((tenantId) =>
      allPages((pageToken) => reporting.listSessions({ tenantId, pageSize: 1000, pageToken }), 5_000),
    ),
  );
  return found.flat().sort((one, other) => (other.updatedAt ?? '9').localeCompare(one.updatedAt ?? '9'));
}

export function Months({ tenant }: ScreenProps): JSX.Element {
  const loaded = useLoad(`months ${tenant}`, () => sessions(tenant));
  const start = may('submit') && h('a', { class: 'button primary', href: hrefOf('start', { tenant }) }, 'New month');
  return h(
    'div',
    {},
    h('div', { class: 'title' }, h('h1', {}, 'Months'), start),
    shown(loaded, (items) =>
      items.length === 0
        ? nothing(
            'Nothing was reconciled yet. Take the ledger and the bank statement of a month, as they were exported.',
            start,
          )
        : plainTable({
            caption: 'Sessions, the latest first',
            items,
            columns: [
              { title: 'Period', cell: ({ periodStart, periodEnd }) => periodWords(periodStart, periodEnd) },
              { title: 'Session', cell: (one) => h('a', { href: placeOf(one) }, one.sessionId) },
              { title: 'Tenant', cell: ({ tenantId }) => tenantId },
              { title: 'Partner', cell: ({ partnerId }) => partnerId },
              { title: 'Kind', cell: ({ kind }) => kind ?? '–' },
              { title: 'Latest run', cell: ({ state }) => stateWord(nameOf(RunStateSchema, state)) },
              { title: 'Version', isEnd: true, cell: ({ version }) => String(version) },
              { title: 'Changed', cell: ({ updatedAt }) => when(updatedAt) },
            ],
          }),
    ),
  );
}

/** Its statement, or its run while there is none. */
const placeOf = ({ sessionId: session, tenantId: tenant, partnerId: partner, version }: ListedSession): string =>
  hrefOf(version === 0 ? 'run' : 'statement', { tenant, partner, session });
