// What is said of an open row's amount on the other side, against a look at every pair of open rows.

import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { Agreement } from '../../../src/core/matching/candidates/agreement.ts';
import { matchSession } from '../../../src/core/matching/match-session.ts';
import { FACT_AMOUNT_CANDIDATE, FACT_AMOUNT_OPEN } from '../../../src/core/matching/outcome/outcome.ts';
import { DEFAULT_PARAMETERS } from '../../../src/core/matching/parameters.ts';
import { daysOfRows, OUTSIDE } from '../../../src/core/matching/window.ts';
import { SIDES } from '../../../src/core/records/rows/columns.ts';
import { columnsOf } from '../../reference/columns-of.ts';
import { randomMonth } from '../../reference/random-month.ts';
import { sessionOf } from '../classification/session-of.ts';

test('a row is said to have its amount open on the other side when some open row there has it in the window', () => {
  let [with_, without, several] = [0, 0, 0];
  const ofOneAccount = randomMonth.map((month) => ({
    ...month,
    gl: month.gl.map((row) => ({ ...row, account: '0012' })),
    bank: month.bank.map((row) => ({ ...row, account: '0012' })),
  }));
  fc.assert(
    fc.property(ofOneAccount, ({ parameters, calibration, ...rows }) => {
      const [gl, bank] = [columnsOf(rows.gl), columnsOf(rows.bank)];
      const { open } = matchSession({ gl, bank, parameters, calibration });
      const currencies = [...new Set([...gl.currencies, ...bank.currencies])];
      const agreement = new Agreement(parameters, currencies);
      const meets = (i: number, j: number): boolean =>
        gl.currencies[gl.currency[i]] === bank.currencies[bank.currency[j]] &&
        agreement.withoutKey(
          gl.amount[i],
          bank.amount[j],
          currencies.indexOf(gl.currencies[gl.currency[i]]),
          agreement.services.of(gl, i) || agreement.services.of(bank, j),
        ) &&
        daysOfRows(gl, i, bank, j, parameters) !== OUTSIDE;
      for (const side of SIDES) {
        open[side].row.forEach((row, item) => {
          const holders =
            side === 'gl' ? open.bank.row.filter((j) => meets(row, j)) : open.gl.row.filter((i) => meets(i, row));
          const has = holders.length > 0;
          const facts = open[side].facts[item];
          expect((facts & FACT_AMOUNT_OPEN) !== 0).toBe(has);
          if (facts & FACT_AMOUNT_CANDIDATE) expect(has).toBe(true);
          expect(open[side].amountHolder[item]).toBe(holders.length === 1 ? holders[0] : -1);
          if (holders.length > 1) several++;
          if (has) with_++;
          else without++;
        });
      }
    }),
    { numRuns: 500 },
  );
  expect(with_).toBeGreaterThan(100);
  expect(without).toBeGreaterThan(100);
  expect(several).toBeGreaterThan(100);
});

describe('an open row', () => {
  test('whose reference speaks against the only row of its amount has no candidate, and its amount is open', () => {
    const { columns } = sessionOf({
      gl: [
        { amount: 500, reference: 'FT26061AB12' },
        { amount: 900, reference: 'FT26061CD34' },
      ],
      bank: [
        { amount: 500, reference: 'FT26061AB21' },
        { amount: 900, reference: 'FT26061CD34' },
      ],
    });
    const { open } = matchSession({ ...columns, parameters: DEFAULT_PARAMETERS });
    for (const side of SIDES) {
      expect([...open[side].row]).toEqual([0]);
      expect(open[side].facts[0] & (FACT_AMOUNT_CANDIDATE | FACT_AMOUNT_OPEN)).toBe(FACT_AMOUNT_OPEN);
    }
  });
});
