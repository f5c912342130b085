// The time that a request may take to arrive. A sender that stops half-way, or sends drop by drop, is cut off. A file may
// take longer than other bodies, as long as it goes on.

import type { IncomingMessage } from 'node:http';

interface Arrival {
  /** Milliseconds without a byte, at most. */
  readonly limit_ms: number;
  readonly late: () => void;
  timer: NodeJS.Timeout;
  /** By performance.now(); null: the limit counts from the beginning. */
  endsAt: number | null;
}

/** By the stream of HTTP/2, or the request of HTTP/1.1. */
const arrivals = new WeakMap<object, Arrival>();

/** Calls `late` after this time, unless it is stopped. */
export function awaitArrival(of: object, limit_ms: number, late: () => void): { readonly stop: () => void } {
  const arrival = { limit_ms, late, timer: setTimeout(late, limit_ms).unref(), endsAt: null };
  arrivals.set(of, arrival);
  return { stop: () => clearTimeout(arrival.timer) };
}

/** From now on the limit is between two pieces of the body, whose whole may take `mostMs`. */
export function arrivesSlowly(request: IncomingMessage, mostMs: number): { readonly goesOn: () => void } {
  const { stream = request } = request as IncomingMessage & { readonly stream?: object };
  const arrival = arrivals.get(stream);
  if (arrival === undefined) return { goesOn: () => undefined };
  arrival.endsAt = performance.now() + mostMs;
  const goesOn = () => {
    clearTimeout(arrival.timer);
    const left = Math.min(arrival.limit_ms, arrival.endsAt! - performance.now());
    arrival.timer = setTimeout(arrival.late, Math.max(0, left)).unref();
  };
  goesOn();
  return { goesOn };
}
