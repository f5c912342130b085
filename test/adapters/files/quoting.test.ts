// Files quoted otherwise than RFC 4180 says: every line one quoted field, and quotes behind a backslash.

import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { type Quoting, quotingOf } from '../../../src/adapters/files/formats/delimited/quoting.ts';
import { requotingOf } from '../../../src/adapters/files/formats/delimited/requote.ts';
import { failureOf, readText, rowsOf } from './reading.ts';

const bytes = (text: string) => new TextEncoder().encode(text);
const doubled = (text: string) => `"${text.replaceAll('"', '""')}"`;
const wholeLines = (lines: readonly string[]) => lines.map(doubled).join('\n');
/** What a piece-by-piece rewriting makes of a text, cut at those places. */
function rewritten(quoting: Quoting, text: string, cuts: readonly number[]): string {
  const requoting = requotingOf(quoting, { file: 'file.csv', midLine: false })!;
  const all = bytes(text);
  const buffer = new Uint8Array(all.length);
  let end = 0;
  let done = 0;
  for (const cut of [...cuts.map((c) => c % (all.length + 1)).sort((a, b) => a - b), all.length]) {
    buffer.set(all.subarray(done, cut), end);
    end = requoting.rewrite(buffer, end, end + cut - done);
    done = cut;
  }
  requoting.end();
  return new TextDecoder().decode(buffer.subarray(0, end));
}

const cell = fc.string({ unit: fc.constantFrom('a', '"', '\\', ',', ' ', 'é', '1', ';') });
const rows = fc.array(fc.array(cell, { minLength: 2, maxLength: 4 }), { minLength: 1, maxLength: 6 });
const cuts = fc.array(fc.nat(), { maxLength: 8 });
const usual = (row: readonly string[]) => row.map(doubled).join(',');
const escaped = (row: readonly string[]) =>
  row.map((c) => `"${c.replaceAll('\\', '\\\\').replaceAll('"', '\\"')}"`).join(',');

describe('quotes are put right', () => {
  it('of lines that are one quoted field, wherever pieces end', () => {
    fc.assert(
      fc.property(rows, cuts, (table, at) => {
        const lines = table.map(usual);
        expect(rewritten('whole lines', wholeLines(lines), at)).toBe(lines.join('\n'));
      }),
    );
  });
  it('of cells whose quotes stand behind a backslash, wherever pieces end', () => {
    fc.assert(
      fc.property(rows, cuts, (table, at) => {
        expect(rewritten('backslashes', table.map(escaped).join('\r\n'), at)).toBe(table.map(usual).join('\r\n'));
      }),
    );
  });
});

describe('the way a file is quoted', () => {
  it.each<[Quoting, string]>([
    ['usual', 'Date,Amount\n"05/03/2024","1.00"'],
    ['usual', '"Date","Amount"\n"05/03/2024","1.00"\n"06/03/2024",""'],
    ['usual', 'Date,Text,Amount\n05/03/2024,"C:\\",1.00\n06/03/2024,"A ""B""",2.00'],
    ['usual', 'Date,Text,Amount\n05/03/2024,A \\"B\\" C,1.00'],
    ['usual', 'Date,Text,Amount\n05/03/2024,"A \\"B\\" C",1.00\n06/03/2024,"SHOP\\","2.00"'],
    ['usual', 'Date, Text, Amount\n05/03/2024, "SHOP\\" , 1.00\n06/03/2024, "A" , 2.00'],
    ['usual', '"Statement, March"\n"Lagos, Nigeria"\n"Date","Amount"\n"05/03/2024","1.00"\n"No signature, please"'],
    ['usual', 'Date,Text,Amount\n05/03/2024,A,1.00\n06/03/2024,B,2.00\n"Note, fees, apply"'],
    ['whole lines', 'Date,Text,Amount\n05/03/2024,A,1.00\n06/03/2024,B,2.00\n"07/03/2024,""C, D"",3.00"'],
    ['backslashes', 'Date,Text,Amount\n05/03/2024,"A ""B""",1.00\n05/03/2024,"A \\"B\\" C",1.00'],
    ['backslashes', '"Date","Text","Amount"\n"26/03/2024","PIPE 6\\"","25.00"\n"27/03/2024","B","7.00"'],
    ['backslashes', 'Date,Text,Amount\n26/03/2024,"PIPE 6\\"",25.00\n27/03/2024,B,7.00'],
    ['usual', '"Opening Balance: 10,000.00"\n"Closing Balance: 8,500.00"\nDate,Text,Amount\n05/03/2024,A,-1500.00'],
    ['usual', 'Date,Text,Amount\n05/03/2024,A,1.00\n06/03/2024,B,2.00\n"31/03/2024, printed by ADA, 3"'],
    ['whole lines', '"Date,Amount"\n"05/03/2024,1.00"\nend'],
    ['whole lines', '"Date;Amount"\r\n"05/03/2024;""1.00"""\r\n'],
    ['backslashes', 'Date,Text,Amount\n05/03/2024,"A \\"B\\", C",1.00'],
    ['backslashes', 'Date,Text,Amount\n05/03/2024, "A \\"B\\"", ""'],
  ])('%s: %j', (quoting, text) => expect(quotingOf(bytes(text), true)).toBe(quoting));
  it('is asked of whole lines alone where the file goes on', () => {
    const head = bytes('Date,Text,Amount\n05/03/2024,A,1.00\n"07/03/2024,""C, D"",3.00"\n"08/03/2024,""E');
    expect(quotingOf(head, false)).toBe('whole lines');
    expect(quotingOf(head, true)).toBe('usual');
  });
});

