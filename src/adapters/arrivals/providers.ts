// Interfaces of banks and aggregators that are known by name, as data: a file of feeds may say the same of any other.

import type { RowsPlace } from './place.ts';

export const PROVIDERS: Readonly<Record<string, Partial<RowsPlace>>> = {
  // Amounts are kobo (or the minor unit of another country) without a sign; `type` is debit or credit.
  mono: {
    url: 'https://api.withmono.com/v2/accounts/{account_id}/transactions?start={start}&end={end}&paginate=true',
    dayForm: 'dd-mm-yyyy',
    rows: 'data',
    next: 'meta.next',
    fields: {
      ...{ Date: 'date', Narration: 'narration', Amount: 'amount', Type: 'type', Balance: 'balance' },
      ...{ Reference: 'id', Currency: 'currency' },
    },
    minor: ['amount', 'balance'],
    decimals: 2,
  },
};
