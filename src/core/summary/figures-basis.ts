// The basis of a session's figures: its run, and the late groups that hold rows of it. Summaries with one basis have
// the same matched and open rows; with the same carried rows too they have the same proofs, and only decisions on
// clusters may differ.

import type { CarriedRow } from '../records/late/late-groups.ts';
import type { Digest } from '../records/rows/identity.ts';
import type { AccountProof } from './proof/proof.ts';

interface FiguresMadeOf {
  readonly runId: string;
  /** Ids of late groups. */
  readonly late: readonly string[];
}

/** A digest of the basis; the order of the groups has no effect. */
export function figuresBasis({ runId, late }: FiguresMadeOf, digest: Digest): string {
  return digest(JSON.stringify(['figures', runId, [...late].sort()])).slice(0, 32);
}

/**
 * A digest of rows that earlier sessions left open, of where their exceptions place them, and of the balances with which
 * those sessions left accounts that rest (`proofs`: the session's own); undefined for none.
 */
export function carriedBasis(
  carried: readonly CarriedRow[],
  proofs: readonly AccountProof[],
  digest: Digest,
): string | undefined {
  if (carried.length === 0) return undefined;
  const parts = carried.map(({ recordId, exception }) => {
    const likely = (exception?.likely ?? []).map(({ side, fingerprint }) => `${side} ${fingerprint.join(' ')}`);
    return [recordId, exception?.type, exception?.ground, ...likely.sort()].join(' ');
  });
  const resting = proofs.flatMap(({ account, currency, balancesOf, bank, book }) =>
    balancesOf === undefined ? [] : [[account, currency, balancesOf, leftWith(bank), leftWith(book)].join(' ')],
  );
  const of = ['carried', parts.sort(), ...(resting.length === 0 ? [] : [resting.sort()])];
  return digest(JSON.stringify(of)).slice(0, 32);
}

/** The balance that an earlier session left the side with; '' if the side does not rest. */
const leftWith = ({ closing, closingBasis }: AccountProof['bank']): string =>
  closingBasis === 'carried_forward' ? String(closing) : '';
