// Asks a question if one side's amounts have neither sign nor mark and the other side's have. Read as they are, all
// amounts would be money in, and no payment would find its entry. If neither side is signed, matching does not depend
// on it, and nothing is asked.

import { TieoutError } from '../../core/errors.ts';
import { amountTitleOf } from '../../core/reading/accepted-plan.ts';
import { labelOf } from '../../core/reading/answers.ts';
import { givenBy } from '../../core/reading/sides/reading-choices.ts';
import { otherSide, type Side } from '../../core/records/rows/columns.ts';
import type { StatementFile } from '../../ports/compute.ts';
import type { NamedFile } from '../rows/read-files.ts';
import type { SessionFile } from '../rows/session-files.ts';

/** Whether nothing tells the direction of a file's amounts, not even its balances. */
const isUnsigned = ({ isSignUnknown, balances }: StatementFile): boolean =>
  isSignUnknown && !(balances.length > 0 && balances.every(({ foots }) => foots === true));

/** Whether rows that were ingested before have amounts of both directions. */
const goBothWays = ({ columns: { amount, count } }: SessionFile): boolean => {
  const amounts = amount.subarray(0, count);
  return amounts.some((minor) => minor < 0) && amounts.some((minor) => minor > 0);
};

/**
 * Whether the file lists opening items under the title of amounts that a signed file of its side has: a few of them
 * often go one way.
 */
function isAsTheSide(
  { side, file, isOpening }: NamedFile,
  { files, kept }: { readonly files: readonly NamedFile[]; readonly kept: readonly SessionFile[] },
): boolean {
  const title = file.plan === null ? null : amountTitleOf(file.plan);
  if (!isOpening || title === null) return false;
  const signed = [
    ...files.flatMap((one) => (one.side === side && !isUnsigned(one.file) ? [one.file.plan] : [])),
    ...kept.flatMap((one) => (one.side === side && goBothWays(one) ? [one.plan ?? null] : [])),
  ];
  return signed.some((plan) => plan !== null && amountTitleOf(plan) === title);
}

/** Throws file_needs_answer. `kept`: rows that the session has from before. */
export function checkSigns(files: readonly NamedFile[], kept: readonly SessionFile[] = []): void {
  const isSigned = (side: Side): boolean =>
    files.some((one) => one.side === side && !isUnsigned(one.file)) ||
    kept.some((one) => one.side === side && goBothWays(one));
  const unsigned = files.find(
    (one) => isUnsigned(one.file) && isSigned(otherSide(one.side)) && !isAsTheSide(one, { files, kept }),
  );
  if (unsigned === undefined) return;
  const other = unsigned.side === 'gl' ? 'the bank side' : 'the ledger';
  throw new TieoutError(
    'file_needs_answer',
    `no amount has a sign or a DR/CR mark, and those of ${other} have; say in a column mapping which way they go, "sign": "in", "out" or "as_is".`,
    {
      file: unsigned.name,
      choices: (['in', 'out'] as const).map((sign) => {
        const { side, file } = unsigned;
        return { label: labelOf({ sign }), side, mapping: { sign }, ...givenBy(file.columns, sign === 'in' ? 1 : -1) };
      }),
    },
  );
}
