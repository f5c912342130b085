// The extra figures of a NIP summary: how many groups each pass made, the fees that the tariff expects for the matched
// transfers, and the fees that were found. They are stored, so that a summary can be renewed without reading rows.

import { type BothColumns, everyRow, textReader } from '../../matching/keyed-rows.ts';
import { membersOf } from '../../matching/outcome/match-groups.ts';
import type { MatchOutcome } from '../../matching/outcome/outcome.ts';
import { exactSums } from '../../money/exact-sums.ts';
import type { JsonObject } from '../../records/documents/json.ts';
import { FEE_TARIFF } from '../../records/groups/fee-basis.ts';
import { expectedFees } from './tariffs.ts';

/** Sums are minor units, as texts. Only one currency has a tariff, so they are of one currency. */
export function nipFigures(columns: BothColumns, { groups }: MatchOutcome, flow: string | null): JsonObject {
  const sums = exactSums(2);
  const passes = { reference: 0, session: 0 };
  const principals = principalGroups(columns, groups);
  for (let g = 0; g < groups.count; g++) {
    if (groups.tier[g] === 1) passes.reference++;
    else passes.session++;
    if (groups.feeBasis[g] === FEE_TARIFF) sums.add(1, Math.abs(groups.difference[g]));
    if (flow !== 'inward' && principals.has(g)) sums.add(0, feesDue(columns, largestOf(columns, groups, g)));
  }
  return {
    direction: flow,
    matchedByPass: passes,
    feesExpected: flow === 'inward' ? '0' : String(sums.sum(0)),
    feesFound: String(sums.sum(1)),
  };
}

function feesDue({ bank }: BothColumns, row: number): number {
  const [amount, day] = [bank.amount[row], bank.bookingDay[row]];
  const fees = expectedFees({ amount, day, currency: bank.currencies[bank.currency[row]] });
  return fees === null || amount === 0 ? 0 : fees.fee + fees.vat;
}

const largestOf = ({ bank }: BothColumns, { bank: members }: MatchOutcome['groups'], g: number): number =>
  membersOf(members, g).reduce((a, b) => (Math.abs(bank.amount[b]) > Math.abs(bank.amount[a]) ? b : a));

/** The group of the largest amount of each settlement session; its other groups are fees. */
function principalGroups(columns: BothColumns, groups: MatchOutcome['groups']): ReadonlySet<number> {
  const sessions = textReader(columns.bank, 'settlementSession', everyRow(columns.bank));
  const size = (g: number): number => Math.abs(columns.bank.amount[largestOf(columns, groups, g)]);
  const largest = new Map<string, number>();
  for (let g = 0; g < groups.count; g++) {
    const session = sessions(largestOf(columns, groups, g)) || `group ${g}`;
    const known = largest.get(session);
    if (known === undefined || size(g) > size(known)) largest.set(session, g);
  }
  return new Set(largest.values());
}
