// `tieout reconcile`: reads the command line, runs the workflow in this process, prints the result and writes the
// folder of --out.

import { type FileInspection, inspectRows } from '../adapters/files/inspect-file.ts';
import { reconcileLocally } from '../compose/local-run.ts';
import { TieoutError } from '../core/errors.ts';
import type { RowPair } from '../core/matching/outcome/obstacle.ts';
import type { MatchedRows, Reconciliation } from '../workflows/runs/reconciliation.ts';
import type { StageProgress } from '../workflows/stored-runs/run-stages.ts';
import { writeMapping } from './files/write-mapping.ts';
import { OutputWriter, outputNames, prepareOutputFolder } from './files/write-outputs.ts';
import { optionHelp } from './options.ts';
import { readMapping } from './read-mapping.ts';
import { RECONCILE_OPTIONS } from './reconcile-option-table.ts';
import { type ReconcileOptions, reconcileOptions } from './reconcile-options.ts';
import { explainerOf, explanationJson, explanationLines, rowOnLine } from './results/explain-lines.ts';
import { explainPosition, positionJson, positionLines } from './results/explain-position.ts';
import { resultJson } from './results/result-json.ts';
import { resultLines } from './results/result-table.ts';
import { progressLine, type Style, styleOf } from './terminal.ts';

const RECONCILE_HELP = `Usage: tieout reconcile --gl FILE... --bank FILE... [options]

Matches a ledger's rows with a bank's, puts what stays open into classes, and proves the balances. Files are
delimited text in any common dialect; what cannot be read is refused with the line and the reason.

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

/** Runs the command; throws TieoutError. */
export async function reconcile(argv: readonly string[]): Promise<number> {
  const begun = performance.now();
  const options = reconcileOptions(argv);
  if (options === null) {
    process.stdout.write(RECONCILE_HELP);
    return 0;
  }
  const mapping = options.mapping === null ? null : readMapping(options.mapping, options.vocabulary);
  const template = options.template === null ? {} : await templateOf(options.template);
  if (options.out !== null) prepareOutputFolder(options.out, options.inputs);
  const line = progressLine(process.stderr);
  const progress = (how: StageProgress): void => line.show(progressWords(how));
  const outputs = options.out === null ? null : new OutputWriter(options.out);
  const matched = (rows: MatchedRows): void => outputs?.matched(rows);
  let result: Reconciliation;
  try {
    const asked = options.command(mapping);
    const command = { ...asked, parameters: { ...asked.parameters, ...template } };
    result = await reconcileLocally({ command, data: options.data, progress, matched });
    await outputs?.finish(result);
  } catch (error) {
    await outputs?.abandon();
    throw withMapping(error, { options, mapping });
  } finally {
    line.end();
  }
  print(result, { options, seconds: (performance.now() - begun) / 1000 });
  return 0;
}

/** Loads the rules of templates only if one is given. */
const templateOf = async (file: string) => (await import('../compose/read-template.ts')).readTemplate(file);

/** A question about a file, with the path of a written mapping that answers it. */
function withMapping(
  error: unknown,
  { options, mapping }: { options: ReconcileOptions; mapping: ReturnType<typeof readMapping> | null },
): unknown {
  if (!(error instanceof TieoutError) || error.code !== 'file_needs_answer' || error.file === undefined) return error;
  const { defaultCurrency, defaultAccount } = options.command(mapping);
  const side = options.ledger.includes(error.file) ? 'gl' : 'bank';
  const request = { path: error.file, name: error.file, side, defaultCurrency, defaultAccount } as const;
  const { inspection } = inspectRows({ ...request, ...options.readFor, mapping: mapping ?? undefined });
  // If the file only refutes a remembered format, or the other side is asked about, it has no question of its own: then
  // the mapping describes a new reading.
  const toFinish = inspection.mapping ?? { [side]: asReadAnew(inspection) };
  const written = writeMapping(toFinish, { file: error.file, out: options.out });
  if (written === null) return error;
  const sentence = `${error.message.replace(/\.$/, '')}; ${written} is one to finish, for --mapping.`;
  return new TieoutError(error.code, sentence, { file: error.file });
}

/** The file's columns, with a placeholder for the sign if nothing gives it. */
function asReadAnew(inspection: FileInspection): Record<string, unknown> {
  const isUnsigned = inspection.accounts.some(({ sign }) => sign === 'unknown');
  return { columns: mappedColumns(inspection), ...(isUnsigned && { sign: 'in, out or as_is' }) };
}

function mappedColumns({ columns }: Pick<FileInspection, 'columns'>): Record<string, number | number[]> {
  const mapped: Record<string, number | number[]> = {};
  for (const { field, index } of columns) {
    if (field === null) continue;
    const before = mapped[field];
    mapped[field] = before === undefined ? index + 1 : [before, index + 1].flat();
  }
  return mapped;
}

function print(result: Reconciliation, { options, seconds }: { options: ReconcileOptions; seconds: number }): void {
  const style = styleOf(process.stdout, process.env);
  if (options.explain !== null) {
    const { gl, bank } = options.explain;
    const rows = {
      gl: rowOnLine(result.columns.gl, { file: options.firstFile.gl, line: gl }),
      bank: rowOnLine(result.columns.bank, { file: options.firstFile.bank, line: bank }),
    };
    process.stdout.write(`${explanationOf(result, rows, options.json ? null : style).join('\n')}\n`);
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

/** `style`: null for JSON. */
function explanationOf(result: Reconciliation, rows: RowPair, style: Style | null): string[] {
  if (result.subject === 'holdings') {
    const explained = explainPosition(result, rows);
    return style === null ? [JSON.stringify(positionJson(result, explained))] : positionLines(result, explained, style);
  }
  const explained = { rows, explanation: explainerOf(result)(rows) };
  return style === null
    ? [JSON.stringify(explanationJson(result, explained))]
    : explanationLines(result, explained, style);
}

function nextSteps(result: Reconciliation, { out, data, monthsBack }: ReconcileOptions): string[] {
  const kept = result.stored ? 'the session is kept' : 'nothing new; the session stands as it was';
  return [
    out === null
      ? 'add --out DIR to get every match, open item and exception as files'
      : `${outputNames(result.subject).join(', ')} are in ${out}`,
    ...(result.leftOpen.some(({ side }) => side === 'gl') && monthsBack === null
      ? ['add --months-back N to take along what the ledger left open in earlier months']
      : []),
    data === null ? 'add --data DIR to keep the session and to go on from it' : `${kept} in ${data}`,
    `add --explain GLLINE:BANKLINE to ask why two rows are ${result.subject === 'holdings' ? 'one position, or two' : 'a match, or none'}`,
  ];
}
