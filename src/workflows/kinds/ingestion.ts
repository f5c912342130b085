// Ingestion: files are parsed, stored with their session and reconciled with its rows. It is a run of the kind that
// reconciles them, with one difference: if one side's rows are missing, the other's are kept until they come, and
// nothing fails.

import type { RunOrder } from '../runs/accept-run.ts';
import { type SessionRun, sessionRun } from '../runs/session-run.ts';
import type { RunDependencies } from '../stored-runs/kind-of-run.ts';
import type { RunTerms } from '../stored-runs/run-terms.ts';

/** The stored name of an ingestion, by the kind that reconciles it. */
const ingestionKind = (kind: string): string => `${kind}_ingestion`;

export const ingestionOf = (order: RunOrder): RunOrder => ({ ...order, kind: ingestionKind(order.kind) });

/** Makes the kind of run for ingestions. */
export const ingesting = <Command extends RunTerms>(run: SessionRun<Command, RunDependencies>) =>
  sessionRun({ ...run, kind: ingestionKind(run.kind), keepsOneSide: true });
