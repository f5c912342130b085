// All best assignments of one component, by trying every one. Classes on the left and right have counts; an edge says
// what one matched pair is worth. The certain count of a pair is the least that any best assignment gives it:
// forbidding one more would make the best worse. Nothing is pruned; equal subproblems are remembered.

/** Compared item by item, greater is better: rows, then minus days, minus difference, text. */
export type Worth = readonly bigint[];

interface Component {
  readonly left: readonly number[];
  readonly right: readonly number[];
  /** What matching one row of left class i with one of right class j is worth; null when they cannot match. */
  worth(i: number, j: number): Worth | null;
}

interface Shipment {
  /** Rows of this left class that go to each right class. */
  readonly flows: readonly number[];
  readonly worth: Worth;
}

/** The certain count of every pair of classes: certain[i][j]. */
export function certainCounts(component: Component): number[][] {
  const { left, right } = component;
  const zero: Worth = [0n, 0n, 0n, 0n];
  const remembered = new Map<string, { worth: Worth; shipments: Shipment[] }>();

  /** The best that left classes from i on can do with what remains on the right, and every first step to it. */
  const best = (i: number, remaining: readonly number[]): { worth: Worth; shipments: Shipment[] } => {
    if (i === left.length) return { worth: zero, shipments: [] };
    const name = `${i}:${remaining}`;
    const known = remembered.get(name);
    if (known) return known;
    const whole = allShipments(component, i, remaining).map((shipment) => ({
      shipment,
      worth: plus(shipment.worth, best(i + 1, minus(remaining, shipment.flows)).worth),
    }));
    const worth = whole.map((one) => one.worth).reduce((a, b) => (compare(a, b) >= 0 ? a : b));
    const shipments = whole.filter((one) => compare(one.worth, worth) === 0).map((one) => one.shipment);
    remembered.set(name, { worth, shipments });
    return { worth, shipments };
  };

  const certain = left.map(() => right.map(() => Number.POSITIVE_INFINITY));
  const seen = new Set<string>();
  const followEveryBest = (i: number, remaining: readonly number[]): void => {
    const name = `${i}:${remaining}`;
    if (i === left.length || seen.has(name)) return;
    seen.add(name);
    for (const { flows } of best(i, remaining).shipments) {
      flows.forEach((flow, j) => {
        certain[i][j] = Math.min(certain[i][j], flow);
      });
      followEveryBest(i + 1, minus(remaining, flows));
    }
  };
  followEveryBest(0, right);
  return certain;
}

/** Every way to send some rows of left class i to the right. */
function allShipments(component: Component, i: number, remaining: readonly number[]): Shipment[] {
  let ways: Shipment[] = [{ flows: [], worth: [0n, 0n, 0n, 0n] }];
  for (let j = 0; j < remaining.length; j++) {
    const worth = component.worth(i, j);
    const next: Shipment[] = [];
    for (const way of ways) {
      const sent = way.flows.reduce((sum, flow) => sum + flow, 0);
      const most = worth === null ? 0 : Math.min(remaining[j], component.left[i] - sent);
      for (let flow = 0; flow <= most; flow++) {
        const added =
          worth === null
            ? way.worth
            : plus(
                way.worth,
                worth.map((one) => one * BigInt(flow)),
              );
        next.push({ flows: [...way.flows, flow], worth: added });
      }
    }
    ways = next;
  }
  return ways;
}

const plus = (a: Worth, b: Worth): Worth => a.map((one, at) => one + b[at]);
const minus = (a: readonly number[], b: readonly number[]): number[] => a.map((one, at) => one - b[at]);

/** Positive when a is better. */
export function compare(a: Worth, b: Worth): number {
  const at = a.findIndex((one, index) => one !== b[index]);
  if (at < 0) return 0;
  return a[at] > b[at] ? 1 : -1;
}
