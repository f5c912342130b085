// Checks that the files of a side are whole statements, before anything is matched: what is missing between them, or
// given twice, is said first. A run is refused only if entries would be counted twice: two exports of one statement
// whose rows differ in their texts are not seen to be the same rows.

import { TieoutError } from '../../core/errors.ts';
import { type Statement, sequenceOf } from '../../core/reading/sides/statement-sequence.ts';
import { bookedEntries } from '../../core/records/booked-entries.ts';
import { SIDES } from '../../core/records/rows/columns.ts';
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
  const entries = bookedEntries(columns);
  return balances.map(({ account, currency, openingMinor, closingMinor }) => ({
    ...{ file: name, account, currency, opening: openingMinor, closing: closingMinor },
    ...entries(account, currency),
  }));
}
