// `tieout sign-off`, `reopen`, `backtest`, `policy`, `note` and `assign`: what people decide of sessions, patterns and
// exceptions beside resolving them.

import { printable } from '../../core/words/printable.ts';
import { givenJson } from '../given/given-file.ts';
import { usage } from '../options.ts';
import { tableLines } from '../results/table.ts';
import { styleOf } from '../terminal.ts';
import { type ActCommand, type Answer, inQuery, needed, oneWord } from './act-command.ts';

const sessionPath = (session: string): string => `/v1/sessions/${encodeURIComponent(session)}`;

export const SIGN_OFF: ActCommand = {
  name: 'sign-off',
  ways: ['sign-off SESSION', 'sign-off SESSION --as prepared|reviewed [--statement DIGEST]'],
  meaning: `Shows who signed a session, or signs it by naming a kept statement. Prepared without --statement keeps the
statement of now and signs that.`,
  options: [
    { name: 'as', value: 'WHAT', standard: null, meaning: 'prepared or reviewed' },
    { name: 'statement', value: 'DIGEST', standard: null, meaning: 'of the kept statement' },
    { name: 'note', value: 'TEXT', standard: null, meaning: 'for the audit' },
  ],
  question(values, scope) {
    const path = sessionPath(oneWord(values, SIGN_OFF));
    const as = values.text('as');
    if (as === null) return { method: 'GET', path: `${path}/sign-off${inQuery(scope)}` };
    if (as !== 'prepared' && as !== 'reviewed') throw usage('sign-off', `--as is prepared or reviewed, not "${as}".`);
    const given = values.text('statement');
    if (given === null && as === 'reviewed')
      throw usage('sign-off', 'Which statement did you review? Give --statement.');
    const note = values.text('note') ?? undefined;
    return async (ask) => {
      const digest = given ?? (await ask({ method: 'POST', path: `${path}/statement`, body: scope })).digest;
      return { method: 'POST', path: `${path}/sign-off`, body: { ...scope, as, statement_digest: digest, note } };
    };
  },
  text: signatureLines,
};

export const REOPEN: ActCommand = {
  name: 'reopen',
  ways: ['reopen SESSION --reason TEXT'],
  meaning: 'Takes the signatures of a session back, so that it can be changed again.',
  options: [{ name: 'reason', value: 'TEXT', standard: null, meaning: 'why; required' }],
  question(values, scope) {
    const path = `${sessionPath(oneWord(values, REOPEN))}/reopen`;
    return { method: 'POST', path, body: { ...scope, reason: needed(values, 'reopen', 'reason') } };
  },
  text: signatureLines,
};

function signatureLines({ sign_off: of, events = [] }: Answer): string[] {
  const who = (by: string | null) => (by === null ? '' : ` by ${printable(by)}`);
  return [
    `Session ${printable(of.session_id)} is ${of.state}.`,
    ...of.signatures.map(
      ({ as, by, at, statement_digest: digest }: Answer) => `  ${as}${who(by)}, ${moment(at)}: statement ${digest}`,
    ),
    ...events.map(({ event, by, at, reason }: Answer) =>
      printable(`  ${moment(at)} ${event}${who(by)}${reason === null ? '' : `: ${reason}`}`),
    ),
  ];
}

const moment = (at: string): string => `${at.slice(0, 19).replace('T', ' ')} UTC`;

export const BACKTEST: ActCommand = {
  name: 'backtest',
  ways: ['backtest PATTERN'],
  meaning: `Says what a pattern would have approved, month by month since it was learned, and what people decided on those.
Its id stands in the list of patterns.`,
  options: [],
  question: (values, scope) => ({
    method: 'GET',
    path: `/v1/exceptions/patterns/${encodeURIComponent(oneWord(values, BACKTEST))}/backtest${inQuery(scope)}`,
  }),
  text({ months, precision }: Answer) {
    if (months.length === 0) return ['People decided nothing since the pattern was learned.'];
    const titles = ['month', 'approved', 'rejected', 'escalated', 'left to people'];
    const columns = titles.map((title, i) => ({ title, align: i === 0 ? 'left' : 'right' }) as const);
    const rows = months.map((one: Answer) =>
      [one.month, one.approved, one.rejected, one.escalated, one.left_to_people].map(String),
    );
    const share =
      precision === null ? 'It would have approved nothing.' : `Precision ${(precision * 100).toFixed(1)}%.`;
    return [...tableLines({ columns, rows }, styleOf(process.stdout, process.env)), share];
  },
};

