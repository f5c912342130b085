// A file is gone through once where its sample shows how it is to be read, and once more where only all of it does.

import { expect, it } from 'vitest';
import { readText, rowsOf } from './reading.ts';

/** How often a file is gone through: its size is told once at the end of each time. */
function scansOf(rows: readonly string[]): { readonly scans: number; readonly amounts: string[] } {
  let scans = 0;
  const file = readText(`${rows.join('\n')}\n`, {
    progress: (done, total) => {
      if (done === total) scans++;
    },
  });
  return { scans, amounts: rowsOf(file).map(({ amount }) => amount) };
}

it.each([
  ['signs that repeat their marks', ['1,DR,-5.00', '2,CR,7.00', '3,DR,-2.00'], ['-5.00', '7.00', '-2.00']],
  ['only credits have a mark', ['1,CR,5.00', '2,,7.00', '3,CR,2.00'], ['5.00', '-7.00', '2.00']],
  ['marks behind amounts, some with a minus', ['1,,-5.00', '2,,7.00 CR', '3,,2.00 DR'], ['-5.00', '7.00', '-2.00']],
])('a file is gone through once: %s', (_what, rows, amounts) => {
  const dated = rows.map((row) => row.replace(/^(\d)/, '2024-03-0$1'));
  expect(scansOf(['Date,D/C,Amount', ...dated])).toEqual({ scans: 1, amounts });
});

it('a file is gone through twice where all of it says what its sample does not: a row that may be a balance', () => {
  const rows = ['2024-03-01,A,5.00', '2024-03-02,Old balance,7.00', '2024-03-03,B,-2.00'];
  expect(scansOf(['Date,Narration,Amount', ...rows])).toEqual({ scans: 2, amounts: ['5.00', '7.00', '-2.00'] });
});
