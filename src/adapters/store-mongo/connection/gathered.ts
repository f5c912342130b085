// Writes of many callers at once to one thing: a counter, a lane. Each for itself would meet the others' at the server,
// and all but one would be turned away and try again, which costs the square of the callers. So those that come while
// one is under way wait for it, and then go together as one.

interface Waiting<Item, Answer> {
  readonly item: Item;
  readonly resolve: (answer: Answer) => void;
  readonly reject: (error: unknown) => void;
}

/** `carryOut` answers in the order of its items, which is that of the calls; where it throws, all of them failed. */
export function gathered<Item, Answer>(
  nameOf: (item: Item) => string,
  carryOut: (items: readonly Item[]) => Promise<readonly Answer[]>,
): (item: Item) => Promise<Answer> {
  /** The next call behind the current one, by name. */
  const waiting = new Map<string, Waiting<Item, Answer>[]>();

  const carry = async (name: string, batch: readonly Waiting<Item, Answer>[]): Promise<void> => {
    try {
      const answers = await carryOut(batch.map(({ item }) => item));
      for (const [i, { resolve }] of batch.entries()) resolve(answers[i]);
    } catch (error) {
      for (const { reject } of batch) reject(error);
    }
    const next = waiting.get(name)!;
    if (next.length === 0) waiting.delete(name);
    else {
      waiting.set(name, []);
      void carry(name, next);
    }
  };

  return (item) =>
    new Promise((resolve, reject) => {
      const name = nameOf(item);
      const mine = { item, resolve, reject };
      const others = waiting.get(name);
      if (others !== undefined) others.push(mine);
      else {
        waiting.set(name, []);
        void carry(name, [mine]);
      }
    });
}
