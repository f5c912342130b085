// Learns from clear pairs: best both ways, well ahead, with words in common. In a large contest a sample of some
// thousand classes is enough. Rules: docs/decisions/matching-definitions.md, "Learning".

import { otherSide, SIDES, type Side } from '../../records/rows/columns.ts';
import type { Candidates } from '../candidates/candidates.ts';
import { sizeOf } from '../classes.ts';
import type { AmountCounts } from '../evidence/amount-evidence.ts';
import { BIT } from '../evidence/bits.ts';
import type { Learned } from '../evidence/learned.ts';
import type { Matching } from '../matching.ts';
import { tokensOf } from '../texts/row-words.ts';
import { TextEvidence } from '../texts/text-evidence.ts';
import { kindIn } from '../texts/weighed-texts.ts';
import type { EvidenceTables } from './contest.ts';

/**
 * A clear pair leads the next best candidate of either row by at least this, and its text evidence is at least this.
 */
const CLEAR = 6 * BIT;

/** About so many ledger classes are sampled. */
const SAMPLE = 4_096;

interface Lesson {
  readonly tables: EvidenceTables;
  /** The counts that learning adds to. */
  readonly learned: Learned;
  readonly clearAmounts: AmountCounts;
  readonly daysBack: number;
}

export function learnFrom(matching: Matching, found: Candidates, lesson: Lesson): void {
  const { gl, bank, glPlace, bankPlace } = found;
  const text = new TextEvidence(matching.words, lesson.tables.costs);
  const sampled = sampledPlaces(gl.order, glPlace);
  const ofGl = candidatesByPlace(glPlace, sampled, gl.row.length);
  const evidenceOf = (e: number): number => {
    const words = text.of(gl.texts, glPlace[e], bank.texts, bankPlace[e]);
    const days = lesson.tables.days[found.days[e] + lesson.daysBack];
    return words + days + lesson.tables.amounts[found.kind[e]];
  };
  const led = sampled.map((place) => leader(ofGl, place, evidenceOf)).filter((best) => best >= 0);
  const ofBank = candidatesByPlace(
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
    const tokens = { gl: tokensOf(gl.texts, place), bank: tokensOf(bank.texts, bankPlace[best]) };
    learnWords({ words: matching.words, text }, lesson.learned, tokens);
  }
}

/** Counts the words of the two rows that were compared last, given by their tokens. */
function learnWords(
  { words, text }: Pick<Matching, 'words'> & { readonly text: TextEvidence },
  { penalties }: Learned,
  tokens: Readonly<Record<Side, Uint32Array>>,
): void {
  const paired = { gl: text.paired.left, bank: text.paired.right };
  for (const side of SIDES) {
    for (const token of tokens[side]) {
      const isFound = tokens[otherSide(side)].includes(token) || paired[side].includes(token);
      penalties.count(side, kindIn(words.about[token]), isFound);
    }
  }
}

/** Candidates by place: edges[start[p] .. start[p + 1]). */
interface CandidatesByPlace {
  readonly start: Uint32Array;
  readonly edges: Uint32Array;
}

/** Lists candidates for the sampled places only: one pass over all candidates, one over few. */
function candidatesByPlace(placeOf: Uint32Array, sampled: readonly number[], places: number): CandidatesByPlace {
  const isSampled = new Uint8Array(places);
  for (const place of sampled) isSampled[place] = 1;
  const start = new Uint32Array(places + 2);
  let count = 0;
  for (let e = 0; e < placeOf.length; e++) {
    if (isSampled[placeOf[e]] === 0) continue;
    start[placeOf[e] + 2]++;
    count++;
  }
  for (let p = 0; p < places; p++) start[p + 2] += start[p + 1];
  const edges = new Uint32Array(count);
  for (let e = 0; e < placeOf.length; e++) {
    if (isSampled[placeOf[e]] === 1) edges[start[placeOf[e] + 1]++] = e;
  }
  return { start: start.subarray(0, places + 1), edges };
}

/** About SAMPLE of the places that have candidates, in canonical order. */
function sampledPlaces(order: Uint32Array, glPlace: Uint32Array): number[] {
  const isCandidate = new Uint8Array(order.length);
  for (let e = 0; e < glPlace.length; e++) isCandidate[glPlace[e]] = 1;
  const placeOf = new Uint32Array(order.length);
  for (let place = 0; place < order.length; place++) placeOf[order[place]] = place;
  const places = placeOf.filter((place) => isCandidate[place] === 1);
  const step = Math.max(1, Math.ceil(places.length / SAMPLE));
  const sampled: number[] = [];
  for (let k = 0; k < places.length; k += step) sampled.push(places[k]);
  return sampled;
}

/** The candidate of a place with the most evidence, when it leads the next one clearly; else -1. */
function leader({ start, edges }: CandidatesByPlace, place: number, evidenceOf: (e: number) => number): number {
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
