// The digest from which ids are derived. Core gets it as an argument, because core imports nothing.

import { createHash, hash } from 'node:crypto';
import type { Digest } from '../../core/records/rows/identity.ts';

export const sha256: Digest = (text) => {
  if (typeof text === 'string') return hash('sha256', text, 'hex');
  const running = createHash('sha256');
  for (const piece of text) running.update(piece);
  return running.digest('hex');
};
