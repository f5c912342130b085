// The exceptions of a month, or of all months of a partner: views and filters, a list of any length, one of them in
// detail, and deciding what is marked.

import { h, type JSX } from 'preact';
import { useEffect, useRef, useState } from 'preact/hooks';
import { SessionChangeKind } from '../../../../gen/tieout/engine/v1/watch_pb.ts';
import type { ListedCluster, QueryClustersResponse } from '../../../../gen/tieout/reporting/v1/cluster_query_pb.ts';
import { DecisionStatus } from '../../../../gen/tieout/resolution/v1/vocabulary_pb.ts';
import { brokenOff } from '../../parts/broken-off.ts';
import { choice, field } from '../../parts/fields.ts';
import type { Grid, GridColumn } from '../../parts/grid.ts';
import { GridView } from '../../parts/grid-view.ts';
import { nothing, shown } from '../../parts/loaded.ts';
import { SavedFilters } from '../../parts/saved-filters.ts';
import { reporting } from '../../state/clients.ts';
import { failureOf } from '../../state/failure.ts';
import { useLoad } from '../../state/load.ts';
import { usePartner } from '../../state/partner-watch.ts';
import { adjust, hrefOf, route } from '../../state/route.ts';
import { say } from '../../state/said.ts';
import { useSession } from '../../state/session-watch.ts';
import { who } from '../../state/who.ts';
import { actName, classWords, marked, plain, statusName } from '../../words/classes.ts';
import { count, counted, money } from '../../words/money.ts';
import { sumOf, textsOf } from '../../words/side-rows.ts';
import type { ScreenProps } from '../screen.ts';
import { Acts, keyActs } from './acts.ts';
import { ClusterList, type Filters, queryOf, VIEWS, viewOf } from './cluster-list.ts';
import { Detail } from './detail.ts';
import { Groups } from './groups.ts';
import { WorkbookButton } from './workbook.ts';

const COLUMNS: readonly GridColumn<ListedCluster>[] = [
  { key: 'state', title: 'State', track: '6rem', text: ({ cluster }) => marked(statusName(cluster!.decisionStatus)) },
  {
    key: 'class',
    title: 'Class',
    track: 'minmax(7rem, 12rem)',
    text: ({ cluster }) => classWords(cluster!.clusterType),
  },
  {
    key: 'texts',
    title: 'Ledger | bank',
    track: 'minmax(9rem, 1fr)',
    // Which side a single text is of is seen in the amounts.
    text: ({ gl, bank, cluster }) =>
      [
        gl.length > 0 && textsOf(gl, cluster!.glRecordIds.length),
        bank.length > 0 && textsOf(bank, cluster!.bankRecordIds.length),
      ]
        .filter(Boolean)
        .join(' | '),
  },
  { key: 'glAmount', title: 'In the ledger', track: '8rem', isEnd: true, text: ({ gl }) => sumOf(gl) },
  { key: 'bankAmount', title: 'At the bank', track: '8rem', isEnd: true, text: ({ bank }) => sumOf(bank) },
  {
    key: 'age',
    title: 'Days',
    track: '3rem',
    isEnd: true,
    text: ({ ageDays }) => (ageDays === undefined ? '' : String(ageDays)),
  },
];

const FILTERS = ['status', 'class', 'text', 'side', 'min', 'max', 'order', 'rule'] as const;

const filtersOf = (params: Readonly<Record<string, string>>): Filters =>
  Object.fromEntries(FILTERS.flatMap((name) => (params[name] === undefined ? [] : [[name, params[name]]])));

