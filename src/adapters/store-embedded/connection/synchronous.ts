// A port as the store's thread implements it: the same operations, answered at once, or a long list portion by portion.

export type Synchronous<Port> = {
  readonly [Operation in keyof Port]: Port[Operation] extends (...values: infer Values) => Promise<infer Answer>
    ? (...values: Values) => Answer | Portions<Answer>
    : never;
};

/** Portions of a list; each is sent as soon as it is made, so that the whole is not held where it is made as well. */
type Portions<Answer> = Answer extends readonly unknown[] ? Generator<Answer> : never;

const PORTION = 1_000;

/** Portions of what each row makes. */
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
