// Reads a destination's due messages page by page, and marks the delivered ones a page at a time.

import type { OutboxDestination } from '../../core/records/documents/outbox.ts';
import type { DueMessage, DuePage } from '../../ports/outbox.ts';
import type { Store } from '../../ports/store.ts';

/** Messages read and marked at a time. The next page is read while this one is published. */
const PAGE = 2_048;

/** After this many pages reading begins again, for messages that became due behind it. */
const PAGES = 64;

/** Messages that were read together, and are marked together. */
class Page {
  readonly messages: readonly DueMessage[];
  /** Messages that are acknowledged and not marked yet. */
  readonly acknowledged: DueMessage[] = [];
  /** Number of messages that are neither acknowledged nor refused yet. */
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

/** Due messages, page by page until there are none left. The next page is read while this one is published. */
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
    // The lane that reads the page gets the error; after another lane failed, no lane reads it.
    page.catch(() => {});
    return page;
  }
}

/**
 * Marks acknowledged messages as they were read, a page at a time: a write to the store costs as much as publishing
 * dozens, and marking whole pages costs least. If a process dies before it marks messages, they are published again,
 * and the destination drops them by their ids.
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

  /** One of the page's messages was acknowledged or refused. */
  settled(page: Page): void {
    page.left -= 1;
    if (page.left === 0) this.#begin(page);
  }

  /** The number of marked messages, once nothing is left to write or writing failed. */
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