export function ExceptionsScreen(place: ScreenProps): JSX.Element {
  const { params } = route.value;
  const filters = filtersOf(params);
  const key = `exceptions ${place.tenant} ${place.partner} ${place.session} ${JSON.stringify(filters)}`;
  const [, redraw] = useState(0);
  const [isStale, setStale] = useState(false);
  const [moved, setMoved] = useState<string | null>(null);
  const loaded = useLoad(key, () => {
    setStale(false);
    setMoved(null);
    return ClusterList.open(place, filters, {
      onChange: () => redraw((turn) => turn + 1),
      onFailure: (error) => {
        const failure = failureOf(error);
        if (failure.code === 'snapshot_replaced') setStale(true);
        else say(`More exceptions did not come: ${failure.sentence}`, { isBad: true });
      },
    });
  });
  const acted = (by: string | undefined, act: string) => {
    if (by === (who.value?.caller?.id ?? undefined)) return;
    setMoved(`${by ?? 'Somebody'} acted here since: ${plain(act)}.`);
    void loaded.value?.renew();
  };
  const isLive = useSession(place, {
    changed: ({ kind, by, act = '' }) => {
      if (kind === SessionChangeKind.COMMIT) setStale(true);
      if (kind === SessionChangeKind.ACT) acted(by, act);
    },
    ask: () => void loaded.value?.renew(),
  });
  usePartner(place.session === '' ? place : { ...place, partner: '' }, {
    acted: ({ caller, autoResolved, decision }) =>
      acted(caller ?? (autoResolved ? 'A pattern' : undefined), actName(decision)),
    // The list is asked again, and says by itself if the run replaced some of it.
    ran: () => void loaded.value?.renew(),
  });
  return h(
    'div',
    {},
    h(
      'div',
      { class: 'title' },
      h('h1', {}, 'Exceptions'),
      place.session === '' && h('span', { class: 'muted' }, 'of all months'),
      loaded.value && h('span', { class: 'muted' }, totalWords(loaded.value.first)),
      place.session !== '' && h(WorkbookButton, { place, onDecided: loaded.again }),
    ),
    h(Views, { filters, first: loaded.value?.first ?? null }),
    h(FilterFields, { filters, first: loaded.value?.first ?? null }),
    isStale &&
      h(
        'div',
        { class: 'banner', role: 'alert' },
        'A run has replaced exceptions of this list. What you see is the list before; deciding waits.',
        h('button', { type: 'button', class: 'primary', onClick: loaded.again }, 'Refresh'),
      ),
    !isStale &&
      moved !== null &&
      h(
        'div',
        { class: 'banner', role: 'status' },
        `This list has moved on. ${moved} What you see is as it stands now, in the order of before.`,
        h('button', { type: 'button', onClick: loaded.again }, 'Refresh'),
      ),
    brokenOff(isLive),
    params['groups'] === '1' && h(Groups, { place, filters, onDecided: loaded.again }),
    shown(loaded, (list) =>
      h(List, { key: list.snapshot, list, place, isStale, name: key, onStale: () => setStale(true) }),
    ),
  );
}

function totalWords({ total, amounts }: QueryClustersResponse): string {
  const sum = amounts.map(({ amount, currency }) => `${money(amount, currency)} ${currency}`).join(', ');
  return `${counted(total, 'exception')}${sum === '' ? '' : ` of ${sum}`}`;
}

function Views({ filters, first }: { filters: Filters; first: QueryClustersResponse | null }): JSX.Element {
  const now = viewOf(filters);
  const counts = new Map(first?.facets?.decisionStatuses.map(({ value, clusters }) => [value, clusters]));
  const of = (name: string): string => {
    if (name === 'aged' || first === null) return '';
    const { statuses } = VIEWS[name]!;
    const named = statuses.length === 0 ? [...counts.keys()] : statuses.map(statusName);
    const sum = named.reduce((all, status) => all + (counts.get(status) ?? 0), 0);
    return ` · ${count(sum)}`;
  };
  return h(
    'div',
    { class: 'tabs', role: 'group', 'aria-label': 'Views' },
    Object.entries(VIEWS).map(([name, { title }]) =>
      h(
        'button',
        { type: 'button', 'aria-pressed': name === now, onClick: () => adjust({ status: name, cluster: undefined }) },
        `${title}${of(name)}`,
      ),
    ),
    h(
      'button',
      {
        type: 'button',
        'aria-pressed': route.value.params['groups'] === '1',
        onClick: () => adjust({ groups: route.value.params['groups'] === '1' ? undefined : '1' }),
      },
      'Groups',
    ),
    h(SavedFilters, { screen: 'exceptions', filters }),
  );
}

const FILTER_ID = 'filter-exceptions';
const WAIT_MS = 250;

function FilterFields({ filters, first }: { filters: Filters; first: QueryClustersResponse | null }): JSX.Element {
  const [text, setText] = useState(filters['text'] ?? '');
  const timer = useRef<ReturnType<typeof setTimeout> | undefined>(undefined);
  const classes = first?.facets?.clusterTypes ?? [];
  const chosen = filters['class'] ?? '';
  const isKnown = classes.some(({ value }) => value === chosen);
  return h(
    'div',
    { class: 'fields' },
    field({
      label: 'Text',
      type: 'search',
      value: text,
      id: FILTER_ID,
      onInput: (value) => {
        setText(value);
        clearTimeout(timer.current);
        timer.current = setTimeout(() => adjust({ text: value, cluster: undefined }), WAIT_MS);
      },
    }),
    choice({
      label: 'Class',
      value: chosen,
      choices: [
        ['', 'all classes'],
        ...(chosen !== '' && !isKnown ? [[chosen, classWords(chosen)] as const] : []),
        ...classes.map(({ value, clusters }) => [value, `${classWords(value)} (${count(clusters)})`] as const),
      ],
      onInput: (value) => adjust({ class: value, cluster: undefined }),
    }),
    choice({
      label: 'Side',
      value: filters['side'] ?? '',
      choices: [
        ['', 'both'],
        ['gl', 'ledger'],
        ['bank', 'bank'],
      ],
      onInput: (value) => adjust({ side: value }),
    }),
    field({
      label: 'From amount',
      type: 'number',
      value: filters['min'] ?? '',
      onInput: (value) => adjust({ min: value }),
    }),
    field({
      label: 'To amount',
      type: 'number',
      value: filters['max'] ?? '',
      onInput: (value) => adjust({ max: value }),
    }),
    choice({
      label: 'Order',
      value: filters['order'] ?? 'amount',
      choices: [
        ['amount', 'largest first'],
        ['age', 'oldest first'],
        ['made', 'as they were made'],
      ],
      onInput: (value) => adjust({ order: value }),
    }),
  );
}

