// The matches of a session: the weakest kind first, each with why its rows belong together, and taking one apart.

import { h, type JSX } from 'preact';
import { useState } from 'preact/hooks';
import type { MatchGroup } from '../../../../gen/tieout/reporting/v1/rows_pb.ts';
import type { GridColumn } from '../../parts/grid.ts';
import { GridView } from '../../parts/grid-view.ts';
import { nothing, shown } from '../../parts/loaded.ts';
import { reporting } from '../../state/clients.ts';
import { useLoad } from '../../state/load.ts';
import { adjust, route } from '../../state/route.ts';
import { say } from '../../state/said.ts';
import { usePager } from '../../state/use-pager.ts';
import { count, counted, money } from '../../words/money.ts';
import { sumOf, textsOf } from '../../words/side-rows.ts';
import { tierKey, tierWords } from '../../words/tiers.ts';
import type { ScreenProps } from '../screen.ts';
import { summaryOf } from '../statement/statement.ts';
import { MatchDetail } from './match-detail.ts';

/** Tiers by how much a person should look at them: texts before amounts, amounts before references. */
const WEAKEST_FIRST = [6, 5, 9, 8, 7, 4, 3, 2, 1, 0, 10];

const first = (group: MatchGroup) => group.gl[0] ?? group.bank[0];

const COLUMNS: readonly GridColumn<MatchGroup>[] = [
  { key: 'date', title: 'Date', track: '6rem', text: (group) => first(group)?.date ?? '' },
  { key: 'gl', title: 'Ledger', track: 'minmax(8rem, 1fr)', text: ({ gl }) => textsOf(gl) },
  { key: 'bank', title: 'Bank', track: 'minmax(8rem, 1fr)', text: ({ bank }) => textsOf(bank) },
  { key: 'amount', title: 'Amount', track: '7.5rem', isEnd: true, text: ({ gl }) => sumOf(gl) },
  {
    key: 'difference',
    title: 'Difference',
    track: '6.5rem',
    isEnd: true,
    text: (group) => (group.difference === 0 ? '' : money(group.difference, first(group)?.currency ?? '')),
  },
  {
    key: 'probability',
    title: 'Probability',
    track: '6.5rem',
    isEnd: true,
    text: ({ explanation, confidence }) => (explanation?.probability ?? confidence).toFixed(2),
  },
];

export function MatchesScreen(place: ScreenProps): JSX.Element {
  const { tenant, partner, session } = place;
  const summary = useLoad(`tiers ${tenant} ${partner} ${session}`, () => summaryOf(place));
  return h(
    'div',
    {},
    h('div', { class: 'title' }, h('h1', {}, 'Matches'), h('span', { class: 'muted' }, 'the weakest kind first')),
    shown(summary, ({ byTier }) => {
      const tiers = WEAKEST_FIRST.filter((tier) => (byTier[tierKey(tier)] ?? 0) > 0);
      if (tiers.length === 0) return nothing('Nothing matched in this session.');
      const asked = route.value.params['tier'];
      const tier = asked !== undefined && tiers.includes(Number(asked)) ? Number(asked) : tiers[0]!;
      return [
        h(
          'div',
          { class: 'tabs', role: 'group', 'aria-label': 'Kinds of matches' },
          tiers.map((one) =>
            h(
              'button',
              {
                type: 'button',
                'aria-pressed': one === tier,
                onClick: () => adjust({ tier: String(one), match: undefined }),
              },
              `${tierWords(one)} · ${count(byTier[tierKey(one)] ?? 0)}`,
            ),
          ),
        ),
        h(TierList, { key: tier, tier, place, onApart: summary.again }),
      ];
    }),
  );
}

interface TierProps {
  readonly tier: number;
  readonly place: ScreenProps;
  readonly onApart: () => void;
}

function TierList({ tier, place, onApart }: TierProps): JSX.Element {
  const { tenant, partner, session } = place;
  const [chosen, setChosen] = useState<MatchGroup | null>(null);
  const key = `matches ${tenant} ${partner} ${session} ${tier}`;
  const scope = { sessionId: session, tenantId: tenant, partnerId: partner };
  /** A link names a match: it is looked for in what comes later too. */
  const sought = async (wanted: string, next: string | undefined): Promise<MatchGroup | null> => {
    for (let pageToken = next ?? ''; pageToken !== ''; ) {
      const page = await reporting.listMatches({ ...scope, tier, pageSize: 1_000, pageToken });
      const found = page.items.find(({ groupId }) => groupId === wanted);
      if (found !== undefined) return found;
      pageToken = page.nextPageToken ?? '';
    }
    say('The match of this link is no longer there: a later run decided otherwise, or it was taken apart.');
    return null;
  };
  const loaded = usePager(key, async (pageToken) => {
    const page = await reporting.listMatches({ ...scope, tier, pageSize: 500, pageToken });
    // Each page begins with its least probable match; pages that are scrolled to later stand behind.
    const items = page.items.toSorted((one, other) => chanceOf(one) - chanceOf(other));
    if (pageToken === '') {
      const wanted = route.value.params['match'];
      const here = items.find(({ groupId }) => groupId === wanted) ?? null;
      setChosen(here ?? (wanted === undefined ? (items[0] ?? null) : await sought(wanted, page.nextPageToken)));
    }
    return { ...page, items };
  });
  return shown(loaded, (rows) =>
    h(
      'div',
      { class: 'halves high' },
      h(
        'div',
        { class: 'list' },
        h(GridView<MatchGroup>, {
          label: `${tierWords(tier)}: ${counted(rows.count, 'match', 'matches')}`,
          columns: COLUMNS,
          rows,
          list: key,
          idOf: ({ groupId }) => groupId,
          onMove: (group) => {
            if (group === null) return;
            setChosen(group);
            adjust({ match: group.groupId });
          },
        }),
      ),
      h(
        'div',
        { class: 'detail', tabIndex: 0, role: 'region', 'aria-label': 'The match' },
        chosen === null
          ? nothing('Choose a match to see why its rows belong together.')
          : h(MatchDetail, {
              key: chosen.groupId,
              group: chosen,
              place,
              onApart: () => {
                setChosen(null);
                loaded.again();
                onApart();
              },
            }),
      ),
    ),
  );
}

const chanceOf = ({ explanation, confidence }: MatchGroup): number => explanation?.probability ?? confidence;
