// A month over REST, with fetch: `npx node examples/rest.ts ADDRESS` against a service with TIEOUT_FILES_ROOT=examples.

import { setTimeout as pause } from 'node:timers/promises';

type Accepted = { pipeline_status_url: string };
type Status = { status: 'accepted' | 'running' | 'succeeded' | 'failed'; error: { message: string } | null };
type Side = { rows: number; open_rows: number };
type Summary = { gl: Side; bank: Side; by_tier: Record<string, number>; proof: { difference: number } };

const [address = 'http://127.0.0.1:8080'] = process.argv.slice(2);
async function ask<Answer>(path: string, request: RequestInit = {}): Promise<Answer> {
  const reply = await fetch(address + path, request);
  if (!reply.ok) throw new Error(await reply.text());
  return (await reply.json()) as Answer;
}

const scope = { tenant_id: 'example-mfb', partner_id: 'example-bank' };
const files = { gl_file_url: ['file:gl.csv'], bank_file_url: ['file:bank.csv'] };
const fees = { msc_rate: 0.005, charge_min: 10, charge_max: 60 };
const days = { max_days_forward_search: 3, max_days_backward_search: 3 };
const body = JSON.stringify({ session_id: 'over-rest', ...scope, ...files, ...fees, ...days });
const headers = { 'content-type': 'application/json' };
const accepted = await ask<Accepted>('/v1/reconcile/banking', { method: 'POST', headers, body });

let run: Status;
do {
  await pause(100);
  run = await ask<Status>(accepted.pipeline_status_url);
} while (run.status === 'accepted' || run.status === 'running');
if (run.error) throw new Error(run.error.message);

const { gl, bank, by_tier, proof } = await ask<Summary>(`/v1/sessions/over-rest/summary?${new URLSearchParams(scope)}`);
console.log(`${gl.rows} and ${bank.rows} rows: ${gl.open_rows} and ${bank.open_rows} are open,`);
console.log(`${by_tier[1]} pairs are of tier 1, the balances differ by ${proof.difference}`);
