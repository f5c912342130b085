// Exceptions that are alike, as groups: by class alone, or also by narration, counterparty, amount, rule or owner. Each
// has its count, its sum, its oldest, and how such ones were decided before; a whole group is decided at once.

import { h, type JSX } from 'preact';
import { useState } from 'preact/hooks';
import {
  type ClusterGroup,
  ClusterGrouping,
  ClusterGroupingSchema,
} from '../../../../gen/tieout/reporting/v1/cluster_query_pb.ts';
import { DecisionType } from '../../../../gen/tieout/resolution/v1/vocabulary_pb.ts';
import { Dialog } from '../../parts/dialog.ts';
import { choice, noteField } from '../../parts/fields.ts';
import { shown } from '../../parts/loaded.ts';
import { plainTable } from '../../parts/plain-table.ts';
import { reporting } from '../../state/clients.ts';
import { useLoad } from '../../state/load.ts';
import { adjust, route } from '../../state/route.ts';
import { may } from '../../state/who.ts';
import { classWords, plain } from '../../words/classes.ts';
import { count, counted, money } from '../../words/money.ts';
import type { ScreenProps } from '../screen.ts';
import { tell } from './acts.ts';
import { classNamed, type Filters, queryOf } from './cluster-list.ts';
import { decide } from './decide.ts';

const DECISIONS: readonly (readonly [string, string])[] = [
  [String(DecisionType.APPROVED), 'approve'],
  [String(DecisionType.REJECTED), 'reject'],
  [String(DecisionType.ESCALATED), 'escalate'],
];

interface GroupsProps {
  readonly place: ScreenProps;
  readonly filters: Filters;
  readonly onDecided: () => void;
}

export function Groups({ place, filters, onDecided }: GroupsProps): JSX.Element {
  const { by = '' } = route.value.params;
  const [asked, setAsked] = useState<ClusterGroup | null>(null);
  const [decision, setDecision] = useState(String(DecisionType.APPROVED));
  const [note, setNote] = useState('');
  const grouping = ClusterGroupingSchema.values.find(({ localName }) => localName.toLowerCase() === by);
  const key = `groups ${JSON.stringify(place)} ${JSON.stringify(filters)} ${by}`;
  const loaded = useLoad(key, async () => {
    const { snapshot, facets } = await reporting.queryClusters({ ...queryOf(place, filters), pageSize: 1 });
    const groupBy = [
      ClusterGrouping.CLUSTER_TYPE,
      ...(grouping === undefined ? [] : [grouping.number as ClusterGrouping]),
    ];
    const groups = await reporting.groupClusters({
      tenantId: place.tenant,
      partnerId: place.partner,
      snapshot,
      groupBy,
    });
    // One call of resolve is of one domain; lists of several are decided row by row.
    const domains = facets?.domains ?? [];
    return { ...groups, domain: domains.length === 1 ? domains[0]!.value : null };
  });
  const carryOut = async () => {
    const what = { decision: Number(decision) as DecisionType, teaches: false };
    const of = {
      clusterType: classNamed(asked!.values[0])!,
      domain: loaded.value!.domain!,
      clusterIds: asked!.clusterIds,
    };
    const done = async () => {
      loaded.again();
      onDecided();
    };
    tell(place, what, await decide(place, [of], { ...what, note }), done);
    setNote('');
    await done();
  };
  return h(
    'section',
    { 'aria-label': 'Groups' },
    choice({
      label: 'Grouped by class and',
      value: by,
      choices: [
        ['', 'nothing else'],
        ...ClusterGroupingSchema.values
          .slice(2)
          .map(({ localName }) => [localName.toLowerCase(), plain(localName.toLowerCase())] as const),
      ],
      onInput: (value) => adjust({ by: value }),
      isInRow: true,
    }),
    shown(loaded, ({ items, total, domain }) => [
      plainTable<ClusterGroup>({
        caption: 'Groups of exceptions',
        items,
        columns: [
          {
            title: 'Class',
            cell: ({ values: [name = ''] }) =>
              h(
                'button',
                { type: 'button', class: 'quiet line', onClick: () => adjust({ class: name, cluster: undefined }) },
                classWords(name),
              ),
          },
          ...(grouping === undefined
            ? []
            : [{ title: 'Alike in', cell: ({ values }: ClusterGroup) => values[1] || '(nothing)' }]),
          { title: 'Exceptions', isEnd: true, cell: ({ clusters }) => count(clusters) },
          {
            title: 'Sum',
            isEnd: true,
            cell: ({ amounts }) =>
              amounts.map(({ amount, currency }) => `${money(amount, currency)} ${currency}`).join(', '),
          },
          {
            title: 'Oldest',
            isEnd: true,
            cell: ({ oldestDays }) => (oldestDays === undefined ? '–' : counted(oldestDays, 'day')),
          },
          {
            title: 'Decided before',
            cell: ({ decided }) =>
              decided.map(({ value, clusters }) => `${count(clusters)} ${value}`).join(', ') || '–',
          },
          {
            title: 'Act',
            cell: (group) =>
              may('decide') &&
              domain !== null &&
              h('button', { type: 'button', onClick: () => setAsked(group) }, 'Decide…'),
          },
        ],
      }),
      total > items.length &&
        h('p', { class: 'muted' }, `The largest ${count(items.length)} of ${count(total)} groups.`),
    ]),
    asked !== null &&
      h(
        Dialog,
        {
          title: `Decide ${counted(asked.clusters, 'exception')}`,
          act: 'Decide',
          onAct: carryOut,
          onClose: () => setAsked(null),
        },
        h('p', {}, [classWords(asked.values[0] ?? ''), asked.values[1]].filter(Boolean).join(': ')),
        choice({ label: 'Decision', value: decision, choices: DECISIONS, onInput: setDecision }),
        noteField(note, setNote, 'Note, if there is one'),
      ),
  );
}
