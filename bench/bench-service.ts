// The service that a benchmark asks: `tieout serve` as a process of its own, which reads one month, and runs of that
// month, each from posting it until it has succeeded, as a platform asks for one and waits.

import { startServiceProcess } from '../src/cli/demo/service-process.ts';
import { followRun } from '../src/cli/service/follow-run.ts';
import { ServiceClient } from '../src/cli/service/service-client.ts';
import type { Month } from './inputs.ts';

export interface BenchServiceOptions {
  /** Of the service's data and log. */
  readonly folder: string;
  readonly month: Month;
  /** Of this process with this on top. */
  readonly environment?: Readonly<Record<string, string>>;
}

export interface BenchService {
  /** http://127.0.0.1:41234 */
  readonly address: string;
  /** Returns once the run has succeeded. Throws TieoutError when it failed or the service has ended. */
  reconciled(of: { readonly partner: string; readonly session: string }): Promise<void>;
  /** Returns when the process is gone. */
  stop(): Promise<void>;
}

export const TENANT = 'bench';

const FILES = { gl_file_url: ['file:gl.csv'], bank_file_url: ['file:bank.csv'] };
const WINDOW = { max_days_forward_search: 3, max_days_backward_search: 3 };
/** Nobody watches. */
const NO_BAR = { show() {}, end() {} };

export async function startBenchService({ folder, month, environment }: BenchServiceOptions): Promise<BenchService> {
  const over = new AbortController();
  const service = await startServiceProcess({
    folder,
    port: '0',
    environment: { TIEOUT_FILES_ROOT: month.directory, TIEOUT_LOG_LEVEL: 'warn', ...environment },
    mayStay: false,
    over,
  });
  const { address, stop } = service;
  const { signal } = over;
  const client = new ServiceClient({ address, token: null, signal });
  return {
    address,
    async reconciled({ partner, session }) {
      const scope = { tenant_id: TENANT, partner_id: partner };
      await client.post('/v1/reconcile/banking', { ...scope, session_id: session, ...FILES, ...WINDOW });
      await followRun(client, { session, scope, bar: NO_BAR, signal });
    },
    stop,
  };
}
