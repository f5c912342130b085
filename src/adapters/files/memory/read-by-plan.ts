// Reads a file by a plan of the same layout: the session's first, then the partner's remembered ones. A session's plan
// that the file refutes is dropped. A remembered plan was given by a person or proven once: it decides what titles
// leave open, and each file is checked against it; if the file refutes it, a person is asked. A file without titles may
// have another origin, so a remembered plan only answers its questions.

import { TieoutError } from '../../../core/errors.ts';
import { columnsOfPlan, fingerprintOf, isLikePlan, isUntitled } from '../../../core/reading/accepted-plan.ts';
import { mappingOfSides, speaksOf } from '../../../core/reading/columns/column-mapping.ts';
import { mappingToFinish } from '../../../core/reading/mapping-to-finish.ts';
import { differingMoney, type ReadColumns, refutedMemory } from '../../../core/reading/memory-question.ts';
import type { RememberedPlan } from '../../../core/reading/remembered-format.ts';
import type { AcceptedPlan } from '../../../core/records/documents/accepted-plan.ts';
import type { Side } from '../../../core/records/rows/columns.ts';
import type { Sample } from '../layout/best-cut.ts';
import { type Layout, layoutOf, optionsOf } from '../layout/table-layout.ts';
import type { ReadRequest } from '../request/read-request.ts';
import { type StatementFile, unusable } from '../request/statement-file.ts';

/** A file to read by a plan: its sample, and how to read all of it. */
interface PlannedFile {
  readonly sample: Sample;
  readonly readBy: (asked: ReadRequest) => StatementFile;
}

/** Null if no plan has this layout, if a mapping covers the side, or if the file refutes the session's plan. */
export function readByPlan(
  { plans = [], remembered = [], ...request }: ReadRequest,
  file: PlannedFile,
): StatementFile | null {
  const { mapping, side } = request;
  if ((mapping !== undefined && speaksOf(mapping, side)) || plans.length + remembered.length === 0) return null;
  const words = wordsIn(file.sample);
  const matching = <Plan extends AcceptedPlan>(known: readonly Plan[]): Plan | undefined =>
    known.find((plan) => hasTitles(words, plan) && isPlanOf(plan, layoutIn(file, askedBy(plan, request))));
  const ofSession = matching(plans);
  if (ofSession !== undefined) {
    const read = attempt(askedBy(ofSession, request), file);
    return 'read' in read && isUpheld(read.read, request) ? read.read : null;
  }
  const known = matching(remembered);
  return known === undefined ? readAsSuggested(request, remembered, file) : readAsRemembered(request, known, file);
}

const isPlanOf = ({ fingerprint }: AcceptedPlan, layout: Layout | null): boolean =>
  layout !== null && fingerprintOf({ ...layout, profiles: layout.proposal.profiles }) === fingerprint;

/** Reads a file without titles that has a question like a similar remembered one; null if the file contradicts that. */
function readAsSuggested(
  request: ReadRequest,
  remembered: readonly RememberedPlan[],
  file: PlannedFile,
): StatementFile | null {
  const untitled = remembered.filter((plan) => !columnsOfPlan(plan).areTitles);
  const layout = untitled.length === 0 ? null : layoutIn(file, request);
  if (layout === null || !isUntitled(layout.titles)) return null;
  const plan = untitled.find((one) => isLikePlan({ ...layout, profiles: layout.proposal.profiles }, one));
  const anew = plan === undefined ? null : attempt(request, file);
  if (plan === undefined || (anew !== null && 'read' in anew && anew.read.question === null)) return null;
  const suggested = attempt(askedBy(plan, request), file);
  if (!('read' in suggested) || suggested.read.question !== null || !isUpheld(suggested.read, request)) return null;
  const warning = `The file has no titles; its columns are read as those of ${plan.file}, which are alike.`;
  return { ...suggested.read, warnings: [...suggested.read.warnings, warning] };
}

/** The layout of the sample under this request; null if it has none. */
function layoutIn({ sample }: PlannedFile, asked: ReadRequest): Layout | null {
  try {
    return layoutOf(sample, optionsOf(asked));
  } catch (error) {
    if (error instanceof TieoutError) return null;
    throw error;
  }
}

/** All cells of a sample as one text. */
const wordsIn = ({ cuts }: Sample): string => cuts.flatMap(({ rows }) => rows.flatMap(({ cells }) => cells)).join(' ');

