// A port as the store's thread implements it: with synchronous operations. A long list is answered in portions.

export type Synchronous<Port> = {
  readonly [Operation in keyof Port]: Port[Operation] extends (...values: infer Values) => Promise<infer Answer>
    ? (...values: Values) => Answer | Portions<Answer>
    : never;
};

/** Portions of a list. Each is sent as soon as it is made, so that the thread never holds the whole list. */
type Portions<Answer> = Answer extends readonly unknown[] ? Generator<Answer> : never;

const PORTION = 1_000;

/** Makes an item of each row, and groups the items into portions. */
export function* inPortions<Row, Item>(rows: Iterable<Row>, toItem: (row: Row) => Item): Generator<Item[]> {
  let portion: Item[] = [];
  for (const row of rows) {
    portion.push(toItem(row));
    if (portion.length < PORTION) continue;
    yield portion;
    portion = [];
  }
  yield portion;
}

export const isPortions = (answer: unknown): answer is Generator<readonly unknown[]> =>
  typeof answer === 'object' && answer !== null && Symbol.iterator in answer && 'next' in answer;
