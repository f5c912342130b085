// Ingestion: files are parsed, stored with their session and reconciled with what it holds. It is a run of the kind that
// reconciles them, but for one thing: rows of a side alone are kept until the other side's come, and nothing fails.

import type { RunOrder } from '../runs/accept-run.ts';
import { type SessionRun, sessionRun } from '../runs/session-run.ts';
import type { RunDependencies } from '../stored-runs/kind-of-run.ts';
import type { RunTerms } from '../stored-runs/run-terms.ts';

/** How the kind of an ingestion is stored: by the kind that reconciles. */
const ingestionKind = (kind: string): string => `${kind}_ingestion`;

export const ingestionOf = (order: RunOrder): RunOrder => ({ ...order, kind: ingestionKind(order.kind) });

/** The kind of run for ingestions. */
export const ingesting = <Command extends RunTerms>(run: SessionRun<Command, RunDependencies>) =>
  sessionRun({ ...run, kind: ingestionKind(run.kind), keepsOneSide: true });
