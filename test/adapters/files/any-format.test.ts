// What a new format has to give, and that nothing else is asked of it: a sheet gives the rows of its cells, which nothing
// parts but the cells themselves, and a format of entries gives what it found.

import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { finishedRows } from '../../../src/adapters/files/finish/finished-rows.ts';
import type { FoundRows } from '../../../src/adapters/files/finish/found-rows.ts';
import { positionsInTable } from '../../../src/adapters/files/holdings/positions-in-table.ts';
import type { Decisions } from '../../../src/adapters/files/layout/decisions.ts';
import { type Layout, layoutOf, optionsOf } from '../../../src/adapters/files/layout/table-layout.ts';
import { readHoldingsFile } from '../../../src/adapters/files/read-holdings.ts';
import type { ReadRequest } from '../../../src/adapters/files/request/read-request.ts';
import { RowTally } from '../../../src/adapters/files/request/row-tally.ts';
import type { Rows } from '../../../src/adapters/files/rows/rows.ts';
import { readerOf, scanRows } from '../../../src/adapters/files/scan/scan-rows.ts';
import { settled, withBestUnits } from '../../../src/adapters/files/settle/settled.ts';
import { readTableFile } from '../../../src/adapters/files/table/read-table-file.ts';
import type { TableFile } from '../../../src/adapters/files/table/table-file.ts';
import { readText, rowsOf } from './reading.ts';

const request: ReadRequest = { path: '', name: 'file.csv', side: 'bank', defaultCurrency: 'NGN' };

/** The rows of a sheet that lies in memory. */
class SheetRows implements Rows {
  buffer = new Uint8Array(0);
  readonly starts = new Int32Array(50);
  readonly ends = new Int32Array(50);
  readonly raw = new Uint8Array(50);
  readonly isUnended = false;
  count = 0;
  line = 0;
  readonly #cells: readonly (readonly string[])[];

  constructor(cells: readonly (readonly string[])[]) {
    this.#cells = cells;
  }

  get nextLine(): number {
    return this.line + 1;
  }

  next(): boolean {
    const row = this.#cells[this.line++];
    if (row === undefined) return false;
    this.buffer = new TextEncoder().encode(row.join(''));
    this.count = row.length;
    let at = 0;
    for (const [i, cell] of row.entries()) {
      this.starts[i] = at;
      this.ends[i] = at += new TextEncoder().encode(cell).length;
    }
    return true;
  }
}

function sheet(cells: readonly (readonly string[])[]): TableFile {
  const rows = cells.map((row, i) => ({ cells: row, line: i + 1 }));
  const cut = { delimiter: null, rows, further: [], failure: null };
  const sample = { file: 'file.csv', cuts: [cut], head: new Uint8Array(0), cutWarnings: [] };
  return {
    format: 'sheet',
    encoding: 'UTF-8',
    sample,
    read: (asked) => {
      const layout = layoutOf(sample, optionsOf(asked));
      const scan = (as: Layout, decisions: Decisions) => {
        const reader = readerOf(asked, { layout: as, decisions, size: 10_000 });
        scanRows(reader, new SheetRows(cells), null);
        return { reader, pass: { digest: 'of the sheet' } };
      };
      return withBestUnits(settled(asked, layout, scan), layout, scan);
    },
    rows: () => ({ rows: new SheetRows(cells), digest: () => 'of the sheet' }),
  };
}

const STATEMENT = [
  ['Account', '0123456789'],
  ['Date', 'Narration', 'Debit', 'Credit', 'Balance'],
  ['2026-03-01', 'Opening balance', '', '', '1000.00'],
  ['2026-03-02', 'Transfer to Ada, Lagos', '250.00', '', '750.00'],
  ['2026-03-03', 'Cash lodgement', '', '100.50', '850.50'],
  ['', 'at the branch', '', '', ''],
  ['2026-03-04', 'SMS charges', '4.00', '', '846.50'],
  ['2026-03-31', 'Closing balance', '', '', '846.50'],
];
const asText = (cells: readonly (readonly string[])[]) =>
  cells.map((row) => row.map((cell) => (cell.includes(',') ? `"${cell}"` : cell)).join(',')).join('\n');

