// A banking run as a request orders it and as the store keeps it: everything a worker needs to do it later, elsewhere,
// and again. File urls are kept as they were given and looked for by the worker.

import type { JsonObject } from '../../core/records/documents/json.ts';
import type { StageName } from '../../core/records/documents/run.ts';
import type { SessionKey } from '../../core/records/documents/session.ts';
import type { Side } from '../../core/records/rows/columns.ts';
import type { StoredCommand } from '../runs/kind-of-run.ts';
import type { BankingTerms } from '../runs/prepare-run.ts';

/**
 * What becomes of a session that has a run. overwrite: the named files replace its rows, a side without urls keeps its
 * own. append: the named files are added to them. skip: nothing happens unless that run failed.
 * Rules: design/resolution.md, "Rows and sessions".
 */
export type OnExisting = 'overwrite' | 'append' | 'skip';

export interface BankingRunCommand extends BankingTerms {
  readonly key: SessionKey;
  /** A side without urls takes part with the rows that its session holds. */
  readonly fileUrls: Readonly<Record<Side, readonly string[]>>;
  readonly onExisting: OnExisting;
  /** exception_analysis_enabled: false puts open items into no cluster. */
  readonly classifying: boolean;
  /** The loader's tasks for the stages that have one. */
  readonly taskIds: Readonly<Partial<Record<StageName, string>>>;
  /** Further fields of the request that are kept beside the run: customer_type, service, is_scheduled ... */
  readonly noted: JsonObject;
}

/** The form in which it is stored with the run. */
export function storedCommand({ key: _, ...command }: BankingRunCommand): JsonObject {
  return JSON.parse(JSON.stringify(command));
}

/** The command of a run of kind `banking`. */
export function bankingCommandOf({ key, parameters }: StoredCommand): BankingRunCommand {
  return { ...(parameters as unknown as Omit<BankingRunCommand, 'key'>), key };
}
