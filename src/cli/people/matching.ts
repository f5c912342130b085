// `tieout match`, `part`, `constraints` and `preview`: rows that people put together and set apart, and other terms, tried
// first.

import { printable } from '../../core/words/printable.ts';
import { givenJson } from '../given/given-file.ts';
import { type OptionValues, usage } from '../options.ts';
import { tableLines } from '../results/table.ts';
import { styleOf } from '../terminal.ts';
import { type ActCommand, type Answer, inQuery, needed, oneWord } from './act-command.ts';

const SESSION = { name: 'session', value: 'ID', standard: null, meaning: 'the session; required' };
const note = (why: string) => ({ name: 'note', value: 'TEXT', standard: null, meaning: `${why}; required` });

export const MATCH: ActCommand = {
  name: 'match',
  ways: ['match --session ID --gl ROW... --bank ROW... --note TEXT'],
  meaning: `Matches open rows by hand, n to m, by their record ids (as --json of a run, or the list of open items, has
them). If the two sides differ, the difference needs a name.`,
  options: [
    { ...SESSION, meaning: 'of one of the rows at least; required' },
    { name: 'gl', value: 'ROW...', standard: null, meaning: 'rows of the ledger; required' },
    { name: 'bank', value: 'ROW...', standard: null, meaning: 'rows of the bank; required' },
    note('why they belong together'),
    {
      name: 'difference-as',
      value: 'NAME',
      standard: null,
      meaning: 'what the difference is: fee, levy, exchange, rounding or write_off',
    },
  ],
  question(values, scope) {
    if (values.positionals.length > 0) throw usage('match', 'tieout match takes options alone.');
    const rows = { gl_record_ids: values.list('gl'), bank_record_ids: values.list('bank') };
    if (rows.gl_record_ids.length === 0 || rows.bank_record_ids.length === 0)
      throw usage('match', 'Which rows? Give --gl and --bank.');
    const difference_as = values.text('difference-as') ?? undefined;
    const of = { session_id: needed(values, 'match', 'session'), note: needed(values, 'match', 'note') };
    return { method: 'POST', path: '/v1/matches', body: { ...scope, ...of, ...rows, difference_as } };
  },
  text: ({ match, voided_cluster_ids: voided }: Answer) => [
    `Match ${match.group_id}: ${match.gl.length} of the ledger with ${match.bank.length} of the bank, difference ${match.difference}.`,
    ...(voided.length === 0 ? [] : [`Exceptions that are void now: ${voided.join(', ')}.`]),
  ],
};

export const PART: ActCommand = {
  name: 'part',
  ways: ['part MATCH --session ID --note TEXT'],
  meaning: `Takes a match apart. One by hand or across months is void; rows of a run's match stay apart in every later run
of them, and the session runs again.`,
  options: [
    { ...SESSION, meaning: 'whose matches it is among; required' },
    note('why the rows do not belong together'),
  ],
  question(values, scope) {
    const id = oneWord(values, PART);
    const asked = { ...scope, session_id: needed(values, 'part', 'session'), note: needed(values, 'part', 'note') };
    return { method: 'DELETE', path: `/v1/matches/${encodeURIComponent(id)}${inQuery(asked)}` };
  },
  text: (answer: Answer) =>
    answer.constraint_id === null
      ? [`Match ${answer.group_id} is void: its rows are open again.`]
      : [
          `The rows of match ${answer.group_id} stay apart by constraint ${answer.constraint_id}.`,
          answer.rematched
            ? `The session has run again: ${answer.gone_group_ids.length} other matches went, ${answer.new_group_ids.length} came.`
            : `The session runs again as run ${answer.run_id}.`,
        ],
};

