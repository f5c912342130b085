// Finds references in texts that cutting into identifiers misses: INV26/0012 between the strokes of a narration, INV
// 0012 for INV-0012, and short ones such as PV045. No rule about the text alone could tell them from other words; they
// are known because some row of the account has them in its reference field. Rules:
// docs/decisions/matching-definitions.md, "Known references".

import type { RowColumns, TextColumn } from '../../records/rows/columns.ts';
import { ByteInterner } from './byte-interner.ts';
import { MIN_CERTAIN, MIN_DIGITS, MIN_EMBEDDED, MOST_BYTES } from './identifier-shape.ts';
import { TextWords } from './text-words.ts';

const LEAST_BYTES = 5;
/** A number longer than this is complete: digits beside it are no part of it. */
const LONGEST_PART = 6;

/** Called for a reference that is made of the words `first` to `last` of the text. */
type Found = (first: number, last: number) => void;

export class KnownReferences {
  /** The text looked through last. */
  readonly words = new TextWords();
  private readonly references = new ByteInterner(1);
  /** Two numbers of 32 bits for each first byte: bit n is set if a reference that begins with it has n bytes. */
  private readonly lengths = new Int32Array(512);

  get isEmpty(): boolean {
    return this.references.count === 0;
  }

  /** Adds a row's reference field, if it is one to look for in texts. */
  add({ bytes, offsets }: TextColumn, row: number): void {
    if (!this.has({ bytes, offsets }, row)) return;
    const { words, references } = this;
    const { marked } = words;
    const from = words.from[0];
    const to = words.to[words.count - 1];
    references.key(marked, from, to);
    references.intern(marked, from, to);
    this.lengths[marked[from] * 2 + ((to - from) >>> 5)] |= 1 << (to - from);
  }

  /** Whether a row's reference field is one to look for in texts. */
  has({ bytes, offsets }: TextColumn, row: number): boolean {
    const { words } = this;
    words.read(bytes, offsets[row], offsets[row + 1]);
    const last = words.count - 1;
    return last >= 0 && this.mayBeReference(0, last) && !this.isFoundByLooks();
  }

  /** Reports every place of a text where a known reference stands, from left to right, shorter ones first. */
  eachIn({ bytes, offsets }: TextColumn, row: number, found: Found): void {
    const { words, references, lengths } = this;
    words.read(bytes, offsets[row], offsets[row + 1]);
    const { marked, from, to, count } = words;
    for (let first = 0; first < count; first++) {
      const start = from[first];
      const low = lengths[marked[start] * 2];
      const high = lengths[marked[start] * 2 + 1];
      if ((low | high) === 0) continue;
      for (let last = first; last < count; last++) {
        const length = to[last] - start;
        if (length > MOST_BYTES) break;
        if (((length < 32 ? low : high) & (1 << length)) === 0 || !this.mayBeReference(first, last)) continue;
        if (this.goesOn(first, last) || references.find(marked, start, to[last]) < 0) continue;
        found(first, last);
      }
    }
  }

  /** Whether all digits of the text stand in one word that looks like an identifier in any text. */
  private isFoundByLooks(): boolean {
    const { from, to, lettersBefore, count } = this.words;
    let holding = 0;
    let looks = false;
    for (let i = 0; i < count; i++) {
      const letters = lettersBefore[i + 1] - lettersBefore[i];
      const digits = to[i] - from[i] - letters;
      if (digits === 0) continue;
      holding++;
      looks = digits >= MIN_DIGITS && digits + letters >= (letters > 0 ? MIN_EMBEDDED : MIN_CERTAIN);
    }
    return holding === 1 && looks;
  }

  private mayBeReference(first: number, last: number): boolean {
    const { from, to, lettersBefore, numbersBefore } = this.words;
    const length = to[last] - from[first];
    if (length < LEAST_BYTES || length > MOST_BYTES) return false;
    return lettersBefore[last + 1] > lettersBefore[first] && numbersBefore[last + 1] > numbersBefore[first];
  }

  /** Whether the reference continues in the word before or after, without a blank: INV26/0012 of INV26/0012-3. */
  private goesOn(first: number, last: number): boolean {
    return this.isOneNumber(first - 1, first, first - 1) || this.isOneNumber(last, last + 1, last + 1);
  }

  /** Whether two neighbours are digits on either side of a separator, and the one beside the reference is short. */
  private isOneNumber(left: number, right: number, beside: number): boolean {
    const { count, from, to, blankBefore } = this.words;
    if (left < 0 || right === count || blankBefore[right]) return false;
    return from[right] === to[left] + 1 && to[beside] - from[beside] <= LONGEST_PART;
  }
}

/** Rows of a file. */
interface RowsOfColumns {
  readonly columns: RowColumns;
  readonly rows: Uint32Array;
}

/** The references that rows have in their reference fields. */
export function knownReferencesOf(sources: readonly RowsOfColumns[]): KnownReferences {
  const known = new KnownReferences();
  for (const { columns, rows } of sources) for (const row of rows) known.add(columns.reference, row);
  return known;
}
