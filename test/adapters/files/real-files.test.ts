// Exports of a dozen real banks, written by others and not part of the project: sums and rows were checked by eye.
// Skipped, and said so, where the folder beside the project is absent.

import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { inspectRows } from '../../../src/adapters/files/inspect-file.ts';
import { readWhole } from '../../../src/adapters/files/read-statement.ts';
import { ROW_PENDING } from '../../../src/core/records/rows/columns.ts';
import { rowsOf } from './reading.ts';

const FOLDER = join(import.meta.dirname, '../../../../shared/data/csv');
const present = existsSync(FOLDER);
const request = (name: string) => ({ path: join(FOLDER, name), name, side: 'bank', defaultCurrency: 'NGN' }) as const;
const read = (name: string) => readWhole(request(name));

describe.skipIf(!present)(`real bank exports${present ? '' : ' (skipped: ../shared/data/csv is absent)'}`, () => {
  it.each([
    ['20171001-20171106.csv', 'UTF-8', null, 'EUR', 1, '-59.99'],
    ['20180226-1000594757-umsatz.CSV', 'UTF-8', '1000594757', 'EUR', 1, '-36.99'],
    ['2019-03-02_11-50-46_bunq-statement.csv', 'UTF-8', 'NL26BUNQ2025126409', 'NGN', 7, '-23.82'],
    ['MS_JANE_SMITH_01-12-2019_14-12-2019.csv', 'UTF-8 with BOM', null, 'GBP', 10, '-285.80'],
    ['Movements_1234512345_201805271848.csv', 'Windows-1250', '123456789/1234', 'CZK', 1, '-1.00'],
    ['TH_20180101-20180523_page_1.csv', 'Windows-1250', null, 'CZK', 9, '-2599.99'],
    ['TransactionHistory_20180418043121.csv', 'UTF-8', 'FRANK Account 666-666666-666', 'SGD', 8, '-173.28'],
    ['W80844_EBH_201945.202122.csv', 'UTF-8', null, 'HUF', 2, '940.00'],
    ['export_BE11123456789012_20180304_1422.csv', 'UTF-8', 'BE11123456789012', 'EUR', 1, '-3.40'],
    ['test_BOI_TransactionExport.csv', 'UTF-8', null, 'NGN', 27, '-419.61'],
    ['test_delimiter_tab.csv', 'Windows-1252', null, 'NGN', 73, '-4580.70'],
    ['test_raiffeisen_01.csv', 'UTF-8', null, 'EUR', 73, '-4580.70'],
  ] as const)('%s', (name, encoding, account, currency, rows, amount) => {
    const inspection = inspectRows(request(name)).inspection;
    expect(inspection.encoding).toBe(encoding);
    expect(inspection.accounts).toMatchObject([{ account, currency, rows, amount }]);
  });

  it('refuses the licence beside them', () => {
    expect(inspectRows(request('LICENSE')).inspection.error).toBe(
      'LICENSE: no date and amount columns were found: the file has no line of titles that are known, and its values do not show which columns they are; put a line of titles above them.',
    );
  });

  it('a card statement: pending entries, pounds, a payment marked CR in a column without a title', () => {
    const rows = rowsOf(read('MS_JANE_SMITH_01-12-2019_14-12-2019.csv'));
    expect(rows.slice(0, 4).map((r) => [r.day, r.amount, r.flags])).toEqual([
      [null, '-67.40', ROW_PENDING],
      [null, '-8.99', ROW_PENDING],
      [null, '-37.80', ROW_PENDING],
      ['2019-12-12', '-1183.23', 0],
    ]);
    expect(rows.at(-1)).toMatchObject({
      day: '2019-12-02',
      amount: '1100.00',
      narration: 'PAYMENT RECEIVED - THANK YOU',
    });
  });

  it('narrations that go on in the next line, below a preamble', () => {
    const file = read('TransactionHistory_20180418043121.csv');
    expect(rowsOf(file)[0]).toMatchObject({
      line: 7,
      day: '2018-04-18',
      amount: '-6.66',
      narration: 'DEBIT PURCHASE 15/04/18  66-6666 UBER EATS AN2GO HELP.UBERh',
    });
    expect(file.counts).toMatchObject({ continuation: 8, preamble: 4, rejected: 0 });
    expect(file.balances).toMatchObject([{ opening: null, closing: 666666, foots: null }]);
  });

  it('a statement without titles or signs agrees with the same one that has them', () => {
    const [tabs, signed] = [read('test_delimiter_tab.csv'), read('test_raiffeisen_01.csv')];
    const essence = (file: typeof tabs) =>
      rowsOf(file).map(({ line, day, valueDay, amount }) => ({ line, day, valueDay, amount }));
    expect(essence(tabs)).toEqual(essence(signed));
    for (const { rejected } of [tabs, signed]) {
      expect(rejected).toEqual([
        { line: 71, reason: 'the date “A null transaction, just to confuse thin…” is not understood' },
      ]);
    }
  });

  it('a balance that stands before its entry, newest first', () => {
    expect(read('W80844_EBH_201945.202122.csv').balances).toMatchObject([
      { opening: 105556, closing: 199556, foots: true },
    ]);
  });

  it('a balance that does not follow is said', () => {
    expect(read('test_BOI_TransactionExport.csv').balances).toMatchObject([{ foots: false }]);
  });
});
