// A 48-bit hash of a text, for index keys: SQLite keeps such an integer in six bytes, and what an index finds is
// compared in full before it is believed.

/** FNV-1a on two lanes, mixed; an integer below 2^48. */
export function textHash(bytes: Uint8Array): number {
  let a = 0x811c9dc5;
  let b = 0x9747b28c;
  for (let i = 0; i < bytes.length; i++) {
    a = Math.imul(a ^ bytes[i], 0x01000193);
    b = Math.imul(b ^ bytes[i], 0x85ebca6b);
    b ^= b >>> 15;
  }
  a = Math.imul(a ^ (a >>> 16) ^ b, 0xc2b2ae35);
  return ((b >>> 0) & 0xffff) * 0x1_0000_0000 + (a >>> 0);
}
