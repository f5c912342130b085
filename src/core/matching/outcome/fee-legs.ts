// Splits the fee of a matched group into the legs of its rule, for fees in the amount of the transaction and for fees
// on lines of their own. The legs add up to the fee that was found.

import { type FeeLeg, type FeeRule, feeOf, legsOf, ruleFor } from '../../fees/fee-rule.ts';
import { RowServices, serviceOfNumber, serviceOfPair } from '../../fees/row-services.ts';
import { FEE_RULE } from '../../records/groups/fee-basis.ts';
import type { RowColumns, Side } from '../../records/rows/columns.ts';
import { transactionAmount } from '../candidates/agreement.ts';
import type { MatchParameters } from '../parameters.ts';
import { membersOf } from './match-groups.ts';
import type { MatchGroups } from './outcome.ts';

/** The tier of batches (tiers/), whose rows have a fee each. */
const BATCH_TIER = 7;

interface GroupWithFee {
  readonly tier: number;
  readonly columns: Readonly<Record<Side, RowColumns>>;
  /** Rows of the columns. */
  readonly gl: Iterable<number>;
  readonly bank: Iterable<number>;
  /** FEE_* (records/groups/fee-basis.ts). */
  readonly feeBasis: number;
}

/** The legs; empty if the group has no fee of a rule. */
export function feeLegsOf({ currencies, fees }: MatchParameters, group: GroupWithFee): readonly FeeLeg[] {
  if (group.feeBasis !== FEE_RULE) return [];
  const { columns } = group;
  const amount = (side: Side, row: number): number => columns[side].amount[row];
  // The transaction is the largest row of each side, the others are its fee lines.
  const inOrder = (side: Side): number[] =>
    [...group[side]].sort((a, b) => Math.abs(amount(side, b)) - Math.abs(amount(side, a)));
  const [[gl, ...glLines], [bank, ...bankLines]] = [inOrder('gl'), inOrder('bank')];
  const services = new RowServices({ asked: true, service: fees.service });
  const service = serviceOfPair(services.of(columns.gl, gl!), services.of(columns.bank, bank!));
  const x = amount('gl', gl!);
  const y = amount('bank', bank!);
  const { rules = [] } = currencies[columns.gl.currencies[columns.gl.currency[gl!]]] ?? {};
  const rule = ruleFor(rules, { service: serviceOfNumber(service), amount: transactionAmount(x, y) });
  if (group.tier === BATCH_TIER)
    return legsOfBatch(rules, group, { gl: [gl!, ...glLines], bank: [bank!, ...bankLines] }, services);
  if (rule === null) return [];
  const sum = (side: Side, rows: readonly number[]): number =>
    rows.reduce((all, row) => all + Math.abs(amount(side, row)), 0);
  const onLines = sum('bank', bankLines) || sum('gl', glLines);
  return legsOf(rule, onLines || Math.abs(x - y));
}

/** The legs of all transactions of a batch together; the side with more money in, or less out, has the transactions. */
function legsOfBatch(
  rules: readonly FeeRule[],
  { columns }: Pick<GroupWithFee, 'columns'>,
  rows: Readonly<Record<Side, readonly number[]>>,
  services: RowServices,
): readonly FeeLeg[] {
  const total = (side: Side): number => rows[side].reduce((all, row) => all + columns[side].amount[row], 0);
  const side: Side = total('gl') > total('bank') ? 'gl' : 'bank';
  const legs = new Map<string, FeeLeg>();
  for (const row of rows[side]) {
    const [gl, bank] = side === 'gl' ? [row, rows.bank[0]] : [rows.gl[0], row];
    const service = serviceOfPair(services.of(columns.gl, gl), services.of(columns.bank, bank));
    const amount = Math.abs(columns[side].amount[row]);
    const rule = ruleFor(rules, { service: serviceOfNumber(service), amount });
    for (const leg of rule === null ? [] : legsOf(rule, feeOf(rule, amount))) {
      const name = `${leg.glType} ${leg.entry}`;
      legs.set(name, { ...leg, amount: (legs.get(name)?.amount ?? 0) + leg.amount });
    }
  }
  return [...legs.values()];
}

/** Fee legs of a group of an outcome. */
export function feeLegsAt(
  parameters: MatchParameters,
  { columns, groups }: { readonly columns: GroupWithFee['columns']; readonly groups: MatchGroups },
  g: number,
): readonly FeeLeg[] {
  const members = { gl: membersOf(groups.gl, g), bank: membersOf(groups.bank, g) };
  return feeLegsOf(parameters, { columns, ...members, feeBasis: groups.feeBasis[g], tier: groups.tier[g] });
}
