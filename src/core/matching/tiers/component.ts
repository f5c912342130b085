// Decides one component: classes of both sides that may be paired, each pair with its days, amount difference and text
// score. Small ones are solved exactly, and only pairs that every best solution has are taken. Large ones are decided
// in rounds, in which a pair must be strictly the best of both classes. Rules: docs/decisions/matching-definitions.md,
// "Tiers".

import { type Classes, sizeOf } from '../classes.ts';
import type { RowsOfKey } from '../keys/rows-by-key.ts';
import type { NumbersMatching } from '../matching.ts';
import { certainPairs } from './assignment.ts';

/** The greatest text criterion; the least is 0. */
const MOST_OF_TEXT = 8_192;

/** Text evidence (sixteenths of a bit, limited to 256 bits either way) shifted to a number from 0 on. */
export const textCriterion = (evidence: number): number =>
  Math.max(0, Math.min(MOST_OF_TEXT, evidence + MOST_OF_TEXT / 2));

export interface ComponentEdge {
  readonly gl: number;
  readonly bank: number;
  /** |days| */
  readonly days: number;
  /** |difference| */
  readonly difference: number;
  /** textCriterion. */
  readonly text: number;
}

interface Component {
  readonly glCounts: Uint32Array;
  readonly bankCounts: Uint32Array;
  readonly edges: readonly ComponentEdge[];
}

interface Decision {
  /** For each edge, how many rows are taken. */
  readonly taken: number[];
  /** Whether the component was too large for the exact solution. */
  readonly inRounds: boolean;
}

/**
 * Takes the certain pairs of a component's classes: calls `take` with the edge and two rows, classes in canonical order.
 * Answers how many rows of each class were used.
 */
export function takeCertain<Edge extends ComponentEdge>(
  { gl, bank, edges }: { readonly gl: Classes; readonly bank: Classes; readonly edges: readonly Edge[] },
  exactClasses: number,
  take: (edge: Edge, glRow: number, bankRow: number) => void,
): { readonly used: { readonly gl: Uint32Array; readonly bank: Uint32Array }; readonly inRounds: boolean } {
  const counts = (classes: Classes): Uint32Array =>
    Uint32Array.from({ length: classes.count }, (_, c) => sizeOf(classes, c));
  const { taken, inRounds } = decideComponent({ glCounts: counts(gl), bankCounts: counts(bank), edges }, exactClasses);
  const used = { gl: new Uint32Array(gl.count), bank: new Uint32Array(bank.count) };
  edges.forEach((edge, e) => {
    for (let k = 0; k < taken[e]; k++) {
      const g = gl.rows[gl.start[edge.gl] + used.gl[edge.gl]++];
      const b = bank.rows[bank.start[edge.bank] + used.bank[edge.bank]++];
      take(edge, g, b);
    }
  });
  return { used, inRounds };
}

interface ClassesToDecide<Edge extends ComponentEdge> {
  readonly gl: Classes;
  readonly bank: Classes;
  readonly edges: (gl: Classes, bank: Classes) => readonly Edge[];
  /** The note if a side has more classes than are compared, or than are decided exactly. */
  readonly said: { readonly crowded: (most: number) => string; readonly inRounds: (most: number) => string };
}

/** Takes the certain pairs; answers the rows that are left of classes that could still be paired. */
export function decideClasses<Edge extends ComponentEdge>(
  { calibration, notes }: Pick<NumbersMatching, 'calibration' | 'notes'>,
  { gl, bank, edges: edgesOf, said }: ClassesToDecide<Edge>,
  take: (edge: Edge, glRow: number, bankRow: number) => void,
): RowsOfKey[] {
  const { crowd, exactClasses } = calibration;
  if (gl.count > crowd || bank.count > crowd) {
    notes.add(said.crowded(crowd));
    return [];
  }
  const edges = edgesOf(gl, bank);
  const { used, inRounds } = takeCertain({ gl, bank, edges }, exactClasses, take);
  if (inRounds) notes.add(said.inRounds(exactClasses));
  const rest = (classes: Classes, c: number, taken: Uint32Array): Uint32Array =>
    classes.rows.subarray(classes.start[c] + taken[c], classes.start[c + 1]);
  return edges
    .map((edge) => ({ gl: rest(gl, edge.gl, used.gl), bank: rest(bank, edge.bank, used.bank) }))
    .filter((pair) => pair.gl.length > 0 && pair.bank.length > 0);
}

