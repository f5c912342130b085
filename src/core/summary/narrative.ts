// The built-in narrative: four to eight plain sentences an accountant could sign, each of whose figures is in the
// facts (narrative-check.ts holds it to that). What is zero or unknown is not talked about; what does not agree is
// said outright.

import type { ClusterType } from '../classification/cluster-type.ts';
import { listed } from '../classification/wording.ts';
import { formatDay } from '../money/calendar.ts';
import { exponentOf, formatGrouped } from '../money/money.ts';
import { SIDES } from '../records/rows/columns.ts';
import type { SideFacts, SummaryFacts } from './facts.ts';
import { floorTo } from './narrative-check.ts';
import type { ProofPartName } from './proof.ts';

/** The narrative of a session's facts, sentences joined by spaces. */
export function narrativeOf(facts: SummaryFacts): string {
  return [
    scopeSentence(facts),
    matchedSentence(facts),
    setAsideSentence(facts),
    openSentence(facts),
    clusterSentence(facts),
    balanceSentence(facts),
    ...proofSentences(facts),
  ]
    .filter((sentence) => sentence !== null)
    .join(' ');
}

function scopeSentence({ gl, bank, asOfDay, currency }: SummaryFacts): string {
  const asOf = asOfDay === null ? '' : `, as of ${formatDay(asOfDay)}`;
  const currencies = new Set([...gl.currencies, ...bank.currencies].map((tally) => tally.currency));
  const amounts =
    currencies.size > 1 ? `; the rows are in several currencies, and the amounts below are in ${currency}` : '';
  return `This reconciliation compares ${counted(gl.rows, 'ledger row')} with ${counted(bank.rows, 'bank row')}${asOf}${amounts}.`;
}

function matchedSentence({ matchedGroups, reversalPairs, gl, bank, matchRate }: SummaryFacts): string {
  if (matchedGroups === 0 && reversalPairs === 0) return 'No rows could be matched.';
  const matched =
    `${counted(matchedGroups, 'match', 'matches')} cover ${counted(gl.matchedRows, 'ledger row')} and ` +
    `${counted(bank.matchedRows, 'bank row')}, ${percent(matchRate.count)} of all rows by count and ` +
    `${percent(matchRate.value)} by value`;
  const netted =
    reversalPairs === 0 ? '' : `, and ${counted(reversalPairs, 'entry', 'entries')} netted against a reversal`;
  return `${matched}${netted}.`.replace(/^1 match cover /, '1 match covers ');
}

function setAsideSentence({ gl, bank }: SummaryFacts): string | null {
  const kinds: readonly [rows: 'rejectedRows' | 'pendingRows' | 'zeroRows' | 'outOfPeriodRows', text: string][] = [
    ['rejectedRows', 'not understood or never booked'],
    ['pendingRows', 'announced but not booked'],
    ['zeroRows', 'of zero'],
    ['outOfPeriodRows', 'outside the period'],
  ];
  const parts = kinds.flatMap(([rows, text]) => {
    const sides = [
      ...(gl[rows] > 0 ? [counted(gl[rows], 'ledger row')] : []),
      ...(bank[rows] > 0 ? [counted(bank[rows], 'bank row')] : []),
    ];
    return sides.length === 0 ? [] : [`${sides.join(' and ')} ${text}`];
  });
  return parts.length === 0 ? null : `Left out of matching were ${listed(parts)}.`;
}

function openSentence({ gl, bank, ageing, currency, asOfDay }: SummaryFacts): string {
  if (gl.openRows === 0 && bank.openRows === 0) return 'Nothing is left open on either side.';
  const open =
    `${counted(gl.openRows, 'ledger row')} with a net of ${money(gl.openAmount, currency)} and ` +
    `${counted(bank.openRows, 'bank row')} with a net of ${money(bank.openAmount, currency)} remain open`;
  const oldest = ageing.findLast(({ glRows, bankRows }) => glRows + bankRows > 0);
  if (oldest === undefined || asOfDay === null) return `${open}.`;
  const age =
    oldest.toDays === null ? `more than ${oldest.fromDays - 1} days` : `${oldest.fromDays} to ${oldest.toDays} days`;
  const rows = [
    ...(oldest.glRows > 0 ? [`${whole(oldest.glRows)} in the ledger`] : []),
    ...(oldest.bankRows > 0 ? [`${whole(oldest.bankRows)} at the bank`] : []),
  ];
  return `${open}; the oldest, ${rows.join(' and ')}, are ${age} old.`;
}

const CLUSTER_NOUNS: Readonly<Partial<Record<ClusterType, string>>> = {
  reversal_unmatched: 'reversals neither matched nor netted',
  duplicate_gl: 'duplicates in the ledger',
  duplicate_bank: 'duplicates at the bank',
  currency_mismatch: 'currency mismatches',
  direction_mismatch: 'direction mismatches',
  amount_mismatch: 'amount mismatches',
  date_difference: 'date differences',
  possible_bank_fee: 'possible bank fees',
  possible_interest_or_tax: 'possible interest or tax lines',
  ambiguous_match: 'ambiguous matches',
  missing_identifier: 'rows without an identifier',
  not_found_gl: 'ledger entries not found at the bank',
  not_found_bank: 'bank lines not found in the ledger',
};

