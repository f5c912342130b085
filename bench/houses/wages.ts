// A house that books each wage and pays them by one order: the bank has the sum, under the order's number. Beside it the
// payments of an ordinary month; some were booked too high, and the ledger took a part back under the payment's number.

import { dayNumber } from '../../src/core/money/calendar.ts';
import type { House, Payment } from './house.ts';
import { drawPeople } from './people.ts';

const LEAST = 12;
const MORE = 48;

export const wages: House = {
  name: 'wages',
  manner: 'many wages, one order to the bank',
  size: 400,
  daysForward: 4,
  daysBack: 2,
  tolerancePercent: 0,
  payments(count, random) {
    const people = drawPeople(Math.max(20, Math.ceil(count / 2)), random);
    const someone = () => people[random.below(people.length)];
    return Array.from({ length: count }, (_, i): Payment => {
      const day = dayNumber(2026, 9, 1 + random.below(28));
      if (i % 40 !== 0) {
        const { given, family } = someone();
        const amount = -1_000 * (1 + random.below(3_000));
        const reference = `PV${String(260_000 + i)}`;
        const bank = { day: day + random.below(3), amount, narration: `TRF ${family} ${reference}` };
        const narration = `${given} ${family}`;
        if (!random.chance(30)) return { gl: { day, amount, reference, narration }, bank };
        const back = 1_000 * (1 + random.below(500));
        return {
          gl: { day, amount: amount - back, reference, narration },
          more: [{ day: day + 1, amount: back, reference, narration: `PART REVERSAL ${narration}` }],
          bank,
        };
      }
      const reference = `SAL26${String(1_000 + i)}`;
      const rows = Array.from({ length: LEAST + random.below(MORE) }, () => {
        const { given, family } = someone();
        const amount = -5_000 * (10 + random.below(80));
        return { day, amount, reference, narration: `WAGES ${given} ${family}` };
      });
      const amount = rows.reduce((sum, row) => sum + row.amount, 0);
      const [gl, ...more] = rows;
      const bank = { day: day + random.below(2), amount, reference, narration: 'SALARY PAYMENT BULK' };
      return { gl: gl!, bank, more };
    });
  },
};
