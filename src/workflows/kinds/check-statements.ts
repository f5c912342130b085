// Checks that the files of a side are whole statements, before anything is matched: what is missing between them, or
// given twice, is said first. A run is refused only if entries would be counted twice: two exports of one statement
// whose rows differ in their texts are not seen to be the same rows.

import { TieoutError } from '../../core/errors.ts';
import { NO_DAY } from '../../core/money/calendar.ts';
import { type Statement, sequenceOf } from '../../core/reading/sides/statement-sequence.ts';
import { ROW_PENDING, type RowColumns, SIDES } from '../../core/records/rows/columns.ts';
import { findRepeated } from '../../core/records/rows/repeated-rows.ts';
import type { SessionFile } from '../rows/session-files.ts';

/** Warnings; throws file_given_twice. `files`: of the session and read now. */
export function statementWarnings(files: readonly SessionFile[]): readonly string[] {
  return SIDES.flatMap((side) => {
    const ofSide = files.filter((file) => file.side === side && file.balances.length > 0);
    if (ofSide.length < 2) return [];
    const { twice, warnings } = sequenceOf(ofSide.flatMap(statementsOf));
    const same = twice.map(({ files: [first, second], said }) => {
      const pair = [first, second].map((name) => ofSide.find((file) => file.name === name)!);
      if (pair.every(({ ingestionId }) => ingestionId !== null)) return `${said}.`;
      const [, again] = findRepeated(pair).repeated;
      if (again === pair[1].columns.count) return `${said}; its entries are counted once.`;
      throw new TieoutError('file_given_twice', `${said}; their entries would be counted twice: give one of them.`, {
        file: second,
      });
    });
    return [...same, ...warnings];
  });
}

function statementsOf({ name, columns, balances }: SessionFile): Statement[] {
  const entries = entriesOf(columns);
  return balances.map(({ account, currency, openingMinor, closingMinor }) => ({
    ...{ file: name, account, currency, opening: openingMinor, closing: closingMinor },
    ...entries(account, currency),
  }));
}

type Entries = Pick<Statement, 'rows' | 'firstDay' | 'lastDay'>;

/** Number and days of the booked entries, by account and currency. */
function entriesOf(columns: RowColumns): (account: string, currency: string) => Entries {
  const { count, account, accounts, currency, currencies, flags, bookingDay } = columns;
  const pairs = accounts.length * currencies.length;
  const rows = new Uint32Array(pairs);
  const first = new Int32Array(pairs).fill(NO_DAY);
  const last = new Int32Array(pairs).fill(NO_DAY);
  for (let row = 0; row < count; row++) {
    const day = bookingDay[row];
    if ((flags[row] & ROW_PENDING) !== 0 || day === NO_DAY) continue;
    const at = account[row] * currencies.length + currency[row];
    if (rows[at]++ === 0 || day < first[at]) first[at] = day;
    if (last[at] === NO_DAY || day > last[at]) last[at] = day;
  }
  return (ofAccount, ofCurrency) => {
    const [a, c] = [accounts.indexOf(ofAccount), currencies.indexOf(ofCurrency)];
    if (a < 0 || c < 0) return { rows: 0, firstDay: NO_DAY, lastDay: NO_DAY };
    const at = a * currencies.length + c;
    return { rows: rows[at], firstDay: first[at], lastDay: last[at] };
  };
}
