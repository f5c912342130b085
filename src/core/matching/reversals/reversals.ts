// Nets originals with their reversals on one side: first by the key both carry, then by a marker word and the text. It
// runs after tier 3, because netting first destroys true matches whose reversal also reached the bank. Rules:
// docs/decisions/matching-definitions.md, "Tiers" (after tier 3).

import { REVERSAL_WORDS } from '../../words/reversal-words.ts';
import type { AccountSide } from '../account.ts';
import { type Classes, classesOf, firstRow } from '../classes.ts';
import { isByKnown } from '../keys/keys.ts';
import type { Matching } from '../matching.ts';
import { carriesAny, numbersOf } from '../texts/carried-words.ts';
import { TextEvidence } from '../texts/text-evidence.ts';
import { type ComponentEdge, takeCertain, textCriterion } from '../tiers/component.ts';
import { netByMarker } from './by-marker.ts';
import { type Netted, net, originalFirst, type ReversalSide, reversalDays } from './netted.ts';
import { opposedRows } from './opposed-rows.ts';

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
  const { keys, marked } = of;
  const { crowd, exactClasses } = matching.calibration;
  const side = matching.account[of.name];
  const comparison = new TextEvidence(matching.words, of.costs, { left: of.name, right: of.name });
  for (const { plus, minus } of opposedRows(side, { key: keys.key, count: keys.texts.count })) {
    const a = classesOf(side, keys.key, plus);
    const b = classesOf(side, keys.key, minus);
    if (a.count > crowd || b.count > crowd) continue;
    takeCertain(
      { gl: a, bank: b, edges: reversalEdges(matching, { ...of, comparison }, a, b) },
      exactClasses,
      (_, i, j) => net(side, { ...inOrder(marked, i, j), weighed: null }, netted),
    );
  }
}

function reversalEdges(
  matching: Matching,
  of: ReversalSide & { readonly comparison: TextEvidence },
  a: Classes,
  b: Classes,
): ComponentEdge[] {
  const { name, keys, marked, comparison } = of;
  const edges: ComponentEdge[] = [];
  const texts = matching.texts[name];
  for (let c = 0; c < a.count; c++) {
    for (let d = 0; d < b.count; d++) {
      const i = firstRow(a, c);
      const j = firstRow(b, d);
      // A flat's or a member's number stands in repayments too.
      if (isByKnown(keys, i) && !marked[i] && !marked[j]) continue;
      const { original, reversal } = inOrder(marked, i, j);
      const days = reversalDays(matching, name, { original, reversal });
      if (days === null) continue;
      const text = textCriterion(comparison.of(texts, i, texts, j));
      edges.push({ gl: c, bank: d, days: Math.abs(days), difference: 0, text });
    }
  }
  return edges;
}

/** Canonical order is by day first. */
const inOrder = (marked: Uint8Array, i: number, j: number): Pick<Netted, 'original' | 'reversal'> =>
  originalFirst(Math.min(i, j), Math.max(i, j), (row) => marked[row] === 1);
