// Pairing by hand: the open rows of both sides, the sums of what is marked, rows of the other side that would fit, and
// what a difference is posted as.

import { h, type JSX } from 'preact';
import { useEffect, useMemo, useState } from 'preact/hooks';
import { Side } from '../../../../gen/tieout/engine/v1/vocabulary_pb.ts';
import { DifferenceAs } from '../../../../gen/tieout/people/v1/matches_pb.ts';
import type { OpenItem } from '../../../../gen/tieout/reporting/v1/rows_pb.ts';
import { Dialog } from '../../parts/dialog.ts';
import { choice, field, noteField } from '../../parts/fields.ts';
import type { Grid, GridColumn } from '../../parts/grid.ts';
import { allOf, GridView } from '../../parts/grid-view.ts';
import { nothing, shown } from '../../parts/loaded.ts';
import { people, reporting } from '../../state/clients.ts';
import { useLoad } from '../../state/load.ts';
import { allPages } from '../../state/pages.ts';
import { actOrPropose, PROPOSED } from '../../state/propose.ts';
import { adjust, hrefOf, route } from '../../state/route.ts';
import { say } from '../../state/said.ts';
import { may } from '../../state/who.ts';
import { counted, minorOf, money, unitsOf } from '../../words/money.ts';
import type { ScreenProps } from '../screen.ts';
import { partnersOf } from './suggest.ts';

const COLUMNS: readonly GridColumn<OpenItem>[] = [
  { key: 'date', title: 'Date', track: '6rem', text: ({ date }) => date },
  {
    key: 'reference',
    title: 'Reference',
    track: 'minmax(5rem, 9rem)',
    isMono: true,
    text: ({ reference }) => reference ?? '',
  },
  { key: 'narration', title: 'Narration', track: 'minmax(8rem, 1fr)', text: ({ narration }) => narration ?? '' },
  {
    key: 'amount',
    title: 'Amount',
    track: '7.5rem',
    isEnd: true,
    text: ({ amount, currency }) => money(amount, currency),
  },
];

interface Open {
  readonly gl: readonly OpenItem[];
  readonly bank: readonly OpenItem[];
}

type Marked = ReadonlyMap<string, OpenItem>;

export function PairScreen(place: ScreenProps): JSX.Element {
  const { tenant, partner, session } = place;
  const scope = { sessionId: session, tenantId: tenant, partnerId: partner };
  const loaded = useLoad<Open>(`open ${tenant} ${partner} ${session}`, async () => {
    const of = (side: Side) =>
      allPages((pageToken) => reporting.listOpenItems({ ...scope, side, pageSize: 1000, pageToken }), 100_000);
    const [gl, bank] = await Promise.all([of(Side.GL), of(Side.BANK)]);
    return { gl, bank };
  });
  return h(
    'div',
    {},
    h(
      'div',
      { class: 'title' },
      h('h1', {}, 'Pair by hand'),
      h(
        'span',
        { class: 'muted' },
        'Mark the rows of both sides that belong together, with a click on the box or the space key.',
      ),
    ),
    shown(loaded, (open) =>
      open.gl.length + open.bank.length === 0
        ? nothing(
            'Every row of this session is matched or decided.',
            h('a', { href: hrefOf('statement', { ...place }) }, 'To the statement'),
          )
        : h(Pairing, { open, place, onPaired: loaded.again }),
    ),
  );
}

interface PairingProps {
  readonly open: Open;
  readonly place: ScreenProps;
  readonly onPaired: () => void;
}

/** Rows that the address names come first: they are those of an exception. */
const firstOf = (items: readonly OpenItem[], named: ReadonlySet<string>): readonly OpenItem[] =>
  named.size === 0
    ? items
    : [...items.filter(({ recordId }) => named.has(recordId)), ...items.filter(({ recordId }) => !named.has(recordId))];

