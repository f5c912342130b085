import { describe, expect, test } from 'vitest';
import { parseDay } from '../../src/core/money/calendar.ts';
import { SIDES } from '../../src/core/records/rows/columns.ts';
import { merchantCharge, nipFee, vatOn } from '../../src/generation/amounts.ts';
import { BANKING_CAUSES, type BankingCause as Cause } from '../../src/generation/causes.ts';
import { parseTruth } from '../../src/generation/truth.ts';
import { groupsOf, rowsOf, type SeenGroup, type SeenRow, writtenMonth } from './months.ts';

const month = writtenMonth({ rows: 12_000 });
const rows = { gl: rowsOf('gl', month.files.gl), bank: rowsOf('bank', month.files.bank) };
const groups = groupsOf(month);
const ofCause = (cause: Cause) => groups.filter((group) => group.cause === cause);
const daysApart = ({ gl, bank }: SeenGroup) => Math.abs(parseDay(bank[0].day)! - parseDay(gl[0].day)!);

describe('the files', () => {
  test('have about the rows asked for', () => {
    for (const side of SIDES) expect(Math.abs(rows[side].length - 12_000)).toBeLessThan(360);
    expect(month.totals.rows).toEqual({ gl: rows.gl.length, bank: rows.bank.length });
  });

  test('have balances that run and foot, from the same opening balance', () => {
    const openings = SIDES.map((side) => rows[side][0].balance - rows[side][0].amount);
    expect(openings[0]).toBe(openings[1]);
    for (const side of SIDES) {
      let balance = openings[0];
      for (const row of rows[side]) expect((balance += row.amount)).toBe(row.balance);
    }
  });

  test('are in order of booking, inside the month or, at the bank, three days after', () => {
    for (const side of SIDES) {
      const days = rows[side].map((row) => row.day);
      expect(days).toEqual([...days].sort());
      expect(days[0]).toBe('2026-09-01');
      expect(days.at(-1)! <= (side === 'gl' ? '2026-09-30' : '2026-10-03')).toBe(true);
    }
  });

  test('carry ids that do not repeat', () => {
    for (const side of SIDES) expect(new Set(rows[side].map((row) => row.id)).size).toBe(rows[side].length);
  });

  test('have no row of zero and no amount beyond what the channels move', () => {
    for (const row of [...rows.gl, ...rows.bank]) {
      expect(row.amount).not.toBe(0);
      expect(Math.abs(row.amount)).toBeLessThan(100_000_000_00);
    }
  });
});

describe('the truth', () => {
  test('names every row once, by line and by its own id', () => {
    const named = parseTruth(month.files.truth);
    for (const side of SIDES) {
      const ofSide = named.filter((row) => row.side === side).sort((a, b) => a.line - b.line);
      expect(ofSide.map(({ line, sourceId, file }) => [line, sourceId, file])).toEqual(
        rows[side].map(({ line, id }) => [line, id, `${side}.csv`]),
      );
    }
  });

  test('has every cause but none unknown', () => {
    const withoutBatches = Object.keys(BANKING_CAUSES).filter((cause) => !cause.startsWith('batch'));
    expect(new Set(groups.map((group) => group.cause))).toEqual(new Set(withoutBatches));
  });

  test('has batches where they are asked for, and is otherwise what it was', () => {
    const asked = writtenMonth({ rows: 1_000, batchesPerMillion: 200_000 });
    const seen = groupsOf(asked);
    for (const cause of ['batch', 'batch_by_sum'] as const) {
      const ofIt = seen.filter((group) => group.cause === cause);
      expect(ofIt.length).toBeGreaterThan(10);
      for (const group of ofIt) HOLDS[cause](group);
    }
  });

  test('leaves about the share open that was asked for', () => {
    for (const [openPerMillion, from, to] of [
      [30_000, 0.025, 0.037],
      [100_000, 0.09, 0.11],
      [0, 0, 0.001],
    ] as const) {
      const { openRows, rows: count } = writtenMonth({ rows: 12_000, openPerMillion }).totals;
      const share = openRows / (count.gl + count.bank);
      expect(share).toBeGreaterThanOrEqual(from);
      expect(share).toBeLessThanOrEqual(to);
    }
  });

  test('links three quarters of the rows by an exact or an embedded reference', () => {
    const referenced = ['exact', 'booked_later', 'embedded'].reduce(
      (sum, cause) => sum + month.totals.causes[cause as Cause]!,
      0,
    );
    const share = referenced / (rows.gl.length + rows.bank.length);
    expect(share).toBeGreaterThan(0.68);
    expect(share).toBeLessThan(0.8);
  });
});

const pair = ({ gl, bank }: SeenGroup): [SeenRow, SeenRow] => {
  expect([gl.length, bank.length]).toEqual([1, 1]);
  return [gl[0], bank[0]];
};
const equalAmounts = (group: SeenGroup) => {
  const [gl, bank] = pair(group);
  expect(bank.amount).toBe(gl.amount);
  return [gl, bank] as const;
};
const sideOf = ({ gl, bank }: SeenGroup) => [...gl, ...bank];
const alone = (side: 'gl' | 'bank') => (group: SeenGroup) => {
  expect(group[side]).toHaveLength(1);
  expect(sideOf(group)).toHaveLength(1);
};
const digits = (text: string) => text.replace(/^[A-Z]+[-/: ]/, '').replace(/[-/]/g, '');

const isBatch = ({ gl, bank }: SeenGroup): void => {
  const [one, many] = gl.length === 1 ? [gl, bank] : [bank, gl];
  expect(one).toHaveLength(1);
  expect(many.length).toBeGreaterThan(1);
  expect(many.reduce((sum, { amount }) => sum + amount, 0)).toBe(one[0].amount);
};

