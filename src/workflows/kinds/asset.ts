// A fund's holdings against its custodian's report. The files of both sides are lists of positions; the books take the
// place of a banking request's ledger. Rules: core/kinds/asset.ts.

import { ASSET_KIND } from '../../core/kinds/asset.ts';
import { prepareHoldings } from '../preparing/prepare-holdings.ts';
import type { RunOrder } from '../runs/accept-run.ts';
import type { LocalCommand, ReadingHere } from '../runs/reconciliation.ts';
import { type SessionRun, sessionRun } from '../runs/session-run.ts';
import type { RunDependencies } from '../stored-runs/kind-of-run.ts';
import type { Matches } from '../stored-runs/run-terms.ts';
import { type BankingRunCommand, bankingCommandOf, bankingOrder, requireNothingOfBanking } from './banking-command.ts';
import { requireEachOnce } from './check-sides.ts';
import { type FilesOfKind, gatherAtHand, gatherNamed, LOCAL_COMMAND } from './gather-files.ts';

const FILES: FilesOfKind = { rules: ASSET_KIND, shape: 'holdings', check: requireEachOnce };

const MATCHES: Matches = {
  rules: ASSET_KIND,
  match(compute, { columns: { gl, bank }, accounts, parameters }) {
    return compute.matchHoldings({ gl, bank, accounts: { gl: accounts.gl, bank: accounts.bank }, parameters });
  },
};

const ASSET: SessionRun<BankingRunCommand, RunDependencies> = {
  ...MATCHES,
  kind: 'asset',
  versions: [3],
  decode: bankingCommandOf,
  gather: gatherNamed(FILES),
  prepare: prepareHoldings,
};

export const LOCAL_ASSET: SessionRun<LocalCommand, ReadingHere> = {
  ...MATCHES,
  kind: 'local_asset',
  ...LOCAL_COMMAND,
  gather: gatherAtHand(FILES),
  prepare: prepareHoldings,
};

export const ASSET_KINDS = [sessionRun(ASSET), sessionRun(LOCAL_ASSET)];

/** The run as ordered and stored: the parameters of a banking run, and the kind. Throws usage. */
export function assetOrder(command: BankingRunCommand): RunOrder {
  requireNothingOfBanking(command);
  return { ...bankingOrder(command), kind: 'asset' };
}
