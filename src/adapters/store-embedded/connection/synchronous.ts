// A port as the store's thread implements it: the same operations, answered at once.

export type Synchronous<Port> = {
  readonly [Operation in keyof Port]: Port[Operation] extends (...values: infer Values) => Promise<infer Answer>
    ? (...values: Values) => Answer
    : never;
};
