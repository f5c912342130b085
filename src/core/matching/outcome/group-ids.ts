// Ids of match groups, 128 bits each, cheap enough for a million of them: no digest a group, only integer mixing of the
// rows' 64-bit fingerprints, seeded with one digest of the session. Fingerprints hold content alone, so an id is the
// same in whatever order rows and files came and when a later run finds the group again.
//
// The 128 bits of the two fingerprints go through a permutation (quarter rounds of ChaCha with the seed, the kind of
// group and the ordinal added between them). A permutation has no collisions: two different pairs of fingerprints of
// one kind and ordinal never share an id. Groups of equal fingerprints (twins) are told apart by their ordinal in the
// order of the outcome; across kinds and ordinals a collision is as likely as for any 128-bit hash. If a group has
// several rows of a side, one fingerprint made of theirs (in any order) takes the place of the row's.

import { type RowColumns, SIDES, type Side } from '../../records/rows/columns.ts';
import { DIGEST_ID_BYTES } from '../../records/rows/digest-ids.ts';
import type { IdentityScope } from '../../records/rows/identity.ts';
import { firstMember } from './match-groups.ts';
import type { MatchOutcome, Reversals, RowMembers } from './outcome.ts';

/** Packed as in digest-ids.ts, in the order of the outcome's lists. */
export interface GroupIds {
  readonly groups: Uint8Array;
  readonly reversals: Readonly<Record<Side, Uint8Array>>;
}

interface MatchedSession {
  readonly columns: Readonly<Record<Side, RowColumns>>;
  readonly outcome: MatchOutcome;
}

export function groupIds(scope: IdentityScope, session: MatchedSession): GroupIds {
  const seed = seedOf(scope);
  const [groups, gl, bank] = wordsOfKinds(session).map((words, kind) => idsOf({ seed, kind }, words, twinsOf(words)));
  return { groups: groups!, reversals: { gl: gl!, bank: bank! } };
}

/** For each group, how many groups of its kind before it have rows of the same content. */
interface GroupTwins {
  readonly groups: Uint32Array;
  readonly reversals: Readonly<Record<Side, Uint32Array>>;
}

export function groupTwins(session: MatchedSession): GroupTwins {
  const [groups, gl, bank] = wordsOfKinds(session).map(twinsOf);
  return { groups: groups!, reversals: { gl: gl!, bank: bank! } };
}

/** Matches read back from the store, by rows of the columns, with the answer of groupTwins for them. */
interface StoredMatches {
  readonly gl: RowMembers;
  readonly bank: RowMembers;
  readonly twin: Uint32Array;
}

/** The ids that groupIds gave the matches. */
export function storedMatchIds(
  scope: IdentityScope,
  columns: Readonly<Record<Side, RowColumns>>,
  { twin, ...members }: StoredMatches,
): Uint8Array {
  return idsOf({ seed: seedOf(scope), kind: MATCHES }, wordsOfMatches(columns, members, twin.length), twin);
}

/** Netted rows of one side read back from the store, with the answer of groupTwins for them. */
interface StoredReversals {
  readonly side: Side;
  readonly original: Uint32Array;
  readonly reversal: Uint32Array;
  readonly twin: Uint32Array;
}

/** The ids that groupIds gave the reversals of a side. `columns`: those of the side. */
export function storedReversalIds(
  scope: IdentityScope,
  columns: RowColumns,
  { side, twin, ...netted }: StoredReversals,
): Uint8Array {
  const kind = side === 'gl' ? GL_REVERSALS : BANK_REVERSALS;
  return idsOf({ seed: seedOf(scope), kind }, wordsOfReversals(columns, netted, twin.length), twin);
}

const MATCHES = 0;
const GL_REVERSALS = 1;
const BANK_REVERSALS = 2;

/** The words of the groups of each kind, in the order of the kinds' numbers. */
const wordsOfKinds = ({ columns, outcome: { groups, reversals } }: MatchedSession): Uint32Array[] => [
  wordsOfMatches(columns, groups, groups.count),
  ...SIDES.map((side) => wordsOfReversals(columns[side], reversals[side], reversals[side].count)),
];

/** Four words a group: the fingerprint of its ledger rows, and that of its bank rows. */
function wordsOfMatches(
  columns: Readonly<Record<Side, RowColumns>>,
  members: Readonly<Record<Side, RowMembers>>,
  count: number,
): Uint32Array {
  const words = new Uint32Array(4 * count);
  gather(words, members.gl, columns.gl.fingerprint);
  gather(words.subarray(2), members.bank, columns.bank.fingerprint);
  return words;
}

/** Four words a reversal: the fingerprints of the original and of its reversal. */
function wordsOfReversals(
  { fingerprint }: RowColumns,
  { original, reversal }: Pick<Reversals, 'original' | 'reversal'>,
  count: number,
): Uint32Array {
  const words = new Uint32Array(4 * count);
  gather(words, { rows: original, offsets: null }, fingerprint);
  gather(words.subarray(2), { rows: reversal, offsets: null }, fingerprint);
  return words;
}

