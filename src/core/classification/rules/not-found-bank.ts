// A bank line that the ledger does not show: the orphan sits on the bank.

import { notFoundRule } from './not-found.ts';

export const notFoundBank = notFoundRule('bank');
