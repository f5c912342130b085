// A command's options as one table, which parses the command line, prints --help and makes docs/configuration.md. An
// option takes no value, one, or several (`--gl a.csv b.csv` or `--gl a.csv --gl b.csv`).

import { parseArgs } from 'node:util';
import { TieoutError } from '../core/errors.ts';

export interface OptionRow {
  readonly name: string;
  /** Name of the value in help (`DAY`); null for an option without one. A name with ... takes several. */
  readonly value: string | null;
  /** The default in words; null if there is nothing to say. */
  readonly standard: string | null;
  readonly meaning: string;
}

export const HELP_OPTION: OptionRow = { name: 'help', value: null, standard: null, meaning: 'this text' };

const takesSeveral = ({ value }: OptionRow): boolean => value?.endsWith('...') ?? false;

export function usage(command: string, sentence: string): TieoutError {
  return new TieoutError('usage', `${sentence} See tieout ${command} --help.`.replace('tieout  ', 'tieout '));
}

/** The options given on a command line. */
export class OptionValues {
  readonly #values: Readonly<Record<string, unknown>>;
  readonly positionals: readonly string[];

  constructor(values: Readonly<Record<string, unknown>>, positionals: readonly string[]) {
    this.#values = values;
    this.positionals = positionals;
  }

  flag(name: string): boolean {
    return this.#values[name] === true;
  }

  text(name: string): string | null {
    return (this.#values[name] as string | undefined) ?? null;
  }

  list(name: string): readonly string[] {
    return (this.#values[name] as string[] | undefined) ?? [];
  }
}

/** Throws `usage`. Without `positionals`, every word must belong to an option. */
export function parseOptions(
  argv: readonly string[],
  { command, table, positionals = false }: { command: string; table: readonly OptionRow[]; positionals?: boolean },
): OptionValues {
  const options = Object.fromEntries(
    table.map((row) => [
      row.name,
      { type: row.value === null ? ('boolean' as const) : ('string' as const), multiple: takesSeveral(row) },
    ]),
  );
  try {
    const args = spread(argv, table);
    const parsed = parseArgs({ args, options, strict: true, allowPositionals: positionals });
    return new OptionValues(parsed.values, parsed.positionals);
  } catch (error) {
    // The first sentence is for users; the rest is advice for programmers.
    const sentence = (error instanceof Error ? error.message : String(error)).split(/\. |\n/)[0].replace(/\.$/, '');
    const dash = sentence.replace(
      ' argument is ambiguous',
      ' takes a value; one that begins with a dash follows an equals sign',
    );
    throw usage(command, `${dash}.`);
  }
}

/** A negative number is a value, because no option begins with a digit; so is standard input. */
const isValue = (word: string): boolean => word === '-' || !word.startsWith('-') || /^-[.\d]/.test(word);

/**
 * Writes `--gl a b` as `--gl=a --gl=b`, and `--tolerance -1` as `--tolerance=-1`: words up to the next option are
 * values.
 */
function spread(argv: readonly string[], table: readonly OptionRow[]): string[] {
  const several = new Set(table.filter(takesSeveral).map(({ name }) => `--${name}`));
  const one = new Set(table.filter((row) => row.value !== null && !takesSeveral(row)).map(({ name }) => `--${name}`));
  const args: string[] = [];
  for (let i = 0; i < argv.length; ) {
    const word = argv[i++];
    if (word === '--') return [...args, word, ...argv.slice(i)];
    const most = several.has(word) ? argv.length : one.has(word) ? 1 : 0;
    const values = argv.slice(i, i + most);
    const end = values.findIndex((value) => !isValue(value));
    const own = end < 0 ? values : values.slice(0, end);
    args.push(...(own.length === 0 ? [word] : own.map((value) => `${word}=${value}`)));
    i += own.length;
  }
  return args;
}

/** The table as lines of help. */
export function optionHelp(table: readonly OptionRow[]): string {
  const heads = table.map(({ name, value }) => `--${name}${value === null ? '' : ` ${value}`}`);
  const width = Math.max(...heads.map((head) => head.length)) + 2;
  return table
    .map(({ meaning, standard }, i) => {
      const text = standard === null ? meaning : `${meaning} (default: ${standard})`;
      return wrapped(text, 100 - width)
        .map((line, n) => `  ${(n === 0 ? heads[i] : '').padEnd(width)}${line}\n`)
        .join('');
    })
    .join('');
}

/** Lines of at most `width` characters, cut between words. */
export function wrapped(text: string, width: number): string[] {
  const lines: string[] = [];
  for (const word of text.split(' ')) {
    const last = lines.at(-1);
    if (last !== undefined && last.length + 1 + word.length <= width) lines[lines.length - 1] = `${last} ${word}`;
    else lines.push(word);
  }
  return lines;
}
