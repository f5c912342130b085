// The folder of --out: summary.json and the CSV files. All files are written under temporary names first, the matches
// as soon as they are known, and are renamed together: a failed run leaves the folder unchanged.

import { renameSync, rmSync, type Stats, statSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { TieoutError } from '../../core/errors.ts';
import { groupIds } from '../../core/matching/outcome/group-ids.ts';
import { JOURNAL_CELLS } from '../../core/summary/statement/journal-cells.ts';
import { statementOf } from '../../core/summary/statement/statement-of.ts';
import type { Subject } from '../../core/summary/summarise.ts';
import type { MatchedRows, Reconciliation } from '../../workflows/runs/reconciliation.ts';
import { summaryFile } from '../results/result-json.ts';
import { CsvFile } from './csv-file.ts';
import { FEW_MATCHES, type MatchesToCome, writeMatchesApart } from './matches-file.ts';
import { makeFolder, unwritable } from './output-folder.ts';
import { CLUSTER_CELLS, writeClusters } from './write-clusters.ts';
import { writeJournals } from './write-journals.ts';
import { REJECTED_CELLS, SET_ASIDE_CELLS, writeRejected, writeSetAside } from './write-left-out.ts';
import { MATCH_CELLS, writeMatches } from './write-matches.ts';
import { OPEN_ITEM_CELLS, writeOpenItems } from './write-open-items.ts';
import { POSITION_CELLS, writePositions } from './write-positions.ts';

interface OutputFile {
  /** The kind of rows that have this file; all if absent. */
  readonly subject?: Subject;
  readonly name: string;
  readonly header: string;
  readonly write: (to: CsvFile, result: Reconciliation) => void;
}

const MATCHES = 'matches.csv';

const OUTPUT_FILES: readonly OutputFile[] = [
  {
    name: MATCHES,
    header: MATCH_CELLS,
    write: (to, result) => writeMatches(to, { ...result, ids: groupIds(result.identity, result) }),
  },
  {
    name: 'open-items.csv',
    header: OPEN_ITEM_CELLS,
    write: (to, { openSession, clusters, hints }) => writeOpenItems(to, { session: openSession, clusters, hints }),
  },
  {
    name: 'clusters.csv',
    header: CLUSTER_CELLS,
    write: (to, { openSession, clusters, clusterIds }) =>
      writeClusters(to, { session: openSession, clusters, clusterIds }),
  },
  {
    subject: 'holdings',
    name: 'positions.csv',
    header: POSITION_CELLS,
    write: (to, result) => writePositions(to, result),
  },
  { subject: 'cash', name: 'journals.csv', header: JOURNAL_CELLS, write: (to, result) => writeJournals(to, result) },
  { name: 'rejected.csv', header: REJECTED_CELLS, write: (to, { files }) => writeRejected(to, files) },
  { name: 'set-aside.csv', header: SET_ASIDE_CELLS, write: (to, result) => writeSetAside(to, result) },
];

const SUMMARY = 'summary.json';
const STATEMENT = 'statement.txt';

/** Files that are not lists of rows. */
const PAGES: Readonly<Record<string, (result: Reconciliation) => string>> = {
  [SUMMARY]: (result) => `${JSON.stringify(summaryFile(result), null, 2)}\n`,
  [STATEMENT]: (result) => `${statementOf(result, { most: Number.POSITIVE_INFINITY }).join('\n')}\n`,
};

/** A file that only some runs have. */
export interface FurtherFile {
  readonly name: string;
  readonly content: string | Uint8Array;
}

/** Names that such files may have. */
const FURTHER = ['posting.csv', 'posting.xlsx', 'statement.xlsx', 'open-items.xlsx'];

/** Names of all files of a result, the summary first. */
export const outputNames = (subject: Subject): readonly string[] => [
  ...Object.keys(PAGES),
  ...outputFiles(subject).map(({ name }) => name),
];

const outputFiles = (subject: Subject): readonly OutputFile[] =>
  OUTPUT_FILES.filter(({ subject: of }) => of === undefined || of === subject);

/**
 * Makes the folder. A run that could not be written, or would overwrite an input, fails here. Throws output_unwritable.
 */
export function prepareOutputFolder(folder: string, inputs: readonly string[]): void {
  const names = [...Object.keys(PAGES), ...OUTPUT_FILES.map(({ name }) => name), ...FURTHER];
  try {
    makeFolder(resolve(folder));
    const probe = join(folder, `${SUMMARY}.unfinished`);
    writeFileSync(probe, '');
    rmSync(probe);
    for (const name of names) checkTarget(join(folder, name), inputs);
  } catch (error) {
    throw unwritable(folder, error);
  }
}

/** Throws output_unwritable for an input of the run, and EISDIR for a folder with that name. */
export function checkTarget(target: string, inputs: readonly string[], option = '--out'): void {
  const there = statSync(target, { throwIfNoEntry: false });
  if (there === undefined) return;
  if (there.isDirectory()) throw Object.assign(new Error('a folder'), { code: 'EISDIR' });
  for (const input of inputs) {
    if (!isSameFile(input, there)) continue;
    const sentence = `The results would replace ${input}, which this run reads: name another ${option === '--out' ? 'folder' : 'file'} with ${option}.`;
    throw new TieoutError('output_unwritable', sentence);
  }
}

/** Compares device and inode, because a name may be a link. A missing input is refused when it is read. */
function isSameFile(path: string, { dev, ino }: Stats): boolean {
  try {
    const input = statSync(path);
    return input.dev === dev && input.ino === ino;
  } catch {
    return false;
  }
}

/** The files of one run. Its maker must finish or abandon it. */
export class OutputWriter {
  readonly #folder: string;
  #apart: MatchesToCome | null = null;

  readonly #forExcel: boolean;

  constructor(folder: string, { forExcel = false }: { readonly forExcel?: boolean } = {}) {
    this.#folder = folder;
    this.#forExcel = forExcel;
  }

  /** To be called once rows are matched: many matches are then written during the rest of the run. */
  matched(known: MatchedRows): void {
    if (known.outcome.groups.count < FEW_MATCHES) return;
    const path = join(this.#folder, MATCHES);
    this.#apart = writeMatchesApart({ path, forExcel: this.#forExcel }, known);
  }

  /** Writes the other files and renames all. Throws output_unwritable; then the folder is unchanged. */
  async finish(result: Reconciliation, further: readonly FurtherFile[] = []): Promise<void> {
    const files: CsvFile[] = [];
    const contents = [...Object.entries(PAGES).map(([name, text]) => ({ name, content: text(result) })), ...further];
    const pages = contents.map(({ name }) => join(this.#folder, name));
    try {
      for (const { name, header, write } of outputFiles(result.subject)) {
        if (this.#apart !== null && name === MATCHES) continue;
        const file = new CsvFile(join(this.#folder, name), header, { forExcel: this.#forExcel });
        files.push(file);
        write(file, result);
        file.finish();
      }
      for (const { name, content } of contents) writeFileSync(join(this.#folder, `${name}.unfinished`), content);
      await this.#apart?.written;
      this.#apart?.publish();
      for (const file of files) file.publish();
      for (const page of pages) renameSync(`${page}.unfinished`, page);
    } catch (error) {
      for (const file of files) file.abandon();
      await this.abandon();
      for (const page of pages) rmSync(`${page}.unfinished`, { force: true });
      throw unwritable(this.#folder, error);
    }
  }

  /** Removes the temporary files of a failed run. */
  async abandon(): Promise<void> {
    await this.#apart?.abandon();
  }
}
