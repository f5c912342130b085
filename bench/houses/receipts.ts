// Card receipts less a percentage: the bank pays out what the ledger booked less 1.2 to 1.6 in a hundred, by merchant
// and terminal; the ledger names the shop and the day's batch.

import { dayNumber } from '../../src/core/money/calendar.ts';
import { PLACES } from '../../src/generation/words.ts';
import type { House, Payment } from './house.ts';
import { drawFirms } from './people.ts';

export const receipts: House = {
  name: 'receipts',
  manner: 'the bank pays out less a percentage',
  size: 2_000,
  daysForward: 3,
  daysBack: 0,
  tolerancePercent: 2,
  payments(count, random) {
    const shops = drawFirms(Math.max(6, Math.floor(count / 24)), random).map((firm) => ({
      firm,
      place: PLACES[random.below(PLACES.length)],
      terminal: `2${random.digits(7)}`,
      basisPoints: 120 + random.below(41),
    }));
    return Array.from({ length: count }, (_, i): Payment => {
      const { firm, place, terminal, basisPoints } = shops[random.below(shops.length)];
      const amount = 100 * (2_000 + random.below(180_000));
      const day = dayNumber(2026, 9, 1 + random.below(30));
      const paid = amount - Math.round((amount * basisPoints) / 10_000);
      return {
        gl: { day, amount, narration: `POS SALES ${place} ${firm.split(' ')[0]} BATCH ${100 + (i % 800)}` },
        bank: {
          day: day + 1 + random.below(2),
          amount: paid,
          narration: `CARD SETTLEMENT ${terminal} ${firm.slice(0, 14).trim()} ${place.slice(0, 6)}`,
        },
      };
    });
  },
};
