// The files of one archive as one file: its statements in the order of their days, each row with the name of its own
// file. Rows that two of them hold are counted once, as those of files that are given apart are. Files that do not
// belong together are refused with their names.

import { TieoutError } from '../../../core/errors.ts';
import { bookedEntries } from '../../../core/records/booked-entries.ts';
import type { RowColumns } from '../../../core/records/rows/columns.ts';
import { joinColumns, keepRows } from '../../../core/records/rows/join-columns.ts';
import { findRepeated } from '../../../core/records/rows/repeated-rows.ts';
import type { ReadRequest } from '../request/read-request.ts';
import type { Rejected, RowCounts } from '../request/row-tally.ts';
import type { StatementFile } from '../request/statement-file.ts';
import { balancesOfMembers } from './balances-of-members.ts';

/** A file of an archive as read. */
interface Member {
  readonly path: string;
  readonly file: StatementFile;
}

/** Throws file_not_understood if they are of several formats or sides, file_given_twice if a statement stands in two. */
export function joinedMembers(request: ReadRequest, given: readonly Member[]): StatementFile {
  const members = given.toSorted((a, b) => firstDayOf(a) - firstDayOf(b) || (a.path < b.path ? -1 : 1));
  checkAreOfOneKind(request, members);
  const files = members.map(({ file }) => file);
  const { keep, repeated } = findRepeated(files);
  const columns = joinColumns(files.map((file, m) => keepRows(file.columns, keep[m])));
  const { balances, warnings } = balancesOfMembers(request, { members, columns, repeated });
  const rejected = members.flatMap(({ path, file }, m) => [
    ...file.rejected.map((one) => placed(one, path)),
    ...leftOut(file.columns, keep[m]).map((line) =>
      placed({ line, reason: 'another file of the archive has it' }, path),
    ),
  ]);
  const asking = members.find(({ file }) => file.question !== null);
  const [first] = files;
  const isAll = (test: (file: StatementFile) => boolean): boolean => files.every(test);
  const isSame = (of: (file: StatementFile) => unknown): boolean =>
    isAll((file) => JSON.stringify(of(file)) === JSON.stringify(of(first)));
  return {
    ...first,
    columns,
    balances,
    layout: { ...first.layout, members: members.map(({ path }) => path) },
    rejected,
    firstRejected:
      members.flatMap(({ path, file }) => (file.firstRejected ? [placed(file.firstRejected, path)] : []))[0] ?? null,
    warnings: [
      ...members.flatMap(({ path, file }) => file.warnings.map((sentence) => `${path}: ${sentence}`)),
      ...warnings,
    ],
    pending: files.reduce((sum, { pending }) => sum + pending, 0),
    plainCounter: isAll(({ plainCounter }) => plainCounter),
    counts: countsOf(files, repeated),
    question:
      asking === undefined
        ? null
        : { ...asking.file.question!, sentence: `${asking.path}: ${asking.file.question!.sentence}` },
    mappingToFinish: asking?.file.mappingToFinish ?? null,
    choices: asking?.file.choices ?? [],
    hasStatedFigures: files.some(({ hasStatedFigures }) => hasStatedFigures),
    checks: members.flatMap(({ path, file }) =>
      file.checks.map((check) => ({ ...check, what: `${check.what} of ${path}` })),
    ),
    plan: isSame(({ plan }) => plan) ? first.plan : null,
    confirmedBy: isSame(({ confirmedBy }) => confirmedBy) ? first.confirmedBy : null,
    isSignUnknown: files.some(({ isSignUnknown }) => isSignUnknown),
    statedDirection: isSame(({ statedDirection }) => statedDirection) ? first.statedDirection : null,
  };
}

const firstDayOf = ({ file: { columns } }: Member): number => {
  const entries = bookedEntries(columns);
  const days = columns.accounts.flatMap((account) =>
    columns.currencies.map((currency) => entries(account, currency)).filter(({ rows }) => rows > 0),
  );
  return Math.min(...days.map(({ firstDay }) => firstDay));
};

const placed = ({ line, reason }: Rejected, path: string): Rejected => ({ line, reason: `${reason} [${path}]` });

const leftOut = ({ line }: RowColumns, keep: Uint8Array): number[] =>
  Array.from(line).filter((_, row) => keep[row] === 0);

function countsOf(files: readonly StatementFile[], repeated: readonly number[]): RowCounts {
  const sum = { ...files[0].counts };
  for (const { counts } of files.slice(1))
    for (const heading of Object.keys(sum) as (keyof RowCounts)[]) sum[heading] += counts[heading];
  const again = repeated.reduce((all, rows) => all + rows, 0);
  return { ...sum, entries: sum.entries - again, setAside: sum.setAside + again };
}

/** Most files that a sentence names. */
const NAMED = 5;

/** Throws file_not_understood for files of which one cannot be read as the others are. */
function checkAreOfOneKind({ name }: ReadRequest, members: readonly Member[]): void {
  const sides = new Set(members.map(({ file }) => file.layout.titleSide));
  const ofSide = ({ file }: Member) => (file.layout.titleSide === 'gl' ? 'a ledger' : 'a statement');
  const ofFormat = ({ file }: Member) => messageOf(file.layout.format);
  const kind = sides.has('gl') && sides.has('bank') ? ofSide : ofFormat;
  if (new Set(members.map(kind)).size === 1) return;
  const shown = members.slice(0, NAMED).map((member) => `“${member.path}” (${kind(member)})`);
  const more = members.length > NAMED ? ` and ${members.length - NAMED} others` : '';
  const sentence = `its files do not belong together: ${shown.join(', ')}${more}; give those of each kind alone.`;
  throw new TieoutError('file_not_understood', sentence, { file: name });
}

/** A message's name without its version. */
const messageOf = (format: string): string => format.replace(/\.\d{3}\.\d\d$/, '');
