// Which column of a layout goes to which field: the best fit first, a column to one field and a field to one column,
// but for the narration, which several columns make up. Files of a side with the same titles are one layout.

import type { Side } from '../records/rows/columns.ts';
import { type Asked, confidenceOf, type Fit, fitOf, isPreferred } from './column-fit.ts';
import type { DescribedColumn, DescribedFile } from './described-column.ts';
import type { Target } from './target-definitions.ts';

export interface SideLayout {
  readonly columns: readonly DescribedColumn[];
  /** Its files among those of the side. */
  readonly files: readonly number[];
}

export interface AssignedColumn {
  readonly column: number;
  readonly fit: Fit;
  readonly confidence: number;
  /** The title of the closest rival of the same class. */
  readonly rival: string | null;
}

/** For each field its columns, the first one before what is joined to it. */
export type Assigned = readonly (readonly AssignedColumn[])[];

/** Equal for files of one layout: titles, and what the values are where there is none. */
export const layoutKey = (columns: readonly DescribedColumn[]): string =>
  JSON.stringify(columns.map(({ title, type, isTitled }) => (isTitled ? title : [title, type])));

/** Layouts in the order of their first files; those of most files come first. */
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
  /** What is asked of a column for a field. */
  readonly asked: (target: number, column: number) => Omit<Asked, 'target' | 'side'>;
  /** Columns that are kept from the fields unless a mapping gives them. */
  readonly isKept: (title: string) => boolean;
}

interface Candidate {
  readonly target: number;
  readonly column: number;
  readonly fit: Fit;
}

export function assignColumns({ columns }: SideLayout, { side, targets, asked, isKept }: AssignmentTerms): Assigned {
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
