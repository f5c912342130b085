// The register of open items of all months: what is open, since when, by age, and what cleared the rest.

import { h, type JSX } from 'preact';
import { useState } from 'preact/hooks';
import { Side } from '../../../gen/tieout/engine/v1/vocabulary_pb.ts';
import {
  type RegisterItem,
  type RegisterPage,
  RegisterState,
  RegisterStateSchema,
} from '../../../gen/tieout/reporting/v1/register_pb.ts';
import { choice, field } from '../parts/fields.ts';
import type { GridColumn } from '../parts/grid.ts';
import { GridView } from '../parts/grid-view.ts';
import { nothing, shown } from '../parts/loaded.ts';
import { plainTable } from '../parts/plain-table.ts';
import { bars } from '../plots/bars.ts';
import { reporting, SERVICE } from '../state/clients.ts';
import { adjust, exceptionHref, hrefOf, route } from '../state/route.ts';
import { usePager } from '../state/use-pager.ts';
import { classWords, marked, nameOf } from '../words/classes.ts';
import { counted, money } from '../words/money.ts';
import type { ScreenProps } from './screen.ts';

const COLUMNS: readonly GridColumn<RegisterItem>[] = [
  { key: 'date', title: 'Date', track: '6rem', text: ({ date }) => date },
  { key: 'age', title: 'Days', track: '3.5rem', isEnd: true, text: ({ ageDays }) => String(ageDays) },
  { key: 'side', title: 'Side', track: '4rem', text: ({ side }) => (side === Side.GL ? 'ledger' : 'bank') },
  {
    key: 'reference',
    title: 'Reference',
    track: 'minmax(5rem, 9rem)',
    isMono: true,
    text: ({ reference }) => reference ?? '',
  },
  { key: 'narration', title: 'Narration', track: 'minmax(8rem, 1fr)', text: ({ narration }) => narration ?? '' },
  {
    key: 'class',
    title: 'Class',
    track: 'minmax(6rem, 16rem)',
    text: ({ clusterType }) => (clusterType === undefined ? '' : classWords(clusterType)),
  },
  { key: 'state', title: 'State', track: '6rem', text: ({ state }) => marked(nameOf(RegisterStateSchema, state)) },
  {
    key: 'amount',
    title: 'Amount',
    track: '8rem',
    isEnd: true,
    text: ({ amount, currency }) => money(amount, currency),
  },
];

export function RegisterScreen({ tenant, partner }: ScreenProps): JSX.Element {
  const { asOf = '', state = 'open', side = '' } = route.value.params;
  const [page, setPage] = useState<RegisterPage | null>(null);
  const [opened, setOpened] = useState<RegisterItem | null>(null);
  const key = `register ${tenant} ${partner} ${asOf} ${state} ${side}`;
  const loaded = usePager(key, async (pageToken) => {
    const { answer } = await reporting.listRegister({
      ...{ tenantId: tenant, partnerId: partner, pageSize: 500, pageToken },
      ...(asOf !== '' && { asOf }),
      state: state === 'cleared' ? RegisterState.CLEARED : state === 'all' ? RegisterState.ALL : RegisterState.OPEN,
      ...(side !== '' && { side: side === 'gl' ? Side.GL : Side.BANK }),
    });
    if (answer.case !== 'page') throw new Error('The service answered no page.');
    if (pageToken === '') setPage(answer.value);
    return answer.value;
  });
  const query = new URLSearchParams({
    tenant_id: tenant,
    partner_id: partner,
    format: 'xlsx',
    ...(asOf && { as_of: asOf }),
    state,
  });
  return h(
    'div',
    {},
    h(
      'div',
      { class: 'title' },
      h('h1', {}, 'Open items'),
      page?.asOf && h('span', { class: 'muted' }, `at the end of ${page.asOf}`),
      h(
        'a',
        { class: 'button', href: `${SERVICE}/v1/open-items?${query}`, download: `open-items-${partner}.xlsx` },
        'As a workbook',
      ),
    ),
    h(
      'div',
      { class: 'fields' },
      field({ label: 'At the end of', type: 'date', value: asOf, onInput: (value) => adjust({ asOf: value }) }),
      choice({
        label: 'State',
        value: state,
        choices: [
          ['open', 'open'],
          ['cleared', 'cleared since'],
          ['all', 'both'],
        ],
        onInput: (value) => adjust({ state: value }),
      }),
      choice({
        label: 'Side',
        value: side,
        choices: [
          ['', 'both'],
          ['gl', 'ledger'],
          ['bank', 'bank'],
        ],
        onInput: (value) => adjust({ side: value }),
      }),
    ),
    shown(loaded, (rows) =>
      rows.count === 0
        ? nothing('Nothing is open at the end of that day.')
        : h(
            'div',
            {},
            page && h(Ageing, { page }),
            h(
              'div',
              { class: 'list tall' },
              h(GridView<RegisterItem>, {
                label: counted(rows.count, 'item'),
                columns: COLUMNS,
                rows,
                list: key,
                idOf: ({ recordId }) => recordId,
                onMove: (item) => setOpened(item),
              }),
            ),
            opened && h(Item, { item: opened, tenant, partner }),
          ),
    ),
  );
}

function Ageing({ page }: { page: RegisterPage }): JSX.Element {
  return h(
    'div',
    { class: 'plots' },
    page.warnings.map((one) => h('p', { class: 'warn' }, one)),
    page.totals
      .filter(({ state }) => state === RegisterState.OPEN)
      .map((total) =>
        bars(
          `Open, ${total.side === Side.GL ? 'ledger' : 'bank'}${total.account ? ` ${total.account}` : ''}, ${total.currency}, by days`,
          total.bands.map(({ fromDays, toDays, rows, amount }) => ({
            label: toDays === undefined ? `over ${fromDays - 1} days` : `${fromDays} to ${toDays} days`,
            size: rows,
            shown: `${counted(rows, 'row')}, ${money(amount, total.currency)}`,
            tone: fromDays > 90 ? ('bad' as const) : fromDays > 30 ? ('warn' as const) : ('accent' as const),
          })),
          { what: 'Rows and amount' },
        ),
      ),
  );
}

function Item({ item, tenant, partner }: { item: RegisterItem; tenant: string; partner: string }): JSX.Element {
  const { sessionId, stillOpenIn, clearedBy, clusterId, file, line } = item;
  const place = { tenant, partner };
  return h(
    'section',
    { 'aria-label': 'The item' },
    plainTable({
      caption: 'Where it is',
      items: [item],
      columns: [
        { title: 'Row', isMono: true, cell: () => `${file}:${line}` },
        {
          title: 'Session',
          cell: () => h('a', { href: hrefOf('statement', { ...place, session: sessionId }) }, sessionId),
        },
        { title: 'Still open in', cell: () => stillOpenIn.join(', ') || '–' },
        {
          title: 'Cleared',
          cell: () =>
            clearedBy === undefined
              ? 'not yet'
              : h(
                  'a',
                  { href: hrefOf('matches', { ...place, session: clearedBy.sessionId, match: clearedBy.groupId }) },
                  `${clearedBy.date}, in ${clearedBy.sessionId}`,
                ),
        },
        {
          title: 'Exception',
          cell: () =>
            clusterId === undefined
              ? '–'
              : h('a', { href: exceptionHref({ ...place, session: sessionId }, clusterId) }, 'open it'),
        },
      ],
    }),
  );
}