/**
 * Whether all titles of a plan occur in the sample. Finding a layout takes milliseconds, and there may be hundreds of
 * plans.
 */
function hasTitles(words: string, plan: AcceptedPlan): boolean {
  const { areTitles, columns } = columnsOfPlan(plan);
  return areTitles && columns.every((title) => title.split(/[\s"\\]+/).every((word) => words.includes(word)));
}

function askedBy({ mapping: plan }: AcceptedPlan, request: ReadRequest): ReadRequest {
  const invalid = (sentence: string) => new TieoutError('mapping_invalid', sentence, { file: request.name });
  return { ...request, mapping: mappingOfSides({ [request.side]: plan }, invalid), isMappingOfPlan: true };
}

type Attempt = { readonly read: StatementFile } | { readonly failure: TieoutError };

function attempt(asked: ReadRequest, { readBy }: PlannedFile): Attempt {
  try {
    return { read: readBy(asked) };
  } catch (failure) {
    if (failure instanceof TieoutError) return { failure };
    throw failure;
  }
}

/** Whether nothing in the file contradicts the reading. */
const isUpheld = (read: StatementFile, request: ReadRequest): boolean =>
  unusable(read, request) === null && read.balances.every(({ foots }) => foots !== false);

/** Whether the file's own balances prove the reading. */
const isProven = ({ confirmedBy }: StatementFile): boolean => confirmedBy === 'proof';

function readAsRemembered(request: ReadRequest, plan: RememberedPlan, of: PlannedFile): StatementFile {
  const remembered = attempt(askedBy(plan, request), of);
  const byPlan = 'read' in remembered ? remembered.read : null;
  const unusableByPlan = byPlan === null ? null : unusable(byPlan, request);
  const proposed = layoutIn(of, request);
  const isOutdone = byPlan !== null && proposed !== null && isProvenApart(proposed, byPlan);
  // Questions about a file that is read as remembered concern only this file: its balances, its sections.
  if (byPlan !== null && !isOutdone && (byPlan.question !== null || isUpheld(byPlan, request))) return byPlan;
  const anew = attempt(request, of);
  if (byPlan !== null && (isOutdone || unusableByPlan === null)) {
    // Statements have errors: only another reading that is proven contradicts the remembered one.
    if (!('read' in anew) || !isProven(anew.read) || isSame(byPlan, anew.read)) return byPlan;
    return withMemoryQuestion(anew.read, {
      ...{ plan, byPlan, side: request.side },
      why: 'the running balance proves another reading',
    });
  }
  if (!('read' in anew)) throw anew.failure;
  const failure = unusable(anew.read, request);
  if (failure !== null || (byPlan !== null && isSame(byPlan, anew.read))) return anew.read;
  const why = 'failure' in remembered ? remembered.failure : unusableByPlan!;
  return withMemoryQuestion(anew.read, { plan, byPlan, why: why.message, side: request.side });
}

/** Whether the sample proves that the money stands in other columns. */
const isProvenApart = ({ proposal, titles }: Layout, byPlan: StatementFile): boolean =>
  proposal.isProven && differingMoney({ fields: proposal.fields, titles }, columnsRead(byPlan)).length > 0;

const columnsRead = ({ layout: { columns } }: StatementFile): ReadColumns => ({
  fields: columns.map(({ field }) => field),
  titles: columns.map(({ title }) => title),
});

/** Whether two readings give the same rows. */
function isSame({ columns: a }: StatementFile, { columns: b }: StatementFile): boolean {
  if (a.count !== b.count) return false;
  for (let i = 0; i < a.count; i++) {
    if (a.amount[i] !== b.amount[i] || a.bookingDay[i] !== b.bookingDay[i] || a.line[i] !== b.line[i]) return false;
  }
  return true;
}

function withMemoryQuestion(
  anew: StatementFile,
  reading: {
    readonly plan: RememberedPlan;
    readonly byPlan: StatementFile | null;
    readonly why: string;
    readonly side: Side;
  },
): StatementFile {
  const { plan, byPlan, why, side } = reading;
  const columns = columnsRead(anew);
  const question = refutedMemory({ plan, anew: columns, before: byPlan && columnsRead(byPlan), why });
  const mapping = mappingToFinish({ question, proposal: columns, titles: columns.titles, side });
  return { ...anew, question, mappingToFinish: mapping, plan: null, confirmedBy: null };
}
