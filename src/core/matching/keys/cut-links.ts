// Links references that one side's system cut off: a stump (a cut form of at least eight bytes) stands for a whole (an
// uncut identifier) of the other side if it begins or ends that one only. Wholes are looked up at the few lengths that
// stumps have. Rules: docs/decisions/matching-definitions.md, "Cut links".

import { type ByteInterner, mix } from '../reading/byte-interner.ts';
import { CARRY_AT_END, CARRY_EMBEDDED, CARRY_REFERENCE, CARRY_WEAK } from '../reading/identifier-pieces.ts';
import type { Carrying } from './carriers.ts';
import type { SideKeys } from './side-keys.ts';

/** The fewest bytes of a stump. */
const LEAST_STUMP = 8;
/** How many lengths of stumps are looked up, the most frequent ones. */
const STUMP_LENGTHS = 8;
const NONE = -1;
const SEVERAL = -2;

/** A side with its keys so far. Cut links fill in keys of rows without a linked identifier. */
interface CutSide extends Carrying {
  readonly keys: SideKeys;
}

export function cutLinks(texts: ByteInterner, { gl, bank }: { gl: CutSide; bank: CutSide }): void {
  const stumps = { gl: stumpsOf(texts, gl), bank: stumpsOf(texts, bank) };
  const glStands = wholesOf(texts, stumps.gl, bank);
  const bankStands = wholesOf(texts, stumps.bank, gl);
  const glMeans = (id: number): number => meaning(glStands, bankStands, id);
  const bankMeans = (id: number): number => meaning(bankStands, glStands, id);
  const glNames = stoodFor(stumps.gl, glMeans);
  const bankNames = stoodFor(stumps.bank, bankMeans);
  if (glNames.size + bankNames.size === 0) return;
  fill(gl, { means: glMeans, wholes: bankNames });
  fill(bank, { means: bankMeans, wholes: glNames });
}

/**
 * The whole that a stump stands for; NONE if that whole is itself a stump that stands for something. The recursion ends
 * because a whole is longer than its stump.
 */
function meaning(stands: Map<number, number>, otherStands: Map<number, number>, id: number): number {
  const whole = stands.get(id) ?? NONE;
  return whole >= 0 && meaning(otherStands, stands, whole) === NONE ? whole : NONE;
}

const stoodFor = (stumps: ReadonlySet<number>, means: (id: number) => number): Set<number> =>
  new Set([...stumps].map(means).filter((whole) => whole >= 0));

/** Whether a row may need a cut link: it has identifiers, and none of them is linked. */
function isLoose({ side, keys }: CutSide, i: number): boolean {
  return keys.linked[i] === 0 && side.identifiers.idStart[i] !== side.identifiers.idStart[i + 1];
}

/** The entries of a row that may be stumps: its reference field, and its last embedded identifier at the end. */
function stumpEntries({ side, carry }: CutSide, i: number): number[] {
  const entries: number[] = [];
  let lastEmbedded = -1;
  for (let e = side.identifiers.idStart[i]; e < side.identifiers.idStart[i + 1]; e++) {
    if ((carry[e] & 3) === CARRY_REFERENCE) entries.push(e);
    if ((carry[e] & 3) === CARRY_EMBEDDED) lastEmbedded = e;
  }
  if (lastEmbedded >= 0 && carry[lastEmbedded] & CARRY_AT_END) entries.push(lastEmbedded);
  return entries;
}

/** Distinct stumps of a side's loose rows, of the most frequent lengths. */
function stumpsOf(texts: ByteInterner, cut: CutSide): Set<number> {
  const stumps = new Set<number>();
  const frequency = new Map<number, number>();
  for (let i = 0; i < cut.side.n; i++) {
    if (!isLoose(cut, i)) continue;
    for (const e of stumpEntries(cut, i)) {
      const id = cut.side.identifiers.ids[e];
      const length = texts.length(id);
      if (length < LEAST_STUMP) continue;
      stumps.add(id);
      frequency.set(length, (frequency.get(length) ?? 0) + 1);
    }
  }
  const lengths = [...frequency].sort((a, b) => b[1] - a[1] || a[0] - b[0]).slice(0, STUMP_LENGTHS);
  const kept = new Set(lengths.map(([length]) => length));
  for (const id of stumps) if (!kept.has(texts.length(id))) stumps.delete(id);
  return stumps;
}

