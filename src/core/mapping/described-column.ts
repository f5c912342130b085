// A column as a suggestion sees it: title, form of its values, masked samples, and the reader's evidence by field. It
// contains no value, so it may leave the thread that read the file.

import { type ColumnProfile, isText } from '../reading/cells/cell-profile.ts';
import type { ColumnProposal } from '../reading/column-proposal.ts';
import { type Candidate, classOf, type EvidenceClass } from '../reading/table/candidate.ts';
import { titleMeanings } from '../reading/titles/header-synonyms.ts';
import { type FieldName, type FieldType, TARGET_FIELDS } from '../reading/titles/target-fields.ts';
import { PLAIN } from '../reading/titles/title-phrases.ts';
import { plainTitle } from '../reading/words/plain-title.ts';
import type { Side } from '../records/rows/columns.ts';
import { maskedSamples } from './masked-sample.ts';

/** The reader's evidence for a field. */
interface WeighedField {
  readonly field: FieldName;
  readonly class: EvidenceClass;
  readonly words: string;
  /** Whether the reader took the column for this field. */
  readonly isChosen: boolean;
}

export interface DescribedColumn {
  /** “Column 3” if it has no title. */
  readonly title: string;
  readonly isTitled: boolean;
  /** The title normalised by plainTitle; '' for none. */
  readonly plain: string;
  readonly type: FieldType;
  readonly samples: readonly string[];
  /** Types that the values may have. */
  readonly fits: readonly FieldType[];
  readonly fields: readonly WeighedField[];
}

export interface DescribedFile {
  /** Line of the header, null if the file has no titles. */
  readonly headerLine: number | null;
  readonly columns: readonly DescribedColumn[];
  /** Keys of a mapping that a run of the file would need. */
  readonly asks: readonly string[];
  /** Whether the file has no date or no amount that a run could read. */
  readonly isIncomplete: boolean;
}

interface SampledFile {
  readonly titles: readonly string[];
  readonly rows: readonly (readonly string[])[];
  readonly headerLine: number | null;
  readonly proposal: ColumnProposal;
  readonly isIncomplete: boolean;
  readonly side: Side;
}

export function describeFile({ titles, rows, headerLine, proposal, isIncomplete, side }: SampledFile): DescribedFile {
  const columns = titles.map((title, column): DescribedColumn => {
    const fields = weighedFields(proposal, { column, title, side });
    const profile = proposal.profiles[column];
    const fits = typesThatFit(profile);
    const chosen = fields.find(({ isChosen }) => isChosen);
    return {
      title: title.trim() === '' ? `Column ${column + 1}` : title.trim(),
      isTitled: title.trim() !== '',
      plain: plainTitle(title),
      type: chosen === undefined ? likeliestType(profile, title, side) : TARGET_FIELDS[chosen.field].type,
      samples: maskedSamples(rows.map((row) => row[column] ?? '')),
      fits,
      fields,
    };
  });
  const asks = proposal.question === null ? [] : Object.keys(proposal.question.answer);
  return { headerLine, columns, asks, isIncomplete };
}

const MONEY: ReadonlySet<FieldName> = new Set(['amount', 'debit', 'credit', 'balance']);

function weighedFields(
  { candidates, fields, reasons, isProven }: ColumnProposal,
  { column, title, side }: { readonly column: number; readonly title: string; readonly side: Side },
): WeighedField[] {
  const chosen = fields[column] ?? null;
  const own = candidates.filter((one) => one.column === column);
  const weighed = (field: FieldName): WeighedField => {
    const isChosen = field === chosen;
    const found = own.find((one) => one.field === field);
    const ofReader = found === undefined ? titleClass(title, { field, side }) : classOf(found.evidence);
    const best = isChosen && isProven && MONEY.has(field) ? 'proof' : ofReader;
    const words = isChosen && reasons[column] ? reasons[column] : wordsOf(found);
    return { field, class: isChosen && best === 'veto' ? 'weak' : best, words, isChosen };
  };
  const met = new Set<FieldName>([...(chosen === null ? [] : [chosen]), ...own.map(({ field }) => field)]);
  return [...met].map(weighed);
}

const wordsOf = (candidate: Candidate | undefined): string =>
  (candidate?.evidence ?? [])
    .map(({ words }) => words)
    .filter((words) => words !== '')
    .join('; ');

/** Class of a field that is not weighed against others: the narration, the currency. */
const titleClass = (title: string, { field, side }: { field: FieldName; side: Side }): EvidenceClass =>
  titleMeanings(title, side).some((one) => one.field === field && one.weight >= PLAIN) ? 'strong' : 'weak';

/** Most different values in a column of marks or states. */
const FEW = 12;

function typesThatFit(p: ColumnProfile): FieldType[] {
  if (p.filled === 0) return ['date', 'amount', 'text', 'identifier', 'flag'];
  const most = p.filled * 0.5;
  const isDays = p.days >= most;
  return [
    ...(isDays ? (['date'] as const) : []),
    ...(p.money >= p.filled * 0.8 && p.identifiers < most && !isDays ? (['amount'] as const) : []),
    ...(isText(p) && p.lettered > 0 ? (['text'] as const) : []),
    ...(!isDays && p.moneyDressed < most && p.spaced < p.filled * 0.8 ? (['identifier'] as const) : []),
    ...(p.distinct <= FEW && p.averageLength <= 24 ? (['flag'] as const) : []),
  ];
}

function likeliestType(p: ColumnProfile, title: string, side: Side): FieldType {
  const [meaning] = titleMeanings(title, side);
  const fits = typesThatFit(p);
  const titled = meaning && TARGET_FIELDS[meaning.field].type;
  if (titled !== undefined && fits.includes(titled)) return titled;
  if (p.filled === 0) return 'text';
  if (fits.includes('date')) return 'date';
  if (p.directions >= p.filled * 0.5) return 'flag';
  if (fits.includes('amount') && p.moneyDressed > 0) return 'amount';
  return p.spaced > p.filled * 0.3 || !fits.includes('identifier') || p.lettered === p.filled ? 'text' : 'identifier';
}
