import { describe, expect, it } from 'vitest';
import { chainOf, isProof, isRefuted } from '../../../src/core/reading/evidence/balance-chain.ts';
import { countsOrIdentifies, fewCodes } from '../../../src/core/reading/evidence/counter-likeness.ts';
import { isInTwoOrders, orderByRows } from '../../../src/core/reading/evidence/row-order.ts';
import { firstValues, masked } from '../../../src/core/reading/evidence/samples.ts';
import { contradict, spokenWay } from '../../../src/core/reading/evidence/spoken-ways.ts';
import { isTitledOther, titleSays } from '../../../src/core/reading/evidence/titles.ts';
import { withoutProof, wordlessBalances } from '../../../src/core/reading/leave-out.ts';
import { classOf } from '../../../src/core/reading/table/candidate.ts';
import { Table } from '../../../src/core/reading/table/table.ts';

const column = (title: string, cells: readonly string[]) =>
  new Table({ titles: [title], rows: cells.map((cell) => [cell]), side: 'bank' });
const ten = (of: (i: number) => string) => Array.from({ length: 10 }, (_, i) => of(i));

describe('classes', () => {
  it.each([
    [['weak', 'weak', 'weak'], 'weak'],
    [['weak', 'strong'], 'strong'],
    [['strong', 'veto'], 'veto'],
    [['weak', 'veto', 'proof'], 'proof'],
    [['veto', 'mapping'], 'mapping'],
  ] as const)('%s are %s: never added up, a veto falls to a proof or a person', (given, expected) =>
    expect(classOf(given.map((one) => ({ class: one, words: '' })))).toBe(expected),
  );
});

describe('titles', () => {
  it.each([
    ['Amount', 'exactly'],
    ['Amount (NGN)', 'exactly'],
    ['Trans Amount in books', 'in words'],
    ['Amount Type', 'another'],
    ['Reference', 'another'],
    ['Xyz', 'nothing'],
  ] as const)('%s says the amount %s', (title, says) =>
    expect(titleSays(column(title, ['1.00']), 0, 'amount')).toBe(says),
  );
  it.each([
    ['Debit Note No', 'another'],
    ['Debit', 'exactly'],
    ['Debits of the day', 'in words'],
  ] as const)('%s says the debit %s', (title, says) => expect(titleSays(column(title, ['1']), 0, 'debit')).toBe(says));
  it('a reference is titled as another thing, an amount is not', () =>
    expect(['Cheque No', 'Amount', 'Foo'].map((title) => isTitledOther(column(title, ['1']), 0))).toEqual([
      true,
      false,
      false,
    ]));
});

describe('counters, constants and identifiers', () => {
  it.each([
    ['numbers that rise by one', (i: number) => String(100 + i)],
    ['a prefix with a counter', (i: number) => `S${String(i).padStart(4, '0')}`],
    ['numbers that fall', (i: number) => String(900 - 7 * i)],
    ['one value', () => '5411'],
    ['ten digits', (i: number) => String(8031234500 + ((i * 7919) % 1000))],
  ])('%s are no money', (_what, of) => expect(countsOrIdentifies(column('', ten(of)), 0)?.class).toBe('veto'));
  it.each([
    ['whole amounts', (i: number) => String(((i * 7919) % 1000) + 1)],
    ['amounts that rise, with decimals', (i: number) => `${100 + i}.50`],
    ['amounts with signs', (i: number) => String(i % 2 === 0 ? -100 - i : 200 + i)],
  ])('%s may be', (_what, of) => expect(countsOrIdentifies(column('', ten(of)), 0)).toBeNull());
  it('of seven rows nothing is said', () =>
    expect(countsOrIdentifies(column('', ten((i) => String(i)).slice(0, 7)), 0)).toBeNull());
  it('codes are few beside a column that varies, and not alone', () => {
    const rows = Array.from({ length: 12 }, (_, i) => [i % 2 === 0 ? '5411' : '6011', String(100 + i * 37)]);
    const table = new Table({ titles: ['', ''], rows, side: 'bank' });
    expect(fewCodes(table, 0, [0, 1])?.class).toBe('veto');
    expect(fewCodes(table, 1, [0, 1])).toBeNull();
    expect(
      fewCodes(
        column(
          '',
          rows.map(([code]) => code!),
        ),
        0,
        [0],
      ),
    ).toBeNull();
  });
});

describe('a running balance', () => {
  it('proves by three different links, in either order, and not by two', () => {
    expect(isProof(chainOf([5, -2, 4, 1], [105, 103, 107, 108]))).toBe(true);
    expect(isProof(chainOf([1, 4, -2, 5], [108, 107, 103, 105]))).toBe(true);
    expect(isProof(chainOf([5, -2, 4], [105, 103, 107]))).toBe(false);
    expect(isProof(chainOf([5, 5, 5, 5], [105, 110, 115, 120]))).toBe(false);
  });
  it('is not broken by an opening and a closing balance beside the entries', () => {
    expect(chainOf([0, 5, -2, 4, 0], [100, 105, 103, 107, 107])).toMatchObject({ hits: 3, checks: 3 });
    expect(chainOf([0, 4, -2, 5, 0], [107, 107, 103, 105, 100])).toMatchObject({ hits: 3, checks: 3 });
    expect(chainOf([0, 5, -2, 4, 0], [100, 105, 103, 107, 90])).toMatchObject({ hits: 3, checks: 4 });
  });
  it('does not prove where one in ten links is missing, and refutes where hardly any is there', () => {
    const effects = ten((i) => String(i + 1)).map(Number);
    const balances = effects.map((_, i) => effects.slice(0, i + 1).reduce((a, b) => a + b, 100));
    expect(isProof(chainOf(effects, balances.with(9, 0)))).toBe(false);
    expect(isRefuted(chainOf(effects, balances.with(9, 0)))).toBe(false);
    expect(
      isRefuted(
        chainOf(
          effects,
          effects.map((i) => (i * 7919) % 101),
        ),
      ),
    ).toBe(true);
  });
});