/** Writes the fingerprint of each group's rows of a side to words 0 and 1 of its four. */
function gather(words: Uint32Array, members: RowMembers, fingerprint: Uint32Array): void {
  const { rows, offsets } = members;
  for (let at = 0, g = 0; at < words.length; at += 4, g++) {
    const first = firstMember(members, g);
    if (offsets !== null && offsets[g + 1] - first > 1) {
      words.set(foldedOf(rows.subarray(first, offsets[g + 1]), fingerprint), at);
    } else {
      words[at] = fingerprint[2 * rows[first]];
      words[at + 1] = fingerprint[2 * rows[first] + 1];
    }
  }
}

/** 64 bits from the fingerprints of several rows, in ascending order. */
function foldedOf(rows: Uint32Array, fingerprint: Uint32Array): Uint32Array {
  const words = BigUint64Array.from(
    rows,
    (row) => (BigInt(fingerprint[2 * row + 1]) << 32n) | BigInt(fingerprint[2 * row]),
  );
  words.sort();
  let low = rows.length;
  let high = ~rows.length;
  for (const word of words) {
    const a = Number(word & 0xffffffffn);
    const b = Number(word >> 32n);
    // Each half takes both words, in another order and by other multipliers (murmur3's and xxHash32's).
    low = mixed(mixed(low, a, 0xcc9e2d51), b, 0x1b873593);
    high = mixed(mixed(high, b, 0x85ebca77), a, 0xc2b2ae3d);
  }
  return Uint32Array.of(low, high);
}

function mixed(half: number, word: number, by: number): number {
  let h = Math.imul(half ^ word, by);
  h ^= h >>> 15;
  h = Math.imul(h, 0x9e3779b1);
  return h ^ (h >>> 13);
}

/** The seed: four words from a digest of the session. */
function seedOf({ key, digest }: IdentityScope): Int32Array {
  const hex = digest(JSON.stringify(['groups', key.tenant, key.partner, key.session]));
  return Int32Array.from({ length: 4 }, (_, i) => Number.parseInt(hex.slice(8 * i, 8 * i + 8), 16) | 0);
}

const ROUNDS = 6;

function idsOf(
  { seed, kind }: { seed: Int32Array; kind: number },
  fingerprints: Uint32Array,
  twins: Uint32Array,
): Uint8Array {
  const count = fingerprints.length / 4;
  const ids = new Uint8Array(count * DIGEST_ID_BYTES);
  const words = new DataView(ids.buffer);
  const [s0, s1, s2, s3] = seed as unknown as [number, number, number, number];
  for (let i = 0; i < count; i++) {
    let a = fingerprints[4 * i] | 0;
    let b = fingerprints[4 * i + 1] | 0;
    let c = fingerprints[4 * i + 2] | 0;
    let d = fingerprints[4 * i + 3] | 0;
    const tweak = Math.imul(twins[i] + 1, 0x9e3779b1) ^ kind;
    for (let round = 0; round < ROUNDS; round++) {
      a = (a + s0) | 0;
      b = (b + s1 + tweak) | 0;
      c = (c + s2 + round) | 0;
      d = (d + s3) | 0;
      a = (a + b) | 0;
      d ^= a;
      d = (d << 16) | (d >>> 16);
      c = (c + d) | 0;
      b ^= c;
      b = (b << 12) | (b >>> 20);
      a = (a + b) | 0;
      d ^= a;
      d = (d << 8) | (d >>> 24);
      c = (c + d) | 0;
      b ^= c;
      b = (b << 7) | (b >>> 25);
    }
    words.setInt32(i * DIGEST_ID_BYTES, a);
    words.setInt32(i * DIGEST_ID_BYTES + 4, b);
    words.setInt32(i * DIGEST_ID_BYTES + 8, c);
    words.setInt32(i * DIGEST_ID_BYTES + 12, d);
  }
  return ids;
}

/** For each group, how many groups before it have the same four words. */
function twinsOf(words: Uint32Array): Uint32Array {
  const twins = new Uint32Array(words.length / 4);
  let size = 4;
  while (size < twins.length * 2) size *= 2;
  const latest = new Int32Array(size).fill(-1);
  const mask = size - 1;
  for (let i = 0, w = 0; i < twins.length; i++, w += 4) {
    let slot = (words[w] ^ Math.imul(words[w + 3], 0x85ebca77)) & mask;
    for (; latest[slot] !== -1; slot = (slot + 1) & mask) {
      const v = 4 * latest[slot];
      if (words[v] !== words[w] || words[v + 1] !== words[w + 1]) continue;
      if (words[v + 2] === words[w + 2] && words[v + 3] === words[w + 3]) break;
    }
    if (latest[slot] !== -1) twins[i] = twins[latest[slot]] + 1;
    latest[slot] = i;
  }
  return twins;
}
