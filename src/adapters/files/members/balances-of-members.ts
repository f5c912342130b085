// The balances of an archive's accounts: each statement's closing balance is the next one's opening.

import { TieoutError } from '../../../core/errors.ts';
import type { AccountBalance } from '../../../core/reading/proof/balance-proof.ts';
import { sequenceOf } from '../../../core/reading/sides/statement-sequence.ts';
import { bookedEntries } from '../../../core/records/booked-entries.ts';
import { ROW_PENDING, type RowColumns } from '../../../core/records/rows/columns.ts';
import { joinedBalances } from '../../../core/summary/joined-balances.ts';
import type { ReadRequest } from '../request/read-request.ts';
import type { StatementFile } from '../request/statement-file.ts';

interface Of {
  readonly members: readonly { readonly path: string; readonly file: StatementFile }[];
  /** The rows of all of them. */
  readonly columns: RowColumns;
  /** The number of rows of each member that other members have too. */
  readonly repeated: readonly number[];
}

interface MembersBalances {
  readonly balances: readonly AccountBalance[];
  readonly warnings: readonly string[];
}

/** Throws file_given_twice. */
export function balancesOfMembers({ name, side }: ReadRequest, { members, columns, repeated }: Of): MembersBalances {
  const stated = members.map(({ path, file }) => ({
    name: path,
    columns: file.columns,
    entries: bookedEntries(file.columns),
    balances: file.balances.map((balance) => ({
      proven: balance,
      account: file.columns.accounts[balance.account],
      currency: file.columns.currencies[balance.currency],
      openingMinor: balance.opening,
      closingMinor: balance.closing,
    })),
  }));
  const { twice, warnings } = sequenceOf(
    stated.flatMap(({ name: file, entries, balances }) =>
      balances.map(({ account, currency, proven: { opening, closing } }) => ({
        ...{ file, account, currency, opening, closing },
        ...entries(account, currency),
      })),
    ),
  );
  const isCountedTwice = (path: string) => {
    const at = members.findIndex((member) => member.path === path);
    return repeated[at] < members[at].file.columns.count;
  };
  const again = twice.find(({ files: [, later] }) => isCountedTwice(later));
  if (again !== undefined) {
    const sentence = `${again.said}; their entries would be counted twice: take one of them out.`;
    throw new TieoutError('file_given_twice', sentence, { file: name });
  }
  const joined = joinedBalances(side, stated, columns);
  const all = stated.flatMap(({ balances }) => balances);
  return {
    balances: joined.balances.map(({ account, currency, openingMinor, closingMinor }) => {
      const own = all.filter((one) => one.account === account && one.currency === currency);
      const at = { account: columns.accounts.indexOf(account), currency: columns.currencies.indexOf(currency) };
      return joinedBalance(
        own.map(({ proven }) => proven),
        { ...at, opening: openingMinor, closing: closingMinor },
        columns,
      );
    }),
    warnings: [...twice.map(({ said }) => `${said}; its entries are counted once.`), ...warnings, ...joined.warnings],
  };
}

function joinedBalance(
  own: readonly AccountBalance[],
  stated: Pick<AccountBalance, 'account' | 'currency' | 'opening' | 'closing'>,
  columns: RowColumns,
): AccountBalance {
  const { account, currency, opening, closing } = stated;
  let rows = 0;
  let amount = 0n;
  for (let row = 0; row < columns.count; row++) {
    if (columns.account[row] !== account || columns.currency[row] !== currency) continue;
    if ((columns.flags[row] & ROW_PENDING) !== 0) continue;
    rows++;
    amount += BigInt(columns.amount[row]);
  }
  const isStated = opening !== null && closing !== null;
  const isRefuted =
    own.some(({ foots }) => foots === false) || (isStated && BigInt(opening) + amount !== BigInt(closing));
  const isProven = isStated || own.every(({ foots }) => foots === true);
  const sumOf = (figure: 'straight' | 'inverse' | 'checks') => own.reduce((sum, one) => sum + one[figure], 0);
  return {
    ...stated,
    ...{ rows, amount },
    turned: own.every(({ turned }) => turned),
    foots: isRefuted ? false : isProven ? true : null,
    gaps: own.flatMap(({ gaps }) => gaps),
    straight: sumOf('straight'),
    inverse: sumOf('inverse'),
    checks: sumOf('checks'),
  };
}
