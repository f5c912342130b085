// What the lines of a proof leave to do, by who must act: entries to post in the ledger, errors to claim from the bank,
// items to wait for. Their count and sum say what an agreeing difference does not.

import type { Side } from '../../records/rows/columns.ts';
import type { AccountProof, ProofKind, ProofLine } from './proof.ts';

export type Todo = 'post' | 'claim' | 'wait';

const NOTHING_TO_WAIT_FOR: ReadonlySet<ProofKind> = new Set(['bank_errors', 'fees_of_the_ledger', 'set_aside']);

/**
 * Which lines each kind of open work is made of; every line is in one but what was brought forward, what the run set
 * aside, and fees of the ledger’s own.
 */
export const TODO_SIDES: Readonly<Record<Todo, (line: Pick<ProofLine, 'kind' | 'side'>) => boolean>> = {
  post: ({ side, kind }) => side === 'book' && kind !== 'set_aside',
  claim: ({ kind }) => kind === 'bank_errors',
  wait: ({ side, kind }) => side === 'bank' && !NOTHING_TO_WAIT_FOR.has(kind),
};

export const rowsOf = (lines: readonly Pick<ProofLine, 'rows'>[]): number =>
  lines.reduce((sum, { rows }) => sum + rows, 0);

/** Signed minor units. */
export const netOf = (lines: readonly Pick<ProofLine, 'amount'>[]): bigint =>
  lines.reduce((sum, { amount }) => sum + amount, 0n);

/** Of a side's rows that count as out of the period, those of the period that lie in none of the run's events. */
export const rowsInNoEvent = (proofs: readonly AccountProof[], side: Side): number =>
  rowsOf(
    proofs
      .flatMap(({ lines }) => lines)
      .filter((line) => line.kind === 'set_aside' && (line.side === 'bank') === (side === 'bank')),
  );
