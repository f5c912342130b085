import { describe, expect, it } from 'vitest';
import { parseDay } from '../../../../src/core/money/calendar.ts';
import { type Statement, sequenceOf } from '../../../../src/core/reading/sides/statement-sequence.ts';

const statement = (
  file: string,
  days: [string, string],
  balances: [number | null, number | null],
  { rows = 3, onFirstDay = 0n, onLastDay = 0n } = {},
): Statement => ({
  ...{ file, account: '0123456789', currency: 'NGN', opening: balances[0], closing: balances[1] },
  ...{ rows, onFirstDay, onLastDay },
  ...{ firstDay: parseDay(days[0])!, lastDay: parseDay(days[1])! },
});
const first = statement('a.csv', ['2026-03-01', '2026-03-10'], [100_00, 150_00]);
const second = statement('b.csv', ['2026-03-11', '2026-03-20'], [150_00, 90_00]);
const late = statement('c.csv', ['2026-03-21', '2026-03-31'], [70_00, 80_00]);

describe('statements of one account', () => {
  it('that follow one another say nothing', () => {
    expect(sequenceOf([first, second])).toEqual({ twice: [], warnings: [] });
  });
  it('with a gap between them say its sum and its days', () => {
    expect(sequenceOf([first, second, late]).warnings).toEqual([
      'Between b.csv and c.csv of account 0123456789 in NGN -20.00 is missing: the one closes with 90.00 on 2026-03-20, the other opens with 70.00 before its first entry of 2026-03-21; is a statement, or pages of one, missing?',
    ]);
  });
  it('out of order are named in their order, and nothing else is missing', () => {
    expect(sequenceOf([second, first]).warnings).toEqual([
      'The statements of account 0123456789 in NGN were given out of order; by their days they are a.csv (2026-03-01 to 2026-03-10, opening 100.00, closing 150.00), b.csv (2026-03-11 to 2026-03-20, opening 150.00, closing 90.00).',
    ]);
  });
  it('that are the same by days and balances are named once', () => {
    const { twice, warnings } = sequenceOf([first, { ...first, file: 'again.csv' }, second]);
    expect(twice).toMatchObject([{ files: ['a.csv', 'again.csv'] }]);
    expect(warnings).toEqual([]);
  });
  it('that share a day, whole or in part, lack nothing', () => {
    const shared = { onFirstDay: 30_00n, onLastDay: 30_00n };
    const begun = statement('a.csv', ['2026-03-01', '2026-03-10'], [100_00, 150_00], shared);
    const whole = statement('w.csv', ['2026-03-10', '2026-03-20'], [120_00, 90_00], { onFirstDay: 45_00n });
    const part = statement('p.csv', ['2026-03-10', '2026-03-20'], [140_00, 90_00], { onFirstDay: 10_00n });
    const divided = statement('d.csv', ['2026-03-10', '2026-03-20'], [150_00, 90_00], { onFirstDay: 10_00n });
    for (const next of [whole, part, divided]) expect(sequenceOf([begun, next]).warnings).toEqual([]);
    const apart = statement('m.csv', ['2026-03-10', '2026-03-20'], [170_00, 90_00], { onFirstDay: 10_00n });
    expect(sequenceOf([begun, apart]).warnings).toEqual([expect.stringContaining('20.00 is missing')]);
  });
  it('of days that overlap, of other accounts, or without balances are not compared', () => {
    const overlapping = statement('o.csv', ['2026-03-05', '2026-03-15'], [120_00, 130_00]);
    expect(sequenceOf([first, overlapping]).warnings).toEqual([]);
    expect(sequenceOf([first, { ...late, account: '9' }]).warnings).toEqual([]);
    expect(sequenceOf([first, { ...late, opening: null }]).warnings).toEqual([]);
  });
});
