// Finds the rows of a pool whose amounts add up exactly to a total, if there is only one way to choose them. The search
// has a bound of steps; beyond it nothing is found, because a sum found after long trying is no evidence.

const MOST_STEPS = 50_000;
export const MOST_POOL = 25;
const MOST_PARTS = 12;

/** Indexes into `amounts` (all positive), at least two; null for no way, several ways or too much work. */
export function onlyExactSum(amounts: readonly number[], total: number): number[] | null {
  const order = [...amounts.keys()].sort((a, b) => amounts[b] - amounts[a] || a - b);
  const rest = new Array<number>(order.length + 1).fill(0);
  for (let k = order.length - 1; k >= 0; k--) rest[k] = rest[k + 1] + amounts[order[k]];
  const chosen: number[] = [];
  let found: number[] | null = null;
  let ways = 0;
  let steps = 0;
  const search = (k: number, left: number): void => {
    if (++steps > MOST_STEPS || ways > 1) return;
    if (left === 0) {
      if (chosen.length < 2) return;
      ways++;
      found ??= [...chosen];
      return;
    }
    if (k === order.length || chosen.length === MOST_PARTS || left > rest[k]) return;
    const place = order[k];
    if (amounts[place] <= left) {
      chosen.push(place);
      search(k + 1, left - amounts[place]);
      chosen.pop();
    }
    search(k + 1, left);
  };
  search(0, total);
  return ways === 1 && steps <= MOST_STEPS ? found : null;
}
