// `tieout reconcile`: reads the command line, runs the workflow in this process, prints the result and writes the
// folder of --out.

import { reconcileLocally } from '../compose/local-run.ts';
import type { LocalThreads } from '../compose/local-threads.ts';
import { TieoutError } from '../core/errors.ts';
import type { Chart } from '../core/summary/chart/chart.ts';
import type { MatchedRows, ReconcileCommand, Reconciliation } from '../workflows/runs/reconciliation.ts';
import type { StageProgress } from '../workflows/stored-runs/run-stages.ts';
import { OutputWriter, outputNames, prepareOutputFolder } from './files/write-outputs.ts';
import { readMapping } from './given/read-mapping.ts';
import { givenInputs } from './given/standard-input.ts';
import { optionHelp } from './options.ts';
import { RECONCILE_OPTIONS } from './reconcile-option-table.ts';
import { type ReconcileOptions, reconcileOptions } from './reconcile-options.ts';
import { resultJson } from './results/result-json.ts';
import { resultLines } from './results/result-table.ts';
import { progressLine, styleOf } from './terminal.ts';

const RECONCILE_HELP = `Usage: tieout reconcile --gl FILE... --bank FILE... [options]

Matches a ledger's rows with a bank's, puts what stays open into classes, and proves the balances. Files are
whatever a bank or a ledger exports: delimited text in any dialect, workbooks, pages, messages between banks, packed
or not; - is standard input. What cannot be read is refused with the line and the reason.

${optionHelp(RECONCILE_OPTIONS)}
Exit codes: 0 done, 1 failed, 2 wrong usage. With --data the session is kept; running again with the same files
adds nothing, and a run that failed leaves it as it was.
`;

/** Progress of reading and matching; after them comes storing. */
function progressWords({ stage, done, total }: StageProgress): string {
  const finished = done === total;
  if (stage === 'ingress') return finished ? 'matching' : `reading ${Math.floor((100 * done) / total)}%`;
  return finished ? 'storing' : `matching ${Math.floor((100 * done) / total)}%`;
}

/** Runs the command, on threads that were started for it if there are any. Throws TieoutError. */
export async function reconcile(argv: readonly string[], threads?: LocalThreads): Promise<number> {
  const begun = performance.now();
  const options = reconcileOptions(argv);
  if (options === null) {
    process.stdout.write(RECONCILE_HELP);
    return 0;
  }
  const mapping = options.mapping === null ? null : readMapping(options.mapping, options.vocabulary);
  const map = options.accounts === null ? null : (await accounts()).readAccounts(options.accounts);
  const chart = options.chart === null ? null : (await charts()).readChart(options.chart);
  const layout = options.layout === null ? null : (await layouts()).readLayout(options.layout);
  const template = options.template === null ? {} : await templateOf(options.template);
  if (options.out !== null) prepareOutputFolder(options.out, options.inputs);
  if (options.report !== null) (await reports()).prepareReport(options.report, options.inputs);
  const inputs = await givenInputs(options.inputs);
  const line = progressLine(process.stderr);
  const progress = (how: StageProgress): void => line.show(progressWords(how));
  const outputs = options.out === null ? null : new OutputWriter(options.out, options);
  const matched = (rows: MatchedRows): void => outputs?.matched(rows);
  let result: Reconciliation;
  try {
    const asked = lyingAt(options.command(mapping), inputs.pathOf);
    const parameters = { ...asked.parameters, ...template };
    const command = { ...asked, parameters, ...(map !== null && { accounts: { map, version: null } }) };
    const reconciled = await reconcileLocally({ command, data: options.data, threads, progress, matched });
    result = await withChart(reconciled, chart);
    const posting = layout === null ? null : (await layouts()).postingFile(result, layout, options.forExcel);
    if (posting !== null) result = { ...result, warnings: [...result.warnings, ...posting.warnings] };
    const sheets = options.forExcel ? (await workbooks()).workbooksOf(result) : [];
    await outputs?.finish(result, posting === null ? sheets : [...sheets, posting]);
    if (options.report !== null) (await reports()).writeReport(options.report, result);
  } catch (error) {
    await outputs?.abandon();
    line.end();
    const say = (text: string): boolean => process.stderr.write(`${text}\n`);
    throw isQuestion(error) ? (await questionMapping()).withMapping(error, { options, mapping, inputs, say }) : error;
  } finally {
    line.end();
    inputs.remove();
  }
  await print(result, { options, seconds: (performance.now() - begun) / 1000 });
  return 0;
}

