// The open work of a proof, by kind: rows to decide first, entries to post in the ledger, errors to claim from the bank,
// items to wait for. Their count and sum show what is still to do although the balances agree.

import type { Side } from '../../records/rows/columns.ts';
import type { AccountProof, ProofKind, ProofLine } from './proof.ts';

export type Todo = 'decide' | 'post' | 'claim' | 'wait';

const NO_ENTRY: ReadonlySet<ProofKind> = new Set(['set_aside', 'to_decide', 'booked_later']);
const NOTHING_TO_WAIT_FOR: ReadonlySet<ProofKind> = new Set(['bank_errors', 'fees_of_the_ledger', ...NO_ENTRY]);

/**
 * The lines of each kind of open work. Every line of a side is in one kind, except set aside, the ledger's own fees and
 * what the ledger has booked since.
 */
export const TODO_SIDES: Readonly<Record<Todo, (line: Pick<ProofLine, 'kind' | 'side'>) => boolean>> = {
  decide: ({ kind }) => kind === 'to_decide',
  post: ({ side, kind }) => side === 'book' && !NO_ENTRY.has(kind),
  claim: ({ kind }) => kind === 'bank_errors',
  wait: ({ side, kind }) => side === 'bank' && !NOTHING_TO_WAIT_FOR.has(kind),
};

/** Open exceptions that no adjusted balance shows. */
export const isInNoBalance = ({ kind }: Pick<ProofLine, 'kind'>): boolean =>
  kind === 'no_effect' || kind === 'other_periods';

export const rowsOf = (lines: readonly Pick<ProofLine, 'rows'>[]): number =>
  lines.reduce((sum, { rows }) => sum + rows, 0);

/** Signed minor units. */
export const netOf = (lines: readonly Pick<ProofLine, 'amount'>[]): bigint =>
  lines.reduce((sum, { amount }) => sum + amount, 0n);

/** How many of a side's excluded rows are inside the period but in none of the run's events. */
export const rowsInNoEvent = (proofs: readonly AccountProof[], side: Side): number =>
  rowsOf(
    proofs
      .flatMap(({ lines }) => lines)
      .filter((line) => line.kind === 'set_aside' && (line.side === 'bank') === (side === 'bank')),
  );
