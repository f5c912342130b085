// The process that runs every month once, with the rule off that ABLATED names (switch.ts) or with every rule, and writes what
// each part of the months said to a file. Its processor time is that of matching and classifying alone.

import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { reconcile } from '../../src/cli/reconcile.ts';
import { classify } from '../../src/core/classification/classify.ts';
import { typeOf } from '../../src/core/classification/cluster-set.ts';
import { nearRowsOf } from '../../src/core/classification/near/near-rows.ts';
import { BANKING_RULES } from '../../src/core/classification/rules.ts';
import { TieoutError } from '../../src/core/errors.ts';
import { matchSession } from '../../src/core/matching/match-session.ts';
import { SIDES } from '../../src/core/records/rows/columns.ts';
import { parseTruth, type RowPlace } from '../../src/generation/truth.ts';
import { CLASS_OF } from '../accuracy-classes.ts';
import { judgeLayouts, LAYOUTS } from '../layouts.ts';
import { scriptInput } from '../measure.ts';
import { score } from '../score.ts';
import { assertedPairs, columnsOf, contentsOf } from '../score-files.ts';
import { AnswerList } from './answers.ts';
import type { MeasuredMonth } from './data.ts';
import { readAll } from './readings.ts';

export interface MeasuredInput {
  /** A JSON list of MeasuredMonth. */
  readonly plan: string;
  /** Where the answers go. */
  readonly file: string;
  /** Whether the months of the plan are matched and classified. */
  readonly withMonths: boolean;
  /** The files and tables of the tests of reading, which are read with the layouts beside the project; null: neither. */
  readonly captured: string | null;
  /** Whether the months with truth beside the project are reconciled too. */
  readonly withPaper: boolean;
}

export interface MeasuredAnswer {
  readonly processorSeconds: number;
}

const PAPER = join(import.meta.dirname, '../../../shared/data/months');

const { plan, file, withMonths, captured, withPaper } = scriptInput<MeasuredInput>();
const months = withMonths ? (JSON.parse(readFileSync(plan, 'utf8')) as readonly MeasuredMonth[]) : [];
const lists = new Map<string, AnswerList>();
let processorSeconds = 0;

function listOf(name: string): AnswerList {
  const list = lists.get(name) ?? new AnswerList();
  lists.set(name, list);
  return list;
}

months.forEach(({ part, directory, parameters }, month) => {
  const columns = columnsOf(directory);
  const before = process.cpuUsage();
  const outcome = matchSession({ ...columns, parameters });
  const near = nearRowsOf({ columns, outcome, parameters });
  const session = { columns, open: outcome.open, parameters, near, period: { start: null, end: null } };
  const clusters = classify(session, BANKING_RULES);
  const { user, system } = process.cpuUsage(before);
  processorSeconds += (user + system) / 1e6;
  const truth = parseTruth(readFileSync(join(directory, 'truth.csv'), 'utf8'));
  const contentOf = contentsOf(columns);
  const asserted = assertedPairs(columns, outcome);
  const place = ({ side, line }: RowPlace): string => `${side} ${line}`;
  const { wrong } = score({ truth, asserted, contentOf });
  const wrongPairs = new Set(wrong.map(({ a, b }) => `${place(a)}|${place(b)}`));
  for (const { a, b, tier } of asserted) {
    const isRight = !wrongPairs.has(`${place(a)}|${place(b)}`);
    const name = `${month} ${contentOf(a)} = ${contentOf(b)}`;
    listOf(`${part} pairs`).add(name, isRight);
    listOf(`${part} tiers`).add(`${tier} ${name}`, isRight);
  }
  const causes = new Map(truth.map((row) => [place(row), row.cause]));
  for (const side of SIDES) {
    for (let item = 0; item < session.open[side].count; item++) {
      const type = typeOf(clusters, clusters.clusterOf[side][item]);
      const row = { side, file: `${side}.csv`, line: columns[side].line[session.open[side].row[item]] };
      const cause = causes.get(place(row));
      const isRight = cause !== undefined && CLASS_OF[cause] === type;
      listOf(`${part} classes`).add(`${month} ${side} ${contentOf(row)}: ${type}`, isRight);
    }
  }
});

