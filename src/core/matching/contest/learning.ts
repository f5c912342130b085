// Learns from clear pairs: best both ways, well ahead, with words in common. Of a large contest the candidates of some
// thousand classes tell enough. Rules: docs/decisions/matching-definitions.md, "Learning".

import type { Candidates } from '../candidates/candidates.ts';
import { sizeOf } from '../classes.ts';
import type { AmountCounts } from '../evidence/amount-evidence.ts';
import { BIT } from '../evidence/bits.ts';
import type { Learned } from '../evidence/learned.ts';
import type { Matching } from '../matching.ts';
import { TextEvidence } from '../texts/text-evidence.ts';
import { kindIn, type WeighedTexts } from '../texts/weighed-texts.ts';
import type { EvidenceTables } from './tables.ts';

/** A clear pair leads the next best of either row by so much, and its texts alone say as much. */
const CLEAR = 6 * BIT;

interface Lesson {
  readonly tables: EvidenceTables;
  /** Counted into: */
  readonly learned: Learned;
  readonly clearAmounts: AmountCounts;
  readonly daysBack: number;
  /** About so many classes of the ledger are asked. */
  readonly most: number;
}

export function learnFrom(matching: Matching, found: Candidates, lesson: Lesson): void {
  const { gl, bank, glPlace, bankPlace } = found;
  const text = new TextEvidence(matching.words, lesson.tables.costs);
  const ofGl = byPlace(glPlace, gl.row.length);
  const ofBank = byPlace(bankPlace, bank.row.length);
  const places = placesInOrder(gl.order, ofGl);
  const step = Math.max(1, Math.ceil(places.length / lesson.most));
  const evidenceOf = (e: number): number => {
    const words = text.of(gl.texts, glPlace[e]!, bank.texts, bankPlace[e]!);
    const days = lesson.tables.days[found.days[e]! + lesson.daysBack]!;
    return words + days + lesson.tables.amounts[found.kind[e]!]!;
  };
  for (let k = 0; k < places.length; k += step) {
    const place = places[k]!;
    const best = leader(ofGl, place, evidenceOf);
    if (best < 0 || leader(ofBank, bankPlace[best]!, evidenceOf) !== best) continue;
    const [g, b] = [gl.order[place]!, bank.order[bankPlace[best]!]!];
    if (sizeOf(gl.classes, g) !== sizeOf(bank.classes, b)) continue;
    if (text.of(gl.texts, place, bank.texts, bankPlace[best]!) < CLEAR) continue;
    lesson.learned.clearDays[found.days[best]! + lesson.daysBack]!++;
    lesson.clearAmounts[found.kind[best]!]!++;
    countWords(text, lesson.learned, { gl: gl.texts, glPlace: place, bank: bank.texts, bankPlace: bankPlace[best]! });
  }
}

interface Compared {
  readonly gl: WeighedTexts;
  readonly glPlace: number;
  readonly bank: WeighedTexts;
  readonly bankPlace: number;
}

/** Counts the words of the two rows that were compared last. */
function countWords(text: TextEvidence, { penalties }: Learned, { gl, glPlace, bank, bankPlace }: Compared): void {
  const wordsOf = ({ tokens, tokenStart }: WeighedTexts, place: number): Uint32Array =>
    tokens.subarray(tokenStart[place]!, tokenStart[place + 1]!);
  const words = { gl: wordsOf(gl, glPlace), bank: wordsOf(bank, bankPlace) };
  const count = (side: 'gl' | 'bank', texts: WeighedTexts, place: number): void => {
    const answered = text.answered[side === 'gl' ? 'left' : 'right'];
    const others = words[side === 'gl' ? 'bank' : 'gl'];
    words[side].forEach((token, k) => {
      const kind = kindIn(texts.about[texts.tokenStart[place]! + k]!);
      penalties.count(side, kind, others.includes(token) || answered.includes(token));
    });
  };
  count('gl', gl, glPlace);
  count('bank', bank, bankPlace);
}

/** Candidates by place: edges[start[p] .. start[p + 1]). */
interface ByPlace {
  readonly start: Uint32Array;
  readonly edges: Uint32Array;
}

function byPlace(placeOf: Uint32Array, places: number): ByPlace {
  const start = new Uint32Array(places + 2);
  for (let e = 0; e < placeOf.length; e++) start[placeOf[e]! + 2]!++;
  for (let p = 0; p < places; p++) start[p + 2]! += start[p + 1]!;
  const edges = new Uint32Array(placeOf.length);
  for (let e = 0; e < placeOf.length; e++) edges[start[placeOf[e]! + 1]!++] = e;
  return { start: start.subarray(0, places + 1), edges };
}

/** Places of classes that have candidates, in canonical order. */
function placesInOrder(order: Uint32Array, { start }: ByPlace): Uint32Array {
  const placeOf = new Uint32Array(order.length);
  for (let place = 0; place < order.length; place++) placeOf[order[place]!] = place;
  return placeOf.filter((place) => start[place + 1]! > start[place]!);
}

/** The candidate of a place with the most evidence, when it leads the next one clearly; else -1. */
function leader({ start, edges }: ByPlace, place: number, evidenceOf: (e: number) => number): number {
  let [best, most, second] = [-1, -Infinity, -Infinity];
  for (let k = start[place]!; k < start[place + 1]!; k++) {
    const evidence = evidenceOf(edges[k]!);
    if (evidence > most) [best, second, most] = [edges[k]!, most, evidence];
    else if (evidence > second) second = evidence;
  }
  return most - second >= CLEAR ? best : -1;
}
