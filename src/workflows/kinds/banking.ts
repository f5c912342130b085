// A ledger against the bank's statements: the files that a request names, and the session's own rows if it says so,
// matched row by row in compute threads. Rules: core/kinds/banking.ts.

import { withWrongAccounts } from '../../core/classification/near/wrong-accounts.ts';
import { withOpeningPairs } from '../../core/cross-month/opening-pairs.ts';
import { BANKING_KIND, BANKING_READING } from '../../core/kinds/banking.ts';
import { planOfOpen } from '../../core/matching/plan.ts';
import { prepareBanking } from '../preparing/prepare-banking.ts';
import type { LocalCommand, ReadingHere } from '../runs/reconciliation.ts';
import { type SessionRun, sessionRun } from '../runs/session-run.ts';
import type { RunDependencies } from '../stored-runs/kind-of-run.ts';
import type { Matches } from '../stored-runs/run-terms.ts';
import { type BankingRunCommand, bankingCommandOf, VERSIONS } from './banking-command.ts';
import { turnedLedgers } from './check-ledger-sense.ts';
import { checkDirections, checkSides, requireEachOnce, requireNotSwapped } from './check-sides.ts';
import { checkSigns } from './check-signs.ts';
import { checkUnits } from './check-units.ts';
import { type FilesOfKind, gatherAtHand, gatherNamed, LOCAL_COMMAND } from './gather-files.ts';
import { ingesting } from './ingestion.ts';

export const BANKING_FILES: FilesOfKind = {
  rules: BANKING_KIND,
  reading: BANKING_READING,
  turned(files, of) {
    requireEachOnce(files);
    requireNotSwapped(files);
    return turnedLedgers(files, of);
  },
  check(files, kept) {
    checkSides(files);
    checkSigns(files, kept);
    checkUnits(files, kept);
  },
};

const MATCHES: Matches = {
  rules: BANKING_KIND,
  /** Throws sides_swapped. */
  async match(compute, { columns, ownRows, accounts, parameters, sides }, { plan, progress }) {
    const matched = await compute.match({ ...columns, plan, parameters }, progress);
    const outcome = withOpeningPairs({ columns, ownRows, outcome: matched });
    // Totals alone say nothing about single rows.
    if (parameters.method === 'lump_sum') return outcome;
    checkDirections(outcome, sides.gl.files[0].name);
    const { gl, bank } = outcome.open;
    if (plan.accounts.length === 1 || gl.count === 0 || bank.count === 0) return outcome;
    const asOne = { ...parameters, method: 'line_by_line', netReversals: false } as const;
    const found = await compute.match({ ...columns, plan: planOfOpen(outcome), parameters: asOne });
    return withWrongAccounts({ columns, accounts, outcome }, found);
  },
};

/** Any worker can do the run from its command. */
const BANKING: SessionRun<BankingRunCommand, RunDependencies> = {
  ...MATCHES,
  kind: 'banking',
  versions: VERSIONS,
  decode: bankingCommandOf,
  gather: gatherNamed(BANKING_FILES),
  prepare: prepareBanking,
};

/** The run for files of the command line. Only the process that recorded it can do it. */
export const LOCAL: SessionRun<LocalCommand, ReadingHere> = {
  ...MATCHES,
  kind: 'local',
  ...LOCAL_COMMAND,
  gather: gatherAtHand(BANKING_FILES),
  prepare: prepareBanking,
};

export const BANKING_KINDS = [sessionRun(BANKING), ingesting(BANKING), sessionRun(LOCAL)];
