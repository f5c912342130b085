// Joins concurrent writes to one counter or lane. Separate writes would conflict at the server and be repeated, which
// costs the square of the callers. So calls that come during a write wait for it, and then form one write together.

interface Waiting<Item, Answer> {
  readonly item: Item;
  readonly resolve: (answer: Answer) => void;
  readonly reject: (error: unknown) => void;
}

/** `carryOut` takes items in the order of the calls and answers in that order. If it throws, all its calls fail. */
export function gathered<Item, Answer>(
  nameOf: (item: Item) => string,
  carryOut: (items: readonly Item[]) => Promise<readonly Answer[]>,
): (item: Item) => Promise<Answer> {
  /** The calls behind the current write, by name. */
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
