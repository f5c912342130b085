// Ids of match groups of two rows, 128 bits each, cheap enough for a million of them: no digest a group, only integer
// mixing of the rows' 64-bit fingerprints, seeded with one digest of the session. Fingerprints hold content alone, so
// an id is the same in whatever order rows and files came and when a later run finds the group again.
//
// The 128 bits of the two fingerprints go through a permutation (quarter rounds of ChaCha with the seed, the kind of
// group and the ordinal added between them). A permutation has no collisions: two different pairs of fingerprints of
// one kind and ordinal never share an id. Groups of equal fingerprints (twins) are told apart by their ordinal in the
// order of the outcome; across kinds and ordinals a collision is as likely as for any 128-bit hash.

import type { MatchOutcome } from '../../matching/outcome/outcome.ts';
import type { RowColumns, Side } from '../rows/columns.ts';
import { DIGEST_ID_BYTES } from '../rows/digest-ids.ts';
import type { IdentityScope } from '../rows/identity.ts';

/** Packed as in digest-ids.ts, in the order of the outcome's lists. */
export interface GroupIds {
  readonly pairs: Uint8Array;
  readonly reversals: Readonly<Record<Side, Uint8Array>>;
}

interface MatchedSession {
  readonly columns: Readonly<Record<Side, RowColumns>>;
  readonly outcome: MatchOutcome;
}

export function groupIds(scope: IdentityScope, session: MatchedSession): GroupIds {
  const seed = seedOf(scope);
  const twins = groupTwins(session);
  const [pairs, gl, bank] = kindsOf(session);
  return {
    pairs: idsOf({ seed, kind: PAIRS }, pairs, twins.pairs),
    reversals: {
      gl: idsOf({ seed, kind: GL_REVERSALS }, gl, twins.reversals.gl),
      bank: idsOf({ seed, kind: BANK_REVERSALS }, bank, twins.reversals.bank),
    },
  };
}

/** For each group, how many groups of its kind before it have rows of the same content. */
export interface GroupTwins {
  readonly pairs: Uint32Array;
  readonly reversals: Readonly<Record<Side, Uint32Array>>;
}

export function groupTwins(session: MatchedSession): GroupTwins {
  const [pairs, gl, bank] = kindsOf(session);
  return { pairs: twinsOf(pairs), reversals: { gl: twinsOf(gl), bank: twinsOf(bank) } };
}

/** Matched pairs that were read back: row gl[i] with row bank[i], and what groupTwins said of them. */
export interface StoredPairs {
  readonly gl: Uint32Array;
  readonly bank: Uint32Array;
  readonly twin: Uint32Array;
}

/** The ids that groupIds gave the pairs. */
export function storedPairIds(
  scope: IdentityScope,
  columns: Readonly<Record<Side, RowColumns>>,
  { gl, bank, twin }: StoredPairs,
): Uint8Array {
  const first = { rows: gl, fingerprint: columns.gl.fingerprint };
  const second = { rows: bank, fingerprint: columns.bank.fingerprint };
  return idsOf({ seed: seedOf(scope), kind: PAIRS }, { count: twin.length, first, second }, twin);
}

/** Netted rows of one side that were read back, and what groupTwins said of them. */
export interface StoredReversals {
  readonly side: Side;
  readonly original: Uint32Array;
  readonly reversal: Uint32Array;
  readonly twin: Uint32Array;
}

/** The ids that groupIds gave the reversals of the side, whose columns these are. */
export function storedReversalIds(
  scope: IdentityScope,
  { fingerprint }: RowColumns,
  { side, original, reversal, twin }: StoredReversals,
): Uint8Array {
  const [first, second] = [
    { rows: original, fingerprint },
    { rows: reversal, fingerprint },
  ];
  const kind = side === 'gl' ? GL_REVERSALS : BANK_REVERSALS;
  return idsOf({ seed: seedOf(scope), kind }, { count: twin.length, first, second }, twin);
}

const PAIRS = 0;
const GL_REVERSALS = 1;
const BANK_REVERSALS = 2;

interface Members {
  readonly rows: Uint32Array;
  readonly fingerprint: Uint32Array;
}

/** Groups of two rows: the first's and the second's. */
interface Groups {
  readonly count: number;
  readonly first: Members;
  readonly second: Members;
}

/** In the order of the kinds' numbers. */
function kindsOf({ columns, outcome: { pairs, reversals } }: MatchedSession): [Groups, Groups, Groups] {
  const ofSide = (side: Side): Groups => {
    const { count, original, reversal } = reversals[side];
    const { fingerprint } = columns[side];
    return { count, first: { rows: original, fingerprint }, second: { rows: reversal, fingerprint } };
  };
  const first = { rows: pairs.gl, fingerprint: columns.gl.fingerprint };
  const second = { rows: pairs.bank, fingerprint: columns.bank.fingerprint };
  return [{ count: pairs.count, first, second }, ofSide('gl'), ofSide('bank')];
}

/** Four words from the session, which no other session has. */
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
    const [g, h] = [2 * first.rows[i]!, 2 * second.rows[i]!];
    let a = first.fingerprint[g]! | 0;
    let b = first.fingerprint[g + 1]! | 0;
    let c = second.fingerprint[h]! | 0;
    let d = second.fingerprint[h + 1]! | 0;
    const tweak = Math.imul(twins[i]! + 1, 0x9e3779b1) ^ kind;
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
    const [g, h] = [2 * first.rows[i]!, 2 * second.rows[i]!];
    let slot = (f[g]! ^ Math.imul(s[h + 1]!, 0x85ebca77)) & mask;
    for (; latest[slot] !== -1; slot = (slot + 1) & mask) {
      const [x, y] = [2 * first.rows[latest[slot]!]!, 2 * second.rows[latest[slot]!]!];
      if (f[x] === f[g] && f[x + 1] === f[g + 1] && s[y] === s[h] && s[y + 1] === s[h + 1]) break;
    }
    if (latest[slot] !== -1) twins[i] = twins[latest[slot]!]! + 1;
    latest[slot] = i;
  }
  return twins;
}
