// What of the outbox is due at a destination, read page by page, and what of it was taken, marked a page at a time.

import type { OutboxDestination } from '../../core/records/documents/outbox.ts';
import type { DueMessage, DuePage } from '../../ports/outbox.ts';
import type { Store } from '../../ports/store.ts';

/** Read and marked at once. The next page is read while this one is published. */
const PAGE = 2_048;

/** After so many pages it begins anew, for what has become due behind it. */
const PAGES = 64;

/** Messages that were read together, and are marked together. */
class Page {
  readonly messages: readonly DueMessage[];
  /** Acknowledged and not marked. */
  readonly acknowledged: DueMessage[] = [];
  /** Not yet acknowledged or refused. */
  left: number;

  constructor(messages: readonly DueMessage[]) {
    this.messages = messages;
    this.left = messages.length;
  }
}

interface Taken {
  readonly message: DueMessage;
  readonly page: Page;
}

/** What is due, page by page until there is no more, the next page being read while this one is worked off. */
export class DueQueue {
  readonly #outbox: Store['outbox'];
  readonly #destination: OutboxDestination;
  #page = new Page([]);
  #at = 0;
  #pages = 0;
  #coming: Promise<DuePage> | null;
  #refilling: Promise<void> | null = null;

  constructor(outbox: Store['outbox'], destination: OutboxDestination) {
    this.#outbox = outbox;
    this.#destination = destination;
    this.#coming = this.#read(null);
  }

  take(): Taken | null {
    const message = this.#page.messages[this.#at];
    if (message === undefined) return null;
    this.#at++;
    return { message, page: this.#page };
  }

  /** The first message of the next page, null when there is none. */
  async refill(): Promise<Taken | null> {
    while (this.#at >= this.#page.messages.length) {
      if (this.#coming === null && this.#refilling === null) return null;
      this.#refilling ??= this.#turn().finally(() => {
        this.#refilling = null;
      });
      await this.#refilling;
    }
    return this.take();
  }

  async #turn(): Promise<void> {
    const { messages, next } = await this.#coming!;
    this.#page = new Page(messages);
    this.#at = 0;
    this.#coming = next === null || ++this.#pages === PAGES ? null : this.#read(next);
  }

  #read(after: string | null): Promise<DuePage> {
    const page = this.#outbox.due({ destination: this.#destination, limit: PAGE, after });
    // Whoever turns the page is told; nobody may, once another lane failed.
    page.catch(() => {});
    return page;
  }
}

/**
 * What was acknowledged, marked as it was read, a page at a time: a write of the store costs as much as publishing
 * dozens, and one that marks whole bundles least. What a process that dies had not marked yet is published again, and
 * dropped by its ids.
 */
export class Marks {
  readonly #outbox: Store['outbox'];
  readonly #failed: (error: unknown) => void;
  readonly #open = new Set<Page>();
  readonly #writing = new Set<Promise<void>>();
  #count = 0;

  constructor(outbox: Store['outbox'], failed: (error: unknown) => void) {
    this.#outbox = outbox;
    this.#failed = failed;
  }

  add(message: DueMessage, page: Page): void {
    page.acknowledged.push(message);
    this.#open.add(page);
    this.settled(page);
  }

  /** One of the page's messages came back. */
  settled(page: Page): void {
    page.left -= 1;
    if (page.left === 0) this.#begin(page);
  }

  /** How many, once nothing is left to write or writing failed. */
  async written(): Promise<number> {
    for (const page of this.#open) this.#begin(page);
    await Promise.all(this.#writing);
    return this.#count;
  }

  #begin(page: Page): void {
    this.#open.delete(page);
    if (page.acknowledged.length === 0) return;
    const writing: Promise<void> = this.#write(page.acknowledged).finally(() => this.#writing.delete(writing));
    this.#writing.add(writing);
  }

  async #write(acknowledged: readonly DueMessage[]): Promise<void> {
    try {
      await this.#outbox.delivered(acknowledged.map(({ place, n }) => ({ place, n })));
      this.#count += acknowledged.length;
    } catch (error) {
      this.#failed(error);
    }
  }
}
