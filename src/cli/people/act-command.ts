// Commands that ask a service, or a folder of reconcile --data, one question: for what people decide, for files that are
// sent or come by themselves. Each has its words, options and question, and its answer as text.

import { HELP_OPTION, type OptionRow, type OptionValues, optionHelp, parseOptions, usage } from '../options.ts';
import { askService, type Question } from '../service/service-answer.ts';
import { atPlace } from './place.ts';

// biome-ignore lint/suspicious/noExplicitAny: the service's answer, whose shape its proto says.
export type Answer = any;
type Scope = Readonly<Record<'tenant_id' | 'partner_id', string>>;

type Ask = (question: Question) => Promise<Answer>;

export interface ActCommand {
  readonly name: string;
  /** After `tieout`, one for each way. */
  readonly ways: readonly string[];
  readonly meaning: string;
  readonly options: readonly OptionRow[];
  /** It is of a tenant and no partner. */
  readonly isOfTenant?: true;
  /** Throws usage. A function asks first what the question must name. */
  readonly question: (values: OptionValues, scope: Scope) => Question | ((ask: Ask) => Promise<Question>);
  /** Writes a file that is answered; answers what is said of it. */
  readonly kept?: (file: Uint8Array, values: OptionValues) => Answer;
  /** Lines. */
  readonly text: (answer: Answer) => readonly string[];
}

const COMMON: readonly OptionRow[] = [
  { name: 'tenant', value: 'ID', standard: 'local', meaning: 'the tenant' },
  { name: 'partner', value: 'ID', standard: 'local', meaning: 'the partner' },
  {
    name: 'data',
    value: 'DIR',
    standard: null,
    meaning: 'folder of the embedded store, as `reconcile --data` has it, while no service runs on it',
  },
  {
    name: 'url',
    value: 'URL',
    standard: 'TIEOUT_HOST and TIEOUT_PORT',
    meaning: 'where the service is; TIEOUT_SERVICE_TOKEN is the token of whoever asks',
  },
  { name: 'json', value: null, standard: null, meaning: 'print the answer of the service and nothing else' },
  HELP_OPTION,
];

export const optionsOf = ({ options, isOfTenant }: ActCommand): readonly OptionRow[] => [
  ...options,
  ...COMMON.filter(({ name }) => isOfTenant !== true || name !== 'partner'),
];

export const actCommand =
  (command: ActCommand) =>
  async (argv: string[]): Promise<number> => {
    const { name, ways, meaning } = command;
    const values = parseOptions(argv, { command: name, table: optionsOf(command), positionals: true });
    if (values.flag('help')) {
      const first = ways.map((way, i) => `${i === 0 ? 'Usage:' : '      '} tieout ${way} [options]\n`).join('');
      process.stdout.write(`${first}\n${meaning}\n\n${optionHelp(optionsOf(command))}`);
      return 0;
    }
    const scope = { tenant_id: values.text('tenant') ?? 'local', partner_id: values.text('partner') ?? 'local' };
    const [data, url] = [values.text('data'), values.text('url')];
    if (data !== null && url !== null) throw usage(name, 'Give --data or --url, not both.');
    const question = command.question(values, scope);
    const found: Answer = await atPlace({ data, url }, async (place) => {
      const ask: Ask = (asked) => askService(place, asked);
      return watched(ask(typeof question === 'function' ? await question(ask) : question));
    });
    const answer: Answer = found instanceof Uint8Array ? command.kept!(found, values) : found;
    const text = values.flag('json') ? [JSON.stringify(answer)] : command.text(answer);
    process.stdout.write(text.map((line) => `${line}\n`).join(''));
    return 0;
  };

const SAY_EVERY_MS = 2_000;

/** Says on standard error that it still goes on, every two seconds. */
async function watched<T>(work: Promise<T>): Promise<T> {
  const began = performance.now();
  const saying = setInterval(() => {
    process.stderr.write(
      `The service works on it, for ${Math.round((performance.now() - began) / 1_000)} seconds now.\n`,
    );
  }, SAY_EVERY_MS);
  try {
    return await work;
  } finally {
    clearInterval(saying);
  }
}

/** The one word that a way takes. Throws usage. */
export function oneWord(values: OptionValues, { name, ways }: Pick<ActCommand, 'name' | 'ways'>): string {
  const [word, ...more] = values.positionals;
  if (word === undefined || word === '' || more.length > 0) throw usage(name, `Say tieout ${ways[0]}.`);
  return word;
}

/** Throws usage if the option is not given. */
export function needed(values: OptionValues, command: string, option: string): string {
  const text = values.text(option);
  if (!text) throw usage(command, `Give --${option}.`);
  return text;
}

export const inQuery = (of: Readonly<Record<string, string>>): string => `?${new URLSearchParams(of)}`;
