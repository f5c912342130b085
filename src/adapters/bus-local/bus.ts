// The bus of a single process, which its threads share by the name of a channel. A bell rings only after `announce` has
// returned; several rings before a listener asks count as one. Published messages are delivered to nobody; the outbox
// keeps them until there is a real bus.

import { randomUUID } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import { BroadcastChannel } from 'node:worker_threads';
import type { Bell, Bus, Inbox, Ring } from '../../ports/bus.ts';

/** A ring that led to no claim is heard again after this. */
const AGAIN_MS = 1_000;

export function localBus(channel: string = randomUUID()): Bus {
  const others = new BroadcastChannel(channel);
  const bells = new Set<LocalBell>();
  const ringHere = (): void => {
    for (const bell of bells) bell.ring();
  };
  others.onmessage = ringHere;
  others.unref();

  return {
    announce() {
      setImmediate(ringHere);
      // Every message rings, whatever it holds.
      others.postMessage('runs');
    },
    listen() {
      const bell = new LocalBell(() => bells.delete(bell));
      bells.add(bell);
      return bell;
    },
    requests: silentInbox,
    windows: silentInbox,
    publish: async () => {},
    trouble: async () => null,
    async close() {
      for (const bell of [...bells]) bell.close();
      others.close();
    },
  };
}

/** An inbox in which nothing arrives: messages from outside cannot reach the process. It waits as a real one does. */
function silentInbox(): Inbox {
  const closing = new AbortController();
  return {
    next: (withinMs) => pause(withinMs, null, { signal: closing.signal, ref: false }).catch(() => null),
    close: () => closing.abort(),
  };
}

class LocalBell implements Bell {
  readonly #forget: () => void;
  #rung = false;
  #closed = false;
  #wake: (() => void) | null = null;

  constructor(forget: () => void) {
    this.#forget = forget;
  }

  ring(): void {
    this.#rung = true;
    this.#wake?.();
  }

  close(): void {
    this.#closed = true;
    this.#forget();
    this.#wake?.();
  }

  async next(withinMs: number): Promise<Ring | null> {
    if (!this.#rung && !this.#closed) {
      await new Promise<void>((resolve) => {
        const timer = setTimeout(resolve, withinMs);
        this.#wake = () => {
          clearTimeout(timer);
          resolve();
        };
      });
      this.#wake = null;
    }
    if (this.#closed || !this.#rung) return null;
    this.#rung = false;
    return { unusable: null, done: () => {}, later: () => setTimeout(() => this.ring(), AGAIN_MS).unref() };
  }
}
