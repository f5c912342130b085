// A house that is paid by instant transfers: narrations carry the thirty digits that the switch gave, and often the payer's
// telephone. The same payers pay the same amounts again and again. Some ledgers keep the number of the enquiry before the
// transfer instead of the transfer's own.

import { dayNumber } from '../../src/core/money/calendar.ts';
import type { Random } from '../../src/generation/random.ts';
import type { House, Payment } from './house.ts';
import { drawPeople } from './people.ts';

/** Institution, yymmddhhmmss, serial. */
function sessionId(dayOfMonth: number, random: Random): string {
  const two = (n: number): string => String(n).padStart(2, '0');
  const time = `${two(8 + random.below(12))}${two(random.below(60))}${two(random.below(60))}`;
  return `0000${two(1 + random.below(20))}2609${two(dayOfMonth)}${time}${random.digits(12)}`;
}

export const sessions: House = {
  name: 'sessions',
  manner: 'instant transfers of the same payers, by the number of the switch',
  size: 1_600,
  daysForward: 3,
  daysBack: 1,
  tolerancePercent: 0,
  payments(count, random) {
    const payers = drawPeople(Math.max(4, Math.ceil(count / 8)), random).map((payer) => ({
      name: `${payer.given} ${payer.family}`,
      phone: `080${random.digits(8)}`,
      amount: 50_000 * (1 + random.below(20)),
    }));
    const keepsEnquiries = random.chance(300);
    return Array.from({ length: count }, (): Payment => {
      const { name, phone, amount } = payers[random.below(payers.length)];
      const dayOfMonth = 1 + random.below(28);
      const day = dayNumber(2026, 9, dayOfMonth);
      const session = sessionId(dayOfMonth, random);
      const booked = keepsEnquiries ? sessionId(dayOfMonth, random) : session;
      const words = `${name}${random.chance(400) ? ` ${phone}` : ''}`;
      return {
        gl: { day, amount, narration: random.chance(900) ? `${words} ${booked}` : words },
        bank: { day: day + random.below(2), amount, narration: `NIP/${session}/${name}/${phone}` },
      };
    });
  },
};