const SAYS = 'Each line is one quoted field; read as the row that it holds.';

describe('a file of lines that are one quoted field', () => {
  const LINES = [
    'Statement, March 2024',
    'Date,Description,Debit,Credit,Balance',
    '05/03/2024,"NIP, ADA ""X""",,100.00,1100.00',
    '26/03/2024,ÀDÉ,50.00,,1050.00',
  ];
  it('is read as the rows they hold, and says so', () => {
    const file = readText(`${wholeLines(LINES)}\n\nend of statement\n`);
    expect(rowsOf(file)).toMatchObject([
      { line: 3, day: '2024-03-05', amount: '100.00', narration: 'NIP, ADA "X"' },
      { line: 4, day: '2024-03-26', amount: '-50.00', narration: 'ÀDÉ' },
    ]);
    expect(file.warnings).toContain(SAYS);
    expect(readText(LINES.join('\n')).warnings).not.toContain(SAYS);
  });
  it('of many pieces holds the same rows as the usual one', () => {
    const rows = Array.from({ length: 40_000 }, (_, i) => `05/03/2024,"R""é, ${i}",${i}.50,,`);
    const lines = [LINES[1], ...rows];
    expect(rowsOf(readText(wholeLines(lines)))).toEqual(rowsOf(readText(lines.join('\n'))));
  });
  it.each([
    ['"07/03/2024,2.00\n"08/03/2024,3.00"', 'the quotes of this line do not end on it, as those of the others do.'],
    ['"07/03/2024",2.00\n"08/03/2024,3.00"', 'this line is not one quoted field, as the other lines are.'],
    ['"07/03/2024,2.0', 'the quoted field that starts here never ends.'],
  ])('but for one of them is refused with its line: %j', (odd, sentence) => {
    const said = (rows: number) =>
      failureOf(`${wholeLines(['Date,Amount', ...Array<string>(rows).fill('05/03/2024,1.00')])}\n${odd}`);
    expect(said(20)).toEqual({ code: 'file_not_understood', sentence: `file.csv:22: ${sentence}` });
    expect(said(20_000)).toEqual({ code: 'file_not_understood', sentence: `file.csv:20002: ${sentence}` });
  });
  it('is read where only the lines that hold a quote are one', () => {
    const bare = LINES.slice(1).map((line) => (line.includes('"') ? doubled(line) : line));
    expect(rowsOf(readText(bare.join('\n')))).toEqual(rowsOf(readText(LINES.slice(1).join('\n'))));
  });
});

describe('a file whose quotes stand behind a backslash', () => {
  it('holds the same rows as the usual one, over many pieces', () => {
    const table = Array.from({ length: 40_000 }, (_, i) => ['05/03/2024', `A "x\\" é, ${i}`, `${i}.50`]);
    const header = 'Date,Description,Amount\n';
    const read = rowsOf(readText(header + table.map(escaped).join('\n')));
    expect(read).toEqual(rowsOf(readText(header + table.map(usual).join('\n'))));
    expect(read[7]).toMatchObject({ narration: 'A "x\\" é, 7', amount: '7.50' });
  });
  it('holds them where the first of its quotes stands far from its beginning', () => {
    const table = Array.from({ length: 20_000 }, (_, i) => [
      '05/03/2024',
      i === 15_000 ? 'PIPE 6"' : `A ${i}`,
      `${i}.50`,
    ]);
    const header = 'Date,Description,Amount\n';
    const read = rowsOf(readText(header + table.map(escaped).join('\n')));
    expect(read).toEqual(rowsOf(readText(header + table.map(usual).join('\n'))));
    expect(read[15_000]).toMatchObject({ narration: 'PIPE 6"', amount: '15000.50' });
  });
});
