// Lists of names in modules: `import { a, b as c } from "x";` and the same with export, as Node prints them when it has
// taken types out.

const FROM = /^\} from ["']([^"'\n]+)["'];?/;
/** Most characters behind a list that may hold the name of its module. */
const MOST_NAME = 400;

export interface NamesOfModule {
  readonly pairs: readonly (readonly [string, string])[];
  /** The module that the names are from; empty for names of the file itself. */
  readonly from: string;
  readonly begin: number;
  readonly end: number;
}

/** In order. */
export function listsOf(code: string, word: 'import' | 'export'): readonly NamesOfModule[] {
  const found: NamesOfModule[] = [];
  const open = `${word} {`;
  for (let begin = code.indexOf(open); begin >= 0; ) {
    const close = code.indexOf('}', begin);
    if (close < 0) break;
    const from = FROM.exec(code.slice(close, close + MOST_NAME));
    const end = close + (from?.[0].length ?? 1);
    found.push({ pairs: pairsOf(code.slice(begin + open.length, close)), from: from?.[1] ?? '', begin, end });
    begin = code.indexOf(open, end);
  }
  return found;
}

/** `a, b as c` as [a, a] and [b, c]. */
const pairsOf = (list: string): readonly (readonly [string, string])[] =>
  list
    .split(',')
    .map((one) => one.trim())
    .filter((one) => one !== '')
    .map((one) => {
      const [name = '', as = name] = one.split(' as ');
      return [name, as] as const;
    });
