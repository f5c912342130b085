// `tieout journals`: the entries that a kept session's ledger needs, and their life: list, export in a batch, say what
// the ledger has or refused, and show one. What the routes of the service do, on the store of reconcile --data or of the
// environment.

import { journalFile } from '../../adapters/spreadsheets/journal-file.ts';
import { onRows } from '../../compose/on-rows.ts';
import { TieoutError } from '../../core/errors.ts';
import { parseDay } from '../../core/money/calendar.ts';
import type { PartnerScope } from '../../core/records/session-key.ts';
import { parseJournalLayout } from '../../core/summary/layout/journal-layout.ts';
import { JOURNAL_CELLS, journalCells } from '../../core/summary/statement/journal-cells.ts';
import { csvText } from '../../core/words/quoted-cell.ts';
import { exportJournals } from '../../workflows/journals/export-journals.ts';
import { neverExported, postJournals, takeBackJournals } from '../../workflows/journals/journal-events.ts';
import { livingJournals } from '../../workflows/journals/living-journals.ts';
import { showJournal } from '../../workflows/journals/show-journal.ts';
import { KINDS } from '../../workflows/kinds/kinds.ts';
import { chartInForce } from '../../workflows/partners/chart-in-force.ts';
import { type StatingDependencies, stateSession } from '../../workflows/statements/state-session.ts';
import { writeWhole } from '../files/write-whole.ts';
import { readChart } from '../given/read-chart.ts';
import { readLayoutJson } from '../given/read-layout.ts';
import { HELP_OPTION, type OptionRow, type OptionValues, optionHelp, parseOptions, usage } from '../options.ts';
import { storeConfiguration } from '../store-configuration.ts';
import { lifeText, shownText } from './journal-texts.ts';

export const JOURNALS_OPTIONS: readonly OptionRow[] = [
  {
    name: 'data',
    value: 'DIR',
    standard: null,
    meaning: 'folder of the embedded store, as `reconcile --data` has it; else the store of the environment',
  },
  { name: 'session', value: 'ID', standard: null, meaning: 'list, export: whose journals; posted: who proposes them' },
  { name: 'at', value: 'N', standard: 'the latest', meaning: 'list, export: a position of the session’s history' },
  { name: 'chart', value: 'FILE', standard: 'the partner’s own', meaning: 'list, export: a chart of accounts' },
  {
    name: 'batch',
    value: 'ID',
    standard: null,
    meaning: 'export: an id of your own; given again it answers the same file',
  },
  { name: 'layout', value: 'FILE', standard: null, meaning: 'export: the ledger’s layout, as --journal-layout has it' },
  {
    name: 'of-matches',
    value: null,
    standard: null,
    meaning: 'export: also fees and roundings of matches, which are in no exception',
  },
  { name: 'out', value: 'FILE', standard: 'standard output', meaning: 'list, export: write into this file' },
  {
    name: 'excel',
    value: null,
    standard: null,
    meaning: 'list, export: CSV for spreadsheets, with a byte order mark and without formulas',
  },
  { name: 'reference', value: 'TEXT', standard: null, meaning: 'posted: what the ledger calls the entry' },
  { name: 'on', value: 'DAY', standard: null, meaning: 'posted: the day on which it stands in the ledger' },
  { name: 'tenant', value: 'ID', standard: 'local', meaning: 'the tenant' },
  { name: 'partner', value: 'ID', standard: 'local', meaning: 'the partner' },
  HELP_OPTION,
];

const HELP = `Usage: tieout journals list --session ID [options]
       tieout journals export --session ID --batch ID --layout FILE [options]
       tieout journals posted JOURNAL... --reference TEXT --on DAY [options]
       tieout journals taken-back JOURNAL... [options]
       tieout journals show JOURNAL [options]

Lists the entries that the ledger of a kept session needs, as CSV, each with its id and state: proposed, approved,
exported, posted or matched. Exports those that are approved in a batch, as a file of the ledger's layout. Says that
the ledger has an exported entry (with --session also one that nobody exported), or refused it. Shows what happened to
one. On the embedded store the service has to be stopped meanwhile; on MongoDB it may run.

${optionHelp(JOURNALS_OPTIONS)}`;

export async function journals(argv: string[]): Promise<number> {
  const values = parseOptions(argv, { command: 'journals', table: JOURNALS_OPTIONS, positionals: true });
  if (values.flag('help')) {
    process.stdout.write(HELP);
    return 0;
  }
  const [name, ...ids] = values.positionals;
  const does = name !== undefined && Object.hasOwn(ACTIONS, name) ? ACTIONS[name as keyof typeof ACTIONS] : undefined;
  if (does === undefined) throw wrong(`Say what to do: tieout journals ${Object.keys(ACTIONS).join(', ')}.`);
  const scope = { tenant: values.text('tenant') ?? 'local', partner: values.text('partner') ?? 'local' };
  const act = does(scope, values, ids);
  const said = await onRows(storeConfiguration(values.text('data')), (deps) => act({ ...deps, kinds: KINDS }));
  const out = values.text('out');
  if (out === null) process.stdout.write(said);
  else writeWhole(out, said);
  return 0;
}

