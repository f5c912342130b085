// Rows that reasons name beside the findings of matching: originals that a marked reversal may undo, and rows with the
// same reference and amount outside of the account or the period. No rule depends on them.

import type { MatchOutcome } from '../../matching/outcome/outcome.ts';
import type { MatchParameters } from '../../matching/parameters.ts';
import { numberedAccounts } from '../../matching/plan.ts';
import type { AlignedAccounts } from '../../records/rows/accounts.ts';
import { otherSide, type RowColumns, type Side } from '../../records/rows/columns.ts';
import { answersElsewhere } from './elsewhere.ts';
import { itemsByNumber, type NumberedItems } from './numbered-items.ts';
import { type Originals, originalsOf } from './originals.ts';
import { FATES, type Fate, type RowFates, rowFates } from './row-fates.ts';

export interface NearRows {
  readonly fates: RowFates;
  /** Originals by the item of a marked reversal. */
  readonly originals: Readonly<Record<Side, ReadonlyMap<number, Originals>>>;
  /** For each item a row of the other side with its reference and amount with which it was not compared, or -1. */
  readonly elsewhere: Readonly<Record<Side, Int32Array>>;
  readonly ambiguities: Readonly<Record<Side, NumberedItems>>;
  /** The items of each batch whose sums differ. */
  readonly batches: Readonly<Record<Side, NumberedItems>>;
  /** The number of an account by side and label. */
  readonly accounts: Readonly<Record<Side, Uint16Array>>;
}

interface MatchedSession {
  readonly columns: Readonly<Record<Side, RowColumns>>;
  /** Left out: accounts are one by equal numbers alone. */
  readonly accounts?: Pick<AlignedAccounts, Side>;
  readonly outcome: MatchOutcome;
  readonly parameters: MatchParameters;
}

export function nearRowsOf({
  columns,
  accounts = numberedAccounts(columns.gl, columns.bank),
  outcome,
  parameters,
}: MatchedSession): NearRows {
  const fates = rowFates(columns, outcome);
  const asked = (side: Side) => ({
    columns: columns[side],
    open: outcome.open[side],
    fates: fates[side],
    accountOf: (row: number) => accounts[side][columns[side].account[row]],
    window: parameters,
  });
  const elsewhere = (side: Side) => answersElsewhere(asked(side), asked(otherSide(side)));
  const numbered = (column: 'ambiguity' | 'batch') => ({
    gl: itemsByNumber(outcome.open.gl[column]),
    bank: itemsByNumber(outcome.open.bank[column]),
  });
  return {
    fates,
    accounts,
    originals: { gl: originalsOf(asked('gl')), bank: originalsOf(asked('bank')) },
    elsewhere: { gl: elsewhere('gl'), bank: elsewhere('bank') },
    ambiguities: numbered('ambiguity'),
    batches: numbered('batch'),
  };
}

const NO_NUMBERS: NumberedItems = { start: new Uint32Array(1), items: new Uint32Array(0) };

/** For a run whose open rows are not classified. */
export const NOTHING_NEAR: NearRows = {
  fates: { gl: new Uint8Array(0), bank: new Uint8Array(0) },
  accounts: { gl: new Uint16Array(0), bank: new Uint16Array(0) },
  originals: { gl: new Map(), bank: new Map() },
  elsewhere: { gl: new Int32Array(0), bank: new Int32Array(0) },
  ambiguities: { gl: NO_NUMBERS, bank: NO_NUMBERS },
  batches: { gl: NO_NUMBERS, bank: NO_NUMBERS },
};

export const fateOf = ({ fates }: NearRows, side: Side, row: number): Fate => FATES[fates[side][row]];
