// Nets originals with their reversals on one side: first by the key both carry, then by a marker word and the text.
// It runs after tier 3, because netting first destroys true matches whose reversal also reached the bank.
// Rules: design/matching.md ("Reversals"), docs/decisions/matching-definitions.md.

import type { AccountSide } from '../account.ts';
import { scoreOf } from '../candidates/candidate-scores.ts';
import { type ClassIndex, indexOpen, placesWithin } from '../candidates/class-index.ts';
import { type Classes, classesOf, firstRow, sizeOf } from '../candidates/classes.ts';
import { isByKnown } from '../keys/keys.ts';
import { rowsByKey, rowsOf } from '../keys/rows-by-key.ts';
import type { SideKeys } from '../keys/side-keys.ts';
import { REVERSED } from '../side-numbers.ts';
import { carriesAny, numbersOf, REVERSAL_MARKERS } from '../texts/kind-words.ts';
import { FULL, NO_WORDS } from '../texts/text-score.ts';
import { holdsDigit, type WeighedTexts } from '../texts/weighed-texts.ts';
import { type ComponentEdge, decideComponent } from '../tiers/component.ts';
import type { Matching } from '../tiers/key-tiers.ts';
import { runRounds } from '../tiers/rounds.ts';

export interface Netted {
  /** Local rows. */
  readonly original: number;
  readonly reversal: number;
  readonly byKey: boolean;
}

/** 1 for each row of the side that carries a marker. */
export function markedRows({ account }: Matching, side: AccountSide): Uint8Array {
  const markers = numbersOf(account, REVERSAL_MARKERS);
  const marked = new Uint8Array(side.n);
  if (markers.size === 0) return marked;
  for (let i = 0; i < side.n; i++) if (carriesAny(side, i, markers)) marked[i] = 1;
  return marked;
}

const textsOf = ({ account, text }: Matching, side: AccountSide): WeighedTexts =>
  side === account.gl ? text.gl : text.bank;

export function netReversals(matching: Matching, side: AccountSide, keys: SideKeys, marked: Uint8Array): Netted[] {
  const netted: Netted[] = [];
  netByKey(matching, { side, keys, marked }, netted);
  if (marked.includes(1)) netByMarker(matching, { side, keys, marked }, netted);
  return netted;
}

/** Days from original to reversal when inside the reversal window, else null. The original is the earlier row. */
function reversalDays({ parameters }: Matching, side: AccountSide, i: number, j: number): number | null {
  const days = side.day[j]! - side.day[i]!;
  return days >= -parameters.reversalDaysBack && days <= parameters.reversalDaysForward ? days : null;
}

function netByKey(matching: Matching, { side, keys, marked }: Marked, netted: Netted[]): void {
  const ids = keys.texts.count;
  const open = rowsByKey(side, keys.key, ids);
  for (let key = 0; key < ids; key++) {
    if (open.start[key + 1]! - open.start[key]! < 2) continue;
    const rows = rowsOf(open, key);
    const plus = rows.filter((i) => side.amount[i]! > 0);
    const minus = rows.filter((i) => side.amount[i]! < 0);
    if (plus.length > 0 && minus.length > 0) netOneKey(matching, { side, keys, marked, plus, minus }, netted);
  }
}

interface OneKey extends Marked {
  readonly plus: Uint32Array;
  readonly minus: Uint32Array;
}

function netOneKey(matching: Matching, { side, keys, marked, plus, minus }: OneKey, netted: Netted[]): void {
  for (const part of byMagnitude(side, plus, minus)) {
    const a = classesOf(side, keys.key, part.plus);
    const b = classesOf(side, keys.key, part.minus);
    if (a.count > matching.calibration.crowd || b.count > matching.calibration.crowd) continue;
    const counts = (classes: Classes): Uint32Array =>
      Uint32Array.from({ length: classes.count }, (_, c) => sizeOf(classes, c));
    const edges = reversalEdges(matching, { side, keys, marked }, a, b);
    const { taken } = decideComponent(
      { glCounts: counts(a), bankCounts: counts(b), edges },
      matching.calibration.exactClasses,
    );
    const used = { a: new Uint32Array(a.count), b: new Uint32Array(b.count) };
    edges.forEach((edge, e) => {
      for (let k = 0; k < taken[e]!; k++) {
        const i = a.rows[a.start[edge.gl]! + used.a[edge.gl]!++]!;
        const j = b.rows[b.start[edge.bank]! + used.b[edge.bank]!++]!;
        net(side, { ...originalFirst(marked, i, j), byKey: true }, netted);
      }
    });
  }
}

