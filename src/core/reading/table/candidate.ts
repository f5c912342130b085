// Evidence for and against a column being the amount, the day, the reference. Evidence comes in classes which are never
// added up: a proof beats everything strong, one strong piece beats any number of weak ones, and only a proof or a
// person overrides a veto. Weak evidence alone never decides money or its sign.

import type { FieldName } from '../titles/target-fields.ts';
import type { Table } from './table.ts';

/** The best first; a veto speaks against. */
const EVIDENCE_CLASSES = ['mapping', 'proof', 'strong', 'weak', 'veto'] as const;
export type EvidenceClass = (typeof EVIDENCE_CLASSES)[number];

export interface Evidence {
  readonly class: EvidenceClass;
  /** Continues after the name of the column: “title “Amount”, values are amounts”. */
  readonly words: string;
}

/** A column for a field. Among candidates of one class the first is preferred. */
export interface Candidate {
  readonly field: FieldName;
  readonly column: number;
  readonly evidence: readonly Evidence[];
}

export const candidate = (field: FieldName, column: number, of: EvidenceClass, words = ''): Candidate => ({
  field,
  column,
  evidence: [{ class: of, words }],
});

/** The candidates of a field: the column that a mapping names, else those found. */
export function candidatesOf(table: Table, field: FieldName, found: () => Candidate[]): Candidate[] {
  const named = table.namedFor(field);
  return named >= 0 ? [candidate(field, named, 'mapping')] : found();
}

const rank = (of: EvidenceClass): number => EVIDENCE_CLASSES.indexOf(of);

/**
 * The class that counts: the best evidence for it, unless there is a veto that neither a proof nor a person overrides.
 */
export function classOf(evidence: readonly Evidence[]): EvidenceClass {
  const best = evidence
    .filter((one) => one.class !== 'veto')
    .reduce<EvidenceClass>((a, b) => (rank(b.class) < rank(a) ? b.class : a), 'weak');
  return best !== 'mapping' && best !== 'proof' && evidence.some((one) => one.class === 'veto') ? 'veto' : best;
}

export const isBetter = (a: EvidenceClass, b: EvidenceClass): boolean => rank(a) < rank(b);

/** The deciding evidence as a part of a sentence: the words of the best class, then the others'. */
export const reasonOf = (evidence: readonly Evidence[]): string =>
  [...evidence]
    .sort((a, b) => rank(a.class) - rank(b.class))
    .map(({ words }) => words)
    .filter((words) => words !== '')
    .join('; ');
