// What reasons say of rows that are not the cluster's own: which row, where it stands and what became of it. The sessions
// are matched first, so that a reason is held to what matching did.

import { describe, expect, test } from 'vitest';
import { classify } from '../../../src/core/classification/classify.ts';
import { clusterAt, reasonOf } from '../../../src/core/classification/cluster-set.ts';
import { nearRowsOf } from '../../../src/core/classification/near/near-rows.ts';
import { BANKING_RULES } from '../../../src/core/classification/rules.ts';
import { matchSession } from '../../../src/core/matching/match-session.ts';
import { DEFAULT_PARAMETERS, type MatchParameters } from '../../../src/core/matching/parameters.ts';
import { ROW_OUT_OF_PERIOD } from '../../../src/core/records/rows/columns.ts';
import { sessionOf, type TestRow, withoutPlaces } from './session-of.ts';

interface Said {
  readonly gl?: readonly TestRow[];
  readonly bank?: readonly TestRow[];
  readonly parameters?: Partial<MatchParameters>;
  readonly period?: readonly [string | null, string | null];
}

/** `type: reason` of each cluster. */
function reasons({ gl = [], bank = [], parameters: own = {}, period }: Said): string[] {
  const parameters = { ...DEFAULT_PARAMETERS, daysForward: 3, daysBack: 3, ...own };
  const { columns, period: asked } = sessionOf({ gl, bank, ...(period === undefined ? {} : { period }) });
  const outcome = matchSession({ ...columns, parameters });
  const near = nearRowsOf({ columns, outcome, parameters });
  const session = { columns, open: outcome.open, parameters, near, period: asked };
  const set = classify(session, BANKING_RULES);
  return Array.from(
    { length: set.count },
    (_, c) => `${clusterAt(session, set, c).type}: ${withoutPlaces(reasonOf(session, set, c))}`,
  );
}

const key = { reference: 'FT26061DD55' };
const paid: TestRow = { amount: -900_000, ...key, narration: 'TRANSFER TO KEMI', day: '2026-03-06' };
const returned: TestRow = { amount: 900_000, ...key, narration: 'REVERSAL TRANSFER TO KEMI', day: '2026-03-08' };
const other: TestRow = { amount: 250_000, reference: 'FT26062QQ70', narration: 'NIP BISI' };
const REVERSAL = 'reversal_unmatched: The bank credit of NGN 9,000.00 on 2026-03-08 is marked as a reversal';

