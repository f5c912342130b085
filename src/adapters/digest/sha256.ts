// The digest that ids are derived from. The core is handed it, since it imports nothing.

import { hash } from 'node:crypto';
import type { Digest } from '../../core/records/rows/identity.ts';

export const sha256: Digest = (text) => hash('sha256', text, 'hex');
