// A reconciliation as JSON: the object of --json, as in the contract, and summary.json, which has more. Money is a
// decimal string, the signed cash effect in the session's main currency.

import { formatDay } from '../../core/money/calendar.ts';
import { exponentOf, formatMinor } from '../../core/money/money.ts';
import type { JsonObject } from '../../core/records/documents/json.ts';
import { SIDES, type Side } from '../../core/records/rows/columns.ts';
import type { AccountsMet, SideFacts } from '../../core/summary/facts.ts';
import type { AccountProof, ProvedSide } from '../../core/summary/proof/proof.ts';
import type { StatementPeriod } from '../../core/summary/proof/statement.ts';
import type { Reconciliation } from '../../workflows/runs/reconciliation.ts';

/** Number of rows in the side's files that another file of the side has too. */
export const repeatedRows = ({ files }: Pick<Reconciliation, 'files'>, side: Side): number =>
  files.filter((file) => file.side === side).reduce((sum, { repeated }) => sum + repeated, 0);

/** Whether the whole difference between the sides is explained. */
const isBalanced = ({ summary }: Pick<Reconciliation, 'summary'>): boolean =>
  summary.proofs.every(({ unexplained }) => unexplained === 0n);

export function resultJson(result: Reconciliation, seconds: number): Record<string, unknown> {
  const { key, summary, warnings } = result;
  const side = (name: Side) => ({
    rows: summary[name].rows + repeatedRows(result, name),
    rejected: summary[name].rejectedRows,
    amount: formatMinor(summary[name].amount, exponentOf(summary.currency)),
  });
  return {
    session_id: key.session,
    gl: side('gl'),
    bank: side('bank'),
    matched: {
      groups: summary.matchedGroups,
      gl_rows: summary.gl.matchedRows,
      bank_rows: summary.bank.matchedRows,
    },
    by_tier: summary.byTier,
    open: { gl: summary.gl.openRows, bank: summary.bank.openRows },
    clusters: summary.clusters,
    warnings,
    balanced: isBalanced(result),
    seconds: Math.round(seconds * 1000) / 1000,
  };
}

/** The content of summary.json, which does not depend on time or machine. */
export function summaryFile(result: Reconciliation): Record<string, unknown> {
  const { summary, narrative } = result;
  const { chargeWords } = result.openSession.parameters;
  const { seconds: _, ...printed } = resultJson(result, 0);
  const money = (minor: bigint) => formatMinor(minor, exponentOf(summary.currency));
  return {
    ...printed,
    currency: summary.currency,
    gl: sideJson(result, 'gl'),
    bank: sideJson(result, 'bank'),
    currencies: Object.fromEntries(SIDES.map((side) => [side, currenciesJson(summary[side])])),
    as_of: summary.asOfDay === null ? null : formatDay(summary.asOfDay),
    ageing: summary.ageing.map(({ fromDays, toDays, glRows, bankRows }) => ({
      from_days: fromDays,
      to_days: toDays,
      gl_rows: glRows,
      bank_rows: bankRows,
    })),
    balances: summary.balances.map(({ side, account, currency, openingMinor, closingMinor }) => ({
      side,
      account,
      currency,
      opening: openingMinor === null ? null : formatMinor(openingMinor, exponentOf(currency)),
      closing: closingMinor === null ? null : formatMinor(closingMinor, exponentOf(currency)),
    })),
    period: summary.period === null ? null : periodJson(summary.period),
    proof: summary.proofs.length === 1 ? proofJson(summary.proofs[0]) : null,
    proofs: summary.proofs.map(proofJson),
    ...(summary.accounts && { accounts: accountsJson(summary.accounts) }),
    ...(chargeWords !== undefined && { charge_words_version: chargeWords.version }),
    match_rate: summary.matchRate,
    reversed: { gl: money(summary.gl.reversedAmount), bank: money(summary.bank.reversedAmount) },
    ...(result.ofKind !== null && { nip: transfersJson(result.ofKind, money) }),
    summary_text: narrative,
  };
}

/** Further figures of instant transfers (core/kinds/nip/nip-figures.ts). */
function transfersJson(figures: JsonObject, money: (minor: bigint) => string): Record<string, unknown> {
  const { direction, matchedByPass, feesExpected, feesFound } = figures;
  const sum = (minor: unknown) => money(BigInt(String(minor)));
  return {
    direction,
    matched_by_pass: matchedByPass,
    fees_expected: sum(feesExpected),
    fees_found: sum(feesFound),
  };
}

function sideJson(result: Reconciliation, side: Side): Record<string, unknown> {
  const { summary } = result;
  const facts = summary[side];
  const money = (minor: bigint | null) => (minor === null ? null : formatMinor(minor, exponentOf(summary.currency)));
  return {
    rows: facts.rows + repeatedRows(result, side),
    rejected: facts.rejectedRows,
    amount: money(facts.amount),
    opening_balance: money(facts.openingBalance),
    closing_balance: money(facts.closingBalance),
    opening_rows: facts.openingRows ?? 0,
    matched_rows: facts.matchedRows,
    matched_amount: money(facts.matchedAmount),
    reversed_rows: facts.reversedRows,
    open_rows: facts.openRows,
    open_amount: money(facts.openAmount),
    pending_rows: facts.pendingRows,
    zero_rows: facts.zeroRows,
    out_of_period_rows: facts.outOfPeriodRows,
    declined_rows: facts.declinedRows ?? 0,
    matched_elsewhere_rows: facts.matchedElsewhereRows ?? 0,
    repeated_rows: repeatedRows(result, side),
    files: result.files.filter((file) => file.side === side).map(({ name, digest }) => ({ name, sha256: digest })),
  };
}

function currenciesJson({ currencies }: SideFacts): Record<string, unknown> {
  return Object.fromEntries(
    currencies.map(({ currency, total, open }) => {
      const money = (minor: bigint) => formatMinor(minor, exponentOf(currency));
      return [
        currency,
        { rows: total.rows, amount: money(total.amount), open_rows: open.rows, open_amount: money(open.amount) },
      ];
    }),
  );
}

const periodJson = ({ start, end, isNamed }: StatementPeriod) => ({
  start: formatDay(start),
  end: formatDay(end),
  from: isNamed ? 'request' : 'files',
});

const accountsJson = ({ mapVersion, apart }: AccountsMet) => ({
  ...(mapVersion !== undefined && { map_version: mapVersion }),
  ...(apart && { apart }),
});

function proofJson(proof: AccountProof): Record<string, unknown> {
  const money = (minor: bigint | null) => (minor === null ? null : formatMinor(minor, exponentOf(proof.currency)));
  const sideJson = ({ opening, closing, closingBasis, movement, lastDay }: ProvedSide) => ({
    opening: money(opening),
    closing: money(closing),
    closing_basis: closingBasis,
    movement: money(movement),
    last_day: lastDay === null ? null : formatDay(lastDay),
  });
  return {
    account: proof.account,
    ...(proof.ledgerAccounts && { ledger_accounts: proof.ledgerAccounts }),
    ...(proof.balancesOf !== undefined && { balances_of: proof.balancesOf }),
    currency: proof.currency,
    basis: proof.basis,
    bank: sideJson(proof.bank),
    book: sideJson(proof.book),
    adjusted_bank: money(proof.adjustedBank),
    adjusted_book: money(proof.adjustedBook),
    difference: money(proof.difference),
    explained: money(proof.explained),
    unexplained: money(proof.unexplained),
    lines: proof.lines.map(({ kind, side, clusterType, rows, amount }) => ({
      kind,
      side,
      cluster_type: clusterType,
      rows,
      amount: money(amount),
    })),
  };
}
