// Asks a question if the amounts of a file are a hundred times those of the other side: kobo read as naira match nothing,
// and nothing in the file may name them. Rules: core/reading/sides/hundredfold.ts.

import { TieoutError } from '../../core/errors.ts';
import { exponentOf } from '../../core/money/money.ts';
import { labelOf } from '../../core/reading/answers.ts';
import { hundredfold } from '../../core/reading/sides/hundredfold.ts';
import { givenBy } from '../../core/reading/sides/reading-choices.ts';
import type { RowColumns } from '../../core/records/rows/columns.ts';
import type { NamedFile } from '../rows/read-files.ts';
import type { SessionFile } from '../rows/session-files.ts';

/** Throws file_needs_answer. `kept`: rows that the session has from before. */
export function checkUnits(files: readonly NamedFile[], kept: readonly SessionFile[] = []): void {
  for (const { side, name, file } of files) {
    // A format that names its fields has one unit; who gave it, now or before, is asked no more.
    if (file.layout.columns.length === 0 || file.plan?.mapping['unit'] !== undefined) continue;
    const { columns } = file;
    const others = [
      ...files.flatMap((one) => (one.side === side ? [] : [one.file.columns])),
      ...kept.flatMap((one) => (one.side === side ? [] : [one.columns])),
    ];
    const shown = hundredfold(columns, others);
    if (shown === null) continue;
    const other = side === 'gl' ? 'the bank side' : 'the ledger';
    throw new TieoutError(
      'file_needs_answer',
      `${shown} are here a hundred times what they are on ${other}; say in a column mapping whether its figures are kobo, cents or the like, "unit": "minor", or not, "unit": "main".`,
      {
        file: name,
        choices: (['minor', 'main'] as const).map((unit) => {
          const mapped = { unit };
          return { label: labelOf(mapped), side, mapping: mapped, ...givenBy(inUnit(columns, unit)) };
        }),
      },
    );
  }
}

/** Whole units as minor ones. */
const inUnit = (columns: RowColumns, unit: 'minor' | 'main'): RowColumns =>
  unit === 'main'
    ? columns
    : {
        ...columns,
        amount: columns.amount.map((minor, i) => minor / 10 ** exponentOf(columns.currencies[columns.currency[i]])),
      };
