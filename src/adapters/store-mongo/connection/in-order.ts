// Requests to a server for many items, with only some in flight at a time.

/** Answers in the order of the items. After a failure it starts nothing more, and waits for what is in flight. */
export async function inOrder<Item, Answer>(
  items: readonly Item[],
  { atOnce }: { readonly atOnce: number },
  work: (item: Item) => Promise<Answer>,
): Promise<Answer[]> {
  const answers = new Array<Answer>(items.length);
  let next = 0;
  let failed = false;
  const lane = async (): Promise<void> => {
    while (!failed && next < items.length) {
      const i = next++;
      try {
        answers[i] = await work(items[i]);
      } catch (error) {
        failed = true;
        throw error;
      }
    }
  };
  const lanes = await Promise.allSettled(Array.from({ length: Math.min(atOnce, items.length) }, lane));
  for (const each of lanes) if (each.status === 'rejected') throw each.reason;
  return answers;
}

/** The order of names in every store: by their UTF-8 bytes. */
export const byBytes = (a: string, b: string): number => Buffer.compare(Buffer.from(a), Buffer.from(b));