const filtered = (items: readonly OpenItem[], words: string): readonly OpenItem[] => {
  const wanted = words.trim().toUpperCase();
  if (wanted === '') return items;
  return items.filter((item) =>
    [item.reference, item.narration, item.date, money(item.amount, item.currency), String(item.amount)].some((text) =>
      text?.toUpperCase().includes(wanted),
    ),
  );
};

function Pairing({ open, place, onPaired }: PairingProps): JSX.Element {
  const [words, setWords] = useState(route.value.params['find'] ?? '');
  const [marked, setMarked] = useState<{ gl: Marked; bank: Marked }>({ gl: new Map(), bank: new Map() });
  const [grids] = useState<{ gl?: Grid<OpenItem>; bank?: Grid<OpenItem> }>({});
  const [named] = useState(() => new Set((route.value.params['rows'] ?? '').split(',').filter(Boolean)));
  const shownRows = useMemo(() => {
    const of = (items: readonly OpenItem[]) => allOf(filtered(firstOf(items, named), words));
    return { gl: of(open.gl), bank: of(open.bank) };
  }, [open, words]);
  useEffect(() => {
    for (const side of ['gl', 'bank'] as const)
      grids[side]?.mark(open[side].filter(({ recordId }) => named.has(recordId)));
  }, []);
  const list = (side: 'gl' | 'bank', title: string): JSX.Element =>
    h(
      'section',
      { 'aria-label': title },
      h('h2', {}, `${title} · ${counted(shownRows[side].count, 'open row')}`),
      h(
        'div',
        { class: 'list' },
        h(GridView<OpenItem>, {
          label: `Open rows of the ${title.toLowerCase()}`,
          columns: COLUMNS,
          rows: shownRows[side],
          list: `${side} ${place.session}`,
          idOf: ({ recordId }) => recordId,
          onMark: (rows) => setMarked((before) => ({ ...before, [side]: new Map(rows) })),
          onGrid: (grid) => {
            grids[side] = grid;
          },
        }),
      ),
    );
  const mark = (item: OpenItem, side: 'gl' | 'bank') => {
    const grid = grids[side]!;
    grid.mark([...grid.marked.values(), item]);
  };
  const clear = () => {
    grids.gl?.mark([]);
    grids.bank?.mark([]);
  };
  return h(
    'div',
    {},
    h(
      'div',
      { class: 'fields' },
      field({
        label: 'Find on both sides',
        type: 'search',
        value: words,
        onInput: (value) => {
          setWords(value);
          adjust({ find: value, rows: undefined });
        },
      }),
    ),
    h('div', { class: 'pair' }, list('gl', 'Ledger'), list('bank', 'Bank')),
    h(Suggestions, { open, marked, mark }),
    h(Sums, {
      marked,
      place,
      clear,
      onPaired: () => {
        clear();
        onPaired();
      },
    }),
  );
}

interface SuggestionsProps {
  readonly open: Open;
  readonly marked: { readonly gl: Marked; readonly bank: Marked };
  readonly mark: (item: OpenItem, side: 'gl' | 'bank') => void;
}

function Suggestions({ open, marked, mark }: SuggestionsProps): JSX.Element | null {
  const found = useMemo(() => {
    const [gl, bank] = [[...marked.gl.values()], [...marked.bank.values()]];
    if (gl.length > 0 && bank.length === 0) return { side: 'bank' as const, items: partnersOf(gl, open.bank) };
    if (bank.length > 0 && gl.length === 0) return { side: 'gl' as const, items: partnersOf(bank, open.gl) };
    return null;
  }, [open, marked]);
  if (found === null) return null;
  return h(
    'section',
    { 'aria-label': 'Suggestions' },
    h('h2', {}, `Might fit, of the ${found.side === 'gl' ? 'ledger' : 'bank'}`),
    found.items.length === 0
      ? h('p', { class: 'muted' }, 'No open row of the other side is near in amount, day or words.')
      : h(
          'ul',
          { class: 'suggested' },
          found.items.map(({ item, reason }) =>
            h(
              'li',
              {},
              h(
                'button',
                { type: 'button', onClick: () => mark(item, found.side) },
                `${item.date} ${money(item.amount, item.currency)}`,
              ),
              h('span', {}, item.narration ?? item.reference ?? ''),
              h('span', { class: 'muted' }, reason),
            ),
          ),
        ),
  );
}

