// `tieout formats list` and `tieout formats forget`: shows remembered formats of files, and removes a wrong one. The
// next file of a forgotten format proves it again, or a person is asked.

import { onStore } from '../../compose/on-store.ts';
import { columnsOfPlan } from '../../core/reading/accepted-plan.ts';
import type { RememberedFormat } from '../../core/reading/remembered-format.ts';
import { printable } from '../../core/words/printable.ts';
import { HELP_OPTION, type OptionRow, optionHelp, parseOptions, usage } from '../options.ts';
import { storeConfiguration } from '../store-configuration.ts';

export const FORMATS_OPTIONS: readonly OptionRow[] = [
  {
    name: 'data',
    value: 'DIR',
    standard: null,
    meaning: 'folder of the embedded store, as `reconcile --data` has it; else the store of the environment',
  },
  { name: 'tenant', value: 'ID', standard: 'all', meaning: 'only what is remembered for this tenant' },
  { name: 'partner', value: 'ID', standard: 'all', meaning: 'only what is remembered for this partner' },
  { name: 'json', value: null, standard: null, meaning: 'print one JSON object and nothing else' },
  HELP_OPTION,
];

const HELP = `Usage: tieout formats list [options]
       tieout formats forget FORMAT... [options]

Shows how files of a layout are remembered to be read, the latest first, or forgets it by the number that the list
gives. What a mapping confirmed and what a file's own balances proved is remembered for a tenant and partner.
On the embedded store the service has to be stopped meanwhile; on MongoDB it may run.

${optionHelp(FORMATS_OPTIONS)}`;

export async function formats(argv: string[]): Promise<number> {
  const values = parseOptions(argv, { command: 'formats', table: FORMATS_OPTIONS, positionals: true });
  if (values.flag('help')) {
    process.stdout.write(HELP);
    return 0;
  }
  const [what, ...ids] = values.positionals;
  const isWhole = what === 'list' ? ids.length === 0 : what === 'forget' && ids.length > 0;
  if (!isWhole) throw usage('formats', 'Say what to do: tieout formats list, or tieout formats forget FORMAT.');
  const [tenant, partner] = [values.text('tenant'), values.text('partner')];
  const scope = { ...(tenant !== null && { tenant }), ...(partner !== null && { partner }) };
  const json = values.flag('json');
  const output = await onStore(storeConfiguration(values.text('data')), async ({ formats: store }) => {
    const known = await store.list(scope);
    if (what === 'list') return json ? { formats: known } : listed(known);
    const forgotten = ids.map((id) => oneOf(known, id));
    for (const format of forgotten) await store.forget(format);
    return json ? { forgotten: forgotten.map(({ formatId }) => formatId) } : forgotten.map(forgottenWords).join('');
  });
  process.stdout.write(typeof output === 'string' ? output : `${JSON.stringify(output)}\n`);
  return 0;
}

/** Throws usage if no format has the id, or those of several partners do. */
function oneOf(known: readonly RememberedFormat[], id: string): RememberedFormat {
  const found = known.filter(({ formatId }) => formatId === id);
  if (found.length === 1) return found[0];
  const sentence =
    found.length === 0
      ? `No format ${JSON.stringify(id)} is remembered: tieout formats list shows those that are.`
      : `Several partners have the format ${id}: name --tenant and --partner.`;
  throw usage('formats', sentence);
}

const forgottenWords = ({ formatId, file }: RememberedFormat): string =>
  `${formatId} is forgotten: files of the layout of ${printable(file)} are read anew.\n`;

function listed(known: readonly RememberedFormat[]): string {
  if (known.length === 0) return 'No format is remembered.\n';
  return known.map((format) => `${lines(format).join('\n')}\n`).join('\n');
}

function lines(format: RememberedFormat): string[] {
  const { formatId, tenant, partner, side, confirmedBy, file, rememberedAt, mapping } = format;
  const { areTitles, columns } = columnsOfPlan(format);
  const confirmed = confirmedBy === 'mapping' ? 'said by a mapping for' : 'proven by';
  return [
    `${formatId}  ${side === 'gl' ? 'ledger' : 'bank'}, tenant ${tenant}, partner ${partner}`,
    `  ${confirmed} ${file}, ${new Date(rememberedAt).toISOString()}`,
    `  ${areTitles ? 'titles' : 'no titles; columns of'}: ${columns.join(' | ')}`,
    `  read as: ${JSON.stringify(mapping)}`,
  ].map((line) => printable(line));
}