const wrong = (sentence: string): TieoutError => usage('journals', sentence);

/** Checks what is given; the store is opened only for what can be done. */
type Action = (
  scope: PartnerScope,
  values: OptionValues,
  ids: readonly string[],
) => (deps: StatingDependencies) => Promise<string | Uint8Array>;

const list: Action = (scope, values, ids) => {
  if (ids.length > 0) throw wrong('list takes no journals, only --session.');
  const stating = statingOf(scope, values);
  return async (deps) => {
    const found = await livingJournals(deps.store, await stating(deps));
    const lines = [JOURNAL_CELLS, ...found.map((one) => journalCells(one, one.state))];
    return csvText(lines, { forExcel: values.flag('excel') });
  };
};

const exporting: Action = (scope, values, ids) => {
  if (ids.length > 0) throw wrong('export takes no journals: it exports what is approved.');
  const stating = statingOf(scope, values);
  const batchId = needed(values, 'batch');
  const layout = readLayoutJson(needed(values, 'layout'));
  return async (deps) => {
    const key = { ...scope, session: needed(values, 'session') };
    const order = { key, batchId, layout, ofMatches: values.flag('of-matches'), at: Date.now(), by: null };
    const exported = await exportJournals(deps.store, order, () => stating(deps));
    if (exported.withoutAccount > 0) {
      const what = `${exported.withoutAccount} approved ${exported.withoutAccount === 1 ? 'entry is' : 'entries are'}`;
      process.stderr.write(`${what} left out: the chart has no account for it.\n`);
    }
    const invalid = (sentence: string) => new TieoutError('mapping_invalid', `The layout is unusable: ${sentence}`);
    return journalFile(exported.journals, parseJournalLayout(exported.layout, invalid), values.flag('excel')).content;
  };
};

const posted: Action = (scope, values, ids) => {
  if (ids.length === 0) throw wrong('Which journals? tieout journals posted JOURNAL... --reference TEXT --on DAY.');
  const [reference, day] = [needed(values, 'reference'), needed(values, 'on')];
  const postedOn = parseDay(day);
  if (postedOn === null) throw wrong(`--on is a day of the calendar as YYYY-MM-DD, not "${day}".`);
  const session = values.text('session');
  return async (deps) => {
    const made = { journals: ids.map((journalId) => ({ journalId, reference, postedOn })), at: Date.now(), by: null };
    const proposed = async () => livingJournals(deps.store, await statingOf(scope, values)(deps));
    const ofSession = session === null ? null : { key: { ...scope, session }, proposed };
    return lifeText(await postJournals(deps.store, scope, { ...made, ofSession }));
  };
};

const takenBack: Action = (scope, _, ids) => {
  if (ids.length === 0) throw wrong('Which journals? tieout journals taken-back JOURNAL...');
  return async ({ store }) =>
    lifeText(await takeBackJournals(store, scope, { journalIds: ids, at: Date.now(), by: null }));
};

const show: Action = (scope, _, ids) => {
  const [id, ...more] = ids;
  if (id === undefined || more.length > 0) throw wrong('show takes one journal.');
  return async ({ store }) => {
    const shown = await showJournal(store, scope, id);
    if (shown === null) throw neverExported(id);
    return shownText(id, shown);
  };
};

const ACTIONS = { list, export: exporting, posted, 'taken-back': takenBack, show } as const;

/** What the session proposes, by the given chart or the partner's own. */
function statingOf(scope: PartnerScope, values: OptionValues) {
  const key = { ...scope, session: needed(values, 'session') };
  const at = positionOf(values.text('at'));
  const file = values.text('chart');
  const given = file === null ? null : readChart(file);
  return async (deps: StatingDependencies) => {
    const found = await stateSession(deps, key, at);
    if (found === null)
      throw new TieoutError('not_found', `No session ${key.session} of this tenant and partner is kept.`);
    const chart = given ?? (await chartInForce(deps.store, scope, null))?.chart ?? null;
    return { key, stated: found.stated, chart };
  };
}

function positionOf(text: string | null): number | null {
  if (text === null) return null;
  if (!/^[1-9]\d{0,8}$/.test(text)) throw wrong(`--at is a whole number from 1 on, not "${text}".`);
  return Number(text);
}

function needed(values: OptionValues, name: string): string {
  const given = values.text(name);
  if (given === null || given === '') throw wrong(`${values.positionals[0]} needs --${name}.`);
  return given;
}