export const CONSTRAINTS: ActCommand = {
  name: 'constraints',
  ways: ['constraints list', 'constraints undo CONSTRAINT --note TEXT'],
  meaning: 'Lists the rows that people set apart, or lets rows meet again.',
  options: [{ ...note('undo: why'), meaning: 'undo: why they may meet again; required' }],
  question(values, scope) {
    const [what, id, ...more] = values.positionals;
    if (what === 'list' && id === undefined) return { method: 'GET', path: `/v1/constraints${inQuery(scope)}` };
    if (what !== 'undo' || !id || more.length > 0)
      throw usage('constraints', 'Say tieout constraints list, or tieout constraints undo CONSTRAINT.');
    const asked = { ...scope, note: needed(values, 'constraints', 'note') };
    return { method: 'DELETE', path: `/v1/constraints/${encodeURIComponent(id)}${inQuery(asked)}` };
  },
  text({ items, constraint_id: id }: Answer) {
    if (items === undefined) return [`Constraint ${id} is undone.`];
    if (items.length === 0) return ['No rows are set apart.'];
    return items.flatMap((one: Answer) => [
      `${one.constraint_id}  of session ${printable(one.session_id)}${one.by === null ? '' : `, by ${printable(one.by)}`}: ${printable(one.note)}`,
      ...[...one.gl, ...one.bank].map(rowLine),
    ]);
  },
};

const rowLine = ({ side, date, amount, currency, narration, file, line }: Answer): string =>
  printable(
    `    ${side === 'gl' ? 'ledger' : 'bank'}  ${date}  ${amount} ${currency}  ${narration ?? ''}  (${file}:${line})`,
  );

/** Options of the trial by the field that they set. */
const NUMBERS = {
  'days-forward': 'max_days_forward_search',
  'days-back': 'max_days_backward_search',
  tolerance: 'amount_tolerance',
  'tolerance-percent': 'amount_tolerance_percent',
  'charge-min': 'charge_min',
  'charge-max': 'charge_max',
  'msc-rate': 'msc_rate',
  samples: 'samples',
} as const;

const FILES = {
  'gl-mapping': 'gl_mapping',
  'bank-mapping': 'bank_mapping',
  accounts: 'account_map',
  template: 'template',
} as const;

const MOST_PREVIEW_MS = 600_000;

export const PREVIEW: ActCommand = {
  name: 'preview',
  ways: ['preview SESSION'],
  meaning: `Tries other terms on a session: which matches and exceptions would come and go. Nothing is changed. What is not
given is as in the session's last run.`,
  options: [
    { name: 'days-forward', value: 'N', standard: null, meaning: 'days by which the bank may be later' },
    { name: 'days-back', value: 'N', standard: null, meaning: 'days by which the bank may be earlier' },
    { name: 'tolerance', value: 'AMOUNT', standard: null, meaning: 'difference of amounts that is none' },
    { name: 'tolerance-percent', value: 'PERCENT', standard: null, meaning: 'the same of the ledger’s amount' },
    { name: 'charge-min', value: 'AMOUNT', standard: null, meaning: 'least charge of the bank' },
    { name: 'charge-max', value: 'AMOUNT', standard: null, meaning: 'greatest charge of the bank' },
    { name: 'msc-rate', value: 'RATE', standard: null, meaning: 'merchant service charge as a fraction' },
    { name: 'method', value: 'METHOD', standard: null, meaning: 'as `reconcile --method` has it' },
    { name: 'template', value: 'FILE', standard: null, meaning: 'a template, as `reconcile --template` has it' },
    {
      name: 'gl-mapping',
      value: 'FILE',
      standard: null,
      meaning: 'how the ledger’s files are read: they are read again',
    },
    {
      name: 'bank-mapping',
      value: 'FILE',
      standard: null,
      meaning: 'how the bank’s files are read: they are read again',
    },
    { name: 'accounts', value: 'FILE', standard: null, meaning: 'a map of accounts' },
    { name: 'apart', value: 'MATCH...', standard: null, meaning: 'matches, as if they were taken apart' },
    { name: 'without', value: 'CONSTRAINT...', standard: null, meaning: 'constraints, as if they were undone' },
    { name: 'samples', value: 'N', standard: '20', meaning: 'most samples in each list' },
  ],
  question(values, scope) {
    const path = `/v1/sessions/${encodeURIComponent(oneWord(values, PREVIEW))}/preview`;
    const given = (option: string, value: unknown) => (value === null ? [] : [[option, value] as const]);
    const numbers = Object.entries(NUMBERS).flatMap(([option, field]) => given(field, numberOf(values, option)));
    const files = Object.entries(FILES).flatMap(([option, field]) => given(field, fileOf(values, option)));
    const lists = { apart_group_ids: values.list('apart'), without_constraint_ids: values.list('without') };
    const terms = { ...Object.fromEntries([...numbers, ...files]), ...lists };
    const matching_method = values.text('method') ?? undefined;
    return { method: 'POST', path, body: { ...scope, ...terms, matching_method }, mostMs: MOST_PREVIEW_MS };
  },
  text: previewText,
};

