// A ledger row that was posted again: same key and amount as a ledger row that is already matched.

import { duplicateRule } from './duplicate.ts';

export const duplicateGl = duplicateRule('gl');
