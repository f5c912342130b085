// A thrift society: small round contributions of many members; the bank's narration has nothing but initials, the
// ledger the member's name.

import { dayNumber } from '../../src/core/money/calendar.ts';
import type { House, Payment } from './house.ts';
import { drawPeople, initialsOf } from './people.ts';

export const initials: House = {
  name: 'initials',
  manner: 'initials only at the bank',
  size: 3_000,
  daysForward: 2,
  daysBack: 2,
  tolerancePercent: 0,
  payments(count, random) {
    const members = drawPeople(Math.max(12, Math.floor(count / 3)), random);
    return Array.from({ length: count }, (): Payment => {
      const member = members[random.below(members.length)];
      const amount = random.chance(500) ? 50_000 * (1 + random.below(40)) : 100 * (500 + random.below(40_000));
      const day = dayNumber(2026, 9, 1 + random.below(30));
      const name = [member.given, member.middle, member.family].filter((word) => word !== null).join(' ');
      return {
        gl: { day, amount, narration: name },
        bank: {
          day: day + random.below(3) - 1,
          amount,
          narration: `${initialsOf(member)} ${random.chance(300) ? 'CONTRIB' : 'DEP'}`,
        },
      };
    });
  },
};
