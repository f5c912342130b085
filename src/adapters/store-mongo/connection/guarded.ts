// Surrounds every operation of the store: a failure becomes a sentence, a late answer becomes a failure, and closing
// waits for open calls and refuses later ones.

import { storeClosed } from '../../../ports/every-store/failures.ts';
import type { Store } from '../../../ports/store.ts';

export type Ports = Omit<Store, 'close'>;
type Operations = Readonly<Record<string, (...values: unknown[]) => Promise<unknown>>>;

interface GuardOptions {
  /** Filled with the open calls. */
  readonly asked: Set<Promise<unknown>>;
  readonly close: () => Promise<void>;
  /** Turns an error into the one that is thrown. */
  readonly failure: (error: unknown) => unknown;
  /** Null: no time limit. A late operation goes on at the server. */
  readonly patience: Patience | null;
  /** The error for a late operation. */
  readonly late: () => Error;
}

interface Patience {
  /** Longest time for an operation. */
  readonly mostMs: number;
  /** Milliseconds since the server was last heard; null if that is not known. */
  readonly silentMs: () => number | null;
}

/** Operations that grow with a decision's clusters have no time limit while the server answers. */
const UNHURRIED: Readonly<Record<string, readonly string[]>> = {
  decisions: ['decide', 'pending', 'unreconcile', 'changedBy', 'finish'],
  openItems: ['insertIfAbsent', 'columns', 'named'],
  lateGroups: ['propose', 'settle', 'void', 'ofOperation', 'holding'],
  audit: ['insertIfAbsent'],
};

/** An operation fails after so long without a heartbeat: twice the interval of heartbeats (connect.ts). */
const SILENT_MS = 2_000;
const LOOK_EVERY_MS = 250;

/** `ports` is called for each operation, because the connection may have been renewed. */
export function guarded(ports: () => Ports, { asked, close, failure, patience, late }: GuardOptions): Store {
  let closed: Promise<void> | null = null;

  const guard =
    (port: keyof Ports, operation: string) =>
    async (...values: unknown[]): Promise<unknown> => {
      if (closed !== null) throw storeClosed();
      const ofPort = ports()[port] as unknown as Operations;
      const mostMs = UNHURRIED[port]?.includes(operation) ? Number.POSITIVE_INFINITY : patience?.mostMs;
      const answer = ofPort[operation](...values).finally(() => asked.delete(answer));
      asked.add(answer);
      try {
        return await (patience === null ? answer : inTime(answer, { ...patience, mostMs: mostMs! }, late));
      } catch (error) {
        throw failure(error);
      }
    };

  const operations = Object.entries(ports()).map(([port, ofPort]) => [
    port,
    Object.fromEntries(Object.keys(ofPort).map((name) => [name, guard(port as keyof Ports, name)])),
  ]);
  return {
    ...(Object.fromEntries(operations) as Ports),
    close() {
      closed ??= Promise.allSettled(asked).then(close);
      return closed;
    },
  };
}

async function inTime<T>(answer: Promise<T>, { mostMs, silentMs }: Patience, late: () => Error): Promise<T> {
  const began = performance.now();
  let timer: NodeJS.Timeout | undefined;
  let isOver = false;
  const isSilent = (): boolean => (silentMs() ?? 0) >= SILENT_MS;
  const tooLate = new Promise<never>((_, reject) => {
    const look = async (): Promise<void> => {
      const left = began + mostMs - performance.now();
      if (left <= 0) return reject(late());
      // Messages that arrived while this thread was busy are handled first.
      if (isSilent()) await new Promise((resolve) => setImmediate(resolve));
      if (isOver) return;
      if (isSilent()) return reject(late());
      timer = setTimeout(look, Math.min(left, LOOK_EVERY_MS));
    };
    timer = setTimeout(look, Math.min(mostMs, SILENT_MS));
  });
  try {
    return await Promise.race([answer, tooLate]);
  } finally {
    isOver = true;
    clearTimeout(timer);
    // Nobody waits for a late failure.
    answer.catch(() => {});
  }
}
