// A run that takes its process with it: whoever has it is killed as often as makes it poison. It ends interrupted, with
// a session that is as it was; what waits behind it is done, and asked for again it is done itself.

import { setTimeout as pause } from 'node:timers/promises';
import { expect } from 'vitest';
import { MAX_WORK_INTERRUPTIONS } from '../../src/core/limits.ts';
import type { Deployment } from './deployment.ts';
import { openRuns } from './open-runs.ts';
import { LONG_REQUEST } from './work-supply.ts';

const LOOK_EVERY_MS = 20;
const WITHIN_MS = 120_000;

interface Status {
  readonly run_id: string;
  readonly status: string;
  readonly error: { readonly code: string } | null;
}

export async function expectPoisonToEnd(on: Deployment): Promise<void> {
  const [poison, other] = ['poison', 'other'].map((session) => ({ tenant_id: 'bank', partner_id: session, session }));
  const accepted = async ({ session, ...key }: typeof poison): Promise<string> => {
    const body = JSON.stringify({ ...key, session_id: session, ...LONG_REQUEST });
    const headers = { 'content-type': 'application/json' };
    const reply = await fetch(`${await on.services[0].ready()}/v1/reconcile/banking`, {
      method: 'POST',
      headers,
      body,
    });
    expect(reply.status).toBe(202);
    return ((await reply.json()) as Status).run_id;
  };
  const ended = async ({ session, ...key }: typeof poison): Promise<Status> => {
    for (const deadline = Date.now() + WITHIN_MS; ; await pause(LOOK_EVERY_MS)) {
      const path = `/v1/loader/pipeline-status/${session}?${new URLSearchParams(key)}`;
      const status = (await (await fetch(`${await on.services[0].ready()}${path}`)).json()) as Status;
      if (status.status === 'succeeded' || status.status === 'failed') return status;
      if (Date.now() > deadline) throw new Error(`The run of ${session} does not end: ${JSON.stringify(status)}`);
    }
  };
  const runId = await accepted(poison!);
  for (let deaths = 0; deaths < MAX_WORK_INTERRUPTIONS; deaths++) await killWhoHas(on, { runId, deaths });
  const behind = await accepted(other!);
  expect(await ended(poison!)).toMatchObject({ run_id: runId, status: 'failed', error: { code: 'interrupted' } });
  expect(await ended(other!)).toMatchObject({ run_id: behind, status: 'succeeded' });
  const again = await accepted(poison!);
  expect(await ended(poison!)).toMatchObject({ run_id: again, status: 'succeeded' });
}

/** Stops everybody who works, looks whether one of them has the run, and kills them, or lets them go on. */
async function killWhoHas(on: Deployment, run: { readonly runId: string; readonly deaths: number }): Promise<void> {
  const workers = on.services.length === 1 ? on.services : on.services.slice(1);
  for (const deadline = Date.now() + WITHIN_MS; ; await pause(LOOK_EVERY_MS)) {
    await Promise.all(workers.map((worker) => worker.ready()));
    const goOn = workers.map((worker) => worker.stall());
    const found = (await openRuns(on)).find(({ runId }) => runId === run.runId);
    const isHeld = found?.status === 'running' && found.interruptions === run.deaths;
    if (isHeld) await Promise.all(workers.map((worker) => worker.kill()));
    for (const one of goOn) one();
    if (isHeld) return;
    if (found === undefined) throw new Error('The run that is to be killed ended.');
    if (Date.now() > deadline) throw new Error(`Nobody works on it: ${JSON.stringify(found)}`);
  }
}
