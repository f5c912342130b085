// Rows of the files that take no part: lines that could not be read, and rows that were set aside, each with its reason.

import { h, type JSX } from 'preact';
import { Side } from '../../../gen/tieout/engine/v1/vocabulary_pb.ts';
import { LeftOutKind, type LeftOutRow } from '../../../gen/tieout/reporting/v1/single_rows_pb.ts';
import { choice } from '../parts/fields.ts';
import type { GridColumn } from '../parts/grid.ts';
import { GridView } from '../parts/grid-view.ts';
import { nothing, shown } from '../parts/loaded.ts';
import { reporting } from '../state/clients.ts';
import { adjust, route } from '../state/route.ts';
import { usePager } from '../state/use-pager.ts';
import { counted, money } from '../words/money.ts';
import type { ScreenProps } from './screen.ts';

const COLUMNS: readonly GridColumn<LeftOutRow>[] = [
  {
    key: 'kind',
    title: 'What',
    track: '7rem',
    text: ({ kind }) => (kind === LeftOutKind.REJECTED ? '✕ not read' : '– set aside'),
  },
  { key: 'side', title: 'Side', track: '4rem', text: ({ side }) => (side === Side.GL ? 'ledger' : 'bank') },
  { key: 'row', title: 'Row', track: 'minmax(7rem, 14rem)', isMono: true, text: ({ file, line }) => `${file}:${line}` },
  { key: 'reason', title: 'Why', track: 'minmax(10rem, 2fr)', text: ({ reason }) => reason },
  { key: 'narration', title: 'Narration', track: 'minmax(6rem, 1fr)', text: ({ row }) => row?.narration ?? '' },
  {
    key: 'amount',
    title: 'Amount',
    track: '8rem',
    isEnd: true,
    text: ({ row }) => (row === undefined ? '' : money(row.amount, row.currency)),
  },
];

export function LeftOutScreen({ tenant, partner, session }: ScreenProps): JSX.Element {
  const { kind = '' } = route.value.params;
  const key = `left out ${tenant} ${partner} ${session} ${kind}`;
  const loaded = usePager(key, (pageToken) =>
    reporting.listLeftOutRows({
      ...{ tenantId: tenant, partnerId: partner, sessionId: session, pageSize: 500, pageToken },
      ...(kind !== '' && { kind: Number(kind) as LeftOutKind }),
    }),
  );
  return h(
    'div',
    {},
    h(
      'div',
      { class: 'title' },
      h('h1', {}, 'Left out'),
      h('span', { class: 'muted' }, 'every row of the files is in one list'),
    ),
    h(
      'div',
      { class: 'fields' },
      choice({
        label: 'Shown',
        value: kind,
        choices: [
          ['', 'both'],
          [String(LeftOutKind.REJECTED), 'not read'],
          [String(LeftOutKind.SET_ASIDE), 'set aside'],
        ],
        onInput: (value) => adjust({ kind: value }),
      }),
    ),
    shown(loaded, (rows) =>
      rows.count === 0
        ? nothing('No row of this session’s files is left out.')
        : h(
            'div',
            { class: 'list tall' },
            h(GridView<LeftOutRow>, {
              label: counted(rows.count, 'row'),
              columns: COLUMNS,
              rows,
              list: key,
              idOf: ({ kind: is, side, file, line }) => `${is} ${side} ${file} ${line}`,
            }),
          ),
    ),
  );
}