function numberOf(values: OptionValues, option: string): number | null {
  const text = values.text(option);
  if (text === null || /^\d+(\.\d+)?$/.test(text)) return text === null ? null : Number(text);
  throw usage('preview', `--${option} is a number, not "${text}".`);
}

function fileOf(values: OptionValues, option: string): unknown {
  const file = values.text(option);
  const invalid = (sentence: string) => usage('preview', `${file} cannot be tried: ${sentence}`);
  return file === null ? null : givenJson(file, { what: 'a file of JSON', option: `--${option}` }, invalid);
}

function previewText(answer: Answer): string[] {
  const { before, after, matches, exceptions, reversals, classes } = answer;
  const figures: readonly (readonly [string, string, string])[] = [
    ['matched rows of the ledger', before.gl_matched_rows, after.gl_matched_rows],
    ['matched rows of the bank', before.bank_matched_rows, after.bank_matched_rows],
    ['open rows of the ledger', before.gl_open_rows, after.gl_open_rows],
    ['open rows of the bank', before.bank_open_rows, after.bank_open_rows],
    ['match rate', percent(before.match_rate), percent(after.match_rate)],
    ...classes.map((one: Answer) => [one.cluster_type, one.before, one.after]),
  ];
  const columns = [{ title: '' }, { title: 'now', align: 'right' }, { title: 'then', align: 'right' }] as const;
  const rows = figures.map((row) => row.map(String));
  return [
    `Session ${printable(answer.session_id)}, tried against run ${answer.run_id}: nothing was changed.`,
    ...tableLines({ columns, rows }, styleOf(process.stdout, process.env)),
    change('matches', matches),
    change('exceptions', exceptions),
    ...(reversals.come + reversals.go === 0 ? [] : [change('netted reversals', reversals)]),
    ...samples('Matches that would come', answer.coming_matches, ({ tier }: Answer) => `tier ${tier}`),
    ...samples('Matches that would go', answer.going_matches, ({ tier }: Answer) => `tier ${tier}`),
    ...samples('Exceptions that would come', answer.coming_exceptions, ({ reason }: Answer) => reason),
    ...samples('Exceptions that would go', answer.going_exceptions, ({ reason }: Answer) => reason),
    ...answer.warnings.map((warning: string) => `Warning: ${printable(warning)}`),
  ];
}

const percent = (rate: number): string => `${(rate * 100).toFixed(1)}%`;

const change = (what: string, { stay, come, go }: Answer): string =>
  `Of the ${what}, ${stay} would stay, ${come} would come, ${go} would go.`;

const samples = (title: string, some: readonly Answer[], words: (one: Answer) => string): string[] =>
  some.length === 0
    ? []
    : [`${title}:`, ...some.flatMap((one) => [`  ${printable(words(one))}`, ...[...one.gl, ...one.bank].map(rowLine)])];