describe('the order of rows', () => {
  it('says which number is the day, where one order keeps it', () => {
    expect(orderByRows(['01/02/2024', '01/05/2024', '02/03/2024', '03/01/2024'])).toBe('month-first');
    expect(orderByRows(['02/01/2024', '05/01/2024', '03/02/2024', '01/03/2024'])).toBe('day-first');
  });
  it('says nothing where both keep it, or neither', () => {
    expect(orderByRows(['01/01/2024', '02/02/2024', '03/03/2024', '04/04/2024'])).toBeNull();
    expect(orderByRows(['05/02/2024', '01/03/2024', '04/01/2024', '02/06/2024'])).toBeNull();
  });
  it('finds two orders in one column only where the rows are sorted by both together', () => {
    const mangled = [
      '1/9/2024',
      '1/10/2024',
      '1/11/2024',
      '1/12/2024',
      '13/01/2024',
      '14/01/2024',
      '15/01/2024',
      '16/01/2024',
    ];
    expect(isInTwoOrders(mangled)).toBe(true);
    expect(isInTwoOrders(['09/01/2024', '10/01/2024', '11/01/2024', '12/01/2024', ...mangled.slice(4)])).toBe(false);
  });
});

describe('narrations', () => {
  it.each([
    ['STAMP DUTY', -1],
    ['CASH LODGEMENT', 1],
    ['Invoice 12', 0],
    ['SALARY ACME', 0],
    ['SCHOOL FEES EZE', 0],
    ['VAT ON DEPOSIT', 0],
  ] as const)('%s speaks of %i', (text, way) => expect(spokenWay(text)).toBe(way));
  it('are one witness however often one word stands there: a shop is paid by card', () => {
    const sales = ten((i) => `CARD ${i}`);
    const paid = sales.map(() => 1);
    expect(contradict(sales, paid)).toBe(false);
    expect(contradict(sales.with(0, 'Kursgebühr'), paid)).toBe(false);
    expect(contradict(sales.with(0, 'Gebühr'), paid)).toBe(true);
  });
  it('contradict signs by four in five of eight rows, and not by seven rows or by halves', () => {
    const texts = ten((i) => (i < 8 ? ['STAMP DUTY', 'VAT'][i % 2] : 'DEPOSIT'));
    expect(
      contradict(
        texts,
        texts.map((_, i) => (i < 8 ? 1 : -1)),
      ),
    ).toBe(true);
    expect(
      contradict(
        texts,
        texts.map((_, i) => (i % 2 === 0 ? 1 : -1)),
      ),
    ).toBe(false);
    expect(
      contradict(
        texts.slice(0, 7),
        texts.slice(0, 7).map(() => 1),
      ),
    ).toBe(false);
  });
});

describe('rows that read as balances', () => {
  const nominee = (line: number, minor: number, above: number, kind: 'opening' | 'closing' | 'at' = 'at') => ({
    ...{ kind, line, minor, above },
    isNominee: true,
  });
  const entries = { amounts: [5, -2, 4], balances: [Number.NaN, Number.NaN, Number.NaN] };
  it('leave where an opening and a closing one differ by the entries', () =>
    expect(withoutProof([nominee(2, 100, 0), nominee(6, 107, 3)], entries)).toEqual([]));
  it('leave where they differ by all entries, on whichever end both stand', () => {
    for (const above of [0, 3])
      expect(withoutProof([nominee(2, 100, above, 'opening'), nominee(3, 107, above, 'closing')], entries)).toEqual([]);
    expect(withoutProof([nominee(5, 100, 3, 'opening'), nominee(6, 106, 3, 'closing')], entries)).toEqual([5, 6]);
  });
  it('leave where the running balance goes on from them', () =>
    expect(withoutProof([nominee(2, 100, 0)], { ...entries, balances: [105, 103, 107] })).toEqual([]));
  it('stay where nothing proves them, each for itself', () => {
    expect(withoutProof([nominee(2, 100, 0)], entries)).toEqual([2]);
    expect(withoutProof([nominee(2, 100, 0), nominee(4, 9, 1), nominee(6, 107, 3)], entries)).toEqual([4]);
  });
  it('are told by figures alone where sums of both ways stand before the last', () => {
    expect(wordlessBalances([100, 5, -2, 4, 6, -1, 7, -3, 22, 6, 116])).toEqual({
      opening: 0,
      closing: 10,
      sums: [8, 9],
    });
    // A sweep takes away all that came in: an entry.
    expect(wordlessBalances([100, 5, -2, 4, 6, -1, 7, -119])).toBeNull();
  });
});

it('values in a question are masked', () => {
  expect(masked('8031234567')).toBe('80******67');
  expect(masked('Adaeze Stores')).toBe('Ad**** St****');
  expect(firstValues(['1.00', '', '1.00', '2.50', '3', '4'])).toBe('(1.00; 2.50; 3)');
});
