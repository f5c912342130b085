// Tells what a file is by its content, before anybody says of which side it is or what for: its format, and whether it
// opens. A table is opened and its sample looked at; entries are read. Of an archive with several files the format is
// that of the first, and each must open.

import { TieoutError } from '../../core/errors.ts';
import type { ToldFile } from '../../ports/compute.ts';
import { eachInItsFormat } from './any-format.ts';
import { withOpenFile } from './bytes/byte-source.ts';
import { layoutOf } from './describe-files.ts';

export function tellFile({ path, name }: { readonly path: string; readonly name: string }): ToldFile {
  let format: string | null = null;
  try {
    withOpenFile({ path, name }, (file) =>
      eachInItsFormat(file, name, (of, inner, called) => {
        if ('table' in of) {
          of.table(inner, called, (table) => {
            format ??= table.format;
            layoutOf(table, { name: called, side: 'bank' });
          });
        } else {
          // Entries say themselves which way they go and in which currency, so that neither matters here.
          const { layout } = of.read({ path, name: called, side: 'bank', defaultCurrency: 'XXX' }, inner);
          format ??= layout.format;
        }
      }),
    );
    return { format, problem: null };
  } catch (error) {
    if (!(error instanceof TieoutError)) throw error;
    return { format, problem: error.sentence };
  }
}
