// A house that numbers what it books and asks its payers to say the number: INV26/0012, PV-045, MBR/00/120, PV2605-001. The
// bank has the number in a field or inside a narration, with other separators or none, beside the payer's name or another's; some payers
// say nothing, some their own number, which looks like one of the house's, and some pay another amount.

import { dayNumber } from '../../src/core/money/calendar.ts';
import type { House, Payment } from './house.ts';
import { drawPeople } from './people.ts';

/** How a house writes its numbers, and how payers write them. */
const MANNERS: readonly (readonly [own: (n: number) => string, said: (n: number) => string])[] = [
  [(n) => `INV26/${digits(n, 4)}`, (n) => `INV26/${digits(n, 4)}`],
  [(n) => `PV-${digits(n, 3)}`, (n) => `PV${digits(n, 3)}`],
  [(n) => `MBR/${digits(n % 40, 2)}/${digits(n, 3)}`, (n) => `MBR ${digits(n % 40, 2)} ${digits(n, 3)}`],
  [(n) => `PV2605-${digits(n, 3)}`, (n) => `PV2605-${digits(n, 3)}`],
  [(n) => `ADM/26/${digits(n, 4)}`, (n) => `ADM 26 ${digits(n, 4)}`],
  [(n) => `TKT${digits(n, 5)}`, (n) => `TKT ${digits(n, 5)}`],
  [(n) => `LN/${digits(n, 3)}/B`, (n) => `LN-${digits(n, 3)}-B`],
  [(n) => `INV-2026-${digits(n, 4)}`, (n) => `INV 2026 ${digits(n, 4)}`],
];

const digits = (n: number, width: number): string => String(n).padStart(width, '0');

export const numbered: House = {
  name: 'numbered',
  manner: 'short numbers of its own, said by payers in other pieces',
  size: 1_600,
  daysForward: 4,
  daysBack: 2,
  tolerancePercent: 0,
  payments(count, random) {
    const [own, said] = MANNERS[random.below(MANNERS.length)];
    const payers = drawPeople(Math.max(6, Math.ceil(count / 4)), random);
    const prices = Array.from({ length: 12 }, () => 50_000 * (1 + random.below(60)));
    const first = 1 + random.below(200);
    // Where payments come by a portal of the house's own, the bank has a field for the number.
    const hasField = random.chance(400);
    return Array.from({ length: count }, (_, i): Payment => {
      const payer = payers[random.below(payers.length)];
      const by = random.chance(250) ? payers[random.below(payers.length)] : payer;
      const amount = random.chance(700) ? prices[random.below(prices.length)] : 1_000 + random.below(9_000_000);
      const paid = random.chance(60) ? prices[random.below(prices.length)] : amount;
      const manner = random.below(100);
      const number = manner < 70 ? said(first + i) : manner < 85 ? '' : said(1 + random.below(2 * count));
      const day = dayNumber(2026, 9, 1 + random.below(30));
      return {
        gl: { day, amount, reference: own(first + i), narration: `${payer.given} ${payer.family}` },
        bank: {
          day: day + random.below(4),
          amount: paid,
          reference: hasField ? number : '',
          narration: `NIP/${by.family} ${by.given}/${hasField ? '' : number}`,
        },
      };
    });
  },
};
