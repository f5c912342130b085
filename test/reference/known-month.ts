// Months in which references stand inside narrations in other pieces than in their column: each row of the ledger has
// one, and the bank's narrations hold it, another's, a member's that comes back, or a batch's that many have.

import fc from 'fast-check';
import { CALIBRATION } from '../../src/core/matching/calibration.ts';
import { DEFAULT_PARAMETERS, type MatchParameters } from '../../src/core/matching/parameters.ts';
import type { RandomMonth } from './random-month.ts';
import type { Line } from './worked.ts';
import { rowsOf } from './worked.ts';

const PARAMETERS: MatchParameters = {
  ...DEFAULT_PARAMETERS,
  daysForward: 3,
  daysBack: 2,
  currencies: { NGN: { tolerance: 50, chargeMin: 0, chargeMax: 0 } },
};

const NAMES = ['ADA OKEKE', 'MUSA GARBA', 'KEMI BELLO', 'TRANSFER', 'DEPOSIT', ''];
const AMOUNTS = [10_000, 10_000, 12_000, 19_999, 20_000, 20_001, 90_000, 100_000, 100_001, 1_500, -10_000, -20_000];

const voucher = (n: number): string => `PV-${String(n).padStart(3, '0')}`;
const member = (n: number): string => `MBR/0${n}/12${n}`;

/** What the bank's row says of the ledger's row n: its number, another row's, a member's or nothing. */
const text = fc.oneof(
  { weight: 6, arbitrary: fc.constant((n: number) => voucher(n)) },
  { weight: 2, arbitrary: fc.nat({ max: 29 }).map((other) => () => voucher(other).replace('-', ' ')) },
  { weight: 2, arbitrary: fc.nat({ max: 2 }).map((who) => () => member(who)) },
  { weight: 1, arbitrary: fc.nat({ max: 2 }).map((who) => (n: number) => `${member(who)} ${voucher(n)}`) },
  { weight: 1, arbitrary: fc.constant(() => '') },
);

const pair = fc.record({
  amount: fc.constantFrom(...AMOUNTS),
  other: fc.option(fc.constantFrom(...AMOUNTS), { nil: null, freq: 3 }),
  day: fc.integer({ min: 1, max: 12 }),
  later: fc.constantFrom(0, 0, 1, 2, 9),
  name: fc.constantFrom(...NAMES),
  says: text,
  /** Instead of its voucher the ledger's row has a member's number for its reference. */
  isMember: fc.option(fc.nat({ max: 2 }), { nil: null, freq: 3 }),
  side: fc.constantFrom('both', 'both', 'both', 'gl', 'bank'),
  bankHasField: fc.constantFrom(false, false, false, true),
});

/** Where amounts are scattered, numbers meet beside unlike ones. */
export const knownMonth: fc.Arbitrary<RandomMonth> = fc
  .record({
    pairs: fc.array(pair, { minLength: 2, maxLength: 30 }),
    areScattered: fc.boolean(),
    keyRows: fc.constantFrom(2, 20),
  })
  .map(({ pairs, areScattered, keyRows }) => {
    const gl: Line[] = [];
    const bank: Line[] = [];
    pairs.forEach(({ amount, other, day, later, name, says, isMember, side, bankHasField }, n) => {
      const scattered = areScattered ? Math.round(amount * 1.2 ** (n % 9)) : amount;
      const reference = isMember === null ? voucher(n) : member(isMember);
      if (side !== 'bank') gl.push([scattered, day, reference, name]);
      const at = areScattered ? (n + 3) % pairs.length : n;
      const [field, narration] = bankHasField ? [says(at), name] : ['', `${name}/${says(at)}`];
      if (side !== 'gl') bank.push([other ?? scattered, day + later, field, narration]);
    });
    const calibration = { ...CALIBRATION, keyRows, keyShare: 0 };
    return { gl: rowsOf(gl), bank: rowsOf(bank), parameters: PARAMETERS, calibration };
  });
