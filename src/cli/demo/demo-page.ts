// The demo's output: the run and the session as the service reported them, then commands to type next. With --json, all
// of it as one object.

import type { OwnPlace } from '../../compose/own-place.ts';
import type { ReportedSession } from '../results/reported-session.ts';
import { runLines, sessionLines } from '../results/reported-table.ts';
import { whole } from '../results/result-sections.ts';
import type { PipelineStatus } from '../service/follow-run.ts';
import type { Style } from '../terminal.ts';
import { lookFurther, type SessionAddress } from './look-further.ts';

export interface DemoPage extends SessionAddress {
  /** On the servers of the environment, if there are any. */
  readonly place: Pick<OwnPlace, 'name' | 'database' | 'environment'>;
  readonly status: PipelineStatus;
  readonly reported: ReportedSession;
  readonly seconds: number;
  /** The service that keeps running, with its folder of data and log; null if it has stopped. */
  readonly kept: { readonly pid: number; readonly folder: string } | null;
}

export function demoText(page: DemoPage, style: Style): string {
  const { session, address, status, reported, seconds } = page;
  const { gl, bank } = reported.summary;
  const lines = [
    style.bold(`Session ${session}`),
    `  ledger ${whole(gl.rows)} rows in examples/gl.csv`,
    `  bank   ${whole(bank.rows)} rows in examples/bank.csv`,
    `  posted to ${address}/v1/reconcile/banking`,
    ...placeLines(page),
    '',
    ...runLines(status, style),
    '',
    ...sessionLines(reported, style),
    ...furtherLines(page, style),
    '',
    ...ownFileLines(page, style),
    '',
    ...stopLines(page, style),
    `${seconds.toFixed(2)} s`,
  ];
  return `${lines.join('\n')}\n`;
}

function placeLines({ place: { database, environment } }: DemoPage): string[] {
  return [
    ...(database === null ? [] : [`  kept in database ${database} of the MongoDB server`]),
    ...(environment === null ? [] : [`  announced on NATS, TIEOUT_ENV ${environment}`]),
  ];
}

function furtherLines(page: DemoPage, style: Style): string[] {
  const { address, kept } = page;
  const note = (text: string) => `  ${style.dim(`# ${text}`)}`;
  const back = [
    note('the service has stopped; this brings it back with the session, and leaves it serving'),
    `  npm run demo -- --keep --port ${new URL(address).port}`,
  ];
  return [
    style.bold('Look further'),
    ...(kept === null ? back : []),
    note('this month in a browser: its statement, exceptions and matches'),
    `  ${consoleOf(page)}`,
    ...lookFurther(page).flatMap(({ shows, line }) => [note(shows), `  ${line}`]),
    note('every route and field, in a browser'),
    `  ${address}/docs`,
  ];
}

const consoleOf = ({ address, session, scope }: DemoPage): string =>
  `${address}/console/#statement?${new URLSearchParams({ tenant: scope.tenant_id, partner: scope.partner_id, session })}`;

function stopLines({ address, kept, place }: DemoPage, style: Style): string[] {
  if (kept === null) return [];
  const isOnServers = place.database !== null || place.environment !== null;
  const remove = `  npm run demo -- --remove ${place.name} ${style.dim('# and: what it has on the servers')}`;
  return [
    style.bold(`The service goes on at ${address}`),
    `  kill ${kept.pid} ${style.dim('# stops it')}`,
    `  rm -r ${kept.folder} ${style.dim('# then: its data and its log')}`,
    ...(isOnServers ? [remove] : []),
    '',
  ];
}

/** For an end without time to remove data on the servers; empty if there is none. */
export function leftWords({ name, database, environment }: DemoPage['place']): string {
  if (database === null && environment === null) return '';
  return `What the demo has on the servers is left there: npm run demo -- --remove ${name}\n`;
}

function ownFileLines({ scope }: DemoPage, style: Style): string[] {
  const note = (text: string) => `  ${style.dim(`# ${text}`)}`;
  const days = { max_days_forward_search: 3, max_days_backward_search: 3 };
  const files = { gl_file_url: ['file:LEDGER.csv'], bank_file_url: ['file:BANK.csv'] };
  return [
    style.bold('Your own files'),
    note('how a file would be read'),
    '  bin/tieout inspect BANK.csv',
    note('a month, with every match and exception as files'),
    '  bin/tieout reconcile --gl LEDGER.csv --bank BANK.csv --out out',
    note('the same through the service, which reads files below the folder that it is told'),
    '  TIEOUT_FILES_ROOT=FOLDER bin/tieout serve',
    `  curl -s http://127.0.0.1:8080/v1/reconcile/banking -H 'content-type: application/json' \\`,
    `    -d '${JSON.stringify({ session_id: 'mine', ...scope, ...files, ...days })}'`,
    note('what the tiers and the exceptions mean, with examples: docs/matching.md'),
  ];
}

export function demoJson(page: DemoPage): string {
  const { address, session, scope, place, status, reported, seconds, kept } = page;
  const { name, database, environment } = place;
  const { summary, openItems, clusters, examples } = reported;
  const object = {
    address,
    session_id: session,
    ...scope,
    place: { name, database, environment },
    status,
    summary,
    open_items: openItems,
    clusters,
    matches: examples.map(({ match }) => match),
    look_further: lookFurther(page).map(({ line }) => line),
    kept,
    seconds: Math.round(seconds * 1000) / 1000,
  };
  return `${JSON.stringify(object)}\n`;
}
