// `tieout cases`: hits of kept subjects on lists, at the service at the address in its environment: lists and shows
// them, decides, notes and assigns. Who decides is the caller whose token it is.

import { readConfiguration } from '../../config.ts';
import { CASE_STATUSES } from '../../core/screening/cases/screening-case.ts';
import { printable } from '../../core/words/printable.ts';
import { HELP_OPTION, type OptionRow, type OptionValues, optionHelp, parseOptions, usage } from '../options.ts';
import { tableLines } from '../results/table.ts';
import { askService, serviceAddress } from '../service/service-answer.ts';
import { styleOf } from '../terminal.ts';

export const CASES_OPTIONS: readonly OptionRow[] = [
  { name: 'tenant', value: 'ID', standard: null, meaning: 'whose cases; required' },
  { name: 'partner', value: 'ID', standard: null, meaning: 'of which partner; required' },
  { name: 'status', value: 'STATUS', standard: null, meaning: `list: only those that are ${CASE_STATUSES.join(', ')}` },
  { name: 'subject', value: 'REF', standard: null, meaning: 'list: only those of this subject' },
  { name: 'list', value: 'NAME', standard: null, meaning: 'list: only those on this list' },
  { name: 'assignee', value: 'WHO', standard: null, meaning: 'list: only those that WHO looks at; "" is nobody' },
  { name: 'limit', value: 'N', standard: '20', meaning: 'list: the newest N, 1,000 at most' },
  { name: 'reason', value: 'TEXT', standard: null, meaning: 'decide: why; required' },
  {
    name: 'until',
    value: 'DAY',
    standard: null,
    meaning: 'decide: the last day on which it holds, YYYY-MM-DD, in UTC',
  },
  { name: 'version', value: 'N', standard: null, meaning: 'decide: of the case that you saw; required' },
  {
    name: 'url',
    value: 'URL',
    standard: 'TIEOUT_HOST and TIEOUT_PORT',
    meaning: 'where the service is; TIEOUT_SERVICE_TOKEN is the token of whoever asks',
  },
  { name: 'json', value: null, standard: null, meaning: 'print the answer of the service and nothing else' },
  HELP_OPTION,
];

const HELP = `Usage: tieout cases list [options]
       tieout cases show CASE [options]
       tieout cases decide CASE STATUS --reason TEXT --version N [--until DAY] [options]
       tieout cases note CASE TEXT [options]
       tieout cases assign CASE WHO [options]

Lists hits of kept subjects on lists, the newest first, shows one with everything that happened to it, and decides
whether the subject is the listed entity: true_match, false_match, or undecided, which opens it again. A decision
holds until the subject or the entity changes. WHO "" is nobody.

${optionHelp(CASES_OPTIONS)}`;

interface Question {
  readonly method: 'GET' | 'POST';
  readonly path: string;
  readonly body?: object;
}

type Scope = Readonly<Record<'tenant_id' | 'partner_id', string>>;
type Action = (values: OptionValues, scope: Scope, given: readonly string[]) => Question;

export async function cases(argv: string[]): Promise<number> {
  const values = parseOptions(argv, { command: 'cases', table: CASES_OPTIONS, positionals: true });
  if (values.flag('help')) {
    process.stdout.write(HELP);
    return 0;
  }
  const [name, ...given] = values.positionals;
  if (name === undefined || !Object.hasOwn(ACTIONS, name)) {
    throw usage('cases', `Say what to do: tieout cases ${Object.keys(ACTIONS).join(', ')}.`);
  }
  const [tenant_id, partner_id] = [values.text('tenant'), values.text('partner')];
  if (tenant_id === null || partner_id === null) throw usage('cases', 'Whose cases? Give --tenant and --partner.');
  const question = ACTIONS[name as keyof typeof ACTIONS](values, { tenant_id, partner_id }, given);
  const config = readConfiguration(process.env);
  const service = { address: serviceAddress(values.text('url'), config), token: config.TIEOUT_SERVICE_TOKEN };
  const answer = await askService(service, question);
  process.stdout.write(values.flag('json') ? `${JSON.stringify(answer)}\n` : textOf(name, answer));
  return 0;
}

