// The best way to pair the classes of one component, and which of its pairs every best way has. Most rows first, then
// least cost: a minimum-cost flow by successive shortest paths on at most a few dozen nodes a side. A pair is certain
// if no cycle of zero cost in the residual network could replace it.

interface AssignmentProblem {
  /** How many rows each class holds. */
  readonly glCounts: Uint32Array;
  readonly bankCounts: Uint32Array;
  /** Possible pairs of classes. */
  readonly edges: readonly { readonly gl: number; readonly bank: number; readonly cost: number }[];
}

const UNREACHED = Number.POSITIVE_INFINITY;

/** Arcs come in twos: arc and its reverse (arc ^ 1). Node 0 is the source, 1 the sink. */
class Network {
  readonly head: number[] = [];
  readonly capacity: number[] = [];
  readonly cost: number[] = [];
  readonly out: number[][];

  constructor(nodes: number) {
    this.out = Array.from({ length: nodes }, () => []);
  }

  add(from: number, to: number, capacity: number, cost: number): number {
    const arc = this.head.length;
    this.head.push(to, from);
    this.capacity.push(capacity, 0);
    this.cost.push(cost, -cost);
    this.out[from].push(arc);
    this.out[to].push(arc + 1);
    return arc;
  }

  /** Cheapest distance of every node from `starts` over arcs with capacity left (queue-based Bellman-Ford). */
  distances(starts: readonly number[]): { distance: Float64Array; arrival: Int32Array } {
    const nodes = this.out.length;
    const distance = new Float64Array(nodes).fill(UNREACHED);
    const arrival = new Int32Array(nodes).fill(-1);
    const queued = new Uint8Array(nodes);
    let queue = [...starts];
    for (const node of starts) distance[node] = 0;
    while (queue.length > 0) {
      const next: number[] = [];
      for (const node of queue) {
        queued[node] = 0;
        for (const arc of this.out[node]) {
          const to = this.head[arc];
          const through = distance[node] + this.cost[arc];
          if (this.capacity[arc] === 0 || through >= distance[to]) continue;
          distance[to] = through;
          arrival[to] = arc;
          if (!queued[to]) {
            queued[to] = 1;
            next.push(to);
          }
        }
      }
      queue = next;
    }
    return { distance, arrival };
  }

  /** Sends as much as `limit` along the path that `arrival` tells, ending in `to`; answers how much went. */
  push(arrival: Int32Array, { from, to, limit }: { from: number; to: number; limit: number }): number {
    let amount = limit;
    for (let node = to; node !== from; node = this.head[arrival[node] ^ 1]) {
      amount = Math.min(amount, this.capacity[arrival[node]]);
    }
    for (let node = to; node !== from; node = this.head[arrival[node] ^ 1]) {
      this.capacity[arrival[node]] -= amount;
      this.capacity[arrival[node] ^ 1] += amount;
    }
    return amount;
  }
}

/** For each edge, how many rows every best solution pairs along it. */
export function certainPairs({ glCounts, bankCounts, edges }: AssignmentProblem): number[] {
  const network = new Network(2 + glCounts.length + bankCounts.length);
  const glNode = (g: number): number => 2 + g;
  const bankNode = (b: number): number => 2 + glCounts.length + b;
  glCounts.forEach((count, g) => void network.add(0, glNode(g), count, 0));
  bankCounts.forEach((count, b) => void network.add(bankNode(b), 1, count, 0));
  const arcs = edges.map(({ gl, bank, cost }) =>
    network.add(glNode(gl), bankNode(bank), Math.min(glCounts[gl], bankCounts[bank]), cost),
  );
  for (;;) {
    const { distance, arrival } = network.distances([0]);
    if (distance[1] === UNREACHED) break;
    network.push(arrival, { from: 0, to: 1, limit: UNREACHED });
  }
  return arcs.map((arc) => network.capacity[arc ^ 1] - replaceable(network, arc));
}

/** How much of the flow on an arc may go another way at no cost. Leaves the network with that flow moved. */
function replaceable(network: Network, arc: number): number {
  const from = network.head[arc ^ 1];
  const to = network.head[arc];
  const flow = network.capacity[arc ^ 1];
  if (flow === 0) return 0;
  const direct = network.capacity[arc];
  network.capacity[arc] = 0;
  network.capacity[arc ^ 1] = 0;
  let moved = 0;
  while (moved < flow) {
    const { distance, arrival } = network.distances([from]);
    // A detour can never be cheaper than the arc it replaces, for the solution is optimal.
    if (distance[to] > network.cost[arc]) break;
    moved += network.push(arrival, { from, to, limit: flow - moved });
  }
  network.capacity[arc] = direct + moved;
  network.capacity[arc ^ 1] = flow - moved;
  return moved;
}
