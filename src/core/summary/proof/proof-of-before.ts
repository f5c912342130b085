// Reads the proof of an old summary, stored before proofs had lines: its balances, its difference and the explained
// part, which is all that reports showed then.

import type { SideFacts } from '../facts.ts';
import type { AccountProof, ProvedSide } from './proof.ts';

export interface FactsOfBefore {
  readonly gl: Pick<SideFacts, 'openingBalance' | 'closingBalance'>;
  readonly bank: Pick<SideFacts, 'openingBalance' | 'closingBalance'>;
  readonly proof: Pick<
    AccountProof,
    'currency' | 'basis' | 'adjustedBank' | 'adjustedBook' | 'difference' | 'explained' | 'unexplained'
  > & { readonly bankMovement: bigint; readonly bookMovement: bigint };
}

export function proofOfBefore({
  gl,
  bank,
  proof: { bankMovement, bookMovement, ...proof },
}: FactsOfBefore): AccountProof {
  const sideOf = (facts: FactsOfBefore['gl'], movement: bigint): ProvedSide => ({
    opening: facts.openingBalance,
    openingIsStated: facts.openingBalance !== null,
    closing: facts.closingBalance,
    closingBasis: facts.closingBalance === null ? null : 'stated',
    movement,
    lastDay: null,
  });
  const { currency, basis, adjustedBank, adjustedBook, difference, explained, unexplained } = proof;
  return {
    account: null,
    currency,
    basis,
    bank: sideOf(bank, bankMovement),
    book: sideOf(gl, bookMovement),
    lines: [],
    adjustedBank,
    adjustedBook,
    difference,
    explained,
    unexplained,
  };
}
