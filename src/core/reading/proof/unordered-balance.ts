// The running balance of unordered rows: a sorted or shuffled export still has a balance before and after each entry,
// and all of them but two meet: the opening balance follows no entry and the closing balance precedes none. So balances
// are proven, and found, in any order of rows.

interface UnorderedBalance {
  readonly opening: number;
  readonly closing: number;
}

interface Entries {
  readonly amounts: readonly number[];
  readonly balances: readonly number[];
}

/**
 * Opening and closing balance in minor units of entries with a balance after each; `way` is -1 if the balance falls by
 * money in. Null if the entries do not make one chain.
 */
export function unorderedBalance(entries: Entries, way: 1 | -1): UnorderedBalance | null {
  const { amounts, balances } = entries;
  const met = new Map<number, number>();
  const add = (balance: number, n: number) => {
    const sum = (met.get(balance) ?? 0) + n;
    if (sum === 0) met.delete(balance);
    else met.set(balance, sum);
  };
  for (let i = 0; i < amounts.length; i++) {
    add(balances[i], 1);
    add(balances[i] - way * amounts[i], -1);
  }
  if (met.size !== 2) return null;
  const [[a, n], [b, m]] = [...met];
  // One balance that only precedes and one that only follows; two of either kind are two chains.
  if (n + m !== 0 || Math.abs(n) !== 1 || !hangTogether(entries, way)) return null;
  return n > 0 ? { opening: b, closing: a } : { opening: a, closing: b };
}

/** Whether entries lead from each balance to every other: those of a second account may lead back to its own start. */
function hangTogether({ amounts, balances }: Entries, way: 1 | -1): boolean {
  const leads = new Map<number, number>();
  const rootOf = (balance: number): number => {
    let root = balance;
    for (let next = leads.get(root); next !== undefined; next = leads.get(root)) root = next;
    for (let at = balance; at !== root; ) {
      const next = leads.get(at)!;
      leads.set(at, root);
      at = next;
    }
    return root;
  };
  for (let i = 0; i < amounts.length; i++) {
    const [before, after] = [rootOf(balances[i] - way * amounts[i]), rootOf(balances[i])];
    if (before !== after) leads.set(before, after);
  }
  const whole = rootOf(balances[0]);
  return balances.every((balance) => rootOf(balance) === whole);
}

/** How many entries start at a balance that another entry leaves, for each direction. */
export function meetings(entries: {
  readonly amounts: readonly number[];
  readonly balances: readonly (number | null)[];
}): number {
  const after = new Set(entries.balances);
  let met = 0;
  entries.amounts.forEach((amount, i) => {
    const balance = entries.balances[i];
    if (balance !== null && amount !== 0 && after.has(balance - amount)) met++;
  });
  return met;
}
