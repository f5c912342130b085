// Nets originals with their reversals on one side: first by the key both carry, then by a marker word and the text. It
// runs after tier 3, because netting first destroys true matches whose reversal also reached the bank. Rules:
// docs/decisions/matching-definitions.md, "Tiers" (after tier 3).

import { REVERSAL_WORDS } from '../../words/reversal-words.ts';
import type { AccountSide } from '../account.ts';
import { type Classes, classesOf, firstRow } from '../classes.ts';
import { isByKnown } from '../keys/keys.ts';
import { rowsByKey, rowsOf } from '../keys/rows-by-key.ts';
import type { Matching } from '../matching.ts';
import { partsOf } from '../parts.ts';
import { carriesAny, numbersOf } from '../texts/carried-words.ts';
import { TextEvidence } from '../texts/text-evidence.ts';
import { type ComponentEdge, takeCertain, textCriterion } from '../tiers/component.ts';
import { netByMarker } from './by-marker.ts';
import { type Netted, net, type ReversalSide, reversalDays } from './netted.ts';

/** 1 for each row of the side that carries a marker. */
export function markedRows({ account }: Matching, side: AccountSide): Uint8Array {
  const markers = numbersOf(account, REVERSAL_WORDS);
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
    if (open.start[key + 1] - open.start[key] < 2) continue;
    const rows = rowsOf(open, key);
    const plus = rows.filter((i) => side.amount[i] > 0);
    const minus = rows.filter((i) => side.amount[i] < 0);
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
    const edges = reversalEdges(matching, of, a, b);
    takeCertain({ gl: a, bank: b, edges }, matching.calibration.exactClasses, (_, i, j) =>
      net(side, { ...originalFirst(marked, i, j), weighed: null }, netted),
    );
  }
}

function reversalEdges(matching: Matching, of: ReversalSide, a: Classes, b: Classes): ComponentEdge[] {
  const { name, keys, marked, costs } = of;
  const edges: ComponentEdge[] = [];
  const texts = matching.texts[name];
  const comparison = new TextEvidence(matching.words, costs, { left: name, right: name });
  for (let c = 0; c < a.count; c++) {
    for (let d = 0; d < b.count; d++) {
      const i = firstRow(a, c);
      const j = firstRow(b, d);
      // A flat's or a member's number stands in repayments too.
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
  const nameOf = (i: number): string => `${side.currency[i]} ${Math.abs(side.amount[i])}`;
  const parts = partsOf(plus, minus, { left: nameOf, right: nameOf });
  return parts.map(({ left, right }) => ({ plus: Uint32Array.from(left), minus: Uint32Array.from(right) }));
}
