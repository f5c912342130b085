// The inside of the thread that writes matches.csv: all of it or nothing.

import { parentPort, workerData } from 'node:worker_threads';
import { sha256 } from '../../adapters/digest/sha256.ts';
import { groupIds } from '../../core/matching/outcome/group-ids.ts';
import { CsvFile } from './csv-file.ts';
import type { MatchesFile, MatchesWritten } from './matches-file.ts';
import { MATCH_CELLS, writeMatches } from './write-matches.ts';

function write({ path, forExcel, key, columns, outcome, late }: MatchesFile): MatchesWritten {
  let file: CsvFile | null = null;
  try {
    file = new CsvFile(path, MATCH_CELLS, { forExcel });
    writeMatches(file, { columns, outcome, late, ids: groupIds({ key, digest: sha256 }, { columns, outcome }) });
    file.finish();
    return { failure: null };
  } catch (error) {
    file?.abandon();
    const { code, message } = error as NodeJS.ErrnoException;
    return { failure: { code: code ?? null, message } };
  }
}

parentPort!.postMessage(write(workerData as MatchesFile));
