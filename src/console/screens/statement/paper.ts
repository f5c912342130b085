// One account's proof as a page, with the rows of a line when it is opened, and its plot.

import { h, type JSX } from 'preact';
import { useState } from 'preact/hooks';
import type { StatementRow } from '../../../../gen/tieout/reporting/v1/statement_pb.ts';
import type { DifferenceProof, ProofLine, ProvedBalance } from '../../../../gen/tieout/reporting/v1/summary_pb.ts';
import { shown } from '../../parts/loaded.ts';
import { plainTable } from '../../parts/plain-table.ts';
import { stateWord } from '../../parts/state-word.ts';
import { waterfall } from '../../plots/waterfall.ts';
import { reporting } from '../../state/clients.ts';
import { useLoad } from '../../state/load.ts';
import { exceptionHref, hrefOf } from '../../state/route.ts';
import { statusName } from '../../words/classes.ts';
import { count, counted, minorOf, money, unitsOf } from '../../words/money.ts';
import { addedOrTaken, namedByClass } from '../../words/proof-lines.ts';
import type { ScreenProps } from '../screen.ts';

interface PaperProps {
  readonly proof: DifferenceProof;
  readonly before: DifferenceProof | null;
  readonly beforeName: string | null;
  readonly place: ScreenProps;
}

const keyOf = ({ kind, side, clusterType }: Pick<ProofLine, 'kind' | 'side' | 'clusterType'>): string =>
  `${kind} ${side ?? ''} ${clusterType ?? ''}`;

/** The balance or the movement of a side with its lines added; undefined where a side has no balance. */
function adjustedOf(proof: DifferenceProof, side: 'bank' | 'book', isOfBalances: boolean): number | undefined {
  if (isOfBalances) return side === 'bank' ? proof.adjustedBank : proof.adjustedBook;
  const { currency, lines } = proof;
  const minor = lines
    .filter((line) => line.side === side)
    .reduce((sum, { amount }) => sum + minorOf(amount, currency), minorOf(proof[side]?.movement ?? 0, currency));
  return unitsOf(minor, currency);
}

export function PaperOf({ proof, before, beforeName, place }: PaperProps): JSX.Element {
  const [opened, setOpened] = useState<string | null>(null);
  const { currency, account, adjustedBank, adjustedBook, difference, explained } = proof;
  const isOfBalances = adjustedBank !== undefined && adjustedBook !== undefined;
  const unexplained = minorOf(difference, currency) - minorOf(explained, currency);
  const lines = (side: string | undefined) => proof.lines.filter((line) => line.side === side);
  const last = (line: ProofLine) => before?.lines.find((one) => keyOf(one) === keyOf(line));
  const columns = before === null ? 3 : 4;
  const row = (line: ProofLine, words: string): JSX.Element[] => {
    const key = keyOf(line);
    const isOpen = opened === key;
    const of = last(line);
    return [
      h(
        'tr',
        { key },
        h(
          'td',
          { class: 'indent' },
          h(
            'button',
            {
              type: 'button',
              class: 'quiet line',
              'aria-expanded': isOpen,
              onClick: () => setOpened(isOpen ? null : key),
            },
            words,
          ),
        ),
        h('td', { class: 'end' }, counted(line.rows, 'row')),
        h('td', { class: 'end' }, money(Math.abs(line.amount), currency)),
        before && h('td', { class: 'end last' }, of === undefined ? '–' : money(Math.abs(of.amount), currency)),
      ),
      ...(isOpen
        ? [h('tr', { key: `${key} rows` }, h('td', { colSpan: columns }, h(LineRows, { line, proof, place })))]
        : []),
    ];
  };
  const balance = (words: string, amount: number | undefined, of: number | undefined, name = 'balance'): JSX.Element =>
    h(
      'tr',
      { class: name },
      h('td', { colSpan: 2 }, words),
      h('td', { class: 'end' }, amount === undefined ? 'not stated' : money(amount, currency)),
      before && h('td', { class: 'end last' }, of === undefined ? '–' : money(of, currency)),
    );
  const side = (name: 'bank' | 'book', words: string): JSX.Element[] => {
    const proved = proof[name];
    const of = before?.[name];
    const own = isOfBalances ? proved?.closing : proved?.movement;
    const theirs = isOfBalances ? of?.closing : of?.movement;
    return [
      balance(
        `${isOfBalances ? 'Balance' : 'Movements'} as per ${words}${basisWords(proved)}`,
        own,
        theirs,
        'balance first',
      ),
      ...lines(name).flatMap((line) => row(line, addedOrTaken(line))),
      balance(
        `Adjusted ${name} ${isOfBalances ? 'balance' : 'movement'}`,
        adjustedOf(proof, name, isOfBalances),
        before === null ? undefined : adjustedOf(before, name, isOfBalances),
      ),
    ];
  };
  const others = lines(undefined);
  return h(
    'section',
    { class: 'paper', 'aria-label': `Statement of ${account ?? 'the account'}, ${currency}` },
    h('h2', {}, `${account === undefined ? 'Reconciliation statement' : `Account ${account}`} · ${currency}`),
    h(
      'div',
      { class: 'table-holder', role: 'group', 'aria-label': 'The proof', tabIndex: 0 },
      h(
        'table',
        {},
        h(
          'thead',
          {},
          h(
            'tr',
            {},
            h('th', { scope: 'col' }, 'Line'),
            h('th', { scope: 'col', class: 'end' }, 'Rows'),
            h('th', { scope: 'col', class: 'end' }, currency),
            before && h('th', { scope: 'col', class: 'end' }, beforeName ?? 'before'),
          ),
        ),
        h(
          'tbody',
          {},
          ...side('bank', 'the bank statement'),
          h('tr', { 'aria-hidden': true }, h('td', { colSpan: columns }, '\u00a0')),
          ...side('book', 'the ledger'),
          balance('Difference', difference, before?.difference, 'balance end-line'),
        ),
      ),
    ),
    h(
      'p',
      { class: unexplained === 0 ? 'good' : 'bad' },
      unexplained !== 0
        ? `✕ ${money(unitsOf(unexplained, currency), currency)} of it is not itemised.`
        : difference === 0
          ? '✓ They agree: all differences are itemised.'
          : '✓ The difference is itemised to the last unit.',
    ),
    others.length > 0 &&
      h(
        'details',
        {},
        h('summary', {}, 'Beside the proof'),
        h('table', {}, h('tbody', {}, ...others.flatMap((line) => row(line, namedByClass(line))))),
      ),
    h(Bridge, { proof }),
  );
}

