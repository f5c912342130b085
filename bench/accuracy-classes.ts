// How often the class of an open row is what truly happened: rows by class against the causes of generated months.
// Precision: of the rows in a class, those whose cause it stands for; recall: of the rows of those causes that stay open,
// those in the class. A row of a cause that should have matched is wrong in any class.

import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { classify } from '../src/core/classification/classify.ts';
import { typeOf } from '../src/core/classification/cluster-set.ts';
import { nearRowsOf } from '../src/core/classification/near/near-rows.ts';
import { BANKING_RULES } from '../src/core/classification/rules.ts';
import { matchSession } from '../src/core/matching/match-session.ts';
import type { MatchParameters } from '../src/core/matching/parameters.ts';
import { SIDES } from '../src/core/records/rows/columns.ts';
import type { Cause } from '../src/generation/causes.ts';
import { parseTruth } from '../src/generation/truth.ts';
import { columnsOf } from './score-files.ts';

export const CLASS_OF: Readonly<Partial<Record<Cause, string>>> = {
  bank_charge: 'possible_bank_fee',
  vat: 'possible_interest_or_tax',
  stamp_duty: 'possible_interest_or_tax',
  interest: 'possible_interest_or_tax',
  withholding_tax: 'possible_interest_or_tax',
  amount_typo: 'amount_mismatch',
  late: 'date_difference',
  direction: 'direction_mismatch',
  duplicate: 'duplicate_gl',
  twin_uneven: 'ambiguous_match',
  not_in_bank: 'not_found_gl',
  not_in_gl: 'not_found_bank',
};

/** Lines of a table: class, rows, precision, recall, and what its wrong rows were. */
export function classTable(directory: string, parameters: MatchParameters): string[] {
  const columns = columnsOf(directory);
  const outcome = matchSession({ ...columns, parameters });
  const near = nearRowsOf({ columns, outcome, parameters });
  const session = { columns, open: outcome.open, parameters, near, period: { start: null, end: null } };
  const set = classify(session, BANKING_RULES);
  const truth = parseTruth(readFileSync(join(directory, 'truth.csv'), 'utf8'));
  const causes = new Map(truth.map(({ side, line, cause }) => [`${side} ${line}`, cause]));
  const counts = new Map<string, number>();
  const add = (name: string): void => void counts.set(name, (counts.get(name) ?? 0) + 1);
  for (const side of SIDES) {
    for (let item = 0; item < session.open[side].count; item++) {
      const type = typeOf(set, set.clusterOf[side][item]);
      const cause = causes.get(`${side} ${columns[side].line[session.open[side].row[item]]}`)!;
      add(`of ${type}`);
      if (CLASS_OF[cause] !== undefined) add(`true ${CLASS_OF[cause]}`);
      add(CLASS_OF[cause] === type ? `right ${type}` : `wrong ${type}: ${cause}`);
    }
  }
  const share = (right: number, of: number): string => (of === 0 ? '  -  ' : (right / of).toFixed(3));
  return BANKING_RULES.map(({ type }) => {
    const [of = 0, all = 0, right = 0] = ['of', 'true', 'right'].map((name) => counts.get(`${name} ${type}`));
    const wrong = [...counts].filter(([name]) => name.startsWith(`wrong ${type}: `)).sort((a, b) => b[1] - a[1]);
    const told = wrong.map(([name, count]) => `${count} ${name.split(': ')[1]}`).join(', ');
    return `  ${type.padEnd(26)} ${String(of).padStart(6)} rows, precision ${share(right, of)}, recall ${share(right, all)} of ${all}  ${told}`;
  });
}
