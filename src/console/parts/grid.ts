// A table of any length: it keeps as many rows in the page as fit on the screen, and while it scrolls only writes other
// texts into them. The keyboard moves in it as in a spreadsheet; the focus stays on the table, and the row at hand is
// named to screen readers.

import type { GridRows } from '../state/grid-rows.ts';

export interface GridColumn<T> {
  readonly key: string;
  readonly title: string;
  /** A track of a CSS grid: `8rem`, `minmax(8rem, 1fr)`. */
  readonly track: string;
  readonly isEnd?: boolean;
  readonly isMono?: boolean;
  readonly text: (item: T) => string;
}

interface GridEvents<T> {
  /** The row at hand has changed; null: there is none. */
  readonly onMove?: (item: T | null, index: number) => void;
  readonly onOpen?: (item: T, index: number) => void;
  /** Null: rows cannot be marked. */
  readonly onMark?: ((marked: ReadonlyMap<string, T>) => void) | null;
  /** Every row that the list has, not only those that are loaded. */
  readonly onMarkAll?: () => void;
  /** A key that the table itself has no use for. */
  readonly onKey?: (event: KeyboardEvent) => void;
}

export interface GridOptions<T> extends GridEvents<T> {
  readonly label: string;
  readonly columns: readonly GridColumn<T>[];
  readonly idOf: (item: T) => string;
  /** Classes of a row, separated by spaces. */
  readonly tone?: (item: T) => string;
  readonly hasKeys: () => boolean;
}

interface Slot {
  readonly row: HTMLElement;
  readonly mark: Text | null;
  readonly texts: readonly Text[];
  index: number;
  version: number;
}

const SPARE = 6;
let grids = 0;

export class Grid<T> {
  readonly element: HTMLElement;
  readonly #options: GridOptions<T>;
  readonly #body: HTMLElement;
  readonly #id = `grid${++grids}`;
  #rows: GridRows<T> = { count: 0, at: () => undefined, want: () => {} };
  #slots: Slot[] = [];
  /** The row at hand while it is out of sight. */
  #kept: Slot | null = null;
  #active = -1;
  #anchor = -1;
  #version = 0;
  #height = 32;
  #frame = 0;
  #marked = new Map<string, T>();

