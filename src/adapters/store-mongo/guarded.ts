// What stands round every operation of the store: a failure becomes a sentence, an answer that takes too long a
// failure, and closing waits for what was asked, after which nothing more can be.

import { TieoutError } from '../../core/errors.ts';
import type { Store } from '../../ports/store.ts';
import { storeClosed } from './failures.ts';

export type Ports = Omit<Store, 'close'>;

export interface GuardOptions {
  readonly close: () => Promise<void>;
  /** What an error is thrown as. */
  readonly failure: (error: unknown) => unknown;
  /** Longest time for an operation; null: any. What is late goes on by itself, as a lost answer would. */
  readonly operationMs: number | null;
}

export function guarded(ports: Ports, { close, failure, operationMs }: GuardOptions): Store {
  const asked = new Set<Promise<unknown>>();
  let closed: Promise<void> | null = null;

  const guard =
    (operation: (...values: unknown[]) => Promise<unknown>) =>
    async (...values: unknown[]): Promise<unknown> => {
      if (closed !== null) throw storeClosed();
      const answer = operation(...values).finally(() => asked.delete(answer));
      asked.add(answer);
      try {
        return await (operationMs === null ? answer : inTime(answer, operationMs));
      } catch (error) {
        throw failure(error);
      }
    };

  const operations = Object.entries(ports).map(([port, ofPort]) => [
    port,
    Object.fromEntries(Object.entries(ofPort).map(([name, operation]) => [name, guard(operation as never)])),
  ]);
  return {
    ...(Object.fromEntries(operations) as Ports),
    close() {
      closed ??= Promise.allSettled(asked).then(close);
      return closed;
    },
  };
}

async function inTime<T>(answer: Promise<T>, milliseconds: number): Promise<T> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(tooLate()), milliseconds);
  });
  try {
    return await Promise.race([answer, late]);
  } finally {
    clearTimeout(timer);
    // A failure that comes after its time is nobody's any more.
    answer.catch(() => {});
  }
}

const tooLate = () =>
  new TieoutError('store_unavailable', 'The MongoDB server does not answer in time: try again in a moment.');
