// PDF statements with a text layer: rows by place, columns by their edges, accepted only if balances prove them.

import { describe, expect, it } from 'vitest';
import { type PrintedEntry, pdfStatement } from './pdf-statement.ts';
import { readText, refusalOf, rowsOf } from './reading.ts';

const money = (minor: number) => `${(minor / 100).toLocaleString('en', { minimumFractionDigits: 2 })}`;

function month(rows: number): PrintedEntry[] {
  let balance = 100_000;
  return Array.from({ length: rows }, (_, i) => {
    const minor = 1_234 * (i + 1) + (i % 7);
    const isOut = i % 3 === 0;
    balance += isOut ? -minor : minor;
    return {
      day: `${String(1 + (i % 28)).padStart(2, '0')}/09/2026`,
      words: i % 4 === 0 ? [`Transfer to customer ${i} for`, 'goods and services'] : [`Lodgement ${i}`],
      debit: isOut ? money(minor) : '',
      credit: isOut ? '' : money(minor),
      balance: money(balance),
    };
  });
}

describe('a statement in PDF', () => {
  it('is read page by page, with page and line', async () => {
    const read = readText(await pdfStatement(month(28)));
    const rows = rowsOf(read);
    expect(rows).toHaveLength(28);
    expect(rows[0]).toMatchObject({ line: 1_005, day: '2026-09-01', amount: '-12.34', account: '0123456789' });
    expect(rows[0].narration).toBe('Transfer to customer 0 for goods and services');
    expect(rows.at(-1)).toMatchObject({ line: 2_011, day: '2026-09-28' });
    expect(read.balances).toMatchObject([{ opening: 100_000, foots: true }]);
    expect(read.layout.format).toBe('pdf');
  });
  it('that its balances do not prove is refused with the page', async () => {
    const spoiled = month(28).map((entry, i) => (i === 24 ? { ...entry, debit: '9.99' } : entry));
    const content = await pdfStatement(spoiled);
    expect(refusalOf(() => readText(content))).toContain('the balance on page 2 does not follow from them');
  });
  it('without balances is refused', async () => {
    const bare = month(10).map((entry) => ({ ...entry, balance: '' }));
    const content = await pdfStatement(bare, { opening: '' });
    expect(refusalOf(() => readText(content))).toContain('no balances prove them');
  });
  it('with a password, cut off, or without text says so', async () => {
    const whole = await pdfStatement(month(4));
    const locked = await pdfStatement(month(4), { locked: 'secret' });
    const blank = await pdfStatement([], { opening: '' });
    expect(refusalOf(() => readText(locked))).toContain('the PDF is protected with a password');
    expect(refusalOf(() => readText(whole.subarray(0, whole.length / 2)))).toContain('damaged or cut off');
    expect(refusalOf(() => readText(blank))).toContain('no line of the PDF has a day and an amount');
  });
  it('whose packed content is not what its checksum says is read with a warning, or refused', async () => {
    const whole = await pdfStatement(month(4));
    const from = whole.indexOf('stream') + 'stream\n'.length;
    const end = whole.indexOf('\nendstream', from);
    const damaged = (at: number) => Buffer.from(whole.map((byte, i) => (i === at ? byte ^ 1 : byte)));
    const wrong = readText(damaged(end - 1));
    expect(rowsOf(wrong)).toHaveLength(4);
    expect(wrong.warnings.join(' ')).toContain('does not agree with its checksum');
    expect(readText(whole).warnings.join(' ')).not.toContain('checksum');
    const said = Array.from({ length: 25 }, (_, i) => from + 2 + i * 10).map((at) => {
      try {
        const read = readText(damaged(at));
        return read.warnings.some((one) => one.includes('checksum')) ? 'warned' : 'silent';
      } catch {
        return 'refused';
      }
    });
    expect(new Set(said)).toEqual(new Set(['warned', 'refused']));
  });
});
