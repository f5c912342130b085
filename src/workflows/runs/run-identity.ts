// The id of a run, derived from its order, so that the same order is the same run. If that run failed, or another one
// has replaced it since, a further attempt gets an id of its own.

import type { JsonObject, JsonValue } from '../../core/records/documents/json.ts';
import type { Session } from '../../core/records/documents/session.ts';
import type { Digest } from '../../core/records/rows/identity.ts';
import type { Runs } from '../../ports/runs.ts';
import type { ReconcileCommand } from './reconciliation.ts';

/** The order, as it is recorded with the run. */
export function askedOf(command: ReconcileCommand): JsonObject {
  const { files, openingFiles, mapping, parameters, periodStart, periodEnd, defaultCurrency, branchId, rejectedShare } =
    command;
  return {
    ...ofKind(command),
    files: namesOf(files),
    ...(openingFiles && { openingFiles: namesOf(openingFiles) }),
    mapping: mapping as unknown as JsonValue,
    parameters: parameters as unknown as JsonValue,
    periodStart,
    periodEnd,
    defaultCurrency,
    defaultAccount: command.defaultAccount,
    ...ofAccounts(command),
    branchId,
    rejectedShare,
  };
}

const namesOf = ({ gl, bank }: ReconcileCommand['files']): JsonObject => ({
  gl: gl.map(({ name }) => name),
  bank: bank.map(({ name }) => name),
});

/** The order's part for a commercial run; nothing for any other. */
const ofKind = ({ service, flow }: ReconcileCommand): JsonObject => ({
  ...(service !== undefined && { service }),
  ...(flow !== undefined && { flow }),
});

/** The map of accounts; nothing without one. */
const ofAccounts = ({ accounts }: ReconcileCommand): JsonObject =>
  accounts ? { accounts: accounts as unknown as JsonValue } : {};

/** A run is identified by its order, its rows and the rules' version. */
interface Identifying {
  readonly ingestions: readonly string[];
  readonly rules: string;
  readonly digest: Digest;
}

interface RunChoice {
  readonly runId: string;
  /** The session has this very run, finished. */
  readonly held: boolean;
}

export async function chooseRun(
  runs: Runs,
  command: ReconcileCommand,
  {
    session,
    isStale,
    ...of
  }: Identifying & {
    readonly session: Session | null;
    /** Neighbours match other rows of the session since its run was made. */
    readonly isStale: boolean;
  },
): Promise<RunChoice> {
  for (let attempt = 0; ; attempt++) {
    const runId = idOf(command, { attempt, ...of });
    const known = await runs.get(runId);
    const current = session?.runId === runId;
    if (current && isStale && known?.status === 'succeeded') continue;
    if (known === null || current || known.status === 'running' || known.status === 'accepted') {
      return { runId, held: current && known?.status === 'succeeded' };
    }
  }
}

function idOf(
  command: ReconcileCommand,
  { attempt, ingestions, rules, digest }: Identifying & { readonly attempt: number },
): string {
  const { kind = 'banking', mapping, parameters, periodStart, periodEnd, branchId } = command;
  const terms = {
    ...(kind !== 'banking' && { kind }),
    mapping,
    parameters,
    periodStart,
    periodEnd,
    branchId,
    ...ofAccounts(command),
    ...ofKind(command),
  };
  return digest(JSON.stringify(['run', rules, attempt, ingestions, terms])).slice(0, 32);
}
