// How much of a proof's open work is decided: the rows of each kind of work by the status of their exceptions. An
// approved row stays open work until it is posted, claimed or matched.

import { listed } from '../../classification/wording.ts';
import { DECISION_STATUSES, type DecisionStatus } from '../../records/documents/clusters.ts';
import { netOf, rowsOf, TODO_SIDES, type Todo } from '../proof/open-work.ts';
import type { ItemisedProof } from '../proof/session-lines.ts';
import type { ExceptionOf } from './stated.ts';

/** Rows by status; those of a match, or of an earlier session, are in none. */
type RowsByStatus = Readonly<Record<DecisionStatus, number>>;

export interface OpenWork {
  readonly what: Todo;
  readonly rows: number;
  /** Signed minor units. */
  readonly amount: bigint;
  readonly byStatus: RowsByStatus;
}

/** The kinds of work that have rows, in their order. */
export function openWorkOf({ itemised }: ItemisedProof, exceptionOf: ExceptionOf): OpenWork[] {
  return (Object.keys(TODO_SIDES) as Todo[]).flatMap((what) => {
    const lines = itemised.filter(TODO_SIDES[what]);
    if (rowsOf(lines) === 0) return [];
    const byStatus = Object.fromEntries(DECISION_STATUSES.map((status) => [status, 0])) as Record<
      DecisionStatus,
      number
    >;
    for (const { items } of lines) {
      for (const { side, row } of items) {
        const exception = exceptionOf(side, row);
        if (exception !== null) byStatus[exception.status]++;
      }
    }
    return [{ what, rows: rowsOf(lines), amount: netOf(lines), byStatus }];
  });
}

/** `, 3 of them approved and 1 rejected`; of a single row `, approved`; nothing where nobody has decided. */
export function decidedWords({ rows, byStatus }: Pick<OpenWork, 'rows' | 'byStatus'>): string {
  const decided = DECISION_STATUSES.filter((status) => status !== 'pending' && byStatus[status] > 0);
  if (rows === 1) return decided.map((status) => `, ${status}`).join('');
  const [first, ...others] = decided.map((status, n) => `${byStatus[status]}${n === 0 ? ' of them' : ''} ${status}`);
  return first === undefined ? '' : `, ${listed([first, ...others])}`;
}