const ACTIONS = {
  list(values, scope, given) {
    if (given.length > 0) throw usage('cases', 'tieout cases list takes options alone.');
    const [status, limit] = [values.text('status'), values.text('limit') ?? '20'];
    if (status !== null && !CASE_STATUSES.some((known) => known === status))
      throw usage('cases', `--status is ${CASE_STATUSES.join(', ')}, not "${status}".`);
    if (!/^\d{1,4}$/.test(limit) || Number(limit) < 1 || Number(limit) > 1_000)
      throw usage('cases', `--limit is a number from 1 to 1000, not "${limit}".`);
    const assignee = values.text('assignee');
    const asked = {
      ...{ ...scope, status, subject_ref: values.text('subject'), list: values.text('list'), page_size: limit },
      ...(assignee === '' ? { unassigned: 'true' } : { assignee }),
    };
    const pairs = Object.entries(asked).filter((pair): pair is [string, string] => pair[1] !== null);
    return { method: 'GET', path: `/v1/cases?${new URLSearchParams(pairs)}` };
  },
  show(_, scope, given) {
    const [id] = exactly(given, 'show CASE', 1);
    return { method: 'GET', path: `${pathOf(id)}?${new URLSearchParams(scope)}` };
  },
  decide(values, scope, given) {
    const [id, decision] = exactly(given, 'decide CASE STATUS', 2);
    if (!CASE_STATUSES.some((known) => known === decision))
      throw usage('cases', `A decision is ${CASE_STATUSES.join(', ')}, not "${decision}".`);
    const [reason, version, until] = [values.text('reason'), values.text('version'), values.text('until')];
    if (!reason) throw usage('cases', 'Why? Give --reason.');
    if (version === null || !/^\d{1,9}$/.test(version))
      throw usage('cases', 'Which version of the case did you see? Give --version, as tieout cases show has it.');
    const body = { ...scope, decision, reason, version: Number(version), ...(until !== null && { until }) };
    return { method: 'POST', path: `${pathOf(id)}/decision`, body };
  },
  note(_, scope, given) {
    const [id, note] = exactly(given, 'note CASE TEXT', 2);
    return { method: 'POST', path: `${pathOf(id)}/notes`, body: { ...scope, note } };
  },
  assign(_, scope, given) {
    const [id, assignee] = exactly(given, 'assign CASE WHO', 2);
    return { method: 'POST', path: `${pathOf(id)}/assignment`, body: { ...scope, assignee } };
  },
} satisfies Record<string, Action>;

function exactly(given: readonly string[], words: string, count: number): readonly string[] {
  if (given.length !== count || given[0] === '') throw usage('cases', `Say tieout cases ${words}.`);
  return given;
}

const pathOf = (id: string): string => `/v1/cases/${encodeURIComponent(id)}`;

interface ShownParty {
  readonly names: readonly string[];
  readonly birth_dates: readonly string[];
  readonly countries: readonly string[];
  readonly identifiers: readonly string[];
  readonly programs: readonly string[];
}

interface ShownCase {
  readonly case_id: string;
  readonly version: number;
  readonly subject_ref: string;
  readonly list: string;
  readonly entity_id: string;
  readonly status: string;
  readonly assignee: string | null;
  readonly decision: { readonly by: string; readonly reason: string; readonly until: string | null } | null;
  readonly opened_at: string;
  readonly listed: boolean;
  readonly set_aside: readonly string[];
  readonly match_score: number;
  readonly matched_name: string;
  readonly risk_tag: string;
  readonly subject: ShownParty;
  readonly entity: ShownParty;
}

