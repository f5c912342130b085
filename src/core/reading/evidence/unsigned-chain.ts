// The running balance as evidence for amounts of unknown direction: each balance is the one before it plus or minus the
// amount. The step tells the direction of its row, and all of them together prove which column is the amount, whatever
// its title.

import type { Chain } from './balance-chain.ts';

interface UnsignedChain extends Chain {
  /** The step of the balance in each row whose amount it is; null where none tells it, as in the oldest row. */
  readonly steps: readonly (number | null)[];
}

interface Walk {
  readonly balance: number;
  /** A balance that did not follow from the one before it, which is kept to go on from. */
  readonly before: { readonly balance: number; readonly amount: number } | null;
}

interface Rows {
  readonly amounts: readonly number[];
  readonly balances: readonly (number | null)[];
  /** The account or currency of each row, if each has a balance of its own. */
  readonly groups: readonly string[] | undefined;
}

/**
 * The chain from the oldest row to the newest. `order`: 1 if the days of the rows rise, -1 if they fall. In the wrong
 * order the balance before an entry would read as the one after it, and every direction would be turned; so without the
 * days nothing is proven.
 */
export function unsignedChain(rows: Rows, order: -1 | 0 | 1): UnsignedChain {
  if (order === 0) return NOTHING;
  const places = rows.amounts.map((_, i) => i);
  return inOrder(order > 0 ? places : places.reverse(), rows);
}

function inOrder(rows: readonly number[], of: Rows): UnsignedChain {
  const steps: (number | null)[] = of.amounts.map(() => null);
  const walks = new Map<string, Walk>();
  const links = new Set<number>();
  let [hits, checks] = [0, 0];
  for (const row of rows) {
    const group = of.groups?.[row] ?? '';
    const [balance, amount, walk] = [of.balances[row], of.amounts[row], walks.get(group)];
    // Without a balance in every row the directions of several amounts would have to be guessed at once.
    if (balance === null || Number.isNaN(balance) || Number.isNaN(amount)) return NOTHING;
    let before: Walk['before'] = null;
    if (walk !== undefined) {
      const step = balance - walk.balance;
      if (step !== 0 || amount !== 0) checks++;
      if (Math.abs(step) === Math.abs(amount)) {
        steps[row] = step;
        if (step !== 0) {
          hits++;
          links.add(Math.abs(step));
        }
      } else if (walk.before !== null && goesOn(walk.before, balance, amount)) hits++;
      else before = { balance: walk.balance, amount };
    }
    walks.set(group, { balance, before });
  }
  return { hits, checks, links: links.size, steps };
}

const NOTHING: UnsignedChain = { hits: 0, checks: 0, links: 0, steps: [] };

/** Whether a balance follows from that before a wrong one, by both of the amounts. */
function goesOn(before: { readonly balance: number; readonly amount: number }, balance: number, amount: number) {
  const step = Math.abs(balance - before.balance);
  return step === Math.abs(before.amount + amount) || step === Math.abs(before.amount - amount);
}
