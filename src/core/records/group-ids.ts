// Ids of match groups of two rows, 128 bits each, cheap enough for a million of them: no digest a group, only integer
// mixing of the rows' 64-bit fingerprints, seeded with one digest of the session. Fingerprints hold content alone, so
// an id is the same in whatever order rows and files came and when a later run finds the group again.
//
// The 128 bits of the two fingerprints go through a permutation (quarter rounds of ChaCha with the seed, the kind of
// group and the ordinal added between them). A permutation has no collisions: two different pairs of fingerprints of
// one kind and ordinal never share an id. Groups of equal fingerprints (twins) are told apart by their ordinal in the
// order of the outcome; across kinds and ordinals a collision is as likely as for any 128-bit hash.

import type { MatchOutcome } from '../matching/outcome.ts';
import type { RowColumns, Side } from './columns.ts';
import { DIGEST_ID_BYTES } from './digest-ids.ts';
import type { IdentityScope } from './identity.ts';

/** Packed as in digest-ids.ts, in the order of the outcome's lists. */
export interface GroupIds {
  readonly pairs: Uint8Array;
  readonly reversals: Readonly<Record<Side, Uint8Array>>;
}

export function groupIds(
  scope: IdentityScope,
  { columns, outcome }: { readonly columns: Readonly<Record<Side, RowColumns>>; readonly outcome: MatchOutcome },
): GroupIds {
  const seed = seedOf(scope);
  const { pairs, reversals } = outcome;
  const { gl, bank } = columns;
  const ofSide = (side: Side, kind: number): Uint8Array => {
    const { count, original, reversal } = reversals[side];
    const { fingerprint } = columns[side];
    return idsOf({ seed, kind, count }, { rows: original, fingerprint }, { rows: reversal, fingerprint });
  };
  return {
    pairs: idsOf(
      { seed, kind: 0, count: pairs.count },
      { rows: pairs.gl, fingerprint: gl.fingerprint },
      { rows: pairs.bank, fingerprint: bank.fingerprint },
    ),
    reversals: { gl: ofSide('gl', 1), bank: ofSide('bank', 2) },
  };
}

interface Members {
  readonly rows: Uint32Array;
  readonly fingerprint: Uint32Array;
}

interface Kind {
  readonly seed: Int32Array;
  readonly kind: number;
  readonly count: number;
}

/** Four words from the session, which no other session has. */
function seedOf({ key, digest }: IdentityScope): Int32Array {
  const hex = digest(JSON.stringify(['groups', key.tenant, key.partner, key.session]));
  return Int32Array.from({ length: 4 }, (_, i) => Number.parseInt(hex.slice(8 * i, 8 * i + 8), 16) | 0);
}

const ROUNDS = 6;

function idsOf({ seed, kind, count }: Kind, first: Members, second: Members): Uint8Array {
  const ids = new Uint8Array(count * DIGEST_ID_BYTES);
  const words = new DataView(ids.buffer);
  const ordinals = ordinalsOf(count, first, second);
  const [s0, s1, s2, s3] = seed as unknown as [number, number, number, number];
  for (let i = 0; i < count; i++) {
    const [g, h] = [2 * first.rows[i]!, 2 * second.rows[i]!];
    let a = first.fingerprint[g]! | 0;
    let b = first.fingerprint[g + 1]! | 0;
    let c = second.fingerprint[h]! | 0;
    let d = second.fingerprint[h + 1]! | 0;
    const tweak = Math.imul(ordinals[i]! + 1, 0x9e3779b1) ^ kind;
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
function ordinalsOf(count: number, first: Members, second: Members): Uint32Array {
  const ordinals = new Uint32Array(count);
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
    if (latest[slot] !== -1) ordinals[i] = ordinals[latest[slot]!]! + 1;
    latest[slot] = i;
  }
  return ordinals;
}
