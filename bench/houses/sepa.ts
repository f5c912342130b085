// A European association with long structured texts: the same frame of words in every row of the bank, what tells rows
// apart in the middle of it; the ledger has a short text of its own. No row has a shared reference.

import { dayNumber } from '../../src/core/money/calendar.ts';
import type { House, Payment } from './house.ts';
import { drawFirms, drawPeople } from './people.ts';

const SUBJECTS = ['Beitrag', 'Spende', 'Rechnung', 'Kursgebuehr', 'Raumnutzung', 'Erstattung'];

export const sepa: House = {
  name: 'sepa',
  manner: 'long structured texts of one frame',
  size: 4_000,
  daysForward: 4,
  daysBack: 1,
  tolerancePercent: 0,
  payments(count, random) {
    const parties = [
      ...drawPeople(Math.max(10, Math.floor(count / 4)), random).map(({ given, family }) => `${given} ${family}`),
      ...drawFirms(Math.max(4, Math.floor(count / 12)), random),
    ];
    return Array.from({ length: count }, (): Payment => {
      const party = parties[random.below(parties.length)];
      const subject = SUBJECTS[random.below(SUBJECTS.length)];
      const amount =
        (random.chance(700) ? 1 : -1) *
        (random.chance(500) ? 2_500 * (1 + random.below(12)) : 100 + random.below(90_000));
      const day = dayNumber(2026, 9, 1 + random.below(30));
      const iban = `DE${random.digits(18)}`;
      const frame = `SEPA ${amount > 0 ? 'GUTSCHRIFT' : 'UEBERWEISUNG'} EREF NOTPROVIDED SVWZ ${subject} ${random.chance(500) ? party.split(' ').at(-1) : 'Danke'}`;
      return {
        gl: { day, amount, narration: `${subject} ${party}` },
        bank: { day: day + random.below(4), amount, narration: `${frame} ABWA ${party} IBAN ${iban} BIC GENODEF1XXX` },
      };
    });
  },
};
