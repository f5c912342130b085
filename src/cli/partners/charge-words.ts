// `tieout charge-words list` and `tieout charge-words forget`: shows what a partner's bank calls its charges, as people
// confirmed it, and takes a wrong name back. Both are new versions; runs keep the version that they went by.

import { onStore } from '../../compose/on-store.ts';
import { moneyText } from '../../core/classification/wording.ts';
import { formatDay } from '../../core/money/calendar.ts';
import { exponentOf, formatMinor } from '../../core/money/money.ts';
import type { Lesson, SeenRow } from '../../core/records/charge-words.ts';
import { printable } from '../../core/words/printable.ts';
import { forgetNames, lessonsIn } from '../../workflows/partners/charge-words-in-force.ts';
import { HELP_OPTION, type OptionRow, optionHelp, parseOptions, usage } from '../options.ts';
import { storeConfiguration } from '../store-configuration.ts';

export const CHARGE_WORDS_OPTIONS: readonly OptionRow[] = [
  {
    name: 'data',
    value: 'DIR',
    standard: null,
    meaning: 'folder of the embedded store, as `reconcile --data` has it; else the store of the environment',
  },
  { name: 'tenant', value: 'ID', standard: 'local', meaning: 'the tenant' },
  { name: 'partner', value: 'ID', standard: 'local', meaning: 'the partner' },
  { name: 'json', value: null, standard: null, meaning: 'print one JSON object and nothing else' },
  HELP_OPTION,
];

const HELP = `Usage: tieout charge-words list [options]
       tieout charge-words forget NAME... [options]

Shows the words by which a partner's bank lines are known as charges, interest or taxes since somebody confirmed them,
or forgets some. Runs that are accepted afterwards go without them. Reopening what was confirmed forgets them too.
On the embedded store the service has to be stopped meanwhile; on MongoDB it may run.

${optionHelp(CHARGE_WORDS_OPTIONS)}`;

export async function chargeWords(argv: string[]): Promise<number> {
  const values = parseOptions(argv, { command: 'charge-words', table: CHARGE_WORDS_OPTIONS, positionals: true });
  if (values.flag('help')) {
    process.stdout.write(HELP);
    return 0;
  }
  const [what, ...names] = values.positionals;
  const isWhole = what === 'list' ? names.length === 0 : what === 'forget' && names.length > 0;
  if (!isWhole)
    throw usage('charge-words', 'Say what to do: tieout charge-words list, or tieout charge-words forget NAME.');
  const key = { tenant: values.text('tenant') ?? 'local', partner: values.text('partner') ?? 'local' };
  const output = await onStore(storeConfiguration(values.text('data')), async (store) => {
    const latest = await store.partnerTerms.latest({ ...key, name: 'charge_words' });
    const known = latest === null ? [] : lessonsIn(latest);
    if (what === 'list') return { version: latest?.version ?? null, names: known };
    const unknown = names.find((name) => !known.some((lesson) => lesson.name === name));
    if (unknown !== undefined)
      throw usage('charge-words', `${JSON.stringify(unknown)} is not known: tieout charge-words list shows what is.`);
    const left = await forgetNames(store, key, { names, setAt: Date.now(), setBy: null });
    return { version: left.version, names: lessonsIn(left) };
  });
  process.stdout.write(values.flag('json') ? `${JSON.stringify(jsonOf(output))}\n` : listed(output));
  return 0;
}

const KINDS = { charge: 'charge', interest_or_tax: 'interest or tax' } as const;

interface Words {
  readonly version: number | null;
  readonly names: readonly Lesson[];
}

const jsonOf = ({ version, names }: Words) => ({
  version,
  names: names.map((lesson) => ({
    ...lesson,
    seen: lesson.seen.map((row) => ({
      ...row,
      amount: formatMinor(row.amount, exponentOf(row.currency)),
      day: formatDay(row.day),
    })),
  })),
});

function listed({ version, names }: Words): string {
  if (version === null) return 'No words for charges are known for this partner.\n';
  const lines = names.map(
    ({ name, kind, clusters, seen }) =>
      `  ${printable(name)}  ${KINDS[kind]}, confirmed by ${clusters[0]}${lastSeen(seen.at(-1))}`,
  );
  return [`Version ${version}, ${names.length === 1 ? '1 name' : `${names.length} names`}`, ...lines, ''].join('\n');
}

const lastSeen = (row: SeenRow | undefined): string =>
  row === undefined ? '' : `, last ${moneyText(row.amount, row.currency)} on ${formatDay(row.day)}`;
