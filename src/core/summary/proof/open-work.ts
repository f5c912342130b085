// What the lines of a proof leave to do, by who must act: entries to post in the ledger, errors to claim from the bank,
// items to wait for. Their count and sum say what an agreeing difference does not.

import type { ProofLine } from './proof.ts';

export type Todo = 'post' | 'claim' | 'wait';

/**
 * Which lines each kind of open work is made of; every line is in one but what was brought forward, and fees of the
 * ledger’s own.
 */
export const TODO_SIDES: Readonly<Record<Todo, (line: Pick<ProofLine, 'kind' | 'side'>) => boolean>> = {
  post: ({ side }) => side === 'book',
  claim: ({ kind }) => kind === 'bank_errors',
  wait: ({ side, kind }) => side === 'bank' && kind !== 'bank_errors' && kind !== 'fees_of_the_ledger',
};

export const rowsOf = (lines: readonly Pick<ProofLine, 'rows'>[]): number =>
  lines.reduce((sum, { rows }) => sum + rows, 0);

/** Signed minor units. */
export const netOf = (lines: readonly Pick<ProofLine, 'amount'>[]): bigint =>
  lines.reduce((sum, { amount }) => sum + amount, 0n);
