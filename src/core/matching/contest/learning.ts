// Learns from clear pairs: best both ways, well ahead, with words in common. In a large contest a sample of some
// thousand classes is enough. Rules: docs/decisions/matching-definitions.md, "Learning".

import type { Candidates } from '../candidates/candidates.ts';
import { sizeOf } from '../classes.ts';
import type { AmountCounts } from '../evidence/amount-evidence.ts';
import { BIT } from '../evidence/bits.ts';
import type { Learned } from '../evidence/learned.ts';
import type { Matching } from '../matching.ts';
import { TextEvidence } from '../texts/text-evidence.ts';
import { kindIn, type WeighedTexts } from '../texts/weighed-texts.ts';
import type { EvidenceTables } from './tables.ts';

/**
 * A clear pair leads the next best candidate of either row by at least this, and its text evidence is at least this.
 */
const CLEAR = 6 * BIT;

interface Lesson {
  readonly tables: EvidenceTables;
  /** The counts that learning adds to. */
  readonly learned: Learned;
  readonly clearAmounts: AmountCounts;
  readonly daysBack: number;
  /** How many ledger classes are sampled, about. */
  readonly most: number;
}

export function learnFrom(matching: Matching, found: Candidates, lesson: Lesson): void {
  const { gl, bank, glPlace, bankPlace } = found;
  const text = new TextEvidence(matching.words, lesson.tables.costs);
  const asked = askedPlaces(gl.order, glPlace, lesson.most);
  const ofGl = byPlace(glPlace, asked, gl.row.length);
  const evidenceOf = (e: number): number => {
    const words = text.of(gl.texts, glPlace[e], bank.texts, bankPlace[e]);
    const days = lesson.tables.days[found.days[e] + lesson.daysBack];
    return words + days + lesson.tables.amounts[found.kind[e]];
  };
  const led = asked.map((place) => leader(ofGl, place, evidenceOf)).filter((best) => best >= 0);
  const ofBank = byPlace(
    bankPlace,
    led.map((best) => bankPlace[best]),
    bank.row.length,
  );
  for (const best of led) {
    if (leader(ofBank, bankPlace[best], evidenceOf) !== best) continue;
    const place = glPlace[best];
    const g = gl.order[place];
    const b = bank.order[bankPlace[best]];
    if (sizeOf(gl.classes, g) !== sizeOf(bank.classes, b)) continue;
    if (text.of(gl.texts, place, bank.texts, bankPlace[best]) < CLEAR) continue;
    lesson.learned.clearDays[found.days[best] + lesson.daysBack]++;
    lesson.clearAmounts[found.kind[best]]++;
    countWords(text, lesson.learned, { gl: gl.texts, glPlace: place, bank: bank.texts, bankPlace: bankPlace[best] });
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
    tokens.subarray(tokenStart[place], tokenStart[place + 1]);
  const words = { gl: wordsOf(gl, glPlace), bank: wordsOf(bank, bankPlace) };
  const count = (side: 'gl' | 'bank', texts: WeighedTexts, place: number): void => {
    const answered = text.answered[side === 'gl' ? 'left' : 'right'];
    const others = words[side === 'gl' ? 'bank' : 'gl'];
    words[side].forEach((token, k) => {
      const kind = kindIn(texts.about[texts.tokenStart[place] + k]);
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

/** Lists candidates for the sampled places only: one pass over all candidates, one over few. */
function byPlace(placeOf: Uint32Array, asked: readonly number[], places: number): ByPlace {
  const isAsked = new Uint8Array(places);
  for (const place of asked) isAsked[place] = 1;
  const start = new Uint32Array(places + 2);
  let count = 0;
  for (let e = 0; e < placeOf.length; e++) {
    if (isAsked[placeOf[e]] === 0) continue;
    start[placeOf[e] + 2]++;
    count++;
  }
  for (let p = 0; p < places; p++) start[p + 2] += start[p + 1];
  const edges = new Uint32Array(count);
  for (let e = 0; e < placeOf.length; e++) {
    if (isAsked[placeOf[e]] === 1) edges[start[placeOf[e] + 1]++] = e;
  }
  return { start: start.subarray(0, places + 1), edges };
}

/** About `most` of the places that have candidates, in canonical order. */
function askedPlaces(order: Uint32Array, glPlace: Uint32Array, most: number): number[] {
  const hasAny = new Uint8Array(order.length);
  for (let e = 0; e < glPlace.length; e++) hasAny[glPlace[e]] = 1;
  const placeOf = new Uint32Array(order.length);
  for (let place = 0; place < order.length; place++) placeOf[order[place]] = place;
  const places = placeOf.filter((place) => hasAny[place] === 1);
  const step = Math.max(1, Math.ceil(places.length / most));
  const asked: number[] = [];
  for (let k = 0; k < places.length; k += step) asked.push(places[k]);
  return asked;
}

/** The candidate of a place with the most evidence, when it leads the next one clearly; else -1. */
function leader({ start, edges }: ByPlace, place: number, evidenceOf: (e: number) => number): number {
  let best = -1;
  let most = -Infinity;
  let second = -Infinity;
  for (let k = start[place]; k < start[place + 1]; k++) {
    const evidence = evidenceOf(edges[k]);
    if (evidence > most) {
      best = edges[k];
      second = most;
      most = evidence;
    } else if (evidence > second) second = evidence;
  }
  return most - second >= CLEAR ? best : -1;
}