/** The first and the last eight bytes of stumps, by their hash: it finds every stump, and few bytes that are none. */
class StumpEnds {
  private readonly heads: Uint8Array;
  private readonly tails: Uint8Array;
  private readonly mask: number;
  private readonly texts: ByteInterner;

  constructor(texts: ByteInterner, stumps: ReadonlySet<number>) {
    let size = 1024;
    while (size < stumps.size * 8) size *= 2;
    this.texts = texts;
    this.mask = size - 1;
    this.heads = new Uint8Array(size);
    this.tails = new Uint8Array(size);
    for (const id of stumps) {
      this.heads[this.hash(texts.start[id])] = 1;
      this.tails[this.hash(texts.start[id + 1] - LEAST_STUMP)] = 1;
    }
  }

  /** Whether a stump may begin at a place of the store that has eight bytes or more. */
  mayBeginAt(at: number): boolean {
    return this.heads[this.hash(at)] === 1;
  }

  mayEndAt(at: number): boolean {
    return this.tails[this.hash(at - LEAST_STUMP)] === 1;
  }

  private hash(at: number): number {
    return mix(this.texts.wordAt(at), this.texts.wordAt(at + 4)) & this.mask;
  }
}

/** For each stump the one whole of the other side that it begins or ends, or SEVERAL. */
function wholesOf(texts: ByteInterner, stumps: ReadonlySet<number>, other: CutSide): Map<number, number> {
  const stands = new Map<number, number>();
  if (stumps.size === 0) return stands;
  const meets = (stump: number, whole: number): void => {
    if (stump < 0 || !stumps.has(stump)) return;
    const known = stands.get(stump);
    stands.set(stump, known === undefined || known === whole ? whole : SEVERAL);
  };
  const lengths = [...new Set([...stumps].map((id) => texts.length(id)))];
  const ends = new StumpEnds(texts, stumps);
  const asked = new Uint8Array(texts.count);
  const { identifiers, n } = other.side;
  for (let i = 0; i < n; i++) {
    if (!isLoose(other, i)) continue;
    for (let e = identifiers.idStart[i]; e < identifiers.idStart[i + 1]; e++) {
      const whole = identifiers.ids[e];
      if (other.carry[e] === 0 || other.carry[e] & CARRY_WEAK || asked[whole]) continue;
      asked[whole] = 1;
      const from = texts.start[whole];
      const to = texts.start[whole + 1];
      for (const length of lengths) {
        if (length >= to - from) continue;
        if (ends.mayEndAt(from + length)) meets(texts.find(texts.store, from, from + length), whole);
        if (ends.mayBeginAt(to - length)) meets(texts.find(texts.store, to - length, to), whole);
      }
    }
  }
  return stands;
}

interface Meanings {
  readonly means: (id: number) => number;
  /** Wholes of this side that a stump of the other stands for. */
  readonly wholes: ReadonlySet<number>;
}

function fill(cut: CutSide, { means, wholes }: Meanings): void {
  const { side, keys, carry } = cut;
  for (let i = 0; i < side.n; i++) {
    if (!isLoose(cut, i)) continue;
    const stumps = stumpEntries(cut, i);
    for (let e = side.identifiers.idStart[i]; e < side.identifiers.idStart[i + 1]; e++) {
      if (carry[e] === 0) continue;
      const id = side.identifiers.ids[e];
      const whole = stumps.includes(e) ? means(id) : NONE;
      const key = whole >= 0 ? whole : !(carry[e] & CARRY_WEAK) && wholes.has(id) ? id : NONE;
      if (key === NONE) continue;
      keys.key[i] = key;
      keys.linked[i] = 1;
      keys.hard[i] = 1;
      break;
    }
  }
}