/** The command with the place of each of its files. */
function lyingAt(command: ReconcileCommand, pathOf: (name: string) => string): ReconcileCommand {
  const placed = ({ gl, bank }: ReconcileCommand['files']): ReconcileCommand['files'] => ({
    gl: gl.map((file) => ({ ...file, path: pathOf(file.name) })),
    bank: bank.map((file) => ({ ...file, path: pathOf(file.name) })),
  });
  const { files, openingFiles } = command;
  return { ...command, files: placed(files), ...(openingFiles && { openingFiles: placed(openingFiles) }) };
}

// Modules that few calls need are loaded by those calls.
const templateOf = async (file: string) => (await import('../compose/read-template.ts')).readTemplate(file);
const accounts = () => import('./given/read-accounts.ts');
const charts = () => import('./given/read-chart.ts');
const layouts = () => import('./given/read-layout.ts');
const workbooks = () => import('./files/write-workbooks.ts');
const reports = () => import('./files/write-report.ts');
const questionMapping = () => import('./question-mapping.ts');
const explaining = () => import('./results/explain-rows.ts');

/** The given chart goes before the partner's own. */
async function withChart(result: Reconciliation, given: Chart | null): Promise<Reconciliation> {
  const chart = given === null ? result.chart : { chart: given, version: null };
  if (chart === null) return result;
  const warnings = (await charts()).chartWarnings({ ...result, chart });
  return { ...result, chart, warnings: [...result.warnings, ...warnings] };
}

/** What --excel adds. */
const WORKBOOKS = ['statement.xlsx', 'open-items.xlsx'];

const isQuestion = (error: unknown): error is TieoutError & { readonly file: string } =>
  error instanceof TieoutError && error.code === 'file_needs_answer' && error.file !== undefined;

async function print(
  result: Reconciliation,
  { options, seconds }: { options: ReconcileOptions; seconds: number },
): Promise<void> {
  const style = styleOf(process.stdout, process.env);
  if (options.explain !== null) {
    const asked = { lines: options.explain, firstFile: options.firstFile };
    const { explanationOf } = await explaining();
    process.stdout.write(`${explanationOf(result, asked, options.json ? null : style).join('\n')}\n`);
    return;
  }
  if (options.json) {
    process.stdout.write(`${JSON.stringify(resultJson(result, seconds))}\n`);
    return;
  }
  const next = nextSteps(result, options).map((words) => `  ${words}`);
  process.stdout.write(
    `${[...resultLines(result, style), style.bold('Next'), ...next, '', `${seconds.toFixed(2)} s`].join('\n')}\n`,
  );
}

function nextSteps(result: Reconciliation, { out, report, forExcel, data, monthsBack }: ReconcileOptions): string[] {
  const kept = result.stored ? 'the session is kept' : 'nothing new; the session stands as it was';
  return [
    out === null
      ? 'add --out DIR to get every match, open item and exception as files'
      : `${[...outputNames(result.subject), ...(forExcel ? WORKBOOKS : [])].join(', ')} are in ${out}`,
    ...(report === null ? [] : [`the report is ${report}`]),
    ...(result.leftOpen.length > 0 && monthsBack === null
      ? ['add --months-back N to take along what earlier months left open']
      : []),
    data === null ? 'add --data DIR to keep the session and to go on from it' : `${kept} in ${data}`,
    `add --explain GLLINE:BANKLINE to ask why two rows are ${result.subject === 'holdings' ? 'one position, or two' : 'a match, or none'}`,
  ];
}
