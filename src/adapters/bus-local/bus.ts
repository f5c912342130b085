// The bus of a single process: a list of listeners in memory. A ring is heard after the caller has gone on, and rings
// that come before it is heard are one.

import type { Bus, BusTopic } from '../../ports/bus.ts';

export function localBus(): Bus {
  const listeners = new Map<BusTopic, Set<() => void>>();
  const ringing = new Set<BusTopic>();

  const ring = (topic: BusTopic): void => {
    ringing.delete(topic);
    for (const hear of [...(listeners.get(topic) ?? [])]) hear();
  };

  return {
    async announce(topic) {
      if (ringing.has(topic)) return;
      ringing.add(topic);
      setImmediate(ring, topic);
    },
    listen(topic, hear) {
      // A listener of its own, so that the same function may listen twice.
      const own = () => hear();
      const known = listeners.get(topic) ?? new Set();
      listeners.set(topic, known.add(own));
      return () => known.delete(own);
    },
    state: async () => 'ok',
  };
}
