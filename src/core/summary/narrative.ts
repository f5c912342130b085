// The built-in narrative: four to eight plain sentences an accountant could sign, each of whose figures is in the facts
// (narrative-check.ts). Zeros and unknown figures are left out; what does not agree is said clearly.

import { CLASS_NAMES } from '../classification/class-names.ts';
import { listed } from '../classification/wording.ts';
import { formatDay } from '../money/calendar.ts';
import { exponentOf, formatGrouped } from '../money/money.ts';
import type { ClusterType } from '../records/documents/cluster-type.ts';
import type { Side } from '../records/rows/columns.ts';
import type { SideFacts, SummaryFacts } from './facts.ts';
import { floorTo } from './narrative-check.ts';
import { netOf, rowsInNoEvent, rowsOf, TODO_SIDES } from './proof/open-work.ts';
import type { AccountProof } from './proof/proof.ts';

/** The narrative of a session's facts, sentences joined by spaces. */
export function narrativeOf(facts: SummaryFacts): string {
  return [
    scopeSentence(facts),
    matchedSentence(facts),
    setAsideSentence(facts),
    openSentence(facts),
    clusterSentence(facts),
    ...proofSentences(facts),
  ]
    .filter((sentence) => sentence !== null)
    .join(' ');
}

function scopeSentence({ gl, bank, period, currency }: SummaryFacts): string {
  const asOf =
    period === null
      ? ''
      : `, ${formatDay(period.start)} to ${formatDay(period.end)}${period.isNamed ? '' : ' by the files'}`;
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

function setAsideSentence({ gl: ledger, bank: statement, proofs }: SummaryFacts): string | null {
  const inEvents = (side: Side, facts: SideFacts) => {
    const inNoEventRows = rowsInNoEvent(proofs, side);
    return { ...facts, outOfPeriodRows: facts.outOfPeriodRows - inNoEventRows, inNoEventRows };
  };
  const [gl, bank] = [inEvents('gl', ledger), inEvents('bank', statement)];
  const kinds: readonly [
    rows:
      | 'rejectedRows'
      | 'pendingRows'
      | 'zeroRows'
      | 'outOfPeriodRows'
      | 'inNoEventRows'
      | 'declinedRows'
      | 'matchedElsewhereRows',
    text: string,
  ][] = [
    ['rejectedRows', 'not understood or never booked'],
    ['pendingRows', 'announced but not booked'],
    ['zeroRows', 'of zero'],
    ['outOfPeriodRows', 'outside the period'],
    ['inNoEventRows', 'in none of the run’s events'],
    ['declinedRows', 'refused by the switch'],
    ['matchedElsewhereRows', 'matched in another session'],
  ];
  const parts = kinds.flatMap(([rows, text]) => {
    const sides = [
      ...((gl[rows] ?? 0) > 0 ? [counted(gl[rows]!, 'ledger row')] : []),
      ...((bank[rows] ?? 0) > 0 ? [counted(bank[rows]!, 'bank row')] : []),
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

/** The largest classes of clusters, as many as fit a sentence. */
function clusterSentence({ clusters, clusterCount }: SummaryFacts): string | null {
  if (clusterCount === 0) return null;
  const kinds = (Object.entries(clusters) as [ClusterType, number][]).sort(([, a], [, b]) => b - a);
  const named = kinds.slice(0, 4).map(([type, n]) => `${CLASS_NAMES[type]} (${whole(n)})`);
  const verb = kinds.length > 4 ? 'chiefly' : 'namely';
  return `They form ${counted(clusterCount, 'exception')}, ${verb} ${listed(named)}.`;
}

/** For one account its adjusted balances; for several, how many have no unexplained difference. */
function proofSentences({ proofs }: SummaryFacts): string[] {
  if (proofs.length !== 1) return proofs.length === 0 ? [] : severalSentences(proofs);
  const [proof] = proofs as [AccountProof];
  return [adjustedSentence(proof), differenceSentence(proof), ...openWorkSentences(proof)];
}

function adjustedSentence({ currency, bank, book, adjustedBank, adjustedBook }: AccountProof): string {
  if (adjustedBank === null || adjustedBook === null) {
    return (
      `The files do not state both balances, so movements are compared: the bank moved by ${money(bank.movement, currency)} ` +
      `and the ledger by ${money(book.movement, currency)}.`
    );
  }
  return (
    `The bank closes at ${money(bank.closing!, currency)}, adjusted ${money(adjustedBank, currency)}; the ledger closes at ` +
    `${money(book.closing!, currency)}, adjusted ${money(adjustedBook, currency)}.`
  );
}

function differenceSentence({ currency, difference, explained, unexplained }: AccountProof): string {
  const forward = `brought forward from before the period`;
  if (unexplained !== 0n) {
    const known = explained === 0n ? '' : `, of which ${money(explained, currency)} was ${forward}`;
    return `They differ by ${money(difference, currency)}${known}; ${money(unexplained, currency)} is not explained by the files: this needs attention.`;
  }
  if (difference === 0n) return 'Every amount between them is named in the statement.';
  return `They differ by ${money(difference, currency)}, which was ${forward}.`;
}

function openWorkSentences({ currency, lines }: AccountProof): string[] {
  const words = {
    decide: 'to be decided first',
    post: 'to post in the ledger',
    claim: 'to claim from the bank',
    wait: 'to wait for at the bank',
  };
  const parts = (['decide', 'post', 'claim', 'wait'] as const).flatMap((what) => {
    const own = lines.filter(TODO_SIDES[what]);
    return own.length === 0
      ? []
      : [`${counted(rowsOf(own), 'item')} ${words[what]}, net ${money(netOf(own), currency)}`];
  });
  return parts.length === 0 ? [] : [`There remain ${listed(parts)}.`];
}

function severalSentences(proofs: readonly AccountProof[]): string[] {
  const unproven = proofs.filter(({ unexplained }) => unexplained !== 0n);
  const each = `Each of the ${counted(proofs.length, 'account')} and currencies has a statement of its own`;
  if (unproven.length === 0) return [`${each}, in which every amount is named.`];
  const left = unproven.map(({ currency, unexplained }) => money(unexplained, currency));
  return [`${each}; not explained by the files are ${listed(left)}: this needs attention.`];
}

const whole = (n: number): string => formatGrouped(n, 0);
const money = (minor: bigint, currency: string): string => `${currency} ${formatGrouped(minor, exponentOf(currency))}`;
const percent = (rate: number): string => `${floorTo(rate * 100, 1)}%`;

function counted(n: number, singular: string, plural = `${singular}s`): string {
  return `${whole(n)} ${n === 1 ? singular : plural}`;
}
