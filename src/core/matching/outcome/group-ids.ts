// Ids of match groups, 128 bits each, cheap enough for a million of them: no digest a group, only integer mixing of the
// rows' 64-bit fingerprints, seeded with one digest of the session. Fingerprints hold content alone, so an id is the
// same in whatever order rows and files came and when a later run finds the group again.
//
// The 128 bits of the two fingerprints go through a permutation (quarter rounds of ChaCha with the seed, the kind of
// group and the ordinal added between them). A permutation has no collisions: two different pairs of fingerprints of
// one kind and ordinal never share an id. Groups of equal fingerprints (twins) are told apart by their ordinal in the
// order of the outcome; across kinds and ordinals a collision is as likely as for any 128-bit hash. If a group has
// several rows of a side, one fingerprint made of theirs (in any order) takes the place of the row's.

import type { RowColumns, Side } from '../../records/rows/columns.ts';
import { DIGEST_ID_BYTES } from '../../records/rows/digest-ids.ts';
import type { IdentityScope } from '../../records/rows/identity.ts';
import { firstMember } from './match-groups.ts';
import type { MatchOutcome, RowMembers } from './outcome.ts';

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
  const twins = groupTwins(session);
  const [groups, gl, bank] = kindsOf(session);
  return {
    groups: idsOf({ seed, kind: MATCHES }, groups, twins.groups),
    reversals: {
      gl: idsOf({ seed, kind: GL_REVERSALS }, gl, twins.reversals.gl),
      bank: idsOf({ seed, kind: BANK_REVERSALS }, bank, twins.reversals.bank),
    },
  };
}

/** For each group, how many groups of its kind before it have rows of the same content. */
interface GroupTwins {
  readonly groups: Uint32Array;
  readonly reversals: Readonly<Record<Side, Uint32Array>>;
}

export function groupTwins(session: MatchedSession): GroupTwins {
  const [groups, gl, bank] = kindsOf(session);
  return { groups: twinsOf(groups), reversals: { gl: twinsOf(gl), bank: twinsOf(bank) } };
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
  { gl, bank, twin }: StoredMatches,
): Uint8Array {
  const count = twin.length;
  const first = membersOf(gl, columns.gl.fingerprint, count);
  const second = membersOf(bank, columns.bank.fingerprint, count);
  return idsOf({ seed: seedOf(scope), kind: MATCHES }, { count, first, second }, twin);
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
  { fingerprint }: RowColumns,
  { side, original, reversal, twin }: StoredReversals,
): Uint8Array {
  const first = { rows: original, fingerprint };
  const second = { rows: reversal, fingerprint };
  const kind = side === 'gl' ? GL_REVERSALS : BANK_REVERSALS;
  return idsOf({ seed: seedOf(scope), kind }, { count: twin.length, first, second }, twin);
}

const MATCHES = 0;
const GL_REVERSALS = 1;
const BANK_REVERSALS = 2;

interface Members {
  /** For each group the index of its two words in `fingerprint`. */
  readonly rows: Uint32Array;
  readonly fingerprint: Uint32Array;
}

/** Groups of one kind: the rows of the first side (or the originals), and those of the second (or the reversals). */
interface Groups {
  readonly count: number;
  readonly first: Members;
  readonly second: Members;
}

/** The groups of each kind, in the order of the kinds' numbers. */
function kindsOf({ columns, outcome: { groups, reversals } }: MatchedSession): [Groups, Groups, Groups] {
  const ofSide = (side: Side): Groups => {
    const { count, original, reversal } = reversals[side];
    const { fingerprint } = columns[side];
    return { count, first: { rows: original, fingerprint }, second: { rows: reversal, fingerprint } };
  };
  const first = membersOf(groups.gl, columns.gl.fingerprint, groups.count);
  const second = membersOf(groups.bank, columns.bank.fingerprint, groups.count);
  return [{ count: groups.count, first, second }, ofSide('gl'), ofSide('bank')];
}

/** If every group has one row, its fingerprint is used; of several rows one fingerprint is made. */
function membersOf(members: RowMembers, fingerprint: Uint32Array, count: number): Members {
  if (members.offsets === null) return { rows: members.rows, fingerprint };
  const rows = new Uint32Array(count);
  const folded = new Uint32Array(2 * count);
  for (let g = 0; g < count; g++) {
    const ofGroup = members.rows.subarray(firstMember(members, g), firstMember(members, g + 1));
    folded.set(foldedOf(ofGroup, fingerprint), 2 * g);
    rows[g] = g;
  }
  return { rows, fingerprint: folded };
}

/** The row's own fingerprint, or 64 bits from those of all rows in ascending order. */
function foldedOf(rows: Uint32Array, fingerprint: Uint32Array): Uint32Array {
  if (rows.length === 1) return fingerprint.subarray(2 * rows[0], 2 * rows[0] + 2);
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
    // Each lane takes both words, in another order and by other multipliers (murmur3's and xxHash32's).
    low = mixed(mixed(low, a, 0xcc9e2d51), b, 0x1b873593);
    high = mixed(mixed(high, b, 0x85ebca77), a, 0xc2b2ae3d);
  }
  return Uint32Array.of(low, high);
}

function mixed(lane: number, word: number, by: number): number {
  let h = Math.imul(lane ^ word, by);
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
  { count, first, second }: Groups,
  twins: Uint32Array,
): Uint8Array {
  const ids = new Uint8Array(count * DIGEST_ID_BYTES);
  const words = new DataView(ids.buffer);
  const [s0, s1, s2, s3] = seed as unknown as [number, number, number, number];
  for (let i = 0; i < count; i++) {
    const g = 2 * first.rows[i];
    const h = 2 * second.rows[i];
    let a = first.fingerprint[g] | 0;
    let b = first.fingerprint[g + 1] | 0;
    let c = second.fingerprint[h] | 0;
    let d = second.fingerprint[h + 1] | 0;
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

/** For each group, how many groups before it have the same two fingerprints. */
function twinsOf({ count, first, second }: Groups): Uint32Array {
  const twins = new Uint32Array(count);
  let size = 4;
  while (size < count * 2) size *= 2;
  const latest = new Int32Array(size).fill(-1);
  const mask = size - 1;
  const f = first.fingerprint;
  const s = second.fingerprint;
  for (let i = 0; i < count; i++) {
    const g = 2 * first.rows[i];
    const h = 2 * second.rows[i];
    let slot = (f[g] ^ Math.imul(s[h + 1], 0x85ebca77)) & mask;
    for (; latest[slot] !== -1; slot = (slot + 1) & mask) {
      const x = 2 * first.rows[latest[slot]];
      const y = 2 * second.rows[latest[slot]];
      if (f[x] === f[g] && f[x + 1] === f[g + 1] && s[y] === s[h] && s[y + 1] === s[h + 1]) break;
    }
    if (latest[slot] !== -1) twins[i] = twins[latest[slot]] + 1;
    latest[slot] = i;
  }
  return twins;
}
