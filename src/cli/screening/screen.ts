// `tieout screen NAME`: screens a person or company against given lists, with the service's engine, and shows the
// result of each feature. Nothing is stored.

import { localWatchlists, readLocalLists } from '../../compose/local-lists.ts';
import { readConfiguration } from '../../config.ts';
import { impossibleBirthReason } from '../../core/identity/check-outcome.ts';
import { SUBJECT_CELLS } from '../../core/identity/subject-row.ts';
import { dayAt } from '../../core/money/calendar.ts';
import { impossibleBirth } from '../../core/screening/birth-dates.ts';
import { notCompared, ONE_WORD, TOO_SHORT } from '../../core/screening/comparable.ts';
import { countryCode } from '../../core/screening/countries.ts';
import { identifierOf, isPartialDate } from '../../core/screening/entities/listed-entity.ts';
import { REVIEW_FROM } from '../../core/screening/match-entity.ts';
import { riskTag } from '../../core/screening/risk-tag.ts';
import type { ScreeningHit } from '../../core/screening/screen.ts';
import { printable } from '../../core/words/printable.ts';
import { screenSubject } from '../../workflows/verification/screen-subject.ts';
import { HELP_OPTION, type OptionRow, type OptionValues, optionHelp, parseOptions, usage } from '../options.ts';
import { screenFile } from './screen-file.ts';

const SCREEN_OPTIONS: readonly OptionRow[] = [
  {
    name: 'list',
    value: 'FILE...',
    standard: null,
    meaning: 'lists to look in: files or urls of the formats that the service reads',
  },
  {
    name: 'file',
    value: 'FILE',
    standard: null,
    meaning: `screens every subject of a file instead: CSV with titles, or JSON Lines, of ${SUBJECT_CELLS.join(', ')}`,
  },
  { name: 'out', value: 'FILE', standard: null, meaning: 'with --file: writes a line about each subject, as CSV' },
  { name: 'company', value: null, standard: null, meaning: 'NAME is a company' },
  { name: 'born', value: 'DATE', standard: null, meaning: 'day of birth: YYYY-MM-DD, YYYY-MM or YYYY' },
  { name: 'country', value: 'COUNTRY', standard: null, meaning: 'nationality, or a company’s country' },
  { name: 'id', value: 'NUMBER', standard: null, meaning: 'a number of any kind that lists have' },
  { name: 'threshold', value: 'X', standard: String(REVIEW_FROM), meaning: 'hits from this score on' },
  { name: 'json', value: null, standard: null, meaning: 'print one JSON object and nothing else' },
  HELP_OPTION,
];

const HELP = `Usage: tieout screen NAME --list FILE... [options]
       tieout screen --file FILE --list FILE... [options]

Looks NAME up in lists of sanctions and exposed persons, says why each hit is one, and judges as the service judges:
verified, partial, review or not_verified.

${optionHelp(SCREEN_OPTIONS)}
Exit codes: 0 done, with hits or without, 1 a list or file cannot be read, or some of its rows cannot be screened,
2 wrong usage.
`;

const HOUR_MS = 3_600_000;
/** Most hits that are shown. */
const MOST_HITS = 20;

