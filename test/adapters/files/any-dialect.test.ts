// The same entries written in every dialect must read as the same entries, on the fast path and off it, and every line
// of a file, however odd, must be counted under exactly one heading.

import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { civil, dayNumber } from '../../../src/core/money/calendar.ts';
import { formatMinor } from '../../../src/core/money/money.ts';
import { readText, rowsOf } from './reading.ts';

interface Entry {
  day: number;
  minor: number;
  reference: string;
  narration: string;
}

const FIRST = dayNumber(2026, 1, 1);
const word = fc.stringMatching(/^[A-Z][A-Za-z0-9/]{2,9}$/);
const narration = fc
  .array(
    fc.oneof(
      { weight: 5, arbitrary: word },
      fc.constantFrom('"x"', 'a,b', 'c;d', 'é', 'Ünï', "O'Ada", '₦5', '-', '5"'),
    ),
    { minLength: 1, maxLength: 4 },
  )
  .map((w) => `TRF ${w.join(' ')}`);
const entry: fc.Arbitrary<Entry> = fc.record({
  day: fc.integer({ min: FIRST, max: FIRST + 364 }),
  minor: fc.integer({ min: -99_999_999, max: 99_999_999 }).filter((n) => n !== 0),
  reference: fc.stringMatching(/^(FT|0)[0-9]{6,10}$/),
  narration,
});

const MONTHS = ['Jan', 'Feb', 'Mar', 'Apr', 'May', 'Jun', 'Jul', 'Aug', 'Sep', 'Oct', 'Nov', 'Dec'];
const two = (n: number) => String(n).padStart(2, '0');
const DATES: Record<string, (y: number, m: number, d: number) => string> = {
  iso: (y, m, d) => `${y}-${two(m)}-${two(d)}`,
  'day first': (y, m, d) => `${two(d)}/${two(m)}/${y}`,
  'month first': (y, m, d) => `${m}/${d}/${y}`,
  'dots, two digits': (y, m, d) => `${d}.${m}.${y % 100}`,
  names: (y, m, d) => `${two(d)}-${MONTHS[m - 1]}-${y}`,
  compact: (y, m, d) => `${y}${two(m)}${two(d)}`,
  time: (y, m, d) => `${two(d)}/${two(m)}/${y} 09:0${d % 10}:01`,
};

const dialect = fc.record({
  delimiter: fc.constantFrom(',', ';', '\t', '|'),
  comma: fc.boolean(),
  grouped: fc.boolean(),
  date: fc.constantFrom(...Object.keys(DATES)),
  money: fc.constantFrom('signed', 'pair', 'marked', 'suffix', 'parentheses'),
  quoteAll: fc.boolean(),
  newline: fc.constantFrom('\n', '\r\n', '\r'),
  lastNewline: fc.boolean(),
  encoding: fc.constantFrom('utf-8', 'utf-8 bom', 'utf-16le', 'utf-16be'),
  preamble: fc.boolean(),
  footer: fc.boolean(),
  balance: fc.boolean(),
  newestFirst: fc.boolean(),
  /** A space before each narration is trimmed, but keeps the row off the fast path. */
  slow: fc.boolean(),
});
type Dialect = typeof dialect extends fc.Arbitrary<infer D> ? D : never;

function amountText(minor: number, { comma, grouped }: Dialect): string {
  const [whole, fraction] = formatMinor(minor, 2).split('.');
  const separated = grouped ? whole.replace(/\B(?=(\d{3})+$)/g, comma ? '.' : ',') : whole;
  return `${separated}${comma ? ',' : '.'}${fraction}`;
}

function moneyCells(minor: number, d: Dialect): string[] {
  const size = amountText(Math.abs(minor), d);
  if (d.money === 'pair') return minor < 0 ? [size, ''] : ['', size];
  if (d.money === 'marked') return [size, minor < 0 ? 'DR' : 'CR'];
  if (d.money === 'suffix') return [`${size}${minor < 0 ? 'DR' : 'CR'}`];
  if (d.money === 'parentheses') return [minor < 0 ? `(${size})` : size];
  return [amountText(minor, d)];
}

const TITLES = {
  pair: ['Debit', 'Credit'],
  marked: ['Amount', 'Dr/Cr'],
  suffix: ['Amount'],
  parentheses: ['Amount'],
  signed: ['Amount'],
} as const;

