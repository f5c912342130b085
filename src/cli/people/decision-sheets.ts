// `tieout decisions`: the exceptions of a session as a workbook that people decide in, and what they decided in it.

import { readFileSync } from 'node:fs';
import { TieoutError } from '../../core/errors.ts';
import { printable } from '../../core/words/printable.ts';
import { writeWhole } from '../files/write-whole.ts';
import { type OptionValues, usage } from '../options.ts';
import { type ActCommand, type Answer, inQuery, needed } from './act-command.ts';

const NAME = 'decisions';
/** A sheet of 200,000 rows takes minutes. */
const MOST_MS = 600_000;

export const DECISIONS: ActCommand = {
  name: NAME,
  ways: [
    'decisions export SESSION --out FILE [--class CLASS] [--status STATUS]',
    'decisions plan SESSION FILE [--conflicts FILE]',
    'decisions apply SESSION FILE --plan DIGEST [--propose]',
  ],
  meaning: `Writes the exceptions of a session as a workbook: fill in its columns decision and note. Says then what the
workbook would decide, and carries that out by the digest of the plan. What was decided elsewhere meanwhile stays as it
is, and --conflicts writes those rows as a workbook of their own. The same workbook may be applied twice.`,
  options: [
    { name: 'out', value: 'FILE', standard: null, meaning: 'export: the workbook; required' },
    { name: 'class', value: 'CLASS', standard: 'all', meaning: 'export: only exceptions of this class' },
    { name: 'status', value: 'STATUS', standard: 'all', meaning: 'export: pending, approved, rejected or escalated' },
    { name: 'conflicts', value: 'FILE', standard: null, meaning: 'plan: write the rows that conflict into this file' },
    { name: 'plan', value: 'DIGEST', standard: null, meaning: 'apply: as `plan` says it; required' },
    { name: 'propose', value: null, standard: null, meaning: 'apply: propose what another caller must accept' },
  ],
  question(values, scope) {
    const [what, session, file, ...more] = values.positionals;
    const isRight = what === 'export' ? file === undefined : file !== undefined && more.length === 0;
    if (!(what === 'export' || what === 'plan' || what === 'apply') || !session || !isRight)
      throw usage(NAME, `Say ${DECISIONS.ways.map((way) => `tieout ${way}`).join(', or ')}.`);
    const path = `/v1/sessions/${encodeURIComponent(session)}/decisions.xlsx`;
    if (what === 'export') {
      needed(values, NAME, 'out');
      const [type, status] = [values.text('class'), values.text('status')];
      const of = { ...scope, ...(type && { cluster_type: type }), ...(status && { decision_status: status }) };
      return { method: 'GET', path: path + inQuery(of), mostMs: MOST_MS };
    }
    const sent = { bytes: new Blob([fileAt(file!)]).stream(), digest: null };
    const asked = { method: 'POST', file: sent, mostMs: MOST_MS } as const;
    const further = what === 'apply' ? planAsked(values) : conflictsAsked(values);
    if (values.flag('propose') && what !== 'apply') throw usage(NAME, '--propose goes with apply.');
    return { ...asked, path: path + inQuery({ ...scope, ...further }) };
  },
  kept(file, values) {
    const out = values.text('conflicts') ?? values.text('out')!;
    writeWhole(out, file, values.text('conflicts') === null ? '--out' : '--conflicts');
    return { file: out, bytes: file.length };
  },
  text: (answer) => ('file' in answer ? [`${printable(answer.file)} is written.`] : planLines(answer)),
};

const planAsked = (values: OptionValues): Readonly<Record<string, string>> => ({
  plan: needed(values, NAME, 'plan'),
  ...(values.flag('propose') && { propose: 'true' }),
});

const conflictsAsked = (values: OptionValues): Readonly<Record<string, string>> =>
  values.text('conflicts') === null ? {} : { format: 'xlsx' };

/** Throws file_unreadable. */
function fileAt(path: string): Uint8Array<ArrayBuffer> {
  try {
    return new Uint8Array(readFileSync(path));
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    throw new TieoutError('file_unreadable', `it cannot be read (${code}): name the workbook that was exported.`, {
      file: path,
    });
  }
}

function planLines(plan: Answer): string[] {
  const { is_carried_out: isDone, decided, already_so: already, conflicts, errors, digest } = plan;
  const count = (n: number, what: string) => `${n} ${what}${n === 1 ? '' : 's'}`;
  const isHeld = plan.groups.some((group: Answer) => group.is_proposable && group.proposal_ids.length === 0);
  const verb = isDone ? (decided === 1 ? 'was' : 'were') : 'would be';
  return [
    `${count(decided, 'exception')} ${verb} decided; ${already} stood so already; ${plan.blank} without a decision.`,
    ...plan.groups.map(({ clusters, decision, cluster_type: type, note, ...group }: Answer) =>
      printable(`  ${clusters} ${type} ${decision}${note === null ? '' : `, note “${note}”`}${fateOf(group)}`),
    ),
    ...(plan.notes_alone === 0
      ? []
      : [`${count(plan.notes_alone, 'note')} without a decision, kept nowhere: lines ${plan.note_lines.join(', ')}.`]),
    ...(conflicts === 0
      ? []
      : [`${count(conflicts, 'exception')} moved meanwhile and stay${conflicts === 1 ? 's' : ''} so:`]),
    ...plan.conflicting.map(({ line, decision, seen, now }: Answer) =>
      printable(`  line ${line}: ${decision} was asked for what was ${seen} and is ${now ?? 'void'}`),
    ),
    ...(errors === 0
      ? []
      : [`${count(errors, 'cell')} wrong: nothing is decided before ${errors === 1 ? 'it is' : 'they are'} mended.`]),
    ...plan.wrong_cells.map(({ cell, sentence }: Answer) => printable(`  ${cell}: ${sentence}`)),
    ...(isDone || errors > 0 || (decided === 0 && !isHeld) ? [] : [`To carry it out: --plan ${digest}`]),
    ...(isHeld && errors === 0 ? ['To propose what another caller must accept: --propose beside it.'] : []),
  ];
}

function fateOf({ held, proposal_ids: proposed }: Answer): string {
  if (proposed.length > 0) return `: proposed as ${proposed.join(', ')}`;
  return held === null ? '' : `: not decided. ${held}`;
}