function basisWords(proved: ProvedBalance | undefined): string {
  const { closingBasis, lastDay } = proved ?? {};
  const words: Readonly<Record<string, string>> = {
    less_later_entries: 'less later entries',
    opening_and_movements: 'opening and movements',
    carried_forward: 'carried forward from an earlier session',
  };
  const said = [words[closingBasis ?? ''], lastDay && `last entry ${lastDay}`].filter(Boolean).join('; ');
  return said === '' ? '' : ` (${said})`;
}

/** The way from the bank's balance to the ledger's, as a plot. */
function Bridge({ proof }: { proof: DifferenceProof }): JSX.Element | null {
  const { lines, currency, bank, book, adjustedBank, difference } = proof;
  const ofBank = lines.filter(({ side }) => side === 'bank');
  const ofBook = lines.filter(({ side }) => side === 'book');
  if (ofBank.length + ofBook.length === 0) return null;
  const isOfBalances = adjustedBank !== undefined;
  const own = (proved: ProvedBalance | undefined) => (isOfBalances ? proved?.closing : proved?.movement) ?? 0;
  const step = (label: string, amount: number, isTotal: boolean) => ({
    ...{ label, isTotal, minor: minorOf(amount, currency), shown: money(amount, currency) },
  });
  const what = isOfBalances ? 'balance' : 'movements';
  return waterfall(`From the bank’s ${what} to the ledger’s, ${currency}`, [
    step(`Bank ${what}`, own(bank), true),
    ...ofBank.map((line) => step(addedOrTaken(line), line.amount, false)),
    // Entries that the ledger lacks are taken back on the way to its balance.
    ...ofBook.map((line) => step(addedOrTaken({ ...line, amount: -line.amount }), -line.amount, false)),
    ...(difference === 0 ? [] : [step('Difference', -difference, false)]),
    step(`Ledger ${what}`, own(book), true),
  ]);
}

const MOST_ROWS = 200;

interface LineRowsProps {
  readonly line: ProofLine;
  readonly proof: DifferenceProof;
  readonly place: ScreenProps;
}

/** The rows of a line, as the statement that is signed has them. */
function LineRows({ line, proof, place }: LineRowsProps): JSX.Element {
  const { tenant, partner, session } = place;
  const loaded = useLoad(`line ${keyOf(line)} ${proof.account} ${proof.currency}`, async () => {
    const { answer } = await reporting.getStatement({ sessionId: session, tenantId: tenant, partnerId: partner });
    if (answer.case !== 'statement') return [];
    const own = answer.value.proofs.find(
      ({ account, currency }) => account === proof.account && currency === proof.currency,
    );
    return own?.lines.find((one) => keyOf(one) === keyOf(line))?.items ?? [];
  });
  return shown(loaded, (items) => {
    const exceptions = hrefOf('exceptions', { ...place, class: line.clusterType, status: 'any' });
    return h(
      'div',
      {},
      plainTable<StatementRow>({
        caption: addedOrTaken(line),
        items: items.slice(0, MOST_ROWS),
        columns: [
          { title: 'Date', cell: ({ date }) => date ?? '–' },
          { title: 'Row', isMono: true, cell: ({ file, line: at }) => `${file}:${at}` },
          { title: 'Reference and narration', cell: ({ words }) => words },
          { title: proof.currency, isEnd: true, cell: ({ amount }) => money(amount, proof.currency) },
          {
            title: 'Exception',
            cell: ({ clusterId, decisionStatus }) =>
              clusterId === undefined
                ? '–'
                : h(
                    'a',
                    { href: exceptionHref(place, clusterId) },
                    decisionStatus === undefined ? 'open it' : stateWord(statusName(decisionStatus)),
                  ),
          },
        ],
      }),
      items.length > MOST_ROWS && h('p', { class: 'muted' }, `The first ${MOST_ROWS} of ${count(items.length)}.`),
      line.clusterType !== undefined && h('p', {}, h('a', { href: exceptions }, 'All of them among the exceptions')),
    );
  });
}