describe('a reversal that was not netted names what it undoes', () => {
  const cases: readonly [what: string, said: Said, reason: string][] = [
    [
      'matched already: the ledger lacks the reversal',
      { gl: [paid, other], bank: [paid, returned, other] },
      'the bank debit of NGN 9,000.00 on 2026-03-06, which has its reference, is already matched; no open ledger entry fits its amount and dates, so the ledger seems to lack the reversal.',
    ],
    [
      'matched already, and the ledger has something of the amount',
      {
        gl: [paid, { amount: 900_000, reference: 'FT99999ZZ11', day: '2026-03-08' }, other],
        bank: [paid, returned, other],
      },
      'the bank debit of NGN 9,000.00 on 2026-03-06, which has its reference, is already matched; the ledger receipt of NGN 9,000.00 on 2026-03-08 is open and fits its amount and dates, but the two could not be paired with certainty.',
    ],
    [
      'outside the reversal window',
      { gl: [other], bank: [{ ...paid, day: '2026-02-26' }, returned, other] },
      'the bank debit of NGN 9,000.00 on 2026-02-26, which has its reference, is open but lies 10 days before it, outside the reversal window of 7 days back and 7 days forward; no open ledger entry fits its amount and dates.',
    ],
    [
      'netted with another reversal',
      { gl: [other], bank: [paid, { ...returned, day: '2026-03-07' }, returned, other] },
      'the bank debit of NGN 9,000.00 on 2026-03-06, which has its reference, is netted against another row of its side; no open ledger entry fits its amount and dates.',
    ],
    [
      'outside the period',
      { gl: [other], bank: [{ ...paid, flags: ROW_OUT_OF_PERIOD }, returned, other] },
      'the bank debit of NGN 9,000.00 on 2026-03-06, which has its reference, is outside the period and takes no part; no open ledger entry fits its amount and dates.',
    ],
    [
      'of another account',
      {
        gl: [other, { ...other, account: '2', reference: 'FT26062QQ71' }],
        bank: [{ ...paid, account: '2' }, returned, other, { ...other, account: '2', reference: 'FT26062QQ71' }],
      },
      'no bank line of its account has the opposite amount; no open ledger entry fits its amount and dates.',
    ],
    [
      'by nothing but the amount',
      { gl: [{ ...paid, reference: 'FT1' }, other], bank: [{ ...paid, reference: 'FT1' }, returned, other] },
      'no bank line of the opposite amount shares a reference with it; the bank debit of NGN 9,000.00 on 2026-03-06, which has the opposite amount, is already matched; no open ledger entry fits its amount and dates.',
    ],
    [
      'of several that it may undo',
      {
        gl: [other],
        bank: [
          { ...paid, narration: 'TRANSFER KEMI' },
          { ...paid, narration: 'TRANSFER BISI' },
          { ...returned, narration: 'REVERSAL' },
          other,
        ],
      },
      '2 bank lines have its reference and the opposite amount, among them the bank debit of NGN 9,000.00 on 2026-03-06, which is open; 2 of them are open within the reversal window, and a person has to tell which it undoes; no open ledger entry fits its amount and dates.',
    ],
  ];

  test.each(cases)('%s', (_, said, reason) => {
    expect(reasons(said)).toContain(`${REVERSAL}; ${reason}`);
  });

  test('a part of two longer references is none that they share', () => {
    const salary = { ...paid, reference: '', narration: 'SALARY LAGOS26051-001' };
    const rent = { ...returned, reference: '', narration: 'REVERSAL RENT LAGOS26051-017' };
    expect(reasons({ gl: [salary, other], bank: [salary, rent, other] })).toEqual([
      `${REVERSAL}; no bank line of the opposite amount shares a reference with it; the bank debit of NGN 9,000.00 on ` +
        '2026-03-06, which has the opposite amount, is already matched; no open ledger entry fits its amount and dates.',
    ]);
  });

  test('in whatever order the rows are', () => {
    for (const [, said] of cases) {
      const turned = { ...said, gl: [...said.gl!].reverse(), bank: [...said.bank!].reverse() };
      expect(reasons(turned)).toEqual(reasons(said));
    }
  });

  test('when reversals are not netted, that is said too', () => {
    const said = { gl: [other], bank: [paid, returned, other], parameters: { netReversals: false } };
    expect(reasons(said)[0]).toMatch(
      /reversal; the bank debit .* is open; reversals were not netted in this run; no open/,
    );
  });
});

