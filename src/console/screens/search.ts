// Search in everything: what was found, kind by kind, each a link to its place; and what was not looked through.

import { h, type JSX } from 'preact';
import { Side } from '../../../gen/tieout/engine/v1/vocabulary_pb.ts';
import { type SearchHit, SearchKind, type SearchResponse } from '../../../gen/tieout/reporting/v1/search_pb.ts';
import { nothing, shown } from '../parts/loaded.ts';
import { plainTable } from '../parts/plain-table.ts';
import { reporting } from '../state/clients.ts';
import { useLoad } from '../state/load.ts';
import { allPages } from '../state/pages.ts';
import { exceptionHref, hrefOf, route } from '../state/route.ts';
import { classWords, plain } from '../words/classes.ts';
import { money } from '../words/money.ts';
import type { ScreenProps } from './screen.ts';

const MOST = 25;
/** Most tenants that are asked where the address names none. */
const MOST_TENANTS = 10;

interface Answer {
  readonly tenant: string;
  readonly found: SearchResponse;
}

interface Answers {
  readonly answers: readonly Answer[];
  /** The number of tenants that were not asked. */
  readonly left: number;
}

export function SearchScreen({ tenant, partner }: ScreenProps): JSX.Element {
  const { q = '' } = route.value.params;
  const text = q.trim();
  const loaded = useLoad(`search ${tenant} ${partner} ${text}`, async (signal): Promise<Answers> => {
    if (text.length < 2) return { answers: [], left: 0 };
    const all = tenant === '' ? await tenantsOf() : [tenant];
    const tenants = all.slice(0, MOST_TENANTS);
    const ask = async (tenantId: string) => ({
      tenant: tenantId,
      found: await reporting.search(
        { tenantId, text, pageSize: MOST, ...(partner && { partnerId: partner }) },
        { signal },
      ),
    });
    return { answers: await Promise.all(tenants.map(ask)), left: all.length - tenants.length };
  });
  return h(
    'div',
    {},
    h('div', { class: 'title' }, h('h1', {}, 'Search'), text !== '' && h('span', { class: 'muted' }, `“${text}”`)),
    text.length < 2
      ? nothing('Write two letters or more above: of a reference, a narration, a name, an id, or an amount.')
      : shown(loaded, (found) => drawn(found, { tenant, partner, q })),
  );
}

async function tenantsOf(): Promise<readonly string[]> {
  const scopes = await allPages((pageToken) => reporting.listScopes({ pageSize: 1_000, pageToken }));
  return [...new Set(scopes.map(({ tenantId }) => tenantId))];
}

const TITLES: readonly (readonly [SearchKind, string])[] = [
  [SearchKind.CLUSTER, 'Exceptions'],
  [SearchKind.ROW, 'Rows'],
  [SearchKind.MATCH, 'Matches'],
  [SearchKind.LEFT_OUT, 'Lines that could not be read'],
  [SearchKind.SESSION, 'Months'],
  [SearchKind.RUN, 'Runs'],
  [SearchKind.JOURNAL, 'Journals'],
  [SearchKind.CASE, 'Screening cases'],
];

type Hit = SearchHit & { readonly tenant: string };

function drawn(
  { answers, left }: Answers,
  { tenant, partner, q }: { readonly tenant: string; readonly partner: string; readonly q: string },
): JSX.Element {
  const hits = answers.flatMap(({ tenant: of, found }) => found.items.map((hit) => ({ ...hit, tenant: of })));
  const unasked = `${left === 1 ? '1 tenant was' : `${left} tenants were`} not asked: choose one above.`;
  const cuts = [
    ...(left > 0 ? [unasked] : []),
    ...new Set(answers.flatMap(({ found }) => found.cuts.map(({ reason }) => reason))),
  ];
  return h(
    'div',
    {},
    partner !== '' &&
      h('p', {}, `Of ${partner}. `, h('a', { href: hrefOf('search', { tenant, q }) }, 'Of all partners')),
    hits.length === 0 && nothing('Nothing has this.'),
    TITLES.map(([kind, title]) => {
      const ofKind = hits.filter((hit) => hit.kind === kind);
      return (
        ofKind.length > 0 &&
        h('section', { key: title }, h('h2', {}, title), kind === SearchKind.ROW ? rows(ofKind) : others(title, ofKind))
      );
    }),
    cuts.length > 0 &&
      h(
        'ul',
        { class: 'muted', 'aria-label': 'Not looked through, or not shown' },
        cuts.map((one) => h('li', {}, one)),
      ),
  );
}

const link = (hit: Hit, words: string): JSX.Element =>
  h('a', { href: placeOf(hit) }, words === '' ? '(no words)' : words);

/** The address of the screen that shows the hit. */
function placeOf({ kind, tenant, partnerId: partner, sessionId: session = '', ...hit }: Hit): string {
  const place = { tenant, partner, session };
  if (hit.clusterId !== undefined) return exceptionHref(place, hit.clusterId);
  if (hit.groupId !== undefined)
    return hrefOf('matches', { ...place, tier: String(hit.tier ?? ''), match: hit.groupId });
  if (kind === SearchKind.RUN) return hrefOf('run', place);
  if (kind === SearchKind.CASE) return hrefOf('cases', { tenant, partner, case: hit.id });
  if (kind === SearchKind.LEFT_OUT || hit.state === 'left_out') return hrefOf('left-out', place);
  if (kind === SearchKind.ROW) return hrefOf('pair', { ...place, find: hit.reference ?? hit.words });
  return hrefOf('statement', place);
}

const sum = ({ amount, currency = '' }: Hit): string =>
  amount === undefined ? '' : `${money(amount, currency)} ${currency}`;

const rows = (items: readonly Hit[]): JSX.Element =>
  plainTable<Hit>({
    caption: 'Rows',
    items,
    columns: [
      { title: 'State', cell: ({ state }) => plain(state) },
      { title: 'Narration', cell: (hit) => link(hit, hit.words || hit.reference || '') },
      { title: 'Reference', isMono: true, cell: ({ reference }) => reference ?? '' },
      { title: 'Amount', isEnd: true, cell: sum },
      { title: 'Date', isTight: true, cell: ({ date }) => date ?? '' },
      { title: 'Side', cell: ({ side }) => (side === Side.GL ? 'ledger' : 'bank') },
      { title: 'Month', cell: ({ partnerId, sessionId }) => `${partnerId} › ${sessionId ?? ''}` },
      { title: 'Line', isMono: true, cell: ({ file, line }) => `${file}:${line}` },
    ],
  });

const others = (caption: string, items: readonly Hit[]): JSX.Element =>
  plainTable<Hit>({
    caption,
    items,
    columns: [
      {
        title: 'What',
        cell: (hit) => link(hit, hit.kind === SearchKind.CLUSTER ? classWords(hit.words) : nameOf(hit)),
      },
      { title: 'State', cell: ({ state }) => plain(state) },
      { title: 'Amount', isEnd: true, cell: sum },
      { title: 'Where', cell: ({ partnerId, sessionId }) => [partnerId, sessionId].filter(Boolean).join(' › ') },
      { title: 'Line', isMono: true, cell: ({ file, line }) => (file === undefined ? '' : `${file}:${line}`) },
    ],
  });

const nameOf = ({ kind, id = '', words }: Hit): string =>
  kind === SearchKind.SESSION || kind === SearchKind.RUN ? id : words || id;
