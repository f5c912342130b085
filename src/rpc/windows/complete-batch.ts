// POST /v1/reconcile/complete-batch: a message queue reports a finished date window, bare or in its envelope. An
// unusable message is answered with success and the reason, because a queue would repeat any other answer for ever.

import { CompleteBatchStatus } from '../../../gen/tieout/engine/v1/complete_batch_pb.ts';
import { type Caller, maySee } from '../../core/callers/caller.ts';
import { formatDay } from '../../core/money/calendar.ts';
import { isObject } from '../../core/records/documents/json.ts';
import {
  completeWindow,
  type FinishedWindow,
  type WindowDependencies,
} from '../../workflows/windows/complete-window.ts';
import { checkJsonValues } from '../sizes/json-values.ts';

export interface BatchDependencies extends WindowDependencies {
  /** Day number of a date, null for any other text. */
  readonly dayOf: (text: string) => number | null;
}

/** Why a push cannot be used. */
class Unusable extends Error {}

/** A window of a tenant that the caller may not name is ignored like an unusable one. */
export async function completeBatch(deps: BatchDependencies, body: Uint8Array, caller: Caller) {
  let pushed: FinishedWindow;
  try {
    pushed = windowIn(await windowJson(body), deps.dayOf);
    if (!maySee(caller, pushed.key)) throw new Unusable('the tenant or partner is unknown');
  } catch (error) {
    if (!(error instanceof Unusable)) throw error;
    return { status: CompleteBatchStatus.IGNORED, reason: error.message };
  }
  await completeWindow(deps, pushed);
  return { status: CompleteBatchStatus.ACCEPTED };
}

type Json = Readonly<Record<string, unknown>>;

async function windowJson(body: Uint8Array): Promise<Json> {
  const pushed = await jsonOf(body, 'the body');
  if (!isObject(pushed)) throw new Unusable('the body is no JSON object');
  if (!('message' in pushed)) return pushed;
  const { message } = pushed;
  if (!isObject(message) || typeof message['data'] !== 'string')
    throw new Unusable('the envelope’s message has no data');
  const data = message['data'];
  if (!/^[A-Za-z0-9+/_-]+={0,2}$/.test(data)) throw new Unusable('the envelope’s data is not base64');
  const window = await jsonOf(Buffer.from(data, 'base64'), 'the envelope’s data');
  if (!isObject(window)) throw new Unusable('the envelope’s data is no JSON object');
  return window;
}

const strict = new TextDecoder('utf-8', { fatal: true });

async function jsonOf(bytes: Uint8Array, what: string): Promise<unknown> {
  await checkJsonValues(bytes).catch(() => {
    throw new Unusable(`${what} has more values than are read`);
  });
  try {
    return JSON.parse(strict.decode(bytes));
  } catch {
    throw new Unusable(`${what} is not JSON in UTF-8`);
  }
}

const MAX_ID = 256;

function windowIn(json: Json, dayOf: BatchDependencies['dayOf']): FinishedWindow {
  const id = (name: string): string => {
    const value = json[name];
    if (typeof value !== 'string' || value === '') throw new Unusable(`${name} is missing or no text`);
    if (value.length > MAX_ID) throw new Unusable(`${name} has more than ${MAX_ID} characters`);
    if (/\p{Cc}/u.test(value)) throw new Unusable(`${name} holds control characters`);
    return value;
  };
  const day = (name: string): number => {
    const found = dayOf(id(name));
    if (found === null) throw new Unusable(`${name} is no date such as 2026-03-31`);
    return found;
  };
  const key = { tenant: id('tenant_id'), partner: id('partner_id'), session: id('session_id') };
  if (key.session === '.' || key.session === '..') throw new Unusable('session_id is no id');
  const [start, end] = [day('start_date'), day('end_date')];
  if (start > end) throw new Unusable(`start_date ${formatDay(start)} is after end_date ${formatDay(end)}`);
  const branchId =
    json['branch_id'] === undefined || json['branch_id'] === null || json['branch_id'] === '' ? null : id('branch_id');
  const runId = typeof json['run_id'] === 'string' ? id('run_id') : null;
  return { key, window: { start, end, branchId }, runId };
}