/** The largest kinds first; as many as a sentence bears. */
function clusterSentence({ clusters, clusterCount }: SummaryFacts): string | null {
  if (clusterCount === 0) return null;
  const kinds = (Object.entries(clusters) as [ClusterType, number][]).sort(([, a], [, b]) => b - a);
  const named = kinds
    .slice(0, 4)
    .map(([type, n]) => `${CLUSTER_NOUNS[type] ?? type.replaceAll('_', ' ')} (${whole(n)})`);
  const verb = kinds.length > 4 ? 'chiefly' : 'namely';
  return `They form ${counted(clusterCount, 'exception')}, ${verb} ${listed(named)}.`;
}

function balanceSentence(facts: SummaryFacts): string | null {
  const { gl, bank, balances, proof } = facts;
  if (proof.basis === 'balances') {
    const closing = (side: SideFacts) => `${money(side.closingBalance!, proof.currency)}${ofDay(facts, side)}`;
    return `The bank closes at ${closing(bank)} and the ledger at ${closing(gl)}.`;
  }
  const several = isSeveral(balances)
    ? 'Several accounts or currencies take part, so'
    : 'No closing balance is known for both sides, so';
  return (
    `${several} movements are compared: the bank moved by ${money(proof.bankMovement, proof.currency)} and the ` +
    `ledger by ${money(proof.bookMovement, proof.currency)}.`
  );
}

/** ` (with rows up to 2026-10-02)` where a balance is not of the day that all is said to be as of. */
const ofDay = ({ asOfDay }: SummaryFacts, { closingDay }: SideFacts): string =>
  closingDay === null || closingDay === asOfDay ? '' : ` (with rows up to ${formatDay(closingDay)})`;

/** Whether a side has more than one account or currency. */
const isSeveral = (balances: SummaryFacts['balances']): boolean =>
  SIDES.some((side) => {
    const own = balances.filter((balance) => balance.side === side);
    return new Set(own.map(({ account, currency }) => JSON.stringify([account, currency]))).size > 1;
  });

const PART_NOUNS: Readonly<Record<ProofPartName, string>> = {
  opening_balances: 'different opening balances',
  corrections: 'different amounts of the same transactions',
  bank_only: 'items only at the bank',
  ledger_only: 'items only in the ledger',
  out_of_period: 'rows outside the period',
  reversals: 'netted reversals',
};

function proofSentences({ proof }: SummaryFacts): string[] {
  const { currency, adjustedBank, adjustedBook, difference, explained, unexplained, parts } = proof;
  const adjusted =
    adjustedBank === null || adjustedBook === null
      ? []
      : [
          `With ${money(proof.ledgerOnly, currency)} of items only in the ledger the adjusted bank balance is ` +
            `${money(adjustedBank, currency)}; with ${money(proof.bankOnly, currency)} of items only at the bank and ` +
            `${money(proof.corrections, currency)} of corrections the adjusted book balance is ${money(adjustedBook, currency)}.`,
        ];
  if (difference === 0n && unexplained === 0n) {
    return [...adjusted, adjusted.length > 0 ? 'They agree: the account is reconciled.' : 'They agree.'];
  }
  // The difference is bank less ledger: what only the ledger has is named by its own sum, and taken off.
  const causes = listed(
    parts.map(({ name, amount }) => {
      const figure = name === 'ledger_only' ? `less ${money(proof.ledgerOnly, currency)}` : money(amount, currency);
      return `${PART_NOUNS[name]} (${figure})`;
    }),
  );
  const differ = `They differ by ${money(difference, currency)}`;
  if (unexplained === 0n) return [...adjusted, `${differ}, which is fully explained by ${causes}.`];
  if (difference === 0n) {
    const apart = `${causes} should make them differ by ${money(explained, currency)}`;
    return [...adjusted, `They agree, yet ${apart}: this needs attention.`];
  }
  if (parts.length === 0)
    return [...adjusted, `${differ}, and nothing in the files explains it: this needs attention.`];
  return [
    ...adjusted,
    `${differ}; ${causes} explain ${money(explained, currency)}, and ${money(unexplained, currency)} remains unexplained: this needs attention.`,
  ];
}

const whole = (n: number): string => formatGrouped(n, 0);
const money = (minor: bigint, currency: string): string => `${currency} ${formatGrouped(minor, exponentOf(currency))}`;
const percent = (rate: number): string => `${floorTo(rate * 100, 1)}%`;

function counted(n: number, singular: string, plural = `${singular}s`): string {
  return `${whole(n)} ${n === 1 ? singular : plural}`;
}
