// A ledger row that the bank does not show: the orphan sits on the ledger.

import { notFoundRule } from './not-found.ts';

export const notFoundGl = notFoundRule('gl');