describe('a row that is not found says what became of the row that carries its reference', () => {
  const [a, b] = [{ reference: 'INV260001' }, { reference: 'INV260002' }];

  test('it is open, with another reference', () => {
    expect(
      reasons({
        gl: [
          { amount: 100_000, ...a },
          { amount: 200_000, ...b },
        ],
        bank: [{ amount: 300_000, narration: 'PAYMENT INV260001 INV260002' }],
      }),
    ).toContain(
      'not_found_gl: The ledger receipt of NGN 2,000.00 on 2026-03-05 is not found in the bank statement: the bank credit of NGN 3,000.00 on 2026-03-05, which carries its reference beside another one, is open, and no open bank line has its amount within the search window.',
    );
  });

  test('it is open with the same reference, and answers another', () => {
    const gl = [100_000, 200_000].map((amount) => ({ amount, ...a }));
    expect(reasons({ gl, bank: [{ amount: 190_000, ...a }] })).toContain(
      'not_found_gl: The ledger receipt of NGN 1,000.00 on 2026-03-05 is not found in the bank statement: the bank credit of NGN 1,900.00 on 2026-03-05, which carries its reference, is open; 2 ledger receipts with its reference come to NGN 3,000.00, and 1 bank credit to NGN 1,900.00: the bank is NGN 1,100.00 short.',
    );
  });

  const whole = { reference: '000013260302101530123456789012' };
  const cut = { narration: 'NIP/ADA/00001326030210153012' };

  test('it carries a cut form', () => {
    const gl = [1, 2].map((day) => ({ amount: 100_000, ...whole, day: `2026-03-0${day}` }));
    const bank = [1, 2].map((day) => ({ amount: 60_000, ...cut, day: `2026-03-0${day}` }));
    expect(reasons({ gl: gl.concat({ amount: 70_000, ...whole, day: '2026-03-01' }), bank }).join()).toContain(
      'the bank credit of NGN 600.00 on 2026-03-01, which carries a longer or a cut form of its reference, is open; 3 ledger receipts with its reference come to NGN 2,700.00, and 2 bank credits to NGN 1,200.00: the bank is NGN 1,500.00 short.',
    );
    const settled = reasons({
      gl: [1, 0.7].map((part) => ({ amount: part * 100_000, ...whole })),
      bank: [{ ...cut, amount: 100_000 }],
    });
    expect(settled.join()).toContain('the bank line that carries a cut form of its reference is already matched');
  });

  test('it is netted', () => {
    const gl = { amount: -400_000, ...a };
    const undone = { amount: -500_000, ...a };
    const bank = [undone, { ...undone, amount: 500_000, narration: 'REVERSAL' }];
    expect(reasons({ gl: [gl], bank })).toEqual([
      'not_found_gl: The ledger payment of NGN 4,000.00 on 2026-03-05 is not found in the bank statement: the bank debit of NGN 5,000.00 on 2026-03-05, which carries its reference, is netted against another row of its side, and no open bank line has its amount within the search window.',
    ]);
  });

  test('it is matched', () => {
    const matched = { amount: 100_000, ...a };
    expect(reasons({ gl: [matched, { amount: 70_000, ...a }], bank: [matched] })).toEqual([
      'not_found_gl: The ledger receipt of NGN 700.00 on 2026-03-05 is not found in the bank statement: the bank credit of NGN 1,000.00 on 2026-03-05, which carries its reference, is already matched, and no open bank line has its amount within the search window.',
    ]);
  });
});

describe('a row that is not found says where a row with its reference and amount stands', () => {
  const row: TestRow = { amount: 20_000, reference: 'FT1000002', narration: 'CASH' };
  const rest = ['001', '002'].map((account) => ({ amount: 7_000, reference: `FT200${account}`, account }));

  test('in another account', () => {
    const said = reasons({ gl: [{ ...row, account: '001' }, ...rest], bank: [{ ...row, account: '002' }, ...rest] });
    expect(said).toEqual([
      'not_found_gl: The ledger receipt of NGN 200.00 on 2026-03-05 is not found in the bank statement: no open bank line of its account carries its reference, and no open bank line has its amount within the search window. The bank credit of NGN 200.00 on 2026-03-05 in account 002, which has its reference and amount, is open.',
      'not_found_bank: The bank credit of NGN 200.00 on 2026-03-05 is not found in the ledger: no open ledger entry of its account carries its reference, and no open ledger entry has its amount within the search window. The ledger receipt of NGN 200.00 on 2026-03-05 in account 001, which has its reference and amount, is open.',
    ]);
  });

  const after = { ...row, day: '2026-04-01' };
  const cutOff: Said = {
    gl: [{ ...after, flags: ROW_OUT_OF_PERIOD }, rest[0]],
    bank: [after, { ...after, reference: '', narration: 'VAT', amount: -700 }, rest[0]],
    period: ['2026-03-01', '2026-03-31'],
  };
  const margin =
    'Its date lies outside the period 2026-03-01 to 2026-03-31, and of the ledger only rows with a date in the period took part.';

  test('outside the period, of which the bank’s own day is said to be too', () => {
    expect(reasons(cutOff)).toEqual([
      'possible_interest_or_tax: The bank debit of NGN 7.00 on 2026-04-01 says VAT: possibly interest or tax. ' +
        margin,
      'not_found_bank: The bank credit of NGN 200.00 on 2026-04-01 is not found in the ledger: no open ledger entry of its ' +
        `account carries its reference, and no open ledger entry has its amount within the search window. ${margin} The ledger receipt of ` +
        'NGN 200.00 on 2026-04-01, which has its reference and amount, is outside the period and takes no part.',
    ]);
  });

  test('a bank row of the margin with a value date in the period is not said to be outside', () => {
    const [, said] = reasons({ ...cutOff, bank: [{ ...after, valueDay: '2026-03-31' }, rest[0]] }).concat('', '');
    expect(said).not.toContain('outside the period 2026-03-01');
  });

  test('of a period with one bound that bound is named', () => {
    const said = reasons({ ...cutOff, period: [null, '2026-03-31'] });
    expect(said.filter((one) => one.includes('Its date lies outside the period up to 2026-03-31, and'))).toHaveLength(
      2,
    );
    expect(reasons({ ...cutOff, period: ['2026-03-01', null] }).filter((one) => one.includes('Its date'))).toEqual([]);
  });

  test('when no period was asked for, none is spoken of', () => {
    const { period: _, ...unasked } = cutOff;
    expect(reasons(unasked).filter((one) => one.includes('took part'))).toEqual([]);
  });
});