const AS: readonly (readonly [string, string])[] = [
  ['', 'choose…'],
  [String(DifferenceAs.FEE), 'a charge of the bank'],
  [String(DifferenceAs.LEVY), 'a levy or stamp duty'],
  [String(DifferenceAs.EXCHANGE), 'an exchange difference'],
  [String(DifferenceAs.ROUNDING), 'a rounding'],
  [String(DifferenceAs.WRITE_OFF), 'written off, within the policy'],
];

interface SumsProps {
  readonly marked: { readonly gl: Marked; readonly bank: Marked };
  readonly place: ScreenProps;
  readonly clear: () => void;
  readonly onPaired: () => void;
}

function Sums({ marked, place, clear, onPaired }: SumsProps): JSX.Element {
  const [isAsked, setAsked] = useState(false);
  const [note, setNote] = useState('');
  const [as, setAs] = useState('');
  const [gl, bank] = [[...marked.gl.values()], [...marked.bank.values()]];
  const currencies = new Set([...gl, ...bank].map(({ currency }) => currency));
  const currency = [...currencies][0] ?? 'NGN';
  // Sums of what is marked are whole minor units, so that no cent is lost on the way.
  const sum = (items: readonly OpenItem[]) => items.reduce((all, item) => all + minorOf(item.amount, item.currency), 0);
  const difference = sum(gl) - sum(bank);
  const shownSum = (minor: number) => money(unitsOf(minor, currency), currency);
  const isReady = gl.length > 0 && bank.length > 0 && currencies.size === 1;
  const act = async () => {
    const match = {
      ...{ sessionId: place.session, tenantId: place.tenant, partnerId: place.partner, note },
      glRecordIds: gl.map(({ recordId }) => recordId),
      bankRecordIds: bank.map(({ recordId }) => recordId),
      ...(difference !== 0 && { differenceAs: Number(as) as DifferenceAs }),
    };
    const { tenant, partner } = place;
    const paired = await actOrPropose(() => people.matchByHand(match), { tenant, partner, order: { match }, note });
    say(
      paired === null
        ? PROPOSED
        : `Paired. ${counted(paired.voidedClusterIds.length, 'exception is', 'exceptions are')} gone with it.`,
    );
    setNote('');
    setAs('');
    onPaired();
  };
  return h(
    'div',
    { class: 'sums', role: 'region', 'aria-label': 'What is marked' },
    h('span', {}, 'Ledger ', h('b', {}, shownSum(sum(gl))), ` of ${counted(gl.length, 'row')}`),
    h('span', {}, 'Bank ', h('b', {}, shownSum(sum(bank))), ` of ${counted(bank.length, 'row')}`),
    h('span', { class: difference === 0 ? 'good' : 'warn' }, 'Difference ', h('b', {}, shownSum(difference))),
    currencies.size > 1 && h('span', { class: 'bad' }, 'Rows of two currencies are no pair.'),
    may('decide') &&
      h('button', { type: 'button', class: 'primary', disabled: !isReady, onClick: () => setAsked(true) }, 'Pair them'),
    gl.length + bank.length > 0 && h('button', { type: 'button', onClick: clear }, 'Unmark all'),
    isAsked &&
      h(
        Dialog,
        {
          title: `Pair ${counted(gl.length, 'ledger row')} with ${counted(bank.length, 'bank row')}`,
          act: 'Pair them',
          onAct: act,
          onClose: () => setAsked(false),
          isReady: note.trim() !== '' && (difference === 0 || as !== ''),
        },
        difference !== 0 &&
          choice({ label: `The difference of ${shownSum(difference)} is`, value: as, choices: AS, onInput: setAs }),
        noteField(note, setNote, 'Why the rows belong together'),
      ),
  );
}
