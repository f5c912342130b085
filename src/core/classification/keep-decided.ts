// A rerun keeps what was decided. The words for a bank's charges are learned, so the class of a row that is open alone may
// change from one run to the next, and with it the id of its exception: what a person approved, rejected or escalated
// would be asked again. Among the classes that only say what a row alone is for, a decided row stays in the exception
// that was decided. What else has become of a row is a new question.

import type { ClusterType } from '../records/documents/cluster-type.ts';
import type { Side } from '../records/rows/columns.ts';
import { type ClusterSet, membersOf, typeOf } from './cluster-set.ts';
import type { ClassificationRule } from './rule.ts';

const ALONE: ReadonlySet<string> = new Set<ClusterType>([
  'possible_interest_or_tax',
  'possible_bank_fee',
  'missing_identifier',
  'not_found_gl',
  'not_found_bank',
]);

export const isOfRowAlone = (type: string): type is ClusterType => ALONE.has(type);

/** The ground of an exception that is kept because it was decided. */
export const DECIDED_BEFORE = 'decided_before_and_the_row_is_still_alone';

/** The classes of decided exceptions of a row alone, by its record id. */
export type DecidedRows = ReadonlyMap<string, ClusterType>;

/** `recordIds`: of the open items of a side; asked for only if it matters. */
export function keepDecided(
  set: ClusterSet,
  decided: DecidedRows,
  recordIds: (side: Side) => readonly string[],
): ClusterSet {
  if (decided.size === 0) return set;
  const ids = { gl: recordIds('gl'), bank: recordIds('bank') };
  const grounds = [...set.grounds];
  const groundOf = new Map<ClusterType, number>();
  const ground = Uint8Array.from(set.ground, (own, c) => {
    const { gl, bank } = membersOf(set, c);
    if (gl.length + bank.length !== 1 || !isOfRowAlone(typeOf(set, c))) return own;
    const before = decided.get(gl.length === 1 ? ids.gl[gl[0]]! : ids.bank[bank[0]]!);
    if (before === undefined || before === typeOf(set, c)) return own;
    const known = groundOf.get(before) ?? grounds.push({ rule: decidedRule(before), name: DECIDED_BEFORE }) - 1;
    groundOf.set(before, known);
    return known;
  });
  return { ...set, ground, grounds };
}

/** The rule of kept exceptions, by which nothing is found. */
export const decidedRule = (type: ClusterType): ClassificationRule => ({
  ...{ shape: 'row', type, grounds: [DECIDED_BEFORE], sides: [], groundFor: () => null },
  reason: () => 'It was decided as this before, and its row is still open alone. Reopened, it is classed anew.',
});