export async function screen(argv: string[]): Promise<number> {
  const values = parseOptions(argv, { command: 'screen', table: SCREEN_OPTIONS, positionals: true });
  if (values.flag('help')) {
    process.stdout.write(HELP);
    return 0;
  }
  const now = Date.now();
  const staleMs = readConfiguration(process.env).TIEOUT_LISTS_STALE_HOURS.standard * HOUR_MS;
  const file = values.text('file');
  const isJson = values.flag('json');
  if (file !== null) {
    const given = ['company', 'born', 'country', 'id'].find((name) => values.flag(name) || values.text(name) !== null);
    if (values.positionals.length > 0 || given !== undefined) {
      throw usage('screen', '--file takes its subjects from the file alone: leave NAME and its options out.');
    }
    const threshold = thresholdOf(values);
    const lists = await readLists(values, { now, staleMs });
    return screenFile({ file, lists, threshold, out: values.text('out'), isJson, now });
  }
  if (values.text('out') !== null) throw usage('screen', '--out needs --file.');
  const { subject, threshold } = screeningOf(values);
  const watchlists = localWatchlists(await readLists(values, { now, staleMs }));
  const wish = { names: [], threshold, limit: MOST_HITS };
  const { hits, suppressed, uncompared, decision, outcome } = await screenSubject(watchlists, subject, wish);
  const used = watchlists.states().map(({ name, version, entities }) => ({ list: name, version, entities }));
  const { status, reasons } = outcome;
  if (isJson) {
    const found = { hits: hits.map(hitJson), suppressed: suppressed.map(hitJson), uncompared };
    process.stdout.write(`${JSON.stringify({ lists: used, status, decision, reasons, ...found }, null, 2)}\n`);
    return 0;
  }
  for (const { list, entities } of used) process.stdout.write(`${list}: ${entities} entities\n`);
  if (hits.length === 0) process.stdout.write(`No hit from ${threshold} on.\n`);
  for (const hit of hits) process.stdout.write(hitText(hit));
  if (suppressed.length > 0) process.stdout.write('Set aside, although the name or an identifier is alike:\n');
  for (const hit of suppressed) process.stdout.write(hitText(hit));
  process.stdout.write(`Judged: ${status}\n`);
  for (const { detail } of reasons) process.stdout.write(printable(`  ${detail}`) + '\n');
  if (hits.length === 0 && notCompared(subject).includes(ONE_WORD)) process.stdout.write('  Try --threshold 0.5.\n');
  return 0;
}

/** Reads the lists, and says their warnings. */
async function readLists(values: OptionValues, of: { readonly now: number; readonly staleMs: number }) {
  const lists = await readLocalLists(values.list('list'), of);
  for (const { loaded, warnings } of lists) {
    for (const warning of warnings) process.stderr.write(`${printable(`Warning: ${loaded.name}: ${warning}`)}\n`);
  }
  return lists;
}

/** The threshold of the options, which must name a list. */
function thresholdOf(values: OptionValues): number {
  if (values.list('list').length === 0) throw usage('screen', 'Name a list with --list.');
  const threshold = Number(values.text('threshold') ?? REVIEW_FROM);
  if (!(threshold >= 0 && threshold <= 1)) throw usage('screen', '--threshold takes a number from 0 to 1.');
  return threshold;
}

/** The subject that the options describe. Throws usage if it cannot be screened. */
function screeningOf(values: OptionValues) {
  const name = values.positionals.join(' ').trim();
  if (name === '') throw usage('screen', 'Say whom to look for: tieout screen NAME --list FILE.');
  const threshold = thresholdOf(values);
  const born = values.text('born');
  if (born !== null && !isPartialDate(born)) throw usage('screen', '--born takes YYYY-MM-DD, YYYY-MM or YYYY.');
  const impossible = born === null ? null : impossibleBirth(born, dayAt(Date.now()));
  if (impossible !== null) throw usage('screen', impossibleBirthReason(impossible).detail);
  const given = values.text('country');
  const country = given === null ? null : countryCode(given);
  if (given !== null && country === null) throw usage('screen', '--country takes a country by its code or name.');
  const id = values.text('id');
  const subject = {
    ...{ schema: values.flag('company') ? 'Company' : 'Person', names: [name], genders: [] },
    ...{ birthDates: born === null ? [] : [born], countries: country === null ? [] : [country] },
    identifiers: id === null ? [] : [identifierOf('', id)],
  };
  if (notCompared(subject).includes(TOO_SHORT)) throw usage('screen', TOO_SHORT.detail);
  return { subject, threshold };
}

const hitText = ({ score, matchedName, entity, features }: ScreeningHit): string =>
  [
    `${score.toFixed(3)}  ${matchedName}  (${entity.id}, ${riskTag(entity.topics).tag})\n`,
    ...features.map(({ name, score: own, detail }) => `       ${name} ${own.toFixed(3)}: ${detail}\n`),
  ].join('');

const hitJson = ({ list, entity, score, matchedName, features }: ScreeningHit) => ({
  ...{ list, entity_id: entity.id, name: entity.names[0] ?? '' },
  ...{ matched_name: matchedName, score, topics: entity.topics },
  features,
});
