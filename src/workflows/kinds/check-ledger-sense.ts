// Finds ledger files whose account is a liability, once both sides are read: each is read once more in the other sense,
// and a sentence says why. What the rows and balances do not decide is asked about, never matched as if everything were
// booked the wrong way round. Rules: core/reading/sides/ledger-sense.ts.

import { TieoutError } from '../../core/errors.ts';
import { type ColumnMappingFile, givenOf } from '../../core/reading/columns/column-mapping.ts';
import type { AccountType } from '../../core/reading/columns/given-reading.ts';
import { type KnownBalance, type LedgerSense, ledgerSense, otherType } from '../../core/reading/sides/ledger-sense.ts';
import { waysBetween } from '../../core/reading/sides/opposite-ways.ts';
import type { RowColumns, Side } from '../../core/records/rows/columns.ts';
import type { StatementFile } from '../../ports/compute.ts';
import type { NamedFile } from '../rows/read-files.ts';
import type { SessionFile } from '../rows/session-files.ts';

/** A file to read once more. */
interface TurnedFile {
  /** Its place among the files that were read. */
  readonly at: number;
  readonly accountType: AccountType;
  readonly said: string;
}

/** `kept`: rows that the session has from before. Throws file_needs_answer. */
export function turnedLedgers(
  files: readonly NamedFile[],
  { mapping, kept }: { readonly mapping: ColumnMappingFile | null; readonly kept: readonly SessionFile[] },
): readonly TurnedFile[] {
  const isGiven = givenOf(mapping ?? undefined, 'gl').accountType !== undefined;
  const bank = [...ofSide(files), ...ofSide(kept)];
  if (isGiven || bank.length === 0) return [];
  requireSense(kept, bank);
  const balances = bankBalances(files, kept);
  const turned = files.flatMap(({ side, name, file, isOpening }, at): TurnedFile[] => {
    // A file that the session has adds nothing, or is refused by the checks that follow.
    if (side === 'bank' || isOpening || kept.some(({ digest }) => digest === file.digest)) return [];
    const sense = ledgerSense(waysBetween(file.columns, bank), { ledger: balancesOf(file), bank: balances });
    if (sense.is === 'as read') return [];
    if (sense.is === 'asked') throw questionOf(sense, name);
    const accountType = otherType(file.layout.accountType);
    return [{ at, accountType, said: saidOf(name, accountType, sense.why) }];
  });
  return [...turned, ...openingOf(files, turned)];
}

/** Opening items are of the ledger's own account: turned with its files, for they rarely tell it themselves. */
function openingOf(files: readonly NamedFile[], turned: readonly TurnedFile[]): readonly TurnedFile[] {
  const own = files.flatMap(({ side, isOpening }, at) => (side === 'gl' && !isOpening ? [at] : []));
  const [first] = turned;
  if (first === undefined || turned.length < own.length) return [];
  return files.flatMap(({ side, name, file, isOpening }, at): TurnedFile[] =>
    side === 'bank' || !isOpening || file.layout.accountType === first.accountType
      ? []
      : [{ at, accountType: first.accountType, said: saidOf(name, first.accountType, 'as the ledger’s other files') }],
  );
}

const ofSide = (files: readonly (NamedFile | SessionFile)[]): RowColumns[] =>
  files.flatMap((one) => (one.side === 'bank' ? ['file' in one ? one.file.columns : one.columns] : []));

const balancesOf = ({ balances, columns }: StatementFile): KnownBalance[] =>
  balances.map(({ currency, ...balance }) => ({ ...balance, currency: columns.currencies[currency] }));

/** Balances of the bank side; those of the session are kept with the sign of the account. */
function bankBalances(files: readonly NamedFile[], kept: readonly SessionFile[]): KnownBalance[] {
  const isBank = ({ side }: { readonly side: Side }) => side === 'bank';
  const before = kept.filter(isBank).flatMap(({ balances }) =>
    balances.map(({ currency, openingMinor, closingMinor }) => ({
      ...{ currency, opening: openingMinor, closing: closingMinor },
      ...{ turned: false, straight: 0, inverse: 0, foots: true },
    })),
  );
  return [...files.filter(isBank).flatMap(({ file }) => balancesOf(file)), ...before];
}

/** Stored rows cannot be read once more. Throws file_needs_answer. */
function requireSense(kept: readonly SessionFile[], bank: readonly RowColumns[]): void {
  for (const { side, name, columns } of kept) {
    if (side === 'bank') continue;
    const sense = ledgerSense(waysBetween(columns, bank), { ledger: [], bank: [] });
    if (sense.is !== 'as read') throw questionOf(sense, name);
  }
}

const saidOf = (name: string, type: AccountType, why: string): string =>
  `${name}: read as the ledger of ${type === 'liability' ? 'a liability, whose credits are' : 'an asset, whose debits are'} money in: ${why}. If that is wrong, say "account_type": "${otherType(type)}" in the ledger’s mapping.`;

const questionOf = ({ why }: Exclude<LedgerSense, { is: 'as read' }>, file: string): TieoutError =>
  new TieoutError(
    'file_needs_answer',
    `${why}: say in the ledger’s column mapping what its account is, "account_type": "asset" (debits are money in) or "liability" (credits are), and give the file again.`,
    { file },
  );
