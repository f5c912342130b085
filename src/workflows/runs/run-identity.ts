// The id of a run, derived from what it was asked, so that asking the same again is the same run. A run that failed, or
// that another one has replaced since, is followed by a further attempt with an id of its own.

import type { JsonObject, JsonValue } from '../../core/records/documents/json.ts';
import type { Session } from '../../core/records/documents/session.ts';
import type { Digest } from '../../core/records/rows/identity.ts';
import type { Runs } from '../../ports/runs.ts';
import type { ReconcileCommand } from './reconciliation.ts';

/** A version of what the engine decides: a run made by other rules is another run. */
const RULES_VERSION = 1;

/** What was asked, as it is recorded with the run. */
export function askedOf(command: ReconcileCommand): JsonObject {
  const { files, mapping, parameters, periodStart, periodEnd, defaultCurrency, branchId, rejectedShare } = command;
  return {
    files: { gl: files.gl.map(({ name }) => name), bank: files.bank.map(({ name }) => name) },
    mapping: mapping as unknown as JsonValue,
    parameters: parameters as unknown as JsonValue,
    periodStart,
    periodEnd,
    defaultCurrency,
    branchId,
    rejectedShare,
  };
}

export interface RunChoice {
  readonly runId: string;
  /** The session holds this very run, finished. */
  readonly held: boolean;
}

export async function chooseRun(
  runs: Runs,
  command: ReconcileCommand,
  { session, ingestions, digest }: { session: Session | null; ingestions: readonly string[]; digest: Digest },
): Promise<RunChoice> {
  for (let attempt = 0; ; attempt++) {
    const runId = idOf(command, { attempt, ingestions, digest });
    const known = await runs.get(runId);
    const current = session?.runId === runId;
    if (known === null || current || known.status === 'running' || known.status === 'accepted') {
      return { runId, held: current && known?.status === 'succeeded' };
    }
  }
}

/** The id of a run that nobody asked for before. */
export const firstRunId = (command: ReconcileCommand, ingestions: readonly string[], digest: Digest): string =>
  idOf(command, { attempt: 0, ingestions, digest });

function idOf(
  { mapping, parameters, periodStart, periodEnd, branchId }: ReconcileCommand,
  { attempt, ingestions, digest }: { attempt: number; ingestions: readonly string[]; digest: Digest },
): string {
  const terms = { mapping, parameters, periodStart, periodEnd, branchId };
  return digest(JSON.stringify(['run', RULES_VERSION, attempt, ingestions, terms])).slice(0, 32);
}
