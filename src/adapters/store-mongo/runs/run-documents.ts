// Runs and other work as documents and back. Parameters and reports are JSON texts, because their names and depth are not
// limited.

import type { Collection, Filter } from 'mongodb';
import type { JsonObject } from '../../../core/records/documents/json.ts';
import {
  type ListedRun,
  NOTHING_REPORTED,
  type Run,
  type RunClaim,
  type RunReport,
  retryAtOf,
} from '../../../core/records/documents/run.ts';
import type { Work, WorkClaim } from '../../../core/records/documents/work.ts';
import { sessionKeyOf } from '../../../core/records/session-key.ts';
import type { NewRun } from '../../../ports/runs.ts';
import type { NewWork } from '../../../ports/work.ts';
import type { LongTexts } from '../connection/long-texts.ts';
import type { Collections } from '../documents.ts';
import type { LongText, Scope } from '../row-documents.ts';
import type { RunDocument, WorkDocument } from '../session-documents.ts';

/** The document of new work. */
export function newWorkDocument(
  { kind, version, acceptedAt }: Pick<NewWork, 'kind' | 'version' | 'acceptedAt'>,
  { id, place, order, tenant, round, dueAt, parameters }: NewPlace,
): WorkDocument {
  return {
    _id: id,
    place,
    order,
    of_tenant: tenant,
    round,
    kind,
    command_version: version,
    parameters,
    status: 'accepted',
    open: true,
    due_at: dueAt,
    worker: null,
    fence: 0,
    failure: null,
    failures: 0,
    interruptions: 0,
    accepted_at: new Date(acceptedAt),
    started_at: null,
    finished_at: null,
  };
}

interface NewPlace {
  readonly id: string;
  readonly place: number;
  readonly order: number;
  readonly tenant: string;
  readonly round: number;
  readonly dueAt: Date;
  readonly parameters: LongText;
}

/** The document of a new run. */
export const newRunDocument = (run: NewRun, at: Omit<NewPlace, 'id' | 'tenant'>): RunDocument => ({
  ...newWorkDocument(run, { ...at, id: run.runId, tenant: run.key.tenant }),
  ...sessionKeyOf(run.key),
  ...(run.caller != null && { caller: run.caller }),
  report: null,
  materialised: false,
});

/** The documents of all work, runs or not. */
export const allWork = ({ runs }: Pick<Collections, 'runs'>): Collection<WorkDocument> =>
  runs as unknown as Collection<WorkDocument>;

/** The partner under which the work's long texts are kept. */
const scopeOf = (work: WorkDocument | RunDocument): Scope =>
  'session' in work ? { tenant: work.tenant, partner: work.partner } : NO_PARTNER;

export const NO_PARTNER: Scope = { tenant: '', partner: '' };

/** The filter for a claim that still holds. */
export const held = ({ workId, fence }: WorkClaim): Filter<WorkDocument> => ({ _id: workId, fence, status: 'running' });
export const heldRun = ({ runId, fence }: RunClaim): Filter<RunDocument> => ({ _id: runId, fence, status: 'running' });

export async function toWork(document: WorkDocument | RunDocument, texts: LongTexts): Promise<Work> {
  return {
    workId: document._id,
    kind: document.kind,
    version: document.command_version ?? 1,
    command: JSON.parse(await texts.read(scopeOf(document), document.parameters)),
    session: 'session' in document ? sessionKeyOf(document) : null,
    failure: document.failure,
    failures: document.failures,
    interruptions: document.interruptions,
  };
}

/** The change that every end of work makes. */
export const CLOSED = { $unset: { open: '', due_at: '', behind: '' } } as const;

export async function toRun(document: RunDocument, texts: LongTexts): Promise<Run> {
  const parameters: JsonObject = JSON.parse(await texts.read(document, document.parameters));
  return { ...(await toListedRun(document, texts)), parameters };
}

export async function toListedRun(document: Omit<RunDocument, 'parameters'>, texts: LongTexts): Promise<ListedRun> {
  const { report } = document;
  return {
    runId: document._id,
    key: sessionKeyOf(document),
    kind: document.kind,
    version: document.command_version ?? 1,
    status: document.status,
    report: report === null ? NOTHING_REPORTED : (JSON.parse(await texts.read(document, report)) as RunReport),
    materialised: document.materialised,
    failure: document.failure,
    failures: document.failures,
    interruptions: document.interruptions,
    worker: document.worker,
    caller: document.caller ?? null,
    acceptedAt: document.accepted_at.getTime(),
    retryAt: retryAtOf(document, document.due_at?.getTime() ?? null),
    startedAt: document.started_at?.getTime() ?? null,
    finishedAt: document.finished_at?.getTime() ?? null,
  };
}
