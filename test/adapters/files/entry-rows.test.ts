// What a format of entries adds, and what is done for it: columns, proofs, checks, refusals.

import { describe, expect, it } from 'vitest';
import { EntryRows } from '../../../src/adapters/files/entries/entry-rows.ts';
import type { ReadRequest } from '../../../src/adapters/files/request/read-request.ts';
import { NO_DAY, parseDay } from '../../../src/core/money/calendar.ts';
import { ROW_PENDING } from '../../../src/core/records/rows/columns.ts';
import { rowsOf } from './reading.ts';

const request: ReadRequest = { path: '', name: 'file.sta', side: 'bank', defaultCurrency: 'NGN' };
const as = { format: 'mt940', encoding: 'UTF-8', digest: 'of the file' };
const day = parseDay('2026-09-01')!;
const entry = { line: 3, bookingDay: day, minor: -12_050, currency: 'NGN', account: '0123456789' };

describe('rows of a format of entries', () => {
  it('become columns with the balances and totals that the file states', () => {
    const rows = new EntryRows(request, 1);
    const of = { account: '0123456789', currency: 'NGN' };
    rows.balance({ kind: 'opening', ...of, minor: 100_000, line: 2 });
    rows.add({ ...entry, narration: 'Ọlá & sons\ntransfer', reference: 'FT1', valueDay: day + 1 });
    rows.add({ ...entry, line: 4, minor: 5_000, sourceId: 'x', isPending: true });
    rows.balance({ kind: 'closing', ...of, minor: 87_950, line: 5 });
    rows.check({ what: 'the number of entries', line: 6, stated: '2', read: '2' });
    rows.check({ what: 'the sum of debits', line: 7, stated: '120.00', read: '120.50' });
    const read = rows.finish(as);
    expect(rowsOf(read)).toMatchObject([
      { line: 3, day: '2026-09-01', valueDay: '2026-09-02', amount: '-120.50', narration: 'Ọlá & sons transfer' },
      { line: 4, amount: '50.00', flags: ROW_PENDING, sourceId: 'x', account: '0123456789' },
    ]);
    expect(read.balances).toMatchObject([{ opening: 100_000, closing: 87_950, foots: true, rows: 1 }]);
    expect(read.warnings).toEqual([
      'The file states 120.00 as the sum of debits (line 7), and what was read of it makes 120.50.',
    ]);
    expect(read).toMatchObject({ digest: 'of the file', pending: 1, question: null, layout: { format: 'mt940' } });
    expect(read.columns.files).toEqual(['file.sta']);
  });
  it('are rejected with their line if a row cannot hold them', () => {
    const rows = new EntryRows(request, 1);
    rows.add({ ...entry, currency: 'QQQ' });
    rows.add({ ...entry, line: 9, minor: 1e16 });
    rows.add({ ...entry, line: 10, bookingDay: NO_DAY });
    const read = rows.finish(as);
    expect(read.rejected).toEqual([
      { line: 3, reason: 'the currency “QQQ” is not known' },
      { line: 9, reason: 'the amount is too large' },
    ]);
    expect(read.pending).toBe(1);
  });
  it('name the page of each row', () => {
    const rows = new EntryRows(request, 1);
    rows.startPart('page 1');
    rows.add(entry);
    rows.startPart('page 2');
    rows.add(entry);
    const { columns } = rows.finish(as);
    expect(Array.from(columns.file, (file) => columns.files[file])).toEqual(['file.sta [page 1]', 'file.sta [page 2]']);
  });
  it('are refused if there are none', () => {
    expect(() => new EntryRows(request, 1).finish(as)).toThrow('the file has no entries.');
  });
});
