// A short table as HTML has it.

import { type ComponentChildren, h, type JSX } from 'preact';

export interface PlainColumn<T> {
  readonly title: string;
  readonly isEnd?: boolean;
  readonly isMono?: boolean;
  /** The cells never wrap, such as days. */
  readonly isTight?: boolean;
  /** The cells take what width is left, and wrap. */
  readonly isWide?: boolean;
  readonly cell: (item: T, index: number) => ComponentChildren;
}

interface PlainTableOptions<T> {
  /** Says what the table is, also to those who do not see it. */
  readonly caption: string;
  readonly isCaptionSeen?: boolean;
  readonly columns: readonly PlainColumn<T>[];
  readonly items: readonly T[];
}

/** A column in which no row has anything is left out. */
export function plainTable<T>({
  caption,
  isCaptionSeen = false,
  columns: all,
  items,
}: PlainTableOptions<T>): JSX.Element {
  const cells = all.map((column) => items.map(column.cell));
  const filled = all.flatMap((column, c) =>
    items.length === 0 || cells[c]!.some(isSomething) ? [{ column, cells: cells[c]! }] : [],
  );
  const classOf = ({ isEnd, isMono, isWide, isTight }: PlainColumn<T>) =>
    [isEnd && 'end', isMono && 'mono', isWide && 'wide', isTight && 'tight'].filter(Boolean).join(' ');
  return h(
    'div',
    { class: 'table-holder', role: 'group', 'aria-label': caption, tabIndex: 0 },
    h(
      'table',
      {},
      h('caption', { class: isCaptionSeen ? '' : 'unseen' }, caption),
      h(
        'thead',
        {},
        h(
          'tr',
          {},
          filled.map(({ column }) => h('th', { scope: 'col', class: classOf(column) }, column.title)),
        ),
      ),
      h(
        'tbody',
        {},
        items.map((_, i) =>
          h(
            'tr',
            {},
            filled.map(({ column, cells: own }) => h('td', { class: classOf(column) }, own[i])),
          ),
        ),
      ),
    ),
  );
}

const isSomething = (cell: ComponentChildren): boolean =>
  cell !== '' && cell !== null && cell !== undefined && typeof cell !== 'boolean';
