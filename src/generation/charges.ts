// The bank's own charges and payments in a made-up month: charges on any day, and those at the month's end, each with
// its tax. The ledger has not booked them yet.

import { vatOn } from './amounts.ts';
import type { Cause } from './causes.ts';
import { NIP_OUT } from './channels.ts';
import type { Stage } from './stage.ts';

/** Charges on any day: words, tariff in naira, and most units in one charge. */
export const MONTH_CHARGES: readonly { words: string; naira: number; upTo: number }[] = [
  { words: 'CHQ BOOK ISSUANCE FEE', naira: 500, upTo: 4 },
  { words: 'STATEMENT FEE', naira: 20, upTo: 12 },
  { words: 'COLLECTION COMMISSION', naira: 100, upTo: 20 },
  { words: 'TOKEN ISSUANCE CHARGE', naira: 2_500, upTo: 1 },
  { words: 'ADVICE CHARGE', naira: 50, upTo: 3 },
];

/**
 * Puts the lines of the month's end for every account: alerts at 4.00 each, maintenance, interest, and the tax on each.
 */
export function putMonthEnd(stage: Stage): void {
  const { random, options } = stage;
  for (let account = 0; account < options.accounts; account++) {
    const line = (cause: Cause, amount: number, narration: string) => {
      const about = { ...stage.transaction(NIP_OUT), account, second: 86_000 + random.below(300), amount };
      stage.put('bank', stage.group(cause, 1), about, { reference: '', narration });
    };
    const alerts = 400 * (40 + random.below(400));
    line('bank_charge', -alerts, 'SMS ALERT CHARGE');
    line('vat', -vatOn(alerts), 'VAT ON SMS ALERT CHARGE');
    const maintenance = 100_000 + random.below(900_000);
    line('bank_charge', -maintenance, 'COT/ACCT MAINTENANCE FEE');
    line('vat', -vatOn(maintenance), 'VAT ON ACCT MAINTENANCE FEE');
    const interest = 250_000 + random.below(1_500_000);
    line('interest', interest, 'INTEREST CAPITALISED');
    line('withholding_tax', -Math.floor(interest / 10), 'WHT ON INTEREST');
  }
}