function decideComponent(component: Component, exactClasses: number): Decision {
  const { glCounts, bankCounts, edges } = component;
  if (edges.length === 0) return { taken: [], inRounds: false };
  if (glCounts.length <= exactClasses && bankCounts.length <= exactClasses) {
    const costs = singleCosts(component);
    if (costs) {
      const priced = edges.map(({ gl, bank }, e) => ({ gl, bank, cost: costs[e] }));
      return { taken: certainPairs({ glCounts, bankCounts, edges: priced }), inRounds: false };
    }
  }
  return { taken: strictRounds(component), inRounds: true };
}

const sum = (counts: Uint32Array): number => counts.reduce((total, count) => total + count, 0);

/** One cost for days, then difference, then text; null if the sum over a solution would not be exact. */
function singleCosts({ glCounts, bankCounts, edges }: Component): number[] | null {
  const pairs = Math.min(sum(glCounts), sum(bankCounts));
  const mostDifference = edges.reduce((most, edge) => Math.max(most, edge.difference), 0);
  const mostDays = edges.reduce((most, edge) => Math.max(most, edge.days), 0);
  const textUnit = MOST_OF_TEXT * pairs + 1;
  const differenceUnit = mostDifference * pairs + 1;
  // Paths may take several arcs; twice the sum is a bound of every partial distance.
  const worst = 2 * pairs * (mostDays * differenceUnit * textUnit + mostDifference * textUnit + MOST_OF_TEXT);
  if (worst > Number.MAX_SAFE_INTEGER) return null;
  return edges.map(
    ({ days, difference, text }) => (days * differenceUnit + difference) * textUnit + (MOST_OF_TEXT - text),
  );
}

/** Negative when a is the better pair. */
function compareEdges(a: ComponentEdge, b: ComponentEdge): number {
  return a.days - b.days || a.difference - b.difference || b.text - a.text;
}

function strictRounds({ glCounts, bankCounts, edges }: Component): number[] {
  const left = { gl: glCounts.slice(), bank: bankCounts.slice() };
  const taken = edges.map(() => 0);
  for (let progress = true; progress; ) {
    progress = false;
    const best = { gl: strictlyBest(edges, 'gl', left), bank: strictlyBest(edges, 'bank', left) };
    best.gl.forEach((e, g) => {
      if (e === undefined || best.bank[edges[e].bank] !== e) return;
      const rows = Math.min(left.gl[g], left.bank[edges[e].bank]);
      taken[e] = rows;
      left.gl[g] -= rows;
      left.bank[edges[e].bank] -= rows;
      progress = true;
    });
  }
  return taken;
}

/** For each class its best edge; undefined if two are equally good. */
function strictlyBest(
  edges: readonly ComponentEdge[],
  side: 'gl' | 'bank',
  left: { gl: Uint32Array; bank: Uint32Array },
): (number | undefined)[] {
  const best: (number | undefined)[] = [];
  const tied: boolean[] = [];
  edges.forEach((edge, e) => {
    if (left.gl[edge.gl] === 0 || left.bank[edge.bank] === 0) return;
    const at = edge[side];
    const known = best[at];
    const order = known === undefined ? -1 : compareEdges(edge, edges[known]);
    if (order < 0) best[at] = e;
    if (order <= 0) tied[at] = order === 0;
  });
  return best.map((e, at) => (tied[at] ? undefined : e));
}