function write(entries: readonly Entry[], d: Dialect): { bytes: Uint8Array; lines: number } {
  const cell = (text: string) =>
    d.quoteAll || text.includes(d.delimiter) || text.startsWith('"') ? `"${text.replaceAll('"', '""')}"` : text;
  const line = (cells: readonly string[]) => cells.map(cell).join(d.delimiter);
  const lines: string[] = [];
  if (d.preamble) lines.push(line(['EXAMPLE BANK']), line(['Account Number', '0123456789']), '');
  lines.push(line(['Trans Date', 'Reference', 'Narration', ...TITLES[d.money], ...(d.balance ? ['Balance'] : [])]));
  let balance = 1_000_000_00;
  const body = entries.map((e) => {
    const { year, month, day } = civil(e.day);
    balance += e.minor;
    const rest = d.balance ? [amountText(balance, d)] : [];
    return line([
      DATES[d.date](year, month, day),
      e.reference,
      `${d.slow ? ' ' : ''}${e.narration}`,
      ...moneyCells(e.minor, d),
      ...rest,
    ]);
  });
  lines.push(...(d.newestFirst ? body.reverse() : body));
  if (d.footer) lines.push('', line(['End of statement']));
  const text = lines.join(d.newline) + (d.lastNewline ? d.newline : '');
  const bytes = Buffer.from(
    d.encoding === 'utf-8' ? text : `\ufeff${text}`,
    d.encoding.startsWith('utf-16') ? 'utf16le' : 'utf8',
  );
  return { bytes: d.encoding === 'utf-16be' ? bytes.swap16() : bytes, lines: lines.length };
}

describe('entries in any dialect', () => {
  it('read as the entries they are', () => {
    fc.assert(
      fc.property(fc.array(entry, { minLength: 3, maxLength: 40 }), dialect, (unsorted, d) => {
        // One entry late in a month, so that the order of day and month is never in doubt.
        const entries = [
          ...unsorted.sort((a, b) => a.day - b.day),
          { day: FIRST + 364, minor: -1234567, reference: 'FT999999', narration: 'TRF LAST' },
        ];
        const written = write(entries, d);
        const read = readText(written.bytes);
        const expected = (d.newestFirst ? [...entries].reverse() : entries).map((e) => {
          const { year, month, day } = civil(e.day);
          return [DATES['iso'](year, month, day), formatMinor(e.minor, 2), e.reference, e.narration];
        });
        expect(read.rejected).toEqual([]);
        expect(rowsOf(read).map((r) => [r.day, r.amount, r.reference, r.narration])).toEqual(expected);
        const { entries: counted, rejected, preamble, header, blank, balances, footer, continuation } = read.counts;
        expect(counted + rejected + preamble + header + blank + balances + footer + continuation).toBe(written.lines);
        if (d.balance) expect(read.balances[0]).toMatchObject({ foots: true, opening: 1_000_000_00 });
      }),
      { numRuns: 150 },
    );
  }, 60_000);
});

const oddLine = fc.constantFrom(
  '13/06/2026,NIP/ADA,5.00,',
  '14/06/2026,"quoted, cell",,7.00',
  '14/06/2026,zero,0.00,0.00',
  '15/06/2026,both,1.00,2.00',
  '15/06/2026,none,,',
  'Pending,later,3.00,',
  ',more words,,',
  ',,,',
  '',
  'Total,,5.00,7.00',
  ',,5.00,7.00',
  '01/06/2026,Opening Balance,,100.00',
  'Date,Narration,Debit,Credit',
  'Page 2 of 3',
  'Account No: 0123456789',
  'some words alone',
  '31/04/2026,no such day,1.00,',
  'x,y,1.00,',
  '13/06/2026,too,1.00,,wide',
  '13/06/2026,bad,1.0.0,',
  '13/06/2026,fine,1.005,',
  '"',
  ' "odd" x, y',
  '13/06/2026,"un"quoted,1.00,',
);

describe('any lines at all', () => {
  it('are each counted once, and the reading never fails otherwise than in words', () => {
    fc.assert(
      fc.property(fc.array(oddLine, { maxLength: 25 }), (odd) => {
        // The first and last rows hold quotes closed, so that every line of the text is a row.
        const lines = [
          'Date,Narration,Debit,Credit',
          '13/06/2026,A,5.00,',
          ...odd.filter((l) => l !== '"'),
          '20/06/2026,Z,,7.00',
        ];
        const read = readText(lines.join('\n'));
        const { counts } = read;
        expect(Object.values(counts).reduce((a, b) => a + b)).toBe(lines.length);
        expect(counts.entries).toBe(read.columns.count);
        expect(counts.rejected).toBe(read.rejected.length);
        const seen = [...rowsOf(read).map((r) => r.line), ...read.rejected.map((r) => r.line)];
        expect(new Set(seen).size).toBe(seen.length);
      }),
      { numRuns: 150 },
    );
  }, 60_000);

  it('bytes of any kind end in rows or in a sentence', () => {
    const bytes = fc.oneof(
      fc.uint8Array({ maxLength: 400 }),
      fc
        .array(fc.oneof(oddLine, fc.string({ unit: 'binary' })), { maxLength: 20 })
        .map((l) => new TextEncoder().encode(l.join('\n'))),
    );
    fc.assert(
      fc.property(bytes, (content) => {
        try {
          readText(content);
        } catch (error) {
          expect(error).toMatchObject({ name: 'TieoutError' });
        }
      }),
      { numRuns: 200 },
    );
  }, 60_000);
});
