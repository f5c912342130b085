// The file of --report: the result as one page to read, print and sign.

import { rmSync, statSync } from 'node:fs';
import { sha256 } from '../../adapters/digest/sha256.ts';
import { reasonOf } from '../../core/classification/cluster-set.ts';
import { TieoutError } from '../../core/errors.ts';
import { reportPage } from '../../core/report/report-page.ts';
import type { Reported } from '../../core/report/reported.ts';
import type { Reconciliation } from '../../workflows/runs/reconciliation.ts';
import { checkTarget } from './write-outputs.ts';
import { writeWhole } from './write-whole.ts';

const OPTION = '--report';

/** Fails before the run for a file that could not be written, or is read by it. Throws output_unwritable. */
export function prepareReport(path: string, inputs: readonly string[]): void {
  if (statSync(path, { throwIfNoEntry: false })?.isDirectory()) {
    throw new TieoutError('output_unwritable', `${path} is a folder: name a file with ${OPTION}.`);
  }
  checkTarget(path, inputs, OPTION);
  writeWhole(`${path}.probe`, '', OPTION);
  rmSync(`${path}.probe`);
}

export function writeReport(path: string, result: Reconciliation): void {
  writeWhole(path, reportPage(reportedOf(result), sha256), OPTION);
}

function reportedOf(result: Reconciliation): Reported {
  const { kind, ownRows, narrative, warnings, openSession, clusters, decided } = result;
  return {
    stated: result,
    signed: [],
    ...{ kind, ownRows, narrative, warnings, decided },
    files: result.files.map(({ side, name, digest, columns, rejected }) => ({
      ...{ side, name, sha256: digest, rows: columns.count, rejected },
    })),
    reasonOf: (cluster) => reasonOf(openSession, clusters, cluster),
  };
}