interface ListProps {
  readonly list: ClusterList;
  readonly place: ScreenProps;
  readonly name: string;
  readonly isStale: boolean;
  readonly onStale: () => void;
}

function List({ list, place, name, isStale, onStale }: ListProps): JSX.Element {
  const [active, setActive] = useState<number>(-1);
  const [apart, setApart] = useState<ListedCluster | null>(null);
  const [markedNow, setMarked] = useState<ReadonlyMap<string, ListedCluster>>(new Map());
  const [isAll, setAll] = useState(false);
  const [turn, setTurn] = useState(0);
  const grid = useRef<Grid<ListedCluster> | null>(null);
  const acting = useRef<((key: string) => boolean) | null>(null);
  const rows = list.rows();
  const wanted = route.value.params['cluster'];
  useEffect(() => {
    // A link names an exception: it is shown whatever the list holds.
    if (wanted === undefined) {
      if (rows.count > 0) grid.current?.moveTo(0);
      return;
    }
    const at = list.first.items.findIndex(({ cluster }) => cluster?.clusterId === wanted);
    if (at >= 0) return void grid.current?.moveTo(at);
    reporting
      .queryClusters({ ...queryOf(place, { status: 'any', text: wanted }), pageSize: 1 })
      .then(({ items }) => setApart(items[0] ?? null))
      .catch((error) => say(failureOf(error).sentence, { isBad: true }));
  }, []);
  const here = active < 0 ? null : (rows.at(active) ?? null);
  const chosen = apart ?? here;
  const decided = async () => {
    grid.current?.mark([]);
    setAll(false);
    await list.renew();
    setTurn((before) => before + 1);
    const after = list.rows();
    let next = Math.max(0, active);
    while (
      next < after.count &&
      after.at(next) !== undefined &&
      after.at(next)?.cluster?.decisionStatus !== DecisionStatus.PENDING
    )
      next++;
    if (next < after.count && after.at(next) !== undefined) grid.current?.moveTo(next);
  };
  if (rows.count === 0 && apart === null) {
    return nothing(
      viewOf(route.value.params) === 'pending' ? 'Nothing is left to decide here.' : 'No exception has all of this.',
      h('a', { href: hrefOf('statement', { ...place }) }, 'To the statement'),
    );
  }
  return h(
    'div',
    { class: 'halves' },
    h(
      'div',
      { class: 'list' },
      h(GridView<ListedCluster>, {
        label: counted(rows.count, 'exception'),
        columns: COLUMNS,
        rows,
        list: `${name} ${list.snapshot}`,
        idOf: ({ cluster }) => cluster!.clusterId,
        tone: ({ cluster }) => (cluster!.decisionStatus === DecisionStatus.PENDING ? '' : 'done'),
        onMove: (item, index) => {
          setActive(index);
          setApart(null);
          if (item !== null) adjust({ cluster: item.cluster!.clusterId });
        },
        onMark: (items) => {
          setMarked(new Map(items));
          setAll(false);
        },
        onMarkAll: () => setAll(true),
        onKey: (event) => keyActs(event, acting.current, FILTER_ID),
        onGrid: (made) => {
          grid.current = made;
        },
      }),
    ),
    h(
      'div',
      { class: 'detail', tabIndex: 0, role: 'region', 'aria-label': 'The exception' },
      h(Acts, {
        place,
        list,
        marked: isAll ? null : markedNow.size > 0 ? [...markedNow.values()] : chosen === null ? [] : [chosen],
        isMarked: isAll || markedNow.size > 0,
        total: rows.count,
        isStale,
        onStale,
        onAll: () => setAll(true),
        onNone: () => {
          grid.current?.mark([]);
          setAll(false);
        },
        onDecided: decided,
        onKeys: (act) => {
          acting.current = act;
        },
      }),
      chosen === null
        ? nothing('Choose an exception to see why it is one.')
        : h(Detail, { key: chosen.cluster!.clusterId, listed: chosen, place, turn }),
    ),
  );
}