describe('rows that can be paired in more than one way', () => {
  const charge = { amount: -5_250, narration: 'SMS CHARGES' };
  const two = [
    { ...charge, day: '2026-03-04' },
    { ...charge, day: '2026-03-06' },
  ];

  test('where earlier rules took the counterparts, it is said where they are, and nobody has to choose among nothing', () => {
    const said = reasons({ gl: [charge], bank: two });
    expect(said).toContain(
      'ambiguous_match: The ledger payment of NGN 52.50 on 2026-03-05 and 2 bank lines shown as possible_bank_fee can be paired in more than one way, about equally well: those shown elsewhere have to be settled first.',
    );
    expect(said).toContain(
      'possible_bank_fee: The bank debit of NGN 52.50 on 2026-03-04 says CHARGES, and it carries no usable reference: possibly a bank charge; the ledger payment of NGN 52.50 on 2026-03-05 is open and fits its amount and dates, and may be the same.',
    );
  });

  test('a charge that nothing in the ledger could be is said not to be there', () => {
    expect(reasons({ gl: [other], bank: [other, ...two] })).toContain(
      'possible_bank_fee: The bank debit of NGN 52.50 on 2026-03-04 says CHARGES, and it carries no usable reference: possibly a bank charge that is not yet in the ledger.',
    );
  });

  test('so it is with taxes, on either side', () => {
    const duty = { amount: -5_000, narration: 'STAMP DUTY' };
    const said = reasons({ gl: [duty], bank: ['04', '06', '20'].map((day) => ({ ...duty, day: `2026-03-${day}` })) });
    const open = said.filter((one) => one.includes('and may be the same'));
    expect(said.every((one) => one.startsWith('possible_interest_or_tax'))).toBe(true);
    expect(said.filter((one) => /2026-03-20 .* that is not yet in the ledger\.$/.test(one))).toHaveLength(1);
    expect(open).toHaveLength(said.length - 1);
  });
});

describe('a reference that stands in the other side’s text', () => {
  // Three invoices whose amounts agree show that INV-0041 and INV 0041 are one.
  const invoices = [41, 42, 43].map((n) => ({ amount: n * 1_000, reference: `INV-00${n}` }));
  const payments = [41, 42, 43].map((n) => ({ amount: n * 1_000, narration: `NIP ADA STORES INV 00${n}` }));

  test('beside an amount that is too unlike names the row', () => {
    const said = reasons({
      gl: [...invoices, { amount: 777_000, reference: 'INV-0044' }],
      bank: [...payments, { amount: 12_300, narration: 'NIP ADA STORES INV 0044', day: '2026-03-06' }],
    });
    expect(said).toContain(
      'not_found_gl: The ledger receipt of NGN 7,770.00 on 2026-03-05 is not found in the bank statement: the bank credit of NGN 123.00 on 2026-03-06, which has its reference in its text, is open, and no open bank line has its amount within the search window.',
    );
  });
});
