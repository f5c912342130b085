// `tieout screen --file`: screens every subject of a file, judges each as the service does, and writes a report with a
// line for each row. Nothing is stored.

import { localWatchlists, type ReadLocalList } from '../../compose/local-lists.ts';
import { type ReadSubject, subjectOfRow } from '../../core/identity/subject-row.ts';
import { dayAt } from '../../core/money/calendar.ts';
import type { CheckStatus } from '../../core/records/documents/check.ts';
import { printable } from '../../core/words/printable.ts';
import { screenSubject } from '../../workflows/verification/screen-subject.ts';
import { writeWhole } from '../files/write-whole.ts';
import { type FileRow, subjectRows } from './subject-file.ts';

interface FileScreening {
  readonly file: string;
  readonly lists: readonly ReadLocalList[];
  readonly threshold: number;
  /** Where the report goes; null: nowhere. */
  readonly out: string | null;
  readonly isJson: boolean;
  /** Milliseconds since 1970. */
  readonly now: number;
}

const CELLS = 'row,subject_ref,status,decision,score,list,entity_id,entity_name,hits,suppressed,reasons';
const STATUSES: readonly (CheckStatus | 'refused')[] = [
  ...(['verified', 'partial', 'review', 'not_verified', 'error', 'refused'] as const),
];

/** Answers the exit code: 1 if some rows could not be screened. */
export async function screenFile({ file, lists, threshold, out, isJson, now }: FileScreening): Promise<number> {
  const watchlists = localWatchlists(lists);
  const today = dayAt(now);
  const counts = new Map<string, number>();
  const lines = [CELLS];
  const refs = new Set<string>();
  const refusals: { readonly row: number; readonly detail: string }[] = [];
  let rows = 0;
  for await (const one of subjectRows(file)) {
    rows++;
    const read = readOf(one, today, refs);
    const ref = 'cells' in one ? (one.cells.subject_ref?.trim() ?? '') : '';
    if (read.refused !== undefined) {
      counts.set('refused', (counts.get('refused') ?? 0) + 1);
      refusals.push({ row: one.row, detail: read.refused });
      lines.push(csvLine([one.row, ref, 'refused', '', '', '', '', '', '', '', read.refused]));
      continue;
    }
    const { outcome, decision, hits, suppressed } = await screenSubject(watchlists, read.subject, {
      names: [],
      threshold,
    });
    counts.set(outcome.status, (counts.get(outcome.status) ?? 0) + 1);
    const [best] = hits;
    lines.push(
      csvLine([
        ...[one.row, ref, outcome.status, decision, best === undefined ? '' : best.score.toFixed(4)],
        ...[best?.list ?? '', best?.entity.id ?? '', best?.matchedName ?? '', hits.length, suppressed.length],
        [...new Set(outcome.reasons.map(({ code }) => code))].join(' '),
      ]),
    );
  }
  if (out !== null) writeWhole(out, `${lines.join('\n')}\n`);
  const found = STATUSES.map((status) => [status, counts.get(status) ?? 0] as const);
  if (isJson) {
    const used = watchlists.states().map(({ name, version, entities }) => ({ list: name, version, entities }));
    process.stdout.write(`${JSON.stringify({ rows, ...Object.fromEntries(found), lists: used, refusals }, null, 2)}\n`);
  } else {
    for (const { name, entities } of watchlists.states())
      process.stdout.write(`${printable(name)}: ${entities} entities\n`);
    process.stdout.write(`${rows} subjects: ${found.map(([status, count]) => `${count} ${status}`).join(', ')}\n`);
    for (const { row, detail } of refusals.slice(0, MOST_SHOWN))
      process.stdout.write(printable(`  row ${row}: ${detail}`) + '\n');
    if (refusals.length > MOST_SHOWN) process.stdout.write(`  and ${refusals.length - MOST_SHOWN} more\n`);
    if (out === null) process.stdout.write('Add --out FILE for a line about each subject.\n');
  }
  return refusals.length > 0 ? 1 : 0;
}

/** Most refused rows that are shown at a terminal. */
const MOST_SHOWN = 20;

function readOf(one: FileRow, today: string, refs: Set<string>): ReadSubject {
  if ('refused' in one) return one;
  const ref = one.cells.subject_ref?.trim() ?? '';
  if (refs.has(ref)) return { refused: 'Its subject_ref stands in an earlier row.' };
  refs.add(ref);
  return subjectOfRow(one.cells, today);
}

/** RFC 4180; a cell that a spreadsheet would take for a formula begins with an apostrophe. */
const csvLine = (cells: readonly (string | number)[]): string =>
  cells
    .map((cell) => (typeof cell === 'string' && /^[=+\-@\t\r]/.test(cell) ? `'${cell}` : String(cell)))
    .map((cell) => (/[",\n\r]/.test(cell) ? `"${cell.replaceAll('"', '""')}"` : cell))
    .join(',');