  constructor(options: GridOptions<T>) {
    this.#options = options;
    const { label, columns } = options;
    const marks = this.#canMark ? ['1.75rem'] : [];
    this.element = element('div', { class: 'grid', role: 'grid', tabindex: '0', 'aria-label': label });
    if (this.#canMark) this.element.setAttribute('aria-multiselectable', 'true');
    this.element.style.setProperty('--tracks', [...marks, ...columns.map(({ track }) => track)].join(' '));
    const head = element('div', { class: 'grid-row grid-head', role: 'row', 'aria-rowindex': '1' });
    if (this.#canMark) {
      const cell = element('div', { role: 'columnheader' });
      const words = element('span', { class: 'unseen' });
      words.textContent = 'Marked';
      cell.append(words);
      head.append(cell);
    }
    for (const { title, isEnd } of columns) {
      const cell = element('div', { role: 'columnheader', class: isEnd ? 'end' : '' });
      cell.textContent = title;
      head.append(cell);
    }
    const top = element('div', { role: 'rowgroup', class: 'grid-top' });
    top.append(head);
    this.#body = element('div', { role: 'rowgroup', class: 'grid-body' });
    this.element.append(top, this.#body);
    this.element.addEventListener('scroll', () => this.#later(), { passive: true });
    this.element.addEventListener('keydown', (event) => this.#pressed(event));
    this.#body.addEventListener('click', (event) => this.#clicked(event));
    this.#body.addEventListener('mouseover', ({ target }) => sayWhole(target as HTMLElement));
    new ResizeObserver(() => this.#resized()).observe(this.element);
  }

  /** Shows other rows, or the same ones with more of them loaded. `isOther`: the row at hand and the marks are gone. */
  show(rows: GridRows<T>, isOther: boolean): void {
    this.#rows = rows;
    this.#version++;
    this.element.setAttribute('aria-rowcount', String(rows.count + 1));
    this.#body.style.height = `${rows.count * this.#height}px`;
    this.element.style.setProperty('--rows', String(rows.count));
    if (isOther) {
      this.#marked = new Map();
      this.element.scrollTop = 0;
      this.#active = -1;
    }
    if (this.#active >= rows.count) this.#active = rows.count - 1;
    this.#draw();
  }

  get marked(): ReadonlyMap<string, T> {
    return this.#marked;
  }

  mark(items: readonly T[]): void {
    this.#marked = new Map(items.map((item) => [this.#options.idOf(item), item]));
    this.#told();
  }

  moveTo(index: number): void {
    const to = Math.max(0, Math.min(this.#rows.count - 1, index));
    if (this.#rows.count === 0) return;
    this.#active = to;
    this.#reveal(to);
    this.#version++;
    this.#draw();
    this.#options.onMove?.(this.#rows.at(to) ?? null, to);
  }

  /** Takes the height of rows from the styles again. */
  measure(): void {
    this.#resized();
  }

  get #canMark(): boolean {
    return this.#options.onMark !== undefined && this.#options.onMark !== null;
  }

  #told(): void {
    this.#version++;
    this.#draw();
    this.#options.onMark?.(this.#marked);
  }

  #resized(): void {
    const height = Number.parseFloat(getComputedStyle(this.element).getPropertyValue('--row-height')) || 32;
    if (height !== this.#height) {
      this.#height = height;
      this.#body.style.height = `${this.#rows.count * height}px`;
    }
    this.#version++;
    this.#later();
  }

  #later(): void {
    if (this.#frame !== 0) return;
    this.#frame = requestAnimationFrame(() => {
      this.#frame = 0;
      this.#draw();
    });
  }

  #draw(): void {
    const { count } = this.#rows;
    const seen = Math.ceil(this.element.clientHeight / this.#height) + 1;
    const first = Math.max(0, Math.floor(this.element.scrollTop / this.#height) - SPARE);
    const last = Math.min(count - 1, first + seen + 2 * SPARE);
    const wanted = seen + 2 * SPARE + 1;
    while (this.#slots.length < wanted) this.#slots.push(this.#slot());
    if (count > 0) this.#rows.want(first, last);
    const used = new Set<Slot>();
    for (let index = first; index <= last; index++) {
      const slot = this.#slots[index % this.#slots.length]!;
      used.add(slot);
      this.#fill(slot, index);
    }
    for (const slot of this.#slots) if (!used.has(slot)) this.#hide(slot);
    this.#keep(first, last);
  }

  /** The row at hand stays in the page, so that its id names something. */
  #keep(first: number, last: number): void {
    const isOut = this.#active >= 0 && (this.#active < first || this.#active > last);
    if (isOut) {
      this.#kept ??= this.#slot();
      this.#fill(this.#kept, this.#active);
    } else if (this.#kept !== null) this.#hide(this.#kept);
    if (this.#active >= 0) this.element.setAttribute('aria-activedescendant', `${this.#id}-${this.#active}`);
    else this.element.removeAttribute('aria-activedescendant');
  }

  #slot(): Slot {
    const row = element('div', { class: 'grid-row', role: 'row' });
    row.hidden = true;
    let mark: Text | null = null;
    if (this.#canMark) {
      const cell = element('div', { role: 'gridcell', class: 'grid-mark' });
      mark = document.createTextNode('');
      cell.append(mark);
      row.append(cell);
    }
    const texts = this.#options.columns.map(({ isEnd, isMono }) => {
      const cell = element('div', {
        role: 'gridcell',
        class: [isEnd && 'end', isMono && 'mono'].filter(Boolean).join(' '),
      });
      const text = document.createTextNode('');
      cell.append(text);
      row.append(cell);
      return text;
    });
    this.#body.append(row);
    return { row, mark, texts, index: -1, version: -1 };
  }

  #hide(slot: Slot): void {
    if (slot.index < 0) return;
    slot.index = -1;
    slot.row.hidden = true;
    slot.row.removeAttribute('id');
  }

  #fill(slot: Slot, index: number): void {
    if (slot.index === index && slot.version === this.#version) return;
    const { row, mark, texts } = slot;
    const item = this.#rows.at(index);
    const { columns, tone, idOf } = this.#options;
    if (slot.index !== index) {
      row.hidden = false;
      row.id = `${this.#id}-${index}`;
      row.style.transform = `translateY(${index * this.#height}px)`;
      row.setAttribute('aria-rowindex', String(index + 2));
    }
    const isMarked = item !== undefined && this.#marked.has(idOf(item));
    const name = ['grid-row', index === this.#active && 'active', isMarked && 'marked', item && tone?.(item)];
    row.className = name.filter(Boolean).join(' ');
    if (this.#canMark) {
      row.setAttribute('aria-selected', String(isMarked));
      mark!.data = isMarked ? '☑' : '☐';
    }
    columns.forEach(({ text }, at) => {
      texts[at]!.data = item === undefined ? '…' : text(item);
    });
    slot.index = index;
    // A row that has not come yet is written again once it has.
    slot.version = item === undefined ? -1 : this.#version;
  }

  #reveal(index: number): void {
    const head = (this.element.firstElementChild as HTMLElement).offsetHeight;
    const top = index * this.#height;
    const { scrollTop, clientHeight } = this.element;
    if (top < scrollTop) this.element.scrollTop = top;
    else if (top + this.#height > scrollTop + clientHeight - head) {
      this.element.scrollTop = top + this.#height - clientHeight + head;
    }
  }

  #clicked(event: MouseEvent): void {
    const row = (event.target as Element).closest<HTMLElement>('[role=row]');
    const index = row === null ? -1 : Number(row.getAttribute('aria-rowindex')) - 2;
    const item = this.#rows.at(index);
    if (item === undefined) return;
    const isMark = (event.target as Element).closest('.grid-mark') !== null;
    if (this.#canMark && (isMark || event.ctrlKey || event.metaKey)) this.#toggle(index);
    else if (this.#canMark && event.shiftKey) this.#extend(index);
    else this.#options.onOpen?.(item, index);
    this.moveTo(index);
  }

  #toggle(index: number): void {
    const item = this.#rows.at(index);
    if (!this.#canMark || item === undefined) return;
    const id = this.#options.idOf(item);
    if (!this.#marked.delete(id)) this.#marked.set(id, item);
    this.#anchor = index;
    this.#told();
  }

  /** Marks every loaded row from the last mark to here. */
  #extend(index: number): void {
    if (!this.#canMark) return;
    const from = this.#anchor < 0 ? Math.max(0, this.#active) : this.#anchor;
    for (let at = Math.min(from, index); at <= Math.max(from, index); at++) {
      const item = this.#rows.at(at);
      if (item !== undefined) this.#marked.set(this.#options.idOf(item), item);
    }
    this.#anchor = index;
    this.#told();
  }

  #pressed(event: KeyboardEvent): void {
    if (event.target !== this.element) return;
    const page = Math.max(1, Math.floor(this.element.clientHeight / this.#height) - 2);
    const { count } = this.#rows;
    const isSingle = !event.ctrlKey && !event.metaKey && !event.altKey && this.#options.hasKeys();
    const steps: Readonly<Record<string, number>> = {
      ArrowDown: this.#active + 1,
      ArrowUp: this.#active - 1,
      PageDown: this.#active + page,
      PageUp: this.#active - page,
      Home: 0,
      End: count - 1,
      ...(isSingle && { j: this.#active + 1, k: this.#active - 1 }),
    };
    const step = steps[event.key];
    const item = this.#rows.at(this.#active);
    if (step !== undefined) {
      const to = Math.max(0, Math.min(count - 1, step));
      if (event.shiftKey && event.key.startsWith('Arrow')) this.#extend(to);
      this.moveTo(to);
    } else if (event.key === ' ' || (isSingle && event.key === 'x')) this.#toggle(this.#active);
    else if (event.key === 'a' && (event.ctrlKey || event.metaKey) && this.#canMark) this.#options.onMarkAll?.();
    else if (event.key === 'Enter' && item !== undefined) this.#options.onOpen?.(item, this.#active);
    else {
      this.#options.onKey?.(event);
      return;
    }
    event.preventDefault();
  }
}

function element(name: string, attributes: Readonly<Record<string, string>>): HTMLElement {
  const made = document.createElement(name);
  for (const [key, value] of Object.entries(attributes)) if (value !== '') made.setAttribute(key, value);
  return made;
}

/** A text that is cut says itself whole to the mouse; the keyboard has it in the detail. */
function sayWhole(cell: HTMLElement): void {
  if (cell.parentElement?.role !== 'row') return;
  cell.title = cell.scrollWidth > cell.clientWidth ? (cell.textContent ?? '') : '';
}
