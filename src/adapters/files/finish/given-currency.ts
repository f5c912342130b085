// A person's currency against the file's own. A mapping's currency is that of the rows that name none. If no row is left
// for it, because a line above, a title, a message or the rows themselves name another, one of the two is wrong, and the
// file is refused. A remembered plan speaks of earlier files, and gives way.

import { TieoutError } from '../../../core/errors.ts';
import { givenOf } from '../../../core/reading/columns/column-mapping.ts';
import type { RowColumns } from '../../../core/records/rows/columns.ts';
import type { ReadRequest } from '../request/read-request.ts';

/** Throws mapping_invalid if the file has rows, and none in the currency that the mapping gives. */
export function requireGivenCurrency(
  { mapping, side, name, isMappingOfPlan }: ReadRequest,
  { currencies, currency, count }: RowColumns,
): void {
  const { currency: given } = givenOf(mapping, side);
  if (given === undefined || isMappingOfPlan === true || count === 0) return;
  const place = currencies.indexOf(given);
  if (place >= 0 && currency.includes(place)) return;
  const named = currencies.filter((_, i) => currency.includes(i));
  throw new TieoutError(
    'mapping_invalid',
    `"currency" is given as "${given}", and the file itself names ${named.join(' and ')} for all of its rows; leave the currency out of the mapping, or correct the file.`,
    { file: name },
  );
}
