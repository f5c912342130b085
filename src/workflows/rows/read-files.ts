// Reads the files of a run side by side, and answers them in the order of the command. The run fails with the first
// failure in that order, not the first in time.

import type { ColumnMappingFile } from '../../core/reading/columns/column-mapping.ts';
import type { AccountType } from '../../core/reading/columns/given-reading.ts';
import type { KindReading } from '../../core/reading/kinds/kind-reading.ts';
import type { RememberedPlan } from '../../core/reading/remembered-format.ts';
import type { AcceptedPlan } from '../../core/records/documents/accepted-plan.ts';
import type { Side } from '../../core/records/rows/columns.ts';
import type { Compute, FileRequest, StatementFile } from '../../ports/compute.ts';

interface ReadingTerms {
  /** The kind of rows; entries of an account if not given. */
  readonly shape?: FileRequest['shape'];
  readonly mapping: ColumnMappingFile | null;
  readonly defaultCurrency: string;
  readonly defaultAccount: string;
  /** Share of a file's rows that may be rejected; null for the default. */
  readonly rejectedShare: number | null;
  /** Columns that the kind of run looks for beside the common fields. */
  readonly reading?: KindReading | undefined;
  /** Plans by which files of a side were read before. */
  readonly plans?: Readonly<Record<Side, readonly AcceptedPlan[]>> | undefined;
  /** Remembered plans of a side's files. */
  readonly remembered?: Readonly<Record<Side, readonly RememberedPlan[]>> | undefined;
}

export interface NamedFile {
  readonly side: Side;
  readonly name: string;
  readonly file: StatementFile;
  readonly isOpening?: boolean;
}

export interface FileToRead {
  readonly path: string;
  /** The name as the user gave it. */
  readonly name: string;
}

export interface WantedFile extends FileToRead {
  readonly side: Side;
  /** Whether its rows were open before the period; left out: they are of the period. */
  readonly isOpening?: boolean;
  /** The type of a ledger's account, if the other side's rows show it. */
  readonly accountType?: AccountType | undefined;
}

/** `onRead`: called with the bytes read of all files. Throws TieoutError. */
export async function readFiles(
  compute: Compute,
  wanted: readonly WantedFile[],
  { terms, onRead }: { readonly terms: ReadingTerms; readonly onRead: (done: number, total: number) => void },
): Promise<NamedFile[]> {
  const bytes = wanted.map(() => ({ done: 0, total: 0 }));
  const progress = (f: number, done: number, total: number): void => {
    bytes[f] = { done, total };
    const sum = (name: 'done' | 'total'): number => bytes.reduce((all, file) => all + file[name], 0);
    onRead(sum('done'), sum('total'));
  };
  const readings = await Promise.allSettled(
    wanted.map((file, f) => readFile(compute, file, { terms, onRead: (done, total) => progress(f, done, total) })),
  );
  return readings.map((reading) => {
    if (reading.status === 'rejected') throw reading.reason;
    return reading.value;
  });
}

/** Throws TieoutError. */
export async function readFile(
  compute: Compute,
  { side, name, path, accountType, isOpening = false }: WantedFile,
  { terms, onRead }: { readonly terms: ReadingTerms; readonly onRead?: (done: number, total: number) => void },
): Promise<NamedFile> {
  const { shape, reading: kind, defaultCurrency, defaultAccount } = terms;
  const request = {
    ...{ path, name, side, accountType, isOpening, shape, kind, defaultCurrency, defaultAccount },
    mapping: terms.mapping ?? undefined,
    rejectedShare: terms.rejectedShare ?? undefined,
    plans: terms.plans?.[side],
    remembered: terms.remembered?.[side],
  };
  return { side, name, file: await compute.readFile(request, onRead), isOpening };
}