if (existsSync(PAPER) && withPaper) await paperMonths();
if (captured !== null) {
  const before = process.cpuUsage();
  for (const { file: layout, verdict } of existsSync(LAYOUTS) ? judgeLayouts(LAYOUTS) : []) {
    listOf('layouts').add(`${layout}: ${verdict}`, verdict === 'right' || verdict === 'asked');
  }
  readAll(captured, (input, reading) => listOf('readings').add(`${input}: ${reading}`, true));
  const { user, system } = process.cpuUsage(before);
  processorSeconds += (user + system) / 1e6;
}

/** Each group and each class of an open row of the months with truth beside the project, by the command line. */
async function paperMonths(): Promise<void> {
  const out = mkdtempSync(join(tmpdir(), 'tieout-ablate-'));
  const { write } = process.stdout;
  process.stdout.write = () => true;
  try {
    for (const month of readdirSync(PAPER).sort()) {
      const folder = join(PAPER, month);
      if (existsSync(join(folder, 'truth.json'))) await paperMonth(folder, month, join(out, month));
    }
  } finally {
    process.stdout.write = write;
    rmSync(out, { recursive: true });
  }
}

interface PaperTruth {
  readonly options: readonly string[];
  readonly matches: readonly (readonly [gl: readonly string[], bank: readonly string[]])[];
  readonly open: readonly (readonly [side: string, line: string, classes: readonly string[]])[];
}

async function paperMonth(folder: string, month: string, out: string): Promise<void> {
  const truth = JSON.parse(readFileSync(join(folder, 'truth.json'), 'utf8')) as PaperTruth;
  const options = truth.options.map((word) => (existsSync(join(folder, word)) ? join(folder, word) : word));
  const files = ['--gl', join(folder, 'gl.csv'), '--bank', join(folder, 'bank.csv')];
  try {
    await reconcile([...files, ...options, '--out', out]);
  } catch (error) {
    if (!(error instanceof TieoutError)) throw error;
    listOf('months pairs').add(`${month}: ${error.code}`, false);
    return;
  }
  const groups = new Map<string, string[]>();
  for (const [group, , , side, , line] of cellsOf(join(out, 'matches.csv'))) {
    const members = groups.get(group!) ?? [];
    groups.set(group!, members);
    members.push(`${side} ${line}`);
  }
  const nameOf = (members: readonly string[]): string => [...members].sort().join(' ');
  const right = new Set(
    truth.matches.map(([gl, bank]) => nameOf([...gl.map((l) => `gl ${l}`), ...bank.map((l) => `bank ${l}`)])),
  );
  for (const members of groups.values()) {
    const name = nameOf(members);
    listOf('months pairs').add(`${month}: ${name}`, right.has(name));
  }
  const classes = new Map(truth.open.map(([side, line, some]) => [`${side} ${line}`, some]));
  for (const cells of cellsOf(join(out, 'open-items.csv'))) {
    const [side, , line, , , , , , type] = cells;
    const isRight = classes.get(`${side} ${line}`)?.includes(type!) ?? false;
    listOf('months classes').add(`${month}: ${side} ${line} ${type}`, isRight);
  }
}

/** Cells of the lines behind the titles; none of the first nine has a quote or a comma but text, of which none is asked. */
function cellsOf(path: string): string[][] {
  const lines = readFileSync(path, 'utf8').trimEnd().split('\n').slice(1);
  return lines.map((line) => [...line.matchAll(/("(?:[^"]|"")*"|[^,]*)(?:,|$)/g)].map(([, cell]) => cell!));
}

writeFileSync(
  file,
  [...lists].flatMap(([name, list]) => list.lines.map((line) => `${name}\t${line.replaceAll('\n', ' ')}`)).join('\n'),
);
process.stdout.write(JSON.stringify({ processorSeconds } satisfies MeasuredAnswer));
