// `tieout lists check`: reads lists as the service would, and says what is in them or why they are refused: to be tried
// before TIEOUT_LISTS names them.

import { readList } from '../../adapters/lists/read-list.ts';
import { TieoutError } from '../../core/errors.ts';
import { HELP_OPTION, type OptionRow, optionHelp, parseOptions, usage } from '../options.ts';

export const LISTS_OPTIONS: readonly OptionRow[] = [
  { name: 'json', value: null, standard: null, meaning: 'print one JSON array and nothing else' },
  HELP_OPTION,
];

const HELP = `Usage: tieout lists check FILE... [options]

Reads lists of sanctions and exposed persons, files or urls, and says their format, their entities and
their version. The service loads those that TIEOUT_LISTS names.

${optionHelp(LISTS_OPTIONS)}
Exit codes: 0 all can be used, 1 one cannot, 2 wrong usage.
`;

export async function lists(argv: string[]): Promise<number> {
  const values = parseOptions(argv, { command: 'lists', table: LISTS_OPTIONS, positionals: true });
  if (values.flag('help')) {
    process.stdout.write(HELP);
    return 0;
  }
  const [what, ...urls] = values.positionals;
  if (what !== 'check' || urls.length === 0) throw usage('lists', 'Say what to do: tieout lists check FILE...');
  const read = [];
  for (const url of urls) {
    try {
      const { format, version, entities } = await readList(url);
      read.push({ list: url, format, version, entities: entities.length, error: null });
    } catch (error) {
      if (!(error instanceof TieoutError)) throw error;
      read.push({ list: url, format: null, version: null, entities: 0, error: error.sentence });
    }
  }
  if (values.flag('json')) process.stdout.write(`${JSON.stringify(read, null, 2)}\n`);
  else {
    for (const { list, format, version, entities, error } of read) {
      if (error === null) process.stdout.write(`${list}: ${format}, ${entities} entities, version ${version}\n`);
      else process.stderr.write(`${error}\n`);
    }
  }
  return read.some(({ error }) => error !== null) ? 1 : 0;
}