/** What must hold of every group of a cause. */
const HOLDS: Record<Cause, (group: SeenGroup) => void> = {
  exact: (group) => {
    const [gl, bank] = equalAmounts(group);
    expect(bank.reference).toBe(gl.reference);
    expect(gl.reference).not.toBe('');
    expect(daysApart(group)).toBe(0);
  },
  booked_later: (group) => {
    const [gl, bank] = equalAmounts(group);
    expect(bank.reference).toBe(gl.reference);
    expect(daysApart(group)).toBeGreaterThan(0);
    expect(daysApart(group)).toBeLessThanOrEqual(3);
  },
  embedded: (group) => {
    const [gl, bank] = equalAmounts(group);
    const [with_, without] = gl.reference === '' ? [bank, gl] : [gl, bank];
    expect(without.reference).toBe('');
    expect(without.narration).toContain(with_.reference);
  },
  prefixed: (group) => {
    const [gl, bank] = equalAmounts(group);
    expect(bank.reference).not.toBe(gl.reference);
    expect(digits(bank.reference)).toBe(digits(gl.reference));
  },
  cut_reference: (group) => {
    const [gl, bank] = equalAmounts(group);
    expect(bank.reference.length).toBeLessThan(gl.reference.length);
    expect(gl.reference.startsWith(bank.reference) || gl.reference.endsWith(bank.reference)).toBe(true);
  },
  leading_zeros: (group) => {
    const [gl, bank] = equalAmounts(group);
    expect(BigInt(gl.reference)).toBe(BigInt(bank.reference));
    expect(gl.reference).not.toBe(bank.reference);
  },
  no_reference: (group) => {
    const [gl, bank] = equalAmounts(group);
    expect([gl.reference, bank.reference].filter((reference) => reference === '')).toHaveLength(1);
  },
  wording: (group) => {
    const [gl, bank] = equalAmounts(group);
    expect(gl.reference + bank.reference).toBe('');
    expect(bank.narration).not.toBe(gl.narration);
  },
  fee_netted: (group) => {
    const [gl, bank] = pair(group);
    const fee = nipFee(gl.amount);
    expect([merchantCharge(gl.amount), fee + vatOn(fee)]).toContain(gl.amount - bank.amount);
  },
  fee_booked: (group) => {
    const [gl, bank] = equalAmounts(group);
    expect(bank.reference).toBe(gl.reference);
    expect(bank.amount).toBeLessThan(0);
  },
  reversal: ({ gl, bank }) => {
    expect([gl.length, bank.length].sort()).toEqual([0, 2]);
    const [entry, back] = gl.length === 2 ? gl : bank;
    expect(back!.amount).toBe(-entry!.amount);
    expect(back!.narration.endsWith(entry!.narration)).toBe(true);
  },
  reversal_both: (group) => void equalAmounts(group),
  batch: isBatch,
  batch_by_sum: (group) => {
    isBatch(group);
    expect(sideOf(group).map(({ reference }) => reference)).toEqual(sideOf(group).map(() => ''));
  },
  twin: (group) => {
    const [gl, bank] = equalAmounts(group);
    expect(bank.day).toBe(gl.day);
    const alike = rows.gl.filter(
      (row) => row.day === gl.day && row.amount === gl.amount && row.narration === gl.narration,
    );
    expect(alike.length).toBeGreaterThan(1);
  },
  twin_uneven: (group) => expect(sideOf(group).length).toBeLessThanOrEqual(2),
  amount_typo: (group) => {
    const [gl, bank] = pair(group);
    expect(gl.amount).not.toBe(bank.amount);
    expect(Math.sign(gl.amount)).toBe(Math.sign(bank.amount));
    expect(gl.reference).toBe(bank.reference);
  },
  late: (group) => {
    equalAmounts(group);
    expect(daysApart(group)).toBeGreaterThanOrEqual(8);
  },
  direction: (group) => {
    const [gl, bank] = pair(group);
    expect(gl.amount).toBe(-bank.amount);
  },
  duplicate: (group) => {
    alone('gl')(group);
    const [extra] = group.gl;
    const same = rows.gl.filter(
      (row) => row.amount === extra!.amount && row.narration === extra!.narration && row.reference === extra!.reference,
    );
    expect(same.length).toBeGreaterThan(1);
  },
  not_in_bank: alone('gl'),
  not_in_gl: alone('bank'),
  bank_charge: alone('bank'),
  vat: alone('bank'),
  stamp_duty: (group) => {
    alone('bank')(group);
    expect(group.bank[0].amount).toBe(-5_000);
  },
  interest: alone('bank'),
  withholding_tax: alone('bank'),
};

describe('every group is what its cause says:', () => {
  test.each(Object.keys(HOLDS) as Cause[])('%s', (cause) => {
    for (const group of ofCause(cause)) HOLDS[cause](group);
  });
});

describe('names', () => {
  test('recur, and different customers share them', () => {
    const counts = new Map<string, number>();
    for (const { narration } of rows.gl)
      for (const word of new Set(narration.split(/[^A-Z]+/))) counts.set(word, (counts.get(word) ?? 0) + 1);
    expect(counts.get('BELLO')! / rows.gl.length).toBeGreaterThan(0.01);
    expect(counts.get('BELLO')! / rows.gl.length).toBeLessThan(0.08);
    expect([...counts.values()].filter((count) => count < 60).length).toBeGreaterThan(40);
  });
});
