// A question about a file that was asked while it was read, with a written mapping to finish. Loaded when there is one.

import { type FileInspection, inspectRows } from '../adapters/files/inspect-file.ts';
import { TieoutError } from '../core/errors.ts';
import type { ColumnMappingFile } from '../core/reading/columns/column-mapping.ts';
import { writtenMapping } from '../core/reading/columns/written-mapping.ts';
import { otherSide } from '../core/records/rows/columns.ts';
import { writeMapping } from './files/write-mapping.ts';
import type { GivenInputs } from './given/standard-input.ts';
import type { ReconcileOptions } from './reconcile-options.ts';
import { choiceLines } from './results/reading-choices.ts';

/** The question, with the path of a written mapping that answers it. `say`: takes the lines that list the readings. */
export function withMapping(
  error: TieoutError & { readonly file: string },
  {
    options,
    mapping,
    inputs,
    say,
  }: {
    options: ReconcileOptions;
    mapping: ColumnMappingFile | null;
    inputs: GivenInputs;
    say: (line: string) => void;
  },
): TieoutError {
  const { defaultCurrency, defaultAccount } = options.command(mapping);
  const side = options.ledger.includes(error.file) ? 'gl' : 'bank';
  const request = { path: inputs.pathOf(error.file), name: error.file, side, defaultCurrency, defaultAccount } as const;
  const { inspection } = inspectRows({ ...request, ...options.readFor, mapping: mapping ?? undefined });
  // If the file only refutes a remembered format, or the other side is asked about, it has no question of its own: then
  // the mapping describes a new reading.
  const toFinish = inspection.mapping ?? { [side]: asReadAnew(inspection) };
  const choices = error.choices ?? inspection.choices ?? [];
  const others = writtenMapping(mapping ?? undefined, otherSide(side));
  for (const line of choiceLines(choices, others)) say(line);
  const written = writeMapping(toFinish, { file: error.file, out: options.out });
  if (written === null) return error;
  const sentence = `${error.message.replace(/\.$/, '')}; ${written} is one to finish, for --mapping.`;
  return new TieoutError(error.code, sentence, { file: error.file });
}

/** The file's columns, with a placeholder for the sign if nothing gives it. */
function asReadAnew(inspection: FileInspection): Record<string, unknown> {
  const isUnsigned = inspection.accounts.some(({ sign }) => sign === 'unknown');
  return { columns: mappedColumns(inspection), ...(isUnsigned && { sign: 'in, out or as_is' }) };
}

function mappedColumns({ columns }: Pick<FileInspection, 'columns'>): Record<string, number | number[]> {
  const mapped: Record<string, number | number[]> = {};
  for (const { field, index } of columns) {
    if (field === null) continue;
    const before = mapped[field];
    mapped[field] = before === undefined ? index + 1 : [before, index + 1].flat();
  }
  return mapped;
}
