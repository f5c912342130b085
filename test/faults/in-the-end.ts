// Asking servers that come and go.

import { setTimeout as pause } from 'node:timers/promises';

const AGAIN_MS = 100;
const AWAY_AT_MOST_MS = 60_000;

/** Asks until it is answered. */
export async function inTheEnd<T>(ask: () => Promise<T>): Promise<T> {
  for (const deadline = Date.now() + AWAY_AT_MOST_MS; ; await pause(AGAIN_MS)) {
    try {
      return await ask();
    } catch (error) {
      if (Date.now() > deadline) throw error;
    }
  }
}
