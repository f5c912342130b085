// `tieout runs`: lists waiting, running and ended runs of the service at the address in its environment; cancels or
// repeats one. For people at a terminal and, with --json, for scripts.

import { readConfiguration } from '../config.ts';
import { RUN_STATES } from '../core/records/documents/run.ts';
import { printable } from '../core/words/printable.ts';
import { HELP_OPTION, type OptionRow, type OptionValues, optionHelp, parseOptions, usage } from './options.ts';
import { tableLines } from './results/table.ts';
import { askService, serviceAddress } from './service/service-answer.ts';
import { styleOf } from './terminal.ts';

const RUN_KINDS = ['banking', 'commercial', 'asset', 'cross_month', 'ingestion'];

export const RUNS_OPTIONS: readonly OptionRow[] = [
  { name: 'state', value: 'STATE', standard: null, meaning: `only those that are ${RUN_STATES.join(', ')}` },
  { name: 'kind', value: 'KIND', standard: null, meaning: `only those of this kind: ${RUN_KINDS.join(', ')}` },
  { name: 'session', value: 'ID', standard: null, meaning: 'only those of this session' },
  { name: 'tenant', value: 'ID', standard: null, meaning: 'only those of this tenant' },
  { name: 'partner', value: 'ID', standard: null, meaning: 'only those of this partner' },
  { name: 'limit', value: 'N', standard: '20', meaning: 'the newest N, 1,000 at most' },
  {
    name: 'url',
    value: 'URL',
    standard: 'TIEOUT_HOST and TIEOUT_PORT',
    meaning: 'where the service is; TIEOUT_SERVICE_TOKEN is its token',
  },
  { name: 'json', value: null, standard: null, meaning: 'print the answer of the service and nothing else' },
  HELP_OPTION,
];

const HELP = `Usage: tieout runs [options]
       tieout runs cancel RUN_ID [options]
       tieout runs retry RUN_ID [options]

Lists runs of the service, the newest first, ends one that waits or is being done, or does one again
that failed or was cancelled.

${optionHelp(RUNS_OPTIONS)}`;

interface RunsAnswer {
  readonly items: readonly {
    readonly run_id: string;
    readonly kind: string | null;
    readonly tenant_id: string;
    readonly partner_id: string;
    readonly session_id: string;
    readonly state: string;
    readonly accepted_at: string;
    readonly attempts: number;
    readonly stage: string | null;
    readonly rows_done: number;
    readonly rows_total: number | null;
    readonly error: { readonly code: string; readonly message: string } | null;
  }[];
  readonly total: number;
  readonly waiting: number;
  readonly running: number;
  readonly oldest_waiting_seconds: number | null;
}

export async function runs(argv: string[]): Promise<number> {
  const values = parseOptions(argv, { command: 'runs', table: RUNS_OPTIONS, positionals: true });
  if (values.flag('help')) {
    process.stdout.write(HELP);
    return 0;
  }
  const [what, runId, ...rest] = values.positionals;
  const isChange = what === 'cancel' || what === 'retry';
  if (rest.length > 0 || (what !== undefined && !isChange) || (isChange && !runId)) {
    throw usage('runs', 'Say tieout runs, tieout runs cancel RUN_ID or tieout runs retry RUN_ID.');
  }
  const config = readConfiguration(process.env);
  const service = { address: serviceAddress(values.text('url'), config), token: config.TIEOUT_SERVICE_TOKEN };
  const path = isChange ? `/v1/runs/${encodeURIComponent(runId!)}/${what}` : `/v1/runs?${queryOf(values)}`;
  const answer = await askService(service, { method: isChange ? 'POST' : 'GET', path });
  if (values.flag('json')) process.stdout.write(`${JSON.stringify(answer)}\n`);
  else if (isChange) process.stdout.write(changed(answer as ChangeAnswer));
  else process.stdout.write(listed(answer as RunsAnswer));
  return 0;
}

function queryOf(values: OptionValues): URLSearchParams {
  const state = values.text('state');
  const kind = values.text('kind');
  const limit = values.text('limit') ?? '20';
  if (state !== null && !RUN_STATES.some((known) => known === state))
    throw usage('runs', `--state is ${RUN_STATES.join(', ')}, not "${state}".`);
  if (kind !== null && !RUN_KINDS.includes(kind))
    throw usage('runs', `--kind is ${RUN_KINDS.join(', ')}, not "${kind}".`);
  if (!/^\d{1,4}$/.test(limit) || Number(limit) < 1 || Number(limit) > 1_000)
    throw usage('runs', `--limit is a number from 1 to 1000, not "${limit}".`);
  const asked = {
    state,
    kind,
    session_id: values.text('session'),
    tenant_id: values.text('tenant'),
    partner_id: values.text('partner'),
    page_size: limit,
  };
  return new URLSearchParams(Object.entries(asked).filter((pair): pair is [string, string] => pair[1] !== null));
}

interface ChangeAnswer {
  readonly run_id: string;
  readonly state?: string;
}

const STATES: Readonly<Record<string, string>> = {
  cancelled: 'is cancelled; its session is as it was',
  running: 'is being done: it ends before its commit, or has succeeded by then',
  succeeded: 'was committed already and stands',
  failed: 'had failed already',
};

function changed({ run_id: runId, state }: ChangeAnswer): string {
  if (state === undefined) return `Run ${runId} was accepted: it does the same again.\n`;
  return `Run ${runId} ${STATES[state] ?? `is ${state}`}.\n`;
}

function listed({ items, total, waiting, running, oldest_waiting_seconds: oldest }: RunsAnswer): string {
  const queue = `${waiting} waiting${oldest === null ? '' : `, the oldest for ${Math.round(oldest)} s`}; ${running} running`;
  if (items.length === 0) return `No run is like that. ${queue}.\n`;
  const rows = items.map((run) =>
    [
      run.run_id,
      run.kind ?? '?',
      `${run.tenant_id}/${run.partner_id}/${run.session_id}`,
      run.state,
      run.accepted_at.slice(0, 19).replace('T', ' '),
      String(run.attempts),
      run.stage === null
        ? ''
        : `${run.stage} ${run.rows_done}${run.rows_total === null ? '' : ` of ${run.rows_total}`}`,
      run.error === null ? '' : `${run.error.code}: ${run.error.message}`,
    ].map((cell) => printable(cell)),
  );
  const columns = [
    { title: 'run' },
    { title: 'kind' },
    { title: 'tenant/partner/session' },
    { title: 'state' },
    { title: 'accepted (UTC)' },
    { title: 'attempts', align: 'right' },
    { title: 'stage' },
    { title: 'why', wraps: true },
  ] as const;
  const more = total > items.length ? `  ${total - items.length} more are older.\n` : '';
  return `${tableLines({ columns, rows }, styleOf(process.stdout, process.env)).join('\n')}\n${more}${queue}.\n`;
}
