// What speaks for a column being the amount, the day, the reference, and what speaks against it. Evidence comes in
// classes which are never added up: a proof beats whatever is strong, what is strong beats any amount of what is weak,
// and a veto falls only to a proof or to a person's word. Weak evidence alone never decides money or its sign.

import type { FieldName } from '../titles/target-fields.ts';

/** The best first; a veto speaks against. */
const EVIDENCE_CLASSES = ['mapping', 'proof', 'strong', 'weak', 'veto'] as const;
export type EvidenceClass = (typeof EVIDENCE_CLASSES)[number];

export interface Evidence {
  readonly class: EvidenceClass;
  /** Goes on from the name of the column: “title “Amount”, values are amounts”. */
  readonly words: string;
}

/** A column for a field. Among candidates of one class the one that stands first is preferred. */
export interface Candidate {
  readonly field: FieldName;
  readonly column: number;
  readonly evidence: readonly Evidence[];
}

const rank = (of: EvidenceClass): number => EVIDENCE_CLASSES.indexOf(of);

/** The class that counts: the best of what speaks for it, unless a veto stands that neither a proof nor a person lifts. */
export function classOf(evidence: readonly Evidence[]): EvidenceClass {
  const best = evidence
    .filter((one) => one.class !== 'veto')
    .reduce<EvidenceClass>((a, b) => (rank(b.class) < rank(a) ? b.class : a), 'weak');
  return best !== 'mapping' && best !== 'proof' && evidence.some((one) => one.class === 'veto') ? 'veto' : best;
}

export const isBetter = (a: EvidenceClass, b: EvidenceClass): boolean => rank(a) < rank(b);

/** What decided, in one sentence part: the words of the best class, then the others'. */
export const reasonOf = (evidence: readonly Evidence[]): string =>
  [...evidence]
    .sort((a, b) => rank(a.class) - rank(b.class))
    .map(({ words }) => words)
    .filter((words) => words !== '')
    .join('; ');
