// Rows of the two sides beside each other. Of one row a side, what is unlike is marked; of several, each side is a list.

import { h, type JSX } from 'preact';
import type { Row } from '../../../gen/tieout/reporting/v1/rows_pb.ts';
import { money } from '../words/money.ts';
import { type Piece, unlikeCharacters, unlikeWords } from '../words/unlike.ts';
import { plainTable } from './plain-table.ts';

/** The fields of a row that lists show, whatever message it came in. */
type ShownRow = Pick<
  Row,
  | 'recordId'
  | 'date'
  | 'valueDate'
  | 'amount'
  | 'currency'
  | 'reference'
  | 'settlementSessionId'
  | 'narration'
  | 'file'
  | 'line'
>;

const pieces = (of: readonly Piece[]): (JSX.Element | string)[] =>
  of.map(({ text, isUnlike }) => (isUnlike ? h('mark', {}, text) : text));

export function beside(gl: readonly ShownRow[], bank: readonly ShownRow[]): JSX.Element {
  const [one, other] = [gl[0], bank[0]];
  if (gl.length === 1 && bank.length === 1) return h(OneEach, { gl: one!, bank: other! });
  if (gl.length + bank.length === 1) return h(OneAlone, { row: (one ?? other)!, title: one ? 'Ledger' : 'Bank' });
  return h(
    'div',
    {},
    gl.length > 0 && rowsTable('Ledger', gl),
    bank.length > 0 && rowsTable('Bank', bank),
    gl.length === 0 && h('p', { class: 'muted' }, 'No row of the ledger.'),
    bank.length === 0 && h('p', { class: 'muted' }, 'No row of the bank.'),
  );
}

export const rowsTable = (caption: string, items: readonly ShownRow[]): JSX.Element =>
  plainTable<ShownRow>({
    caption,
    isCaptionSeen: true,
    items,
    columns: [
      { title: 'Date', isTight: true, cell: ({ date }) => date },
      { title: 'Reference', isMono: true, cell: ({ reference }) => reference ?? '–' },
      { title: 'Narration', cell: ({ narration }) => narration ?? '–' },
      { title: 'Amount', isEnd: true, cell: ({ amount, currency }) => money(amount, currency) },
      { title: 'Row', isMono: true, cell: ({ file, line }) => `${file}:${line}` },
    ],
  });

function OneEach({ gl, bank }: { gl: ShownRow; bank: ShownRow }): JSX.Element {
  const line = (
    title: string,
    of: (row: ShownRow) => string | undefined,
    {
      form = '',
      by = unlikeCharacters,
    }: { form?: string; by?: ((one: string, other: string) => readonly Piece[]) | null } = {},
  ) => {
    const [one, other] = [of(gl) ?? '', of(bank) ?? ''];
    if (one === '' && other === '') return null;
    const shown = (text: string, beside: string) => (text === '' ? '–' : by === null ? text : pieces(by(text, beside)));
    return h(
      'tr',
      {},
      h('th', { scope: 'row' }, title),
      h('td', { class: form }, shown(one, other)),
      h('td', { class: form }, shown(other, one)),
    );
  };
  return h(
    'table',
    { class: 'beside' },
    h('caption', { class: 'unseen' }, 'The two rows side by side'),
    h('thead', {}, h('tr', {}, h('td', {}), h('th', { scope: 'col' }, 'Ledger'), h('th', { scope: 'col' }, 'Bank'))),
    h(
      'tbody',
      {},
      line('Amount', ({ amount, currency }) => money(amount, currency), { form: 'figure' }),
      line('Currency', ({ currency }) => (gl.currency === bank.currency ? undefined : currency)),
      line('Date', ({ date }) => date),
      line('Value date', ({ valueDate }) => valueDate),
      line('Reference', ({ reference }) => reference, { form: 'mono' }),
      line('Session id', ({ settlementSessionId }) => settlementSessionId, { form: 'mono' }),
      line('Narration', ({ narration }) => narration, { by: unlikeWords }),
      line('Row', ({ file, line: at }) => `${file}:${at}`, { form: 'mono', by: null }),
    ),
  );
}

/** A row that has nothing beside it. */
function OneAlone({ row, title }: { row: ShownRow; title: 'Ledger' | 'Bank' }): JSX.Element {
  const line = (name: string, value: string | undefined, form = '') =>
    value && h('tr', {}, h('th', { scope: 'row' }, name), h('td', { class: form }, value));
  return h(
    'table',
    { class: 'beside' },
    h('caption', { class: 'unseen' }, `The row of the ${title.toLowerCase()}`),
    h(
      'thead',
      {},
      h('tr', {}, h('td', {}), h('th', { scope: 'col' }, title === 'Ledger' ? 'Ledger alone' : 'Bank alone')),
    ),
    h(
      'tbody',
      {},
      line('Amount', `${money(row.amount, row.currency)} ${row.currency}`),
      line('Date', row.date),
      line('Value date', row.valueDate === row.date ? undefined : row.valueDate),
      line('Reference', row.reference, 'mono'),
      line('Transfer', row.settlementSessionId, 'mono'),
      line('Narration', row.narration),
      line('Row', `${row.file}:${row.line}`, 'mono'),
    ),
  );
}
