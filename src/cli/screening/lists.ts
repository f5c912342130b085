// `tieout lists`: lists of sanctions and exposed persons. `check` reads them as the service would and stores nothing;
// `load` puts them into the store, where every process of the service finds them; `list` and `forget` show and remove
// them.

import { readList } from '../../adapters/lists/read-list.ts';
import { onLists } from '../../compose/on-lists.ts';
import { listsOf } from '../../configuration/verification.ts';
import { TieoutError } from '../../core/errors.ts';
import type { ListHead } from '../../core/records/documents/watchlist.ts';
import { printable } from '../../core/words/printable.ts';
import { loadList } from '../../workflows/verification/load-list.ts';
import { HELP_OPTION, type OptionRow, type OptionValues, optionHelp, parseOptions, usage } from '../options.ts';
import { storeConfiguration } from '../store-configuration.ts';

const LISTS_OPTIONS: readonly OptionRow[] = [
  {
    name: 'data',
    value: 'DIR',
    standard: null,
    meaning: 'folder of the embedded store, as the service has it; else the store of the environment',
  },
  { name: 'json', value: null, standard: null, meaning: 'print one JSON array and nothing else' },
  HELP_OPTION,
];

const HELP = `Usage: tieout lists check FILE... [options]
       tieout lists load NAME=FILE... [options]
       tieout lists list [options]
       tieout lists forget NAME... [options]

Lists of sanctions and exposed persons, from files or urls. check says their format, their entities and their version,
and keeps nothing. load puts them into the store; every process of the service uses them within seconds, and one that
is cut off or shrank too much is refused. The service itself loads those that TIEOUT_LISTS names.
On the embedded store the service has to be stopped meanwhile, but for check; on MongoDB it may run.

${optionHelp(LISTS_OPTIONS)}
Exit codes: 0 done, 1 a list cannot be used or is not there, 2 wrong usage.
`;

/** The output for one list. */
interface ListOutput {
  readonly list: string;
  readonly format: string | null;
  readonly version: string | null;
  readonly entities: number;
  /** Milliseconds since 1970; null if it is not known. */
  readonly publishedAt: number | null;
  readonly warnings: readonly string[];
  readonly error: string | null;
  /** A sentence for people; not in the JSON. */
  readonly more?: string;
}

export async function lists(argv: string[]): Promise<number> {
  const values = parseOptions(argv, { command: 'lists', table: LISTS_OPTIONS, positionals: true });
  if (values.flag('help')) {
    process.stdout.write(HELP);
    return 0;
  }
  const [what, ...named] = values.positionals;
  const outputs = await outputsOf(what, named, values);
  if (values.flag('json')) {
    process.stdout.write(
      `${JSON.stringify(
        outputs.map(({ more: _, publishedAt, ...one }) => ({
          ...one,
          published_at: publishedAt === null ? null : timeText(publishedAt),
        })),
        null,
        2,
      )}\n`,
    );
  } else {
    for (const { list, format, entities, version, error, warnings, more = '' } of outputs) {
      if (error !== null) process.stderr.write(`${printable(error)}\n`);
      else
        process.stdout.write(printable(`${list}: ${format}, ${entities} entities, version ${version}${more}`) + '\n');
      for (const warning of warnings) process.stderr.write(`${printable(`Warning: ${list}: ${warning}`)}\n`);
    }
    if (what === 'list' && outputs.length === 0) process.stdout.write('No list is loaded.\n');
  }
  return outputs.some(({ error }) => error !== null) ? 1 : 0;
}

async function outputsOf(
  what: string | undefined,
  named: readonly string[],
  values: OptionValues,
): Promise<ListOutput[]> {
  if (what === 'check' && named.length > 0) {
    return outputOfEach(named, async (list) => {
      const { format, version, entities, publishedAt, warnings } = await readList(list);
      const more = publishedAt === null ? '' : `, published ${timeText(publishedAt)}`;
      return { ...{ list, format, version, entities: entities.length, error: null, more, warnings }, publishedAt };
    });
  }
  if (what === 'load' && named.length > 0) {
    const sources = listsOf(named.join(','));
    if (sources === undefined)
      throw usage('lists', 'Name each list once, with its file: tieout lists load sdn=SDN.XML.');
    return onLists(storeConfiguration(values.text('data')), (_, loading) =>
      outputOfEach(sources, async (source) => {
        const loaded = await loadList(loading, source);
        if (loaded === null) throw busy(source.name);
        const { head, isOther, alarm } = loaded;
        const output = headOutput(head);
        const warnings = alarm === null ? output.warnings : [alarm, ...output.warnings];
        return { ...output, warnings, more: isOther ? ', loaded' : ', as it was' };
      }),
    );
  }
  if (what === 'list' && named.length === 0) {
    return onLists(storeConfiguration(values.text('data')), async (kept) =>
      (await kept.heads()).map((head) => ({
        ...headOutput(head),
        more: `, published ${timeText(head.publishedAt)}, read ${timeText(head.loadedAt)}`,
      })),
    );
  }
  if (what === 'forget' && named.length > 0) {
    return onLists(storeConfiguration(values.text('data')), async (kept) => {
      const heads = await kept.heads();
      return outputOfEach(named, async (name) => {
        const head = heads.find((one) => one.name === name);
        if (head === undefined || !(await kept.forget(name))) throw unknown(name);
        return { ...headOutput(head), more: ', forgotten' };
      });
    });
  }
  throw usage('lists', 'Say what to do: tieout lists check FILE, load NAME=FILE, list, or forget NAME.');
}

const headOutput = ({ name, format, version, entities, publishedAt, warnings }: ListHead) => ({
  ...{ list: name, format, version, entities, publishedAt, warnings, error: null },
});

const timeText = (ms: number): string => new Date(ms).toISOString();

const busy = (name: string) =>
  new TieoutError('list_unusable', `The list ${name} is being loaded by another process: try again later.`);
const unknown = (name: string) => new TieoutError('not_found', `No list ${name} is loaded.`);

/** A failing list does not stop the others. */
async function outputOfEach<T>(all: readonly T[], outputOf: (one: T) => Promise<ListOutput>): Promise<ListOutput[]> {
  const outputs: ListOutput[] = [];
  for (const one of all) {
    try {
      outputs.push(await outputOf(one));
    } catch (error) {
      if (!(error instanceof TieoutError)) throw error;
      const list = typeof one === 'string' ? one : (one as { readonly name: string }).name;
      outputs.push({
        ...{ list, format: null, version: null, entities: 0, publishedAt: null, warnings: [] },
        error: error.sentence,
      });
    }
  }
  return outputs;
}