function reversalEdges(matching: Matching, { side, keys, marked }: Marked, a: Classes, b: Classes): ComponentEdge[] {
  const edges: ComponentEdge[] = [];
  const texts = textsOf(matching, side);
  for (let c = 0; c < a.count; c++) {
    for (let d = 0; d < b.count; d++) {
      const [i, j] = [firstRow(a, c), firstRow(b, d)];
      // A flat's or a member's number stands in what is paid back too.
      if (isByKnown(keys, i) && !marked[i] && !marked[j]) continue;
      const { original, reversal } = originalFirst(marked, i, j);
      const days = reversalDays(matching, side, original, reversal);
      if (days === null) continue;
      edges.push({ gl: c, bank: d, days: Math.abs(days), difference: 0, text: matching.text.of(texts, i, texts, j) });
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

function net(side: AccountSide, pair: Netted, netted: Netted[]): void {
  side.state[pair.original] = REVERSED;
  side.state[pair.reversal] = REVERSED;
  netted.push(pair);
}

interface Marked {
  readonly side: AccountSide;
  readonly keys: SideKeys;
  readonly marked: Uint8Array;
}

/**
 * Marker rows (played as "bank") against rows without one ("gl"), by score, in rounds. What is taken must be linked by
 * its words too, unless the marker is all that they are: REV may be a Reverend.
 */
function netByMarker(matching: Matching, { side, keys, marked }: Marked, netted: Netted[]): void {
  const { calibration, parameters, text } = matching;
  const texts = textsOf(matching, side);
  const originals = indexOpen(side, keys, (i) => !marked[i]);
  const reversals = indexOpen(side, keys, (i) => marked[i] === 1);
  const found: { original: number; reversal: number; score: number; isLinked: boolean }[] = [];
  const span = Math.max(parameters.reversalDaysBack, parameters.reversalDaysForward) + 1;
  for (let place = 0; place < reversals.row.length; place++) {
    const j = reversals.row[place]!;
    const [from, to] = oppositePlaces(originals, side, j);
    const isBare = from < to && saysNothingElse(matching, side, j);
    for (let at = from; at < to; at++) {
      const i = originals.row[at]!;
      const days = reversalDays(matching, side, i, j);
      if (days === null || days < 0) continue;
      const agreed = text.of(texts, i, texts, j);
      const parts = { text: agreed, days: FULL - Math.floor((FULL * days) / span), amount: FULL };
      const isLinked = !text.against && (isBare || text.words !== NO_WORDS || agreed >= calibration.reversalTextFloor);
      const [original, reversal] = [originals.order[at]!, reversals.order[place]!];
      found.push({ original, reversal, score: scoreOf(calibration, parts), isLinked });
    }
  }
  const contest = {
    count: found.length,
    glClass: Uint32Array.from(found, (edge) => edge.original),
    bankClass: Uint32Array.from(found, (edge) => edge.reversal),
    score: Int32Array.from(found, (edge) => edge.score),
    glClasses: originals.classes.count,
    bankClasses: reversals.classes.count,
  };
  const accepts = (e: number): boolean =>
    found[e]!.isLinked &&
    sizeOf(originals.classes, found[e]!.original) === sizeOf(reversals.classes, found[e]!.reversal);
  for (const { candidate } of runRounds(contest, { gap: calibration.gap, rounds: calibration.rounds, accepts })) {
    const edge = found[candidate]!;
    for (let k = 0; k < sizeOf(originals.classes, edge.original); k++) {
      const original = originals.classes.rows[originals.classes.start[edge.original]! + k]!;
      const reversal = reversals.classes.rows[reversals.classes.start[edge.reversal]! + k]!;
      net(side, { original, reversal, byKey: false }, netted);
    }
  }
}

/** Whether a marker is all that a row's words say: no other could link it to its original. */
function saysNothingElse({ account }: Matching, { text }: AccountSide, row: number): boolean {
  const markers = numbersOf(account, REVERSAL_MARKERS);
  for (let t = text.tokenStart[row]!; t < text.tokenStart[row + 1]!; t++) {
    const token = text.tokens[t]!;
    if (!holdsDigit(account.words, token) && !markers.has(token)) return false;
  }
  return true;
}

function oppositePlaces(originals: ClassIndex, side: AccountSide, row: number): readonly [number, number] {
  const size = Math.abs(side.amount[row]!);
  const band = side.currency[row]! * 2 + (side.amount[row]! > 0 ? 0 : 1);
  return placesWithin(originals, band, [size, size]);
}