export const RESUME: ActCommand = {
  name: 'resume',
  ways: ['resume PATTERN --note TEXT'],
  meaning: 'Lets a suspended pattern decide again. The list of patterns says why it was suspended.',
  options: [{ name: 'note', value: 'TEXT', standard: null, meaning: 'why it may decide again; required' }],
  question(values, scope) {
    const path = `/v1/exceptions/patterns/${encodeURIComponent(oneWord(values, RESUME))}/resume`;
    return { method: 'POST', path, body: { ...scope, note: needed(values, 'resume', 'note') } };
  },
  text: ({ pattern }: Answer) => [`Pattern ${pattern.pattern_id} is not suspended.`],
};

export const POLICY: ActCommand = {
  name: 'policy',
  ways: ['policy show', 'policy set FILE'],
  meaning: `Shows what a partner's people may decide alone, or sets it: FILE is JSON, as \`policy show --json\` has it under
policy. Each setting is a new version.`,
  options: [],
  question(values, scope) {
    const [what, file, ...more] = values.positionals;
    if (what === 'show' && file === undefined) return { method: 'GET', path: `/v1/policy${inQuery(scope)}` };
    if (what !== 'set' || !file || more.length > 0)
      throw usage('policy', 'Say tieout policy show, or tieout policy set FILE.');
    const invalid = (sentence: string) => usage('policy', `${file} is no policy: ${sentence}`);
    const policy = givenJson(file, { what: 'a policy', option: 'policy set' }, invalid);
    return { method: 'PUT', path: '/v1/policy', body: { ...scope, policy } };
  },
  text: ({ version, set_at: at, set_by: by, policy }: Answer) => [
    `Version ${version}, set ${moment(at)}${by === null ? '' : ` by ${printable(by)}`}.`,
    ...Object.entries(policy).map(([name, value]) => printable(`  ${name}: ${JSON.stringify(value)}`)),
  ],
};

const CLUSTERS = 'EXCEPTION...';

export const NOTE: ActCommand = {
  name: 'note',
  ways: [`note ${CLUSTERS} --text TEXT`],
  meaning: 'Notes something on exceptions, by their cluster ids, and attaches files of the tenant to them.',
  options: [
    { name: 'text', value: 'TEXT', standard: null, meaning: 'the note' },
    { name: 'attach', value: 'NAME=SHA256...', standard: null, meaning: 'files of the tenant, each with its digest' },
    { name: 'detach', value: 'NAME...', standard: null, meaning: 'names of attached files' },
  ],
  question(values, scope) {
    const [note, detach] = [values.text('text') ?? undefined, values.list('detach')];
    const attach = values.list('attach').map((one) => {
      const [, name, digest] = /^(.+)=([0-9a-f]{64})$/.exec(one) ?? [];
      if (name === undefined) throw usage('note', `--attach is NAME=SHA256, not "${one}".`);
      return { name, digest };
    });
    if (note === undefined && attach.length + detach.length === 0) throw usage('note', 'What? Give --text.');
    return followUp('note', values.positionals, { ...scope, note, attach, detach });
  },
  text: followUpText,
};

export const ASSIGN: ActCommand = {
  name: 'assign',
  ways: [`assign ${CLUSTERS} --to WHO [--due DAY]`],
  meaning: 'Says who looks into exceptions, by their cluster ids, and until when.',
  options: [
    { name: 'to', value: 'WHO', standard: null, meaning: 'who; "" is nobody' },
    { name: 'due', value: 'DAY', standard: null, meaning: 'until when, YYYY-MM-DD; "" is no day' },
  ],
  question(values, scope) {
    const [owner, due_day] = [values.text('to') ?? undefined, values.text('due') ?? undefined];
    if (owner === undefined && due_day === undefined)
      throw usage('assign', 'To whom, or until when? Give --to or --due.');
    return followUp('assign', values.positionals, { ...scope, owner, due_day });
  },
  text: followUpText,
};

function followUp(name: string, ids: readonly string[], body: object) {
  if (ids.length === 0) throw usage(name, `Which exceptions? Say tieout ${name} ${CLUSTERS}.`);
  return { method: 'POST', path: '/v1/exceptions/follow-up', body: { ...body, cluster_ids: ids } } as const;
}

function followUpText({ followed_up: count, skipped_cluster_ids: skipped }: Answer): string[] {
  return [
    count === 1 ? 'It is noted on 1 exception.' : `It is noted on ${count} exceptions.`,
    ...(skipped.length === 0 ? [] : [`Not on those, which are unknown or void: ${skipped.join(', ')}.`]),
  ];
}
