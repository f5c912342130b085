// Seals for links of the audit chain: an HMAC under a key, or a plain digest without one. A key is named by its digest,
// so that a chain shows which one it needs.

import { createHash, createHmac } from 'node:crypto';
import type { RunningDigest, Seal, Seals } from '../../core/exceptions/audit-chain.ts';
import { sha256 } from './sha256.ts';

const PLAIN: Seal = { keyId: null, seal: sha256 };

/** The first key seals, and all of them verify. Without keys, links have plain digests. */
export function auditSeals(keys: readonly string[]): Seals {
  const seals = keys.map(
    (key): Seal => ({
      keyId: sha256(`tieout audit key\0${key}`).slice(0, 16),
      seal: (text) => createHmac('sha256', key).update(text).digest('hex'),
    }),
  );
  return {
    current: seals[0] ?? PLAIN,
    sealWith: (keyId) => [PLAIN, ...seals].find((seal) => seal.keyId === keyId) ?? null,
  };
}

export function runningSha256(): RunningDigest {
  const hash = createHash('sha256');
  return { add: (text) => void hash.update(text), hex: () => hash.digest('hex') };
}
