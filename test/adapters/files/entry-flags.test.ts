// Columns that say yes or no to whether an entry was made void, or posted: it counts as booked, and it is said.

import { describe, expect, it } from 'vitest';
import { readText, rowsOf } from './reading.ts';

/** A ledger with these cells under that title, ahead of the texts. */
const read = (title: string, cells: readonly string[]) =>
  readText(
    `${[
      `Date,Document No,Amount,${title},Description`,
      ...cells.map((cell, i) => `${13 + (i % 15)}/04/2026,D${i},-${i + 1}.50,${cell},text ${i}`),
    ].join('\n')}\n`,
    { side: 'gl' },
  );
const said = (title: string, cells: readonly string[]) =>
  read(title, cells).warnings.filter((w) => w.startsWith('The status of'));

describe('a flag of what was made void, or posted', () => {
  it.each([
    ['Void', ['No', 'Yes', 'No'], 'Yes'],
    ['Voided', ['N', 'Y', 'N'], 'Y'],
    ['Is Cancelled', ['FALSE', 'TRUE', 'FALSE'], 'TRUE'],
    ['Canceled', ['0', '1', '0'], '1'],
    ['Deleted', ['', 'X', ''], 'X'],
    ['Storno', ['Nein', 'Ja', 'Nein'], 'Ja'],
    ['Posted', ['Yes', 'No', 'Yes'], 'No'],
    ['Approved', ['Y', 'N', 'Y'], 'N'],
    ['Success', ['true', 'false', 'true'], 'false'],
  ])('%s: %j', (title, cells, doubtful) => {
    expect(said(title, cells)).toEqual([
      `The status of 1 row is not known, the first on line 3; taken as booked: “${title}: ${doubtful}”.`,
    ]);
    expect(rowsOf(read(title, cells)).map(({ amount }) => amount)).toEqual(['-1.50', '-2.50', '-3.50']);
  });

  it('is seen wherever it stands in the file', () => {
    const cells = Array.from({ length: 3000 }, (_, i) => (i === 2500 ? 'Yes' : 'No'));
    expect(said('Void', cells)).toEqual([
      'The status of 1 row is not known, the first on line 2502; taken as booked: “Void: Yes”.',
    ]);
  });

  it.each([
    // The undoing of what was booked is an entry of its own.
    ['Reversed', ['N', 'Y', 'N']],
    // Nothing was made void.
    ['Void', ['No', 'No', 'No']],
    // Everything was posted; dates of posting are no flags.
    ['Posted', ['Y', 'Y', 'Y']],
    ['Posted', ['13/04/2026', '14/04/2026', '15/04/2026']],
    // A cheque that is not cleared yet is booked.
    ['Cleared', ['Y', 'N', 'Y']],
    // No flags.
    ['Cancelled', ['13/04/2026', '', '']],
    ['Void', ['text', 'Yes', 'No']],
  ])('is none: %s %j', (title, cells) => expect(said(title, cells)).toEqual([]));
});
