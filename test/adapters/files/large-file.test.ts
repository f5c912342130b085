// Files of several reads of the buffer: rows, quoted cells and characters that a read cuts in two are whole again, in
// any encoding, and memory stays what the columns need.

import { describe, expect, it } from 'vitest';
import { readText, rowsOf } from './reading.ts';

const ROWS = 60_000;

function rowsText(i: number): { cells: string; narration: string; lines: number } {
  const day = `${String(1 + (i % 28)).padStart(2, '0')}/0${1 + (i % 9)}/2026`;
  const money = i % 2 === 0 ? `${i}.25,` : `,${i}.75`;
  if (i % 97 === 0)
    return {
      cells: `${day},R${i},"line one ${i}\nline ""two"", é",${money}`,
      narration: `line one ${i} line "two", é`,
      lines: 2,
    };
  const narration = `TRF ${'é'.repeat(i % 5)}${'x'.repeat(i % 61)} ${i}`;
  return { cells: `${day},R${i},${narration},${money}`, narration, lines: 1 };
}

const HEADER = 'Date,Reference,Narration,Debit,Credit';
const entries = Array.from({ length: ROWS }, (_, i) => rowsText(i));
const text = `${HEADER}\n${entries.map((e) => e.cells).join('\n')}\n`;

describe('a file of several megabytes', () => {
  it.each([
    ['UTF-8', Buffer.from(text), 'UTF-8'],
    ['UTF-16', Buffer.from(`\ufeff${text}`, 'utf16le'), 'UTF-16LE with BOM'],
    ['Windows-1252', Buffer.from(text, 'latin1'), 'Windows-1252'],
    ['\\r\\n', Buffer.from(text.replaceAll('\n', '\r\n')), 'UTF-8'],
  ])(
    'in %s',
    (_, bytes, encoding) => {
      expect(bytes.length).toBeGreaterThan(2_500_000);
      const read = readText(bytes);
      expect(read.layout.encoding).toBe(encoding);
      expect(read.rejected).toEqual([]);
      const rows = rowsOf(read);
      expect(rows.length).toBe(ROWS);
      let line = 2;
      for (const [i, row] of rows.entries()) {
        const amount = i % 2 === 0 ? `${i === 0 ? '-0' : -i}.25` : `${i}.75`;
        if (
          row.line !== line ||
          row.narration !== entries[i].narration ||
          row.reference !== `R${i}` ||
          row.amount !== amount
        ) {
          expect(row).toEqual({ ...row, line, narration: entries[i].narration, reference: `R${i}`, amount });
        }
        line += entries[i].lines;
      }
    },
    30_000,
  );

  it('finds out late that it is not UTF-8', () => {
    const ascii = `${HEADER}\n${'13/06/2026,R1,plain text and more of it,1.00,\n'.repeat(ROWS)}`;
    const read = readText(Buffer.from(`${ascii}13/06/2026,R2,Überweisung Müller,2.00,\n`, 'latin1'));
    expect(read.layout.encoding).toBe('Windows-1252');
    expect(rowsOf(read).at(-1)).toMatchObject({ narration: 'Überweisung Müller', amount: '-2.00' });
  });

  it('reads the same whether its rows are plain or not', () => {
    const plain = readText(
      `${HEADER}\n${'13/06/2026,R1,ADA STORES,"1,250.50",\n14/06/2026,R2,OBI,,7.00\n'.repeat(5000)}`,
    );
    const spaced = readText(
      `${HEADER}\n${'13/06/2026,R1, ADA STORES ,"1,250.50",\n14/06/2026,R2, OBI,,7.00\n'.repeat(5000)}`,
    );
    expect(rowsOf(plain)).toEqual(rowsOf(spaced));
    expect([...plain.columns.fingerprint]).toEqual([...spaced.columns.fingerprint]);
  });
});
