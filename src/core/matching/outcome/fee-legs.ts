// Splits the fee of a matched group into the legs of its rule, for fees in the amount of the transaction and for fees
// on lines of their own. The legs add up to the fee that was found.

import { type FeeLeg, legsOf, ruleFor } from '../../fees/fee-rule.ts';
import { RowServices, serviceOfNumber, serviceOfPair } from '../../fees/row-services.ts';
import { FEE_RULE } from '../../records/groups/fee-basis.ts';
import type { RowColumns, Side } from '../../records/rows/columns.ts';
import { transactionAmount } from '../candidates/agreement.ts';
import type { MatchParameters } from '../parameters.ts';
import { membersOf } from './match-groups.ts';
import type { MatchGroups } from './outcome.ts';

interface GroupWithFee {
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
  if (rule === null) return [];
  const sum = (side: Side, rows: readonly number[]): number =>
    rows.reduce((all, row) => all + Math.abs(amount(side, row)), 0);
  const onLines = sum('bank', bankLines) || sum('gl', glLines);
  return legsOf(rule, onLines || Math.abs(x - y));
}

/** Fee legs of a group of an outcome. */
export function feeLegsAt(
  parameters: MatchParameters,
  { columns, groups }: { readonly columns: GroupWithFee['columns']; readonly groups: MatchGroups },
  g: number,
): readonly FeeLeg[] {
  const members = { gl: membersOf(groups.gl, g), bank: membersOf(groups.bank, g) };
  return feeLegsOf(parameters, { columns, ...members, feeBasis: groups.feeBasis[g] });
}
