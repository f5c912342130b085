// Nets originals with their reversals on one side: first by the key both carry, then by a marker word and the text.
// It runs after tier 3, because netting first destroys true matches whose reversal also reached the bank.
// Rules: design/matching.md ("Reversals"), docs/decisions/matching-definitions.md.

import type { AccountSide } from '../account.ts';
import { type Classes, classesOf, firstRow, sizeOf } from '../classes.ts';
import { isByKnown } from '../keys/keys.ts';
import { rowsByKey, rowsOf } from '../keys/rows-by-key.ts';
import type { Matching } from '../matching.ts';
import { carriesAny, numbersOf, REVERSAL_MARKERS } from '../texts/kind-words.ts';
import { TextEvidence } from '../texts/text-evidence.ts';
import { type ComponentEdge, decideComponent, textCriterion } from '../tiers/component.ts';
import { netByMarker } from './by-marker.ts';
import { type Netted, net, type ReversalSide, reversalDays } from './netted.ts';

/** 1 for each row of the side that carries a marker. */
export function markedRows({ account }: Matching, side: AccountSide): Uint8Array {
  const markers = numbersOf(account, REVERSAL_MARKERS);
  const marked = new Uint8Array(side.n);
  if (markers.size === 0) return marked;
  for (let i = 0; i < side.n; i++) if (carriesAny(side, i, markers)) marked[i] = 1;
  return marked;
}

export function netReversals(matching: Matching, of: ReversalSide): Netted[] {
  const netted: Netted[] = [];
  netByKey(matching, of, netted);
  if (of.marked.includes(1)) netByMarker(matching, of, netted);
  return netted;
}

function netByKey(matching: Matching, of: ReversalSide, netted: Netted[]): void {
  const { keys } = of;
  const side = matching.account[of.name];
  const ids = keys.texts.count;
  const open = rowsByKey(side, keys.key, ids);
  for (let key = 0; key < ids; key++) {
    if (open.start[key + 1]! - open.start[key]! < 2) continue;
    const rows = rowsOf(open, key);
    const plus = rows.filter((i) => side.amount[i]! > 0);
    const minus = rows.filter((i) => side.amount[i]! < 0);
    if (plus.length > 0 && minus.length > 0) netOneKey(matching, { ...of, plus, minus }, netted);
  }
}

interface OneKey extends ReversalSide {
  readonly plus: Uint32Array;
  readonly minus: Uint32Array;
}

function netOneKey(matching: Matching, of: OneKey, netted: Netted[]): void {
  const { keys, marked, plus, minus } = of;
  const side = matching.account[of.name];
  for (const part of byMagnitude(side, plus, minus)) {
    const a = classesOf(side, keys.key, part.plus);
    const b = classesOf(side, keys.key, part.minus);
    if (a.count > matching.calibration.crowd || b.count > matching.calibration.crowd) continue;
    const counts = (classes: Classes): Uint32Array =>
      Uint32Array.from({ length: classes.count }, (_, c) => sizeOf(classes, c));
    const edges = reversalEdges(matching, of, a, b);
    const { taken } = decideComponent(
      { glCounts: counts(a), bankCounts: counts(b), edges },
      matching.calibration.exactClasses,
    );
    const used = { a: new Uint32Array(a.count), b: new Uint32Array(b.count) };
    edges.forEach((edge, e) => {
      for (let k = 0; k < taken[e]!; k++) {
        const i = a.rows[a.start[edge.gl]! + used.a[edge.gl]!++]!;
        const j = b.rows[b.start[edge.bank]! + used.b[edge.bank]!++]!;
        net(side, { ...originalFirst(marked, i, j), weighed: null }, netted);
      }
    });
  }
}

function reversalEdges(matching: Matching, of: ReversalSide, a: Classes, b: Classes): ComponentEdge[] {
  const { name, keys, marked, costs } = of;
  const edges: ComponentEdge[] = [];
  const texts = matching.texts[name];
  const comparison = new TextEvidence(matching.words, costs, { left: name, right: name });
  for (let c = 0; c < a.count; c++) {
    for (let d = 0; d < b.count; d++) {
      const [i, j] = [firstRow(a, c), firstRow(b, d)];
      // A flat's or a member's number stands in what is paid back too.
      if (isByKnown(keys, i) && !marked[i] && !marked[j]) continue;
      const { original, reversal } = originalFirst(marked, i, j);
      const days = reversalDays(matching, name, { original, reversal });
      if (days === null) continue;
      const text = textCriterion(comparison.of(texts, i, texts, j));
      edges.push({ gl: c, bank: d, days: Math.abs(days), difference: 0, text });
    }
  }
  return edges;
}

/** A marker on one of the two says which is the reversal; else the later one is (canonical order is by day first). */
function originalFirst(marked: Uint8Array, i: number, j: number): { original: number; reversal: number } {
  if (marked[i] !== marked[j]) return marked[i] ? { original: j, reversal: i } : { original: i, reversal: j };
  return { original: Math.min(i, j), reversal: Math.max(i, j) };
}

function byMagnitude(
  side: AccountSide,
  plus: Uint32Array,
  minus: Uint32Array,
): { plus: Uint32Array; minus: Uint32Array }[] {
  const name = (i: number): string => `${side.currency[i]} ${Math.abs(side.amount[i]!)}`;
  const parts = new Map<string, { plus: number[]; minus: number[] }>();
  for (const i of plus) {
    let part = parts.get(name(i));
    if (!part) parts.set(name(i), (part = { plus: [], minus: [] }));
    part.plus.push(i);
  }
  for (const i of minus) parts.get(name(i))?.minus.push(i);
  const both = [...parts.values()].filter((part) => part.minus.length > 0);
  return both.map((part) => ({ plus: Uint32Array.from(part.plus), minus: Uint32Array.from(part.minus) }));
}
