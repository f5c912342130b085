// A payroll: salaries of a few grades, so that hundreds are equal and fall on one day; one name a row, the ledger by
// family name with the grade, the bank by the account's holder.

import { dayNumber } from '../../src/core/money/calendar.ts';
import type { House, Payment } from './house.ts';
import { drawPeople } from './people.ts';

const GRADES = [8_500_000, 12_000_000, 12_000_000, 18_500_000, 26_000_000];

export const payroll: House = {
  name: 'payroll',
  manner: 'equal amounts on one day, one name a row',
  size: 800,
  daysForward: 3,
  daysBack: 0,
  tolerancePercent: 0,
  payments(count, random) {
    return drawPeople(count, random).map(({ given, middle, family }): Payment => {
      const grade = random.below(GRADES.length);
      const amount = -GRADES[grade];
      const day = dayNumber(2026, 9, 25);
      const holder = random.chance(500) ? `${given} ${family}` : [family, given, middle ?? ''].join(' ').trim();
      return {
        gl: { day, amount, narration: `SALARY SEP GL${grade + 4} ${family} ${given.charAt(0)}` },
        bank: { day: day + (random.chance(150) ? 1 : 0), amount, narration: holder },
      };
    });
  },
};
