// `tieout checks` and `tieout subjects`: list what the service at the address in its environment keeps of people, and
// delete a subject. For people at a terminal and, with --json, for scripts.

import { readConfiguration } from '../../config.ts';
import { printable } from '../../core/words/printable.ts';
import { HELP_OPTION, type OptionRow, type OptionValues, optionHelp, parseOptions, usage } from '../options.ts';
import { type Column, tableLines } from '../results/table.ts';
import { askService, serviceAddress } from '../service/service-answer.ts';
import { styleOf } from '../terminal.ts';

const COMMON: readonly OptionRow[] = [
  { name: 'tenant', value: 'ID', standard: null, meaning: 'of this tenant; needed' },
  { name: 'partner', value: 'ID', standard: null, meaning: 'only those of this partner' },
];
const PAGING: readonly OptionRow[] = [
  { name: 'actor', value: 'ID', standard: null, meaning: 'only those of the caller with this id' },
  { name: 'from', value: 'DAY', standard: null, meaning: 'from this day on, UTC' },
  { name: 'to', value: 'DAY', standard: null, meaning: 'until the end of this day, UTC' },
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

export const CHECKS_OPTIONS: readonly OptionRow[] = [
  ...COMMON,
  { name: 'status', value: 'STATUS', standard: null, meaning: 'verified, partial, review, not_verified or error' },
  { name: 'state', value: 'STATE', standard: null, meaning: 'complete, in_progress or pending' },
  { name: 'route', value: 'ROUTE', standard: null, meaning: 'of this route: pep_and_sanction_checker' },
  { name: 'subject', value: 'REF', standard: null, meaning: 'about this subject; needs --partner' },
  { name: 'batch', value: 'ID', standard: null, meaning: 'of this screening batch' },
  ...PAGING,
];
export const SUBJECTS_OPTIONS: readonly OptionRow[] = [
  ...COMMON,
  { name: 'status', value: 'STATUS', standard: null, meaning: 'hits, no_hits or not_screened' },
  { name: 'id', value: 'ID', standard: null, meaning: 'with this subject_id, as events have it' },
  ...PAGING,
];

const CHECKS_HELP = `Usage: tieout checks --tenant ID [options]
       tieout checks show CHECK_ID --tenant ID --partner ID [options]

Lists checks that the service keeps, the newest first, or shows one.

${optionHelp(CHECKS_OPTIONS)}`;
const SUBJECTS_HELP = `Usage: tieout subjects --tenant ID [options]
       tieout subjects show REF --tenant ID --partner ID [options]
       tieout subjects delete REF --tenant ID --partner ID [options]

Lists subjects of ongoing screening, the last kept first, shows one with its hits, or erases one with
everything that is kept about it.

${optionHelp(SUBJECTS_OPTIONS)}`;

type Item = Readonly<Record<string, string | number | null>>;

interface Listing {
  readonly items: readonly Item[];
  readonly next_page_token: string | null;
}

interface KeptCommand {
  readonly command: 'checks' | 'subjects';
  readonly help: string;
  readonly options: readonly OptionRow[];
  /** What is done with one, and how the service is asked for it. */
  readonly verbs: Readonly<Record<string, 'GET' | 'DELETE'>>;
  /** Parameters of the list by their options. */
  readonly filters: Readonly<Record<string, string>>;
  readonly columns: readonly (Column & { readonly field: string })[];
}

export const checks = (argv: string[]): Promise<number> =>
  kept(argv, {
    ...{ command: 'checks', help: CHECKS_HELP, options: CHECKS_OPTIONS, verbs: { show: 'GET' } },
    filters: { status: 'status', state: 'state', route: 'route', subject: 'subject_ref', batch: 'batch_id' },
    columns: [
      { title: 'check', field: 'check_id' },
      { title: 'partner', field: 'partner_id' },
      { title: 'route', field: 'route' },
      { title: 'subject', field: 'subject_ref' },
      { title: 'status', field: 'status' },
      { title: 'state', field: 'state' },
      { title: 'made (UTC)', field: 'created_at' },
      { title: 'by', field: 'actor' },
    ],
  });

export const subjects = (argv: string[]): Promise<number> =>
  kept(argv, {
    ...{ command: 'subjects', help: SUBJECTS_HELP, options: SUBJECTS_OPTIONS },
    verbs: { show: 'GET', delete: 'DELETE' },
    filters: { status: 'status', id: 'subject_id' },
    columns: [
      { title: 'subject', field: 'subject_ref' },
      { title: 'partner', field: 'partner_id' },
      { title: 'name', field: 'name' },
      { title: 'kind', field: 'kind' },
      { title: 'status', field: 'status' },
      { title: 'hits', field: 'hits', align: 'right' },
      { title: 'kept (UTC)', field: 'updated_at' },
      { title: 'screened (UTC)', field: 'screened_at' },
      { title: 'by', field: 'actor' },
    ],
  });

async function kept(argv: string[], { command, help, options, verbs, filters, columns }: KeptCommand): Promise<number> {
  const values = parseOptions(argv, { command, table: options, positionals: true });
  if (values.flag('help')) {
    process.stdout.write(help);
    return 0;
  }
  const [verb, name, ...rest] = values.positionals;
  const method = verb === undefined ? 'GET' : Object.hasOwn(verbs, verb) ? verbs[verb] : undefined;
  if (method === undefined || rest.length > 0 || (verb !== undefined && !name)) {
    throw usage(
      command,
      `Say tieout ${command}${Object.keys(verbs)
        .map((one) => `, or tieout ${command} ${one} ID`)
        .join('')}.`,
    );
  }
  const [tenant, partner] = [values.text('tenant'), values.text('partner')];
  if (tenant === null) throw usage(command, 'Name a tenant with --tenant.');
  if (verb !== undefined && partner === null) throw usage(command, `${verb} needs --partner.`);
  const config = readConfiguration(process.env);
  const service = { address: serviceAddress(values.text('url'), config), token: config.TIEOUT_SERVICE_TOKEN };
  const query = queryOf(values, verb === undefined ? { ...filters, actor: 'actor', from: 'from', to: 'to' } : {});
  if (verb === undefined) query.set('page_size', limitOf(command, values.text('limit') ?? '20'));
  const path = verb === undefined ? `/v1/${command}` : `/v1/${command}/${encodeURIComponent(name)}`;
  const answer = await askService(service, { method, path: `${path}?${query}` });
  if (values.flag('json')) process.stdout.write(`${JSON.stringify(answer)}\n`);
  else if (verb === 'delete') process.stdout.write(deleted(answer as Item));
  else if (verb !== undefined) process.stdout.write(shown(answer));
  else process.stdout.write(listed(answer as Listing, columns));
  return 0;
}

function queryOf(values: OptionValues, filters: Readonly<Record<string, string>>): URLSearchParams {
  const pairs = Object.entries({ tenant: 'tenant_id', partner: 'partner_id', ...filters });
  const given = pairs.map(([option, parameter]) => [parameter, values.text(option)] as const);
  return new URLSearchParams(given.filter((pair): pair is [string, string] => pair[1] !== null));
}

function limitOf(command: string, limit: string): string {
  if (/^\d{1,4}$/.test(limit) && Number(limit) >= 1 && Number(limit) <= 1_000) return limit;
  throw usage(command, `--limit is a number from 1 to 1000, not "${limit}".`);
}

/** Indented JSON, a line at a time without control characters. */
const shown = (answer: unknown): string =>
  JSON.stringify(answer, null, 2)
    .split('\n')
    .map((line) => `${printable(line)}\n`)
    .join('');

function deleted({ checks_deleted: checks, backups_until: backups }: Item): string {
  const copies =
    backups === null
      ? 'Copies in backups live as long as these do.'
      : `Copies in backups live until ${String(backups).slice(0, 10)}.`;
  return `It is erased, with ${checks} checks. ${copies}\n`;
}

function listed({ items, next_page_token: next }: Listing, columns: KeptCommand['columns']): string {
  if (items.length === 0) return 'Nothing that is kept is like that.\n';
  const cell = (item: Item, field: string): string => {
    const text = String(item[field] ?? '');
    return printable(field.endsWith('_at') ? text.slice(0, 19).replace('T', ' ') : text);
  };
  const rows = items.map((item) => columns.map(({ field }) => cell(item, field)));
  const more = next === null ? '' : '  More are older.\n';
  return `${tableLines({ columns, rows }, styleOf(process.stdout, process.env)).join('\n')}\n${more}`;
}