describe('a sheet', () => {
  it('is read as a text of the same cells is, row by row', () => {
    const [fromSheet, fromText] = [readTableFile(request, sheet(STATEMENT)), readText(asText(STATEMENT))];
    expect(rowsOf(fromSheet)).toEqual(rowsOf(fromText));
    expect(fromSheet.balances).toEqual(fromText.balances);
    expect(fromSheet.warnings).toEqual(fromText.warnings);
    expect(fromSheet.counts).toEqual(fromText.counts);
    expect(fromSheet.layout).toMatchObject({ format: 'sheet', delimiter: null, headerLine: 2 });
    expect(fromSheet.digest).toBe('of the sheet');
  });
  it('rejects what it cannot read, with the line', () => {
    const spoiled = STATEMENT.map((row, i) => (i === 4 ? ['2026-03-03', 'Cash lodgement', '', 'much', '850.50'] : row));
    const { rejected } = readTableFile(request, sheet(spoiled));
    expect(rejected).toEqual(readText(asText(spoiled)).rejected);
    expect(rejected.map(({ line }) => line)).toEqual([5]);
  });
  it('has its layout known again by a plan', () => {
    const { plan } = readTableFile(request, sheet(STATEMENT));
    const read = readTableFile({ ...request, plans: [plan!] }, sheet(STATEMENT));
    expect(read.layout.columns.map(({ reason }) => reason)).toContain('named by the mapping');
  });
  it('of holdings gives the positions that a text gives', () => {
    const cells = [
      ['ISIN', 'Security Name', 'Quantity', 'Price', 'Market Value', 'Currency'],
      ['US0378331005', 'Apple Inc', '100', '190.50', '19050.00', 'USD'],
      ['US5949181045', 'Microsoft Corp', '10', '410.00', '4100.00', 'USD'],
    ];
    const folder = mkdtempSync(join(tmpdir(), 'tieout-'));
    try {
      const path = join(folder, 'file.csv');
      writeFileSync(path, asText(cells));
      const fromText = readHoldingsFile({ ...request, path });
      const fromSheet = positionsInTable(request, sheet(cells));
      expect(fromSheet.columns).toEqual(fromText.columns);
      expect(fromSheet.warnings).toEqual(fromText.warnings);
    } finally {
      rmSync(folder, { recursive: true, force: true });
    }
  });
});

describe('a format of entries', () => {
  it('hands on what it found, and the rest is done for it', () => {
    const text = readText('Date,Narration,Amount\n2026-03-02,A,-1.00\n2026-03-03,B,2.00\n');
    const tally = new RowTally();
    tally.counts.entries = 2;
    tally.reject(9, 'no amount');
    tally.reject(4, 'no date');
    const found: FoundRows = {
      columns: { ...text.columns, fingerprint: new Uint32Array(4) },
      ofKind: {},
      tally,
      pending: 0,
      balances: text.balances,
      headings: [],
      layout: { ...text.layout, format: 'entries', delimiter: null, headerLine: null, columns: [] },
      digest: 'of the file',
      ownAccount: '',
      isSignUnknown: false,
      isSignGiven: false,
      hasStatedFigures: false,
      candidates: [],
      fields: [],
      question: null,
      lastQuestion: null,
      warnings: () => ['one thing'],
      plan: () => null,
      confirmedBy: null,
    };
    const read = finishedRows(request, found);
    expect(read.columns.fingerprint).toEqual(text.columns.fingerprint);
    expect(read.rejected.map(({ line }) => line)).toEqual([4, 9]);
    expect(read).toMatchObject({ firstRejected: { line: 9 }, warnings: ['one thing'], question: null, plan: null });
  });
});
