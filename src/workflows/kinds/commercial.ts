// Commercial runs: instant transfers, and cards and cash machines. Each is a definition like banking. Rows are read
// with the columns of their kind; rows that a switch refused take no part; only identifiers make matches. Rules:
// core/kinds/commercial.ts.

import { TieoutError } from '../../core/errors.ts';
import {
  COMMERCIAL,
  COMMERCIAL_KINDS,
  type CommercialKind,
  type Flow,
  USUAL_FLOW,
} from '../../core/kinds/commercial.ts';
import { flowTold } from '../../core/kinds/nip/flow-told.ts';
import { isSettlementReport } from '../../core/kinds/nip/settlement-report.ts';
import { withAnswers } from '../../core/kinds/response.ts';
import { type BankingTerms, type PreparedRun, prepareRun } from '../preparing/prepare-run.ts';
import type { NamedFile } from '../rows/read-files.ts';
import type { SessionFile } from '../rows/session-files.ts';
import type { LocalCommand, ReadingHere } from '../runs/reconciliation.ts';
import { type PreparingFor, type SessionRun, sessionRun } from '../runs/session-run.ts';
import { institutionOf, type KindOfRun, type RunDependencies } from '../stored-runs/kind-of-run.ts';
import type { Matches, RunTerms } from '../stored-runs/run-terms.ts';
import { VERSIONS } from './banking-command.ts';
import { requireEachOnce } from './check-sides.ts';
import { checkUnits } from './check-units.ts';
import { type CommercialRunCommand, commercialCommandOf, runKindOf } from './commercial-command.ts';
import { type FilesOfKind, gatherAtHand, gatherNamed, LOCAL_COMMAND } from './gather-files.ts';
import { ingesting } from './ingestion.ts';
import { withLatePostings } from './late-postings.ts';

const matchesOf = (kind: CommercialKind): Matches => ({
  rules: COMMERCIAL[kind].rules,
  match: (compute, { columns, parameters }) => compute.matchByKeys({ kind, ...columns, parameters }),
});

/** How files are read for a run of the kind. */
export const commercialFiles = (
  kind: CommercialKind,
  flow: Flow | null,
  ours: readonly string[] = [],
): FilesOfKind => ({
  rules: COMMERCIAL[kind].rules,
  reading: COMMERCIAL[kind].reading(flow, ours),
  settle: kind === 'nip' && flow === null ? settledFlow : undefined,
  check: (files, kept) => {
    requireEachOnce(files);
    refuseReportAsLedger(files);
    checkUnits(files, kept);
  },
});

/** Any worker can do the run from its command. */
const commercialRun = (kind: CommercialKind): SessionRun<CommercialRunCommand, RunDependencies> => ({
  ...matchesOf(kind),
  kind: runKindOf(kind),
  versions: VERSIONS,
  decode: commercialCommandOf,
  gather: (deps, command, of) => {
    const ours = institutionOf(deps.institutions, command.key.partner);
    return gatherNamed(commercialFiles(kind, command.flow, ours))(deps, command, of);
  },
  prepare: prepareAnswered,
});

/** The run for files at hand. */
export const localCommercialRun = (kind: CommercialKind): SessionRun<LocalCommand, ReadingHere> => ({
  ...matchesOf(kind),
  kind: `local_${kind}`,
  ...LOCAL_COMMAND,
  gather: (deps, command, of) => gatherAtHand(commercialFiles(kind, command.flow ?? null))(deps, command, of),
  prepare: prepareAnswered,
});

export const COMMERCIAL_RUNS: readonly KindOfRun[] = COMMERCIAL_KINDS.flatMap((kind) => [
  sessionRun(commercialRun(kind)),
  ingesting(commercialRun(kind)),
  sessionRun(localCommercialRun(kind)),
]);

/** Rows that a switch refused, or has not decided, take no part. */
function prepareAnswered(files: readonly SessionFile[], terms: BankingTerms & RunTerms, of: PreparingFor): PreparedRun {
  const prepared = withLatePostings(prepareRun(files, terms, of));
  const { gl, bank } = prepared.columns;
  return { ...prepared, columns: { gl: withAnswers(gl), bank: withAnswers(bank) } };
}

/** The direction that the files tell. They need no second reading if it is the usual one. */
function settledFlow(read: readonly NamedFile[], before: Parameters<typeof flowTold>[1]) {
  refuseReportAsLedger(read);
  const files = read.map(({ side, name, file }) => ({ side, name, told: file.statedDirection ?? null }));
  const { flow, said } = flowTold(files, before);
  return { flow, said, reading: flow === USUAL_FLOW ? null : COMMERCIAL.nip.reading(flow) };
}

/** Throws sides_swapped. */
function refuseReportAsLedger(files: readonly NamedFile[]): void {
  const wrong = files.find(
    ({ side, file }) => side === 'gl' && isSettlementReport(file.layout.columns.map(({ title }) => title)),
  );
  if (wrong === undefined) return;
  const sentence =
    'this file was given as a ledger file and is the settlement report of a switch by its titles; give it to the ' +
    'bank’s side, and the core banking system’s postings to the ledger’s.';
  throw new TieoutError('sides_swapped', sentence, { file: wrong.name, line: wrong.file.layout.headerLine ?? 1 });
}
