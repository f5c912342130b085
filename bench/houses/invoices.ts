// A wholesaler whose customers name the invoice: the ledger has its number whole, the bank cuts the narration in the
// middle of it. Customers pay several invoices a month, some of one amount.

import { dayNumber } from '../../src/core/money/calendar.ts';
import type { House, Payment } from './house.ts';
import { drawFirms } from './people.ts';

const FIELD = 30;

export const invoices: House = {
  name: 'invoices',
  manner: 'numbers of invoices, cut at the bank',
  size: 4_000,
  daysForward: 5,
  daysBack: 1,
  tolerancePercent: 0,
  payments(count, random) {
    const firms = drawFirms(Math.max(8, Math.floor(count / 6)), random);
    return Array.from({ length: count }, (_, i): Payment => {
      const firm = firms[random.below(firms.length)];
      const number = `INV-2026-${String(40_000 + 3 * i + random.below(3)).padStart(6, '0')}`;
      const amount = (1 + random.below(400)) * (random.chance(600) ? 50_000 : 12_345);
      const day = dayNumber(2026, 9, 1 + random.below(30));
      const narration = `TRF FROM ${firm.slice(0, 6 + random.below(8)).trim()} ${number}`.slice(0, FIELD);
      return {
        gl: { day, amount, narration: `${number} ${firm}` },
        bank: { day: day + random.below(5), amount, narration },
      };
    });
  },
};
