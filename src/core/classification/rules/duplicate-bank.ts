// A bank line that came again: same key and amount as a bank line that is already matched.

import { duplicateRule } from './duplicate.ts';

export const duplicateBank = duplicateRule('bank');
