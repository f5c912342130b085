// Runs as documents and back. Parameters and reports are JSON texts, for their names may be any and their depth too.

import type { Filter } from 'mongodb';
import { NOTHING_REPORTED, type Run, type RunClaim, type RunReport } from '../../../core/records/documents/run.ts';
import type { NewRun } from '../../../ports/runs.ts';
import type { LongText, RunDocument } from '../documents.ts';
import type { LongTexts } from '../rows/long-texts.ts';
import { keyOf } from './sessions.ts';

/** A run that is new in its place. */
export function newRunDocument(
  { runId, key, kind, acceptedAt }: NewRun,
  { place, order, dueAt, parameters }: { place: number; order: number; dueAt: Date; parameters: LongText },
): RunDocument {
  return {
    _id: runId,
    ...keyOf(key),
    place,
    order,
    kind,
    parameters,
    status: 'accepted',
    open: true,
    due_at: dueAt,
    worker: null,
    fence: 0,
    report: null,
    materialised: false,
    failure: null,
    failures: 0,
    interruptions: 0,
    accepted_at: new Date(acceptedAt),
    started_at: null,
    finished_at: null,
  };
}

/** Whoever has the claim still has it. */
export const held = ({ runId, fence }: RunClaim): Filter<RunDocument> => ({ _id: runId, fence, status: 'running' });

/** What an end of any kind changes besides. */
export const CLOSED = { $unset: { open: '', due_at: '' } } as const;

export async function toRun(document: RunDocument, texts: LongTexts): Promise<Run> {
  const { parameters, report } = document;
  return {
    runId: document._id,
    key: keyOf(document),
    kind: document.kind,
    version: 1,
    parameters: JSON.parse(await texts.read(document, parameters)),
    status: document.status,
    report: report === null ? NOTHING_REPORTED : (JSON.parse(await texts.read(document, report)) as RunReport),
    materialised: document.materialised,
    failure: document.failure,
    failures: document.failures,
    interruptions: document.interruptions,
    acceptedAt: document.accepted_at.getTime(),
    startedAt: document.started_at?.getTime() ?? null,
    finishedAt: document.finished_at?.getTime() ?? null,
  };
}
