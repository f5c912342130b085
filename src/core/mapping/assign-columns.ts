// Assigns the columns of a layout to fields, best fit first. Each column has one field and each field one column,
// except the narration, which may have several. Files of a side with the same titles are one layout.

import type { Side } from '../records/rows/columns.ts';
import { confidenceOf, type Fit, type FitQuestion, fitOf, isPreferred } from './column-fit.ts';
import type { DescribedColumn, DescribedFile } from './described-column.ts';
import type { Target } from './target-definitions.ts';

export interface SideLayout {
  readonly columns: readonly DescribedColumn[];
  /** Indexes of its files in the side. */
  readonly files: readonly number[];
}

export interface AssignedColumn {
  readonly column: number;
  readonly fit: Fit;
  readonly confidence: number;
  /** Title of the closest rival of the same class; null for none. */
  readonly rival: string | null;
}

/** The columns of each field; for a joined field the first column comes first. */
export type Assigned = readonly (readonly AssignedColumn[])[];

/** Equal for files of one layout: the titles, or the types of values for columns without a title. */
export const layoutKey = (columns: readonly DescribedColumn[]): string =>
  JSON.stringify(columns.map(({ title, type, isTitled }) => (isTitled ? title : [title, type])));

/** The layouts of a side, those with most files first. */
export function layoutsOf(files: readonly DescribedFile[]): SideLayout[] {
  const layouts = new Map<string, { columns: readonly DescribedColumn[]; files: number[] }>();
  for (const [at, { columns }] of files.entries()) {
    const key = layoutKey(columns);
    const known = layouts.get(key);
    if (known === undefined) layouts.set(key, { columns, files: [at] });
    else known.files.push(at);
  }
  return [...layouts.values()].sort((a, b) => b.files.length - a.files.length);
}

interface AssignmentTerms {
  readonly side: Side;
  readonly targets: readonly Target[];
  /** The question about a column and a field. */
  readonly questionOf: (target: number, column: number) => Omit<FitQuestion, 'target' | 'side'>;
  /** Whether a column is excluded unless a mapping names it. */
  readonly isKept: (title: string) => boolean;
}

interface Candidate {
  readonly target: number;
  readonly column: number;
  readonly fit: Fit;
}

export function assignColumns(
  { columns }: SideLayout,
  { side, targets, questionOf: asked, isKept }: AssignmentTerms,
): Assigned {
  const candidates: Candidate[] = [];
  const kept = columns.map(({ title }) => isKept(title));
  for (const [t, target] of targets.entries()) {
    for (const [c, column] of columns.entries()) {
      const fit = fitOf(column, { ...asked(t, c), target, side });
      if (fit === null || fit.class === 'veto' || (kept[c] && fit.class !== 'mapping')) continue;
      candidates.push({ target: t, column: c, fit });
    }
  }
  candidates.sort((a, b) =>
    isPreferred(a.fit, b.fit) ? -1 : isPreferred(b.fit, a.fit) ? 1 : a.target - b.target || a.column - b.column,
  );
  const owners = new Map<number, number>();
  const found: Candidate[][] = targets.map(() => []);
  for (const candidate of candidates) {
    const { target, column, fit } = candidate;
    if (owners.has(column)) continue;
    const own = found[target];
    const isJoined = isNarration(columns[column], targets[target], side) || fit.class === 'mapping';
    if (own.length > 0 && !isJoined) continue;
    own.push(candidate);
    owners.set(column, target);
  }
  const rivalOf = ({ target, column, fit }: Candidate) =>
    candidates.find(
      (other) =>
        other.target === target &&
        other.column !== column &&
        other.fit.class === fit.class &&
        (owners.get(other.column) ?? target) === target,
    );
  return found.map((own) =>
    own.map((one, at): AssignedColumn => {
      const rival = at === 0 && own.length === 1 ? rivalOf(one) : undefined;
      return {
        column: one.column,
        fit: one.fit,
        confidence: confidenceOf(one.fit, rival?.fit ?? null),
        rival: rival === undefined ? null : columns[rival.column].title,
      };
    }),
  );
}

const isNarration = ({ fields }: DescribedColumn, target: Target, side: Side): boolean =>
  target.fields[side] === 'narration' && fields.some(({ field, isChosen }) => field === 'narration' && isChosen);
