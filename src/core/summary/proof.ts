// The bank reconciliation itself: the two closing balances, adjusted for what the other side does not have yet, must
// be equal. The form is the accountant's two-column one (IRS Publication 583, "Bank account reconciliation"):
//
//   adjusted bank = bank closing   + items only in the ledger (deposits in transit, outstanding payments)
//   adjusted book = ledger closing + items only at the bank (charges, interest, direct credits)
//                                  + corrections: bank amount - ledger amount of each pair on both sides
//   difference    = adjusted bank - adjusted book
//
// An open pair that a cluster names as one transaction (amount_mismatch, date_difference, direction_mismatch) is on
// both sides, so it is no outstanding item: it counts as a correction of the book, the way Publication 583 corrects a
// wrongly entered check. Rows that were announced only, or are zero, move no balance. Since every row has one fate,
//
//   difference = (bank opening - ledger opening)
//              + (rows outside the period, bank - ledger) + (netted reversals, bank - ledger)
//
// and whatever is left is not explained by the files: a file that does not foot, or rows that were rejected. When a
// closing balance is not known, or a side has several accounts, the adjusted balances are null and the movements
// (the sums of the booked rows) are compared by the same parts: basis says which it was.

/** What the proof needs of one side, minor units of one currency, signed cash effect. */
export interface SideOfProof {
  readonly opening: bigint | null;
  readonly closing: bigint | null;
  /** All rows but the announced ones: what the balance moved by. */
  readonly movement: bigint;
  readonly matched: bigint;
  readonly reversed: bigint;
  readonly open: bigint;
  /** The share of `open` that a cluster pairs with one row of the other side. */
  readonly openPaired: bigint;
  readonly outOfPeriod: bigint;
}

export type ProofPartName =
  | 'opening_balances'
  | 'corrections'
  | 'bank_only'
  | 'ledger_only'
  | 'out_of_period'
  | 'reversals';

export interface ProofPart {
  readonly name: ProofPartName;
  /** What it adds to bank minus ledger. */
  readonly amount: bigint;
}

export interface Proof {
  readonly currency: string;
  readonly basis: 'balances' | 'movements';
  /** Open ledger items that no cluster pairs with a bank line. */
  readonly ledgerOnly: bigint;
  /** Open bank items that no cluster pairs with a ledger entry. */
  readonly bankOnly: bigint;
  /** Bank amount - ledger amount, over matched pairs and open pairs. */
  readonly corrections: bigint;
  readonly bankMovement: bigint;
  readonly bookMovement: bigint;
  readonly adjustedBank: bigint | null;
  readonly adjustedBook: bigint | null;
  /** Adjusted bank - adjusted book, or on the basis of movements bank movement - ledger movement. */
  readonly difference: bigint;
  /** The sum of the parts. */
  readonly explained: bigint;
  readonly unexplained: bigint;
  /** Parts that are not zero. */
  readonly parts: readonly ProofPart[];
}

export function proofOf(sides: {
  readonly currency: string;
  readonly gl: SideOfProof;
  readonly bank: SideOfProof;
}): Proof {
  const { currency, gl, bank } = sides;
  const ledgerOnly = gl.open - gl.openPaired;
  const bankOnly = bank.open - bank.openPaired;
  const corrections = bank.matched - gl.matched + (bank.openPaired - gl.openPaired);
  const adjusted =
    bank.closing === null || gl.closing === null
      ? null
      : { bank: bank.closing + ledgerOnly, book: gl.closing + bankOnly + corrections };
  const difference = adjusted === null ? bank.movement - gl.movement : adjusted.bank - adjusted.book;
  const parts = partsOf({ gl, bank }, adjusted === null ? { corrections, bankOnly, ledgerOnly } : null);
  const explained = parts.reduce((sum, { amount }) => sum + amount, 0n);
  return {
    currency,
    basis: adjusted === null ? 'movements' : 'balances',
    ledgerOnly,
    bankOnly,
    corrections,
    bankMovement: bank.movement,
    bookMovement: gl.movement,
    adjustedBank: adjusted?.bank ?? null,
    adjustedBook: adjusted?.book ?? null,
    difference,
    explained,
    unexplained: difference - explained,
    parts,
  };
}

/** What the difference consists of; `items` are part of it only when movements are compared. */
function partsOf(
  { gl, bank }: { readonly gl: SideOfProof; readonly bank: SideOfProof },
  items: { readonly corrections: bigint; readonly bankOnly: bigint; readonly ledgerOnly: bigint } | null,
): ProofPart[] {
  const own: ProofPart[] =
    items === null
      ? [{ name: 'opening_balances', amount: openingDifference(gl, bank) }]
      : [
          { name: 'corrections', amount: items.corrections },
          { name: 'bank_only', amount: items.bankOnly },
          { name: 'ledger_only', amount: -items.ledgerOnly },
        ];
  const either: ProofPart[] = [
    { name: 'out_of_period', amount: bank.outOfPeriod - gl.outOfPeriod },
    { name: 'reversals', amount: bank.reversed - gl.reversed },
  ];
  return [...own, ...either].filter(({ amount }) => amount !== 0n);
}

/** Nothing is explained by an opening balance that is not stated. */
function openingDifference(gl: SideOfProof, bank: SideOfProof): bigint {
  return bank.opening === null || gl.opening === null ? 0n : bank.opening - gl.opening;
}
