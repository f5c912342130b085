// A house and a bank that both number the rows of their own files in the column of references: the numbers meet, and say
// nothing.

import { dayNumber } from '../../src/core/money/calendar.ts';
import type { House, Payment } from './house.ts';
import { drawPeople } from './people.ts';

export const serials: House = {
  name: 'serials',
  manner: "each side's own serial numbers for references",
  size: 1_600,
  daysForward: 4,
  daysBack: 2,
  tolerancePercent: 0,
  payments(count, random) {
    const payers = drawPeople(Math.max(6, Math.ceil(count / 3)), random);
    const [ledger, bank] = [1 + random.below(5), 1 + random.below(5)];
    const payments = Array.from({ length: count }, () => ({
      payer: payers[random.below(payers.length)],
      amount: 1_000 * (1 + random.below(4_000)),
      day: dayNumber(2026, 9, 1 + random.below(30)),
      later: random.below(4),
    }));
    const serial = (n: number): string => `TXN${String(n).padStart(5, '0')}`;
    const placeAt = (booked: readonly number[]): number[] => {
      const order = [...booked.keys()].sort((a, b) => booked[a] - booked[b] || a - b);
      const places: number[] = [];
      order.forEach((i, place) => {
        places[i] = place;
      });
      return places;
    };
    const own = placeAt(payments.map(({ day }) => day));
    const theirs = placeAt(payments.map(({ day, later }) => day + later));
    return payments.map(({ payer, amount, day, later }, i): Payment => {
      const name = `${payer.given} ${payer.family}`;
      return {
        gl: { day, amount, reference: serial(ledger + own[i]), narration: name },
        bank: { day: day + later, amount, reference: serial(bank + theirs[i]), narration: `NIP FROM ${name}` },
      };
    });
  },
};
