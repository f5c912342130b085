// A landlord: a few rents, each of many flats, paid by standing order in the first days of the month for several
// months; some standing orders name the flat, some the tenant, some nothing of use.

import { dayNumber } from '../../src/core/money/calendar.ts';
import type { House, Payment } from './house.ts';
import { drawPeople } from './people.ts';

const RENTS = [4_500_000, 6_000_000, 7_500_000];

export const rents: House = {
  name: 'rents',
  manner: 'equal rents by standing order',
  size: 720,
  daysForward: 4,
  daysBack: 2,
  tolerancePercent: 0,
  payments(count, random) {
    const flats = drawPeople(Math.max(4, Math.ceil(count / 6)), random).map((tenant, i) => ({
      tenant,
      flat: `${String.fromCharCode(65 + (i % 6))}${1 + Math.floor(i / 6)}`,
      amount: RENTS[random.below(RENTS.length)],
      day: random.below(4),
      manner: random.below(10),
    }));
    const payments: Payment[] = [];
    for (let month = 4; payments.length < count; month++) {
      for (const { tenant, flat, amount, day, manner } of flats) {
        if (payments.length === count) break;
        const { given, family } = tenant;
        const booked = dayNumber(2026, month, 1);
        const words =
          manner < 5
            ? `STO ${family} ${given.charAt(0)} RENT`
            : manner < 8
              ? `STANDING ORDER FLAT ${flat}`
              : 'STANDING ORDER RENT';
        payments.push({
          gl: { day: booked, amount, narration: `RENT FLAT ${flat} ${given} ${family}` },
          bank: { day: booked + day, amount, narration: words },
        });
      }
    }
    return payments;
  },
};
