// `tieout generate`: writes a made-up month (ledger, bank statement and truth) into a folder. The text is written in
// chunks; the files get their names once they are complete.

import { closeSync, openSync, renameSync, rmSync, writeSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { TieoutError } from '../core/errors.ts';
import { scaledInteger } from '../core/money/money.ts';
import { cardsMonth } from '../generation/commercial/cards.ts';
import { transfersMonth } from '../generation/commercial/transfers.ts';
import { generateMonth } from '../generation/generate.ts';
import { generatePortfolios } from '../generation/holdings/portfolios.ts';
import { type Chunk, FILE_NAMES, MONTH_FILES, type MonthFile, type MonthTotals } from '../generation/month.ts';
import {
  COLUMN_STYLES,
  type ColumnStyle,
  DEFAULT_MONTH,
  MAX_GENERATED_ACCOUNTS,
  MAX_GENERATED_ROWS,
  MAX_OPEN_PER_MILLION,
  type MonthOptions,
} from '../generation/options.ts';
import { makeFolder, unwritable } from './files/output-folder.ts';

const HELP = `Usage: tieout generate --rows N --seed S --out DIR [options]

Writes a made-up month of a Nigerian microfinance bank into DIR: gl.csv (its own ledger), bank.csv (the
correspondent bank's statement) and truth.csv (group,cause,side,file,line,source_id: which rows belong
together, and why; a group of one row stands alone). The same seed gives the same bytes everywhere.

  --rows N            about N rows a side, 1 to ${MAX_GENERATED_ROWS}
  --seed S            any text
  --out DIR           folder to write to; made when absent, files of these names are replaced
  --kind KIND         banking (default), nip (outward transfers and the settlement report) or atm (cash machines
                      and the switch's report); these two take --rows, --seed, --out, --month and --json;
                      or asset: a fund's books (gl.csv, lot by lot) and its custodian's report (bank.csv) on
                      the month's last day, which takes --accounts besides
  --month YYYY-MM     the month (default ${DEFAULT_MONTH.year}-${String(DEFAULT_MONTH.month).padStart(2, '0')})
  --accounts A        accounts, 1 to ${MAX_GENERATED_ACCOUNTS} (default 1); with more the files have an account column
  --batch-share X     share of events that are batches, several entries against one sum, 0 to 0.5 (default 0)
  --open-share X      share of rows that stay open in truth, 0 to 0.5 (default ${DEFAULT_MONTH.openPerMillion / 1_000_000})
  --no-references     no reference in any column and no identifier in any narration
  --cut-narrations N  the bank's narrations cut to N characters
  --shuffle           rows in an order drawn by the seed; each keeps the balance it was booked with
  --columns STYLE     plain (default), or renamed: other titles and order, day-first dates, grouped amounts
  --json              print what was written as one JSON object
  --help              this text

Fees that the bank netted are 0.5% of card sales, or 10.75, 26.88 or 53.75 of a transfer: reconcile such a
month with --msc-rate 0.005 --charge-min 10 --charge-max 60. What is late is eight to sixteen days late.
`;

const usage = (sentence: string) => new TieoutError('usage', `${sentence} See tieout generate --help.`);

function integer(name: string, text: string, { from, to }: { from: number; to: number }): number {
  const value = /^\d{1,15}$/.test(text) ? Number(text) : Number.NaN;
  if (!(value >= from && value <= to))
    throw usage(`--${name} takes a whole number from ${from} to ${to}, not "${text}".`);
  return value;
}

function perMillion(name: 'open-share' | 'batch-share', text: string): number {
  const value = scaledInteger(text, 6);
  if (value === null || value < 0 || value > MAX_OPEN_PER_MILLION) {
    throw usage(`--${name} takes a share from 0 to ${MAX_OPEN_PER_MILLION / 1_000_000}, not "${text}".`);
  }
  return value;
}

function yearAndMonth(text: string): { year: number; month: number } {
  const parts = /^(\d{4})-(\d{2})$/.exec(text);
  const year = Number(parts?.[1]);
  const month = Number(parts?.[2]);
  // References have two digits of the year, so a month must be in this century.
  if (!(year >= 2000 && year <= 2099 && month >= 1 && month <= 12)) {
    throw usage(`--month takes a month from 2000-01 to 2099-12, not "${text}".`);
  }
  return { year, month };
}

function columnStyle(text: string): ColumnStyle {
  const style = COLUMN_STYLES.find((known) => known === text);
  if (style === undefined) throw usage(`--columns is ${COLUMN_STYLES.join(' or ')}, not "${text}".`);
  return style;
}

const OPTIONS = {
  rows: { type: 'string' },
  seed: { type: 'string' },
  out: { type: 'string' },
  kind: { type: 'string', default: 'banking' },
  month: { type: 'string' },
  accounts: { type: 'string' },
  'open-share': { type: 'string' },
  'batch-share': { type: 'string' },
  'no-references': { type: 'boolean', default: false },
  'cut-narrations': { type: 'string' },
  shuffle: { type: 'boolean', default: false },
  columns: { type: 'string' },
  json: { type: 'boolean', default: false },
  help: { type: 'boolean', default: false },
} as const;

function parsed(argv: string[]) {
  try {
    return parseArgs({ args: argv, options: OPTIONS, strict: true, allowPositionals: false }).values;
  } catch (error) {
    throw usage(`${error instanceof Error ? error.message.split(/\. |\n/)[0].replace(/\.$/, '') : String(error)}.`);
  }
}

type Values = ReturnType<typeof parsed>;

const MONTH_KINDS = ['banking', 'nip', 'atm', 'asset'] as const;
type Kind = (typeof MONTH_KINDS)[number];
const isKind = (text: string): text is Kind => (MONTH_KINDS as readonly string[]).includes(text);
/** Options that months of other kinds do not take. */
const OF_BANKING = [
  'accounts',
  'open-share',
  'batch-share',
  'no-references',
  'cut-narrations',
  'shuffle',
  'columns',
] as const;

const isOf = (kind: Kind, option: (typeof OF_BANKING)[number]): boolean =>
  kind === 'banking' || (kind === 'asset' && option === 'accounts');

const PLAYS: Readonly<Record<Kind, (month: MonthOptions) => Generator<Chunk, Totals>>> = {
  banking: generateMonth,
  nip: transfersMonth,
  atm: cardsMonth,
  asset: generatePortfolios,
};

function monthOptions(values: Values): { month: MonthOptions; out: string; kind: Kind } {
  const { rows, seed, out, kind } = values;
  if (!isKind(kind)) throw usage(`--kind is ${MONTH_KINDS.join(', ')}, not "${kind}".`);
  if (rows === undefined || seed === undefined || out === undefined || out === '') {
    throw usage('generate needs --rows, --seed and --out.');
  }
  const given = OF_BANKING.find((name) => values[name] !== undefined && values[name] !== false && !isOf(kind, name));
  if (given !== undefined) throw usage(`--${given} is not of --kind ${kind}.`);
  const cut = values['cut-narrations'];
  const [share, batches] = [values['open-share'], values['batch-share']];
  return {
    out,
    kind,
    month: {
      ...DEFAULT_MONTH,
      rows: integer('rows', rows, { from: 1, to: MAX_GENERATED_ROWS }),
      seed,
      ...(values.month !== undefined && yearAndMonth(values.month)),
      ...(values.accounts !== undefined && {
        accounts: integer('accounts', values.accounts, { from: 1, to: MAX_GENERATED_ACCOUNTS }),
      }),
      ...(share !== undefined && { openPerMillion: perMillion('open-share', share) }),
      ...(batches !== undefined && { batchesPerMillion: perMillion('batch-share', batches) }),
      references: !values['no-references'],
      ...(cut !== undefined && { narrationWidth: integer('cut-narrations', cut, { from: 1, to: 1_000 }) }),
      shuffled: values.shuffle,
      ...(values.columns !== undefined && { columns: columnStyle(values.columns) }),
    },
  };
}

type Totals = Omit<MonthTotals, 'causes'> & { readonly causes: object };

/** Writes the month's files under temporary names first, so that an existing file is complete. */
function writeMonth(play: Generator<Chunk, Totals>, out: string): Totals {
  const paths = MONTH_FILES.map((file): [MonthFile, string] => [file, join(out, FILE_NAMES[file])]);
  const unfinished = (path: string) => `${path}.unfinished`;
  const files = new Map<MonthFile, number>();
  const begun: string[] = [];
  const close = () => {
    for (const descriptor of files.values()) closeSync(descriptor);
    files.clear();
  };
  try {
    makeFolder(resolve(out));
    for (const [file, path] of paths) {
      files.set(file, openSync(unfinished(path), 'w'));
      begun.push(unfinished(path));
    }
    const show = progress();
    let written = 0;
    let step = play.next();
    for (; !step.done; step = play.next()) {
      const { file, bytes } = step.value;
      writeWhole(files.get(file)!, bytes);
      written += bytes.length;
      show(`${Math.floor(written / 1_000_000)} MB written`);
    }
    show('');
    close();
    for (const [, path] of paths) renameSync(unfinished(path), path);
    return step.value;
  } catch (error) {
    close();
    for (const path of begun) rmSync(path, { force: true });
    throw unwritable(out, error);
  }
}

function writeWhole(descriptor: number, bytes: Uint8Array): void {
  for (let at = 0; at < bytes.length; ) at += writeSync(descriptor, bytes, at);
}

/** Shows one line that is overwritten, only on a terminal. */
function progress(): (words: string) => void {
  const { stderr } = process;
  if (!stderr.isTTY) return () => {};
  return (words) => void stderr.write(`\r\u001b[K${words}`);
}

function report(month: MonthOptions, { out, totals, json }: { out: string; totals: Totals; json: boolean }): string {
  const { gl, bank } = totals.rows;
  if (json) {
    const files = Object.fromEntries(MONTH_FILES.map((file) => [file, join(out, FILE_NAMES[file])]));
    const { seed, year } = month;
    const written = {
      seed,
      month: `${year}-${String(month.month).padStart(2, '0')}`,
      files,
      rows: totals.rows,
      open_rows: totals.openRows,
    };
    return `${JSON.stringify({ ...written, rows_by_cause: totals.causes })}\n`;
  }
  const share = ((100 * totals.openRows) / (gl + bank)).toFixed(1);
  return `${gl} ledger rows and ${bank} bank rows in ${out}, ${totals.openRows} of them (${share}%) open in truth.\n`;
}

/** Runs the command; throws TieoutError. */
export async function generate(argv: string[]): Promise<number> {
  const values = parsed(argv);
  if (values.help) {
    process.stdout.write(HELP);
    return 0;
  }
  const { month, out, kind } = monthOptions(values);
  const totals = writeMonth(PLAYS[kind](month), out);
  process.stdout.write(report(month, { out, totals, json: values.json }));
  return 0;
}