interface ShownStep {
  readonly n: number;
  readonly kind: string;
  readonly at: string;
  readonly by: string | null;
  readonly until: string | null;
  readonly note: string | null;
  readonly assignee: string | null;
  readonly changes: readonly {
    readonly of: string;
    readonly field: string;
    readonly added: readonly string[];
    readonly removed: readonly string[];
  }[];
}

function textOf(name: string, answer: unknown): string {
  if (name === 'list') return listed(answer as { items: readonly ShownCase[]; total: number });
  if (name === 'show') return shown(answer as { case: ShownCase; steps: readonly ShownStep[] });
  const { case_id, version, status } = answer as Pick<ShownCase, 'case_id' | 'version' | 'status'>;
  return `Case ${printable(case_id)} is ${status.replace('_', ' ')}, at version ${version}.\n`;
}

const moment = (at: string): string => at.slice(0, 19).replace('T', ' ');

function listed({ items, total }: { readonly items: readonly ShownCase[]; readonly total: number }): string {
  if (items.length === 0) return 'No case is like that.\n';
  const rows = items.map((one) =>
    [
      ...[one.case_id, String(one.version), one.status, one.subject_ref, `${one.list} ${one.entity_id}`],
      ...[one.matched_name, one.match_score.toFixed(1), one.risk_tag, moment(one.opened_at), one.assignee ?? ''],
    ].map((cell) => printable(cell)),
  );
  const columns = [
    ...[{ title: 'case' }, { title: 'version', align: 'right' }, { title: 'status' }, { title: 'subject' }],
    ...[{ title: 'entity' }, { title: 'name', wraps: true }, { title: 'score', align: 'right' }, { title: 'risk' }],
    ...[{ title: 'opened (UTC)' }, { title: 'assignee' }],
  ] as const;
  const more = total > items.length ? `  ${total - items.length} more are older.\n` : '';
  return `${tableLines({ columns, rows }, styleOf(process.stdout, process.env)).join('\n')}\n${more}`;
}

function shown({ case: one, steps }: { readonly case: ShownCase; readonly steps: readonly ShownStep[] }): string {
  const { decision } = one;
  const until = decision?.until ? `, until ${decision.until}` : '';
  const held = decision === null ? '' : ` by ${decision.by}${until}: ${decision.reason}`;
  return [
    `Case ${one.case_id}, version ${one.version}: ${one.status.replace('_', ' ')}${held}`,
    `  ${one.list} ${one.entity_id}${one.listed ? '' : ' (no longer listed)'}, ${one.risk_tag}, score ${one.match_score.toFixed(1)}`,
    ...(one.set_aside.length === 0 ? [] : [`  set aside: ${one.set_aside.join('; ')}`]),
    ...(one.assignee === null ? [] : [`  looked at by ${one.assignee}`]),
    ...partyLines(`subject ${one.subject_ref}`, one.subject),
    ...partyLines('entity', one.entity),
    ...steps.flatMap(stepLines),
  ]
    .map((line) => `${printable(line)}\n`)
    .join('');
}

const partyLines = (title: string, party: ShownParty): string[] => [
  `  ${title}`,
  ...(['names', 'birth_dates', 'countries', 'identifiers', 'programs'] as const)
    .filter((field) => party[field].length > 0)
    .map((field) => `    ${field.replace('_', ' ')}: ${party[field].join('; ')}`),
];

const stepLines = ({ n, kind, at, by, note, assignee, changes }: ShownStep): string[] => [
  `  ${n}. ${moment(at)} ${kind}${kind === 'assigned' ? ` to ${assignee ?? 'nobody'}` : ''}${by === null ? '' : ` by ${by}`}${note === null ? '' : `: ${note}`}`,
  ...changes.map(
    ({ of, field, added, removed }) =>
      `     ${of} ${field.replace('_', ' ')}:${added.map((text) => ` + ${text}`).join('')}${removed.map((text) => ` - ${text}`).join('')}`,
  ),
];
