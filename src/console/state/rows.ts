// A list that grows at its end as it is scrolled to: pages are asked for one after the other, each once.

import type { GridRows } from './grid-rows.ts';

interface Page<T> {
  readonly items: readonly T[];
  readonly total: number;
  readonly nextPageToken?: string;
}

/** `onMore`: called with a new value whenever more is there, or a page could not be had. */
export class Pager<T> {
  readonly #ask: (pageToken: string) => Promise<Page<T>>;
  readonly #onMore: (rows: GridRows<T>) => void;
  readonly #onFailure: (error: unknown) => void;
  readonly items: T[] = [];
  #total = 0;
  #next: string | null = '';
  #isAsking = false;
  #wanted = 0;

  constructor(
    ask: (pageToken: string) => Promise<Page<T>>,
    told: { readonly onMore: (rows: GridRows<T>) => void; readonly onFailure: (error: unknown) => void },
  ) {
    this.#ask = ask;
    this.#onMore = told.onMore;
    this.#onFailure = told.onFailure;
  }

  /** The first page. Throws what the call throws. */
  async begin(): Promise<GridRows<T>> {
    await this.#page();
    return this.rows();
  }

  rows(): GridRows<T> {
    return {
      count: this.#total,
      at: (index) => this.items[index],
      want: (_first, last) => {
        this.#wanted = Math.max(this.#wanted, last);
        if (last >= this.items.length && this.#next !== null && !this.#isAsking) void this.#more();
      },
    };
  }

  async #more(): Promise<void> {
    this.#isAsking = true;
    try {
      while (this.#next !== null && this.items.length <= this.#wanted) await this.#page();
    } catch (error) {
      this.#onFailure(error);
    } finally {
      this.#isAsking = false;
      this.#onMore(this.rows());
    }
  }

  async #page(): Promise<void> {
    const { items, total, nextPageToken } = await this.#ask(this.#next ?? '');
    for (const item of items) this.items.push(item);
    this.#total = total;
    this.#next = nextPageToken || null;
    // A list that changed meanwhile may end before its count says so.
    if (this.#next === null) this.#total = this.items.length;
  }
}
