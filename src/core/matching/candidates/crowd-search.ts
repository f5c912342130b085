// In a crowd only places that share a telling word with a class are looked at, and only so many. Of each word, rarest
// first, all carriers are taken if they fit; of the words that have too many, the places that share two of them.
// Rules: docs/decisions/matching-definitions.md, "Candidates".

import type { Matching } from '../matching.ts';
import { compareWords } from '../texts/text-evidence.ts';
import { WEIGHT } from '../texts/weighed-texts.ts';
import type { TextIndex } from './class-index.ts';
import { firstOfKey, PAIRED_WORDS, type PairIndex, pairIndex, pairKey } from './pair-index.ts';
import type { PlaceSpans, View } from './place-spans.ts';
import { firstFrom, TELLING, type WordIndex, wordIndex } from './word-index.ts';
import { mostCarriers } from './work-bounds.ts';

/** Entries [from, to) of an ascending list of places. */
interface Postings {
  readonly places: Uint32Array;
  readonly from: number;
  readonly to: number;
}

interface Taking {
  readonly spans: number;
  readonly found: number[];
  readonly other: TextIndex;
}

export class CrowdSearch {
  /** Whether a word had more carriers than could be looked at. */
  wasStopped = false;
  readonly #matching: Matching;
  readonly #spans: PlaceSpans;
  readonly #words = new Map<TextIndex, WordIndex>();
  readonly #pairs = new Map<TextIndex, PairIndex>();
  readonly #met = new Map<TextIndex, Uint8Array>();
  #left = 0;

  constructor(matching: Matching, spans: PlaceSpans) {
    this.#matching = matching;
    this.#spans = spans;
  }

  /** The places within the first `spans` spans that are looked at, in the order in which they were found. */
  find({ own, other }: View, place: number, spans: number): readonly number[] {
    this.#left = mostCarriers(own.classes.count, this.#matching.calibration.carriers);
    const { start, places } = this.wordsOf(other);
    const taking = { spans, found: [] as number[], other };
    const carriersOf = (word: number): Postings => ({ places, from: start[word], to: start[word + 1] });
    const common: number[] = [];
    for (const word of this.#rarestFirst(own, place)) {
      if (this.#countNear(carriersOf(word), spans) > this.#left) common.push(word);
      else this.#take(carriersOf(word), taking);
    }
    if (common.length > 0) this.wasStopped = true;
    if (common.length > 1) this.#takePairs(common, taking);
    // Nothing tells its carriers apart, but some are shown.
    if (common.length > 0 && taking.found.length === 0) this.#take(carriersOf(common[0]), taking);
    const met = this.#metOf(other);
    for (const at of taking.found) met[at] = 0;
    return taking.found;
  }

  #takePairs(words: readonly number[], taking: Taking): void {
    const index = this.#pairsOf(taking.other);
    for (let second = 1; second < Math.min(PAIRED_WORDS, words.length); second++) {
      for (let first = 0; first < second; first++) {
        const key = this.#keyOf(words[first], words[second]);
        this.#take({ places: index.places, from: firstOfKey(index, key), to: firstOfKey(index, key + 1) }, taking);
      }
    }
  }

  wordsOf(other: TextIndex): WordIndex {
    return known(this.#words, other, () => wordIndex(other, this.#matching.words.words.count));
  }

  #pairsOf(other: TextIndex): PairIndex {
    const rarest = (place: number): readonly number[] => this.#rarestFirst(other, place);
    return known(this.#pairs, other, () => pairIndex(other, rarest, this.#matching.words.words.count));
  }

  #metOf(other: TextIndex): Uint8Array {
    return known(this.#met, other, () => new Uint8Array(other.row.length));
  }

  #keyOf(a: number, b: number): number {
    return pairKey(a, b, this.#matching.words.words.count);
  }

  #countNear({ places, from, to }: Postings, spans: number): number {
    const { ends } = this.#spans;
    let count = 0;
    for (let r = 0; r < spans; r++) {
      const first = firstFrom(places, from, to, ends[2 * r]);
      count += firstFrom(places, first, to, ends[2 * r + 1]) - first;
    }
    return count;
  }

  /** Adds carriers within the spans that were not found before, as long as any may be looked at. */
  #take({ places, from, to }: Postings, { spans, found, other }: Taking): void {
    const { ends } = this.#spans;
    const met = this.#metOf(other);
    for (let r = 0; r < spans; r++) {
      const end = ends[2 * r + 1];
      for (let k = firstFrom(places, from, to, ends[2 * r]); k < to && places[k] < end && this.#left > 0; k++) {
        this.#left--;
        if (met[places[k]] === 1) continue;
        met[places[k]] = 1;
        found.push(places[k]);
      }
    }
  }

  /** The telling words of a class, rarest first. */
  #rarestFirst({ texts }: TextIndex, place: number): number[] {
    const { counts, words } = this.#matching.words;
    const tokens: number[] = [];
    for (let t = texts.tokenStart[place]; t < texts.tokenStart[place + 1]; t++) {
      if ((texts.about[t] & WEIGHT) >= TELLING) tokens.push(texts.tokens[t]);
    }
    return tokens.sort((x, y) => counts.carriers[x] - counts.carriers[y] || compareWords(words, x, y));
  }
}

function known<V>(values: Map<TextIndex, V>, index: TextIndex, make: () => V): V {
  const value = values.get(index) ?? make();
  values.set(index, value);
  return value;
}
