// Describes the obstacles between two rows that are not a pair, one sentence each.

import { shareOf } from '../../core/matching/evidence/bits.ts';
import { LEAST_ODDS } from '../../core/matching/evidence/probability.ts';
import type { Obstacle } from '../../core/matching/outcome/obstacle.ts';
import { formatDay } from '../../core/money/calendar.ts';
import { otherSide, type RowColumns, type Side, textAt } from '../../core/records/rows/columns.ts';
import { printable } from '../../core/words/printable.ts';
import type { Reconciliation } from '../../workflows/runs/reconciliation.ts';
import { rowWords, scoreWords } from './match-words.ts';

export const SIDE_NAMES: Readonly<Record<Side, string>> = { gl: 'ledger row', bank: 'bank row' };

/** `gl.csv:12  2026-03-02  1,500.00 NGN  FT100  NIP/ADA STORES` */
export const rowText = (columns: RowColumns, row: number): string =>
  rowWords({
    file: columns.files[columns.file[row]],
    line: columns.line[row],
    date: formatDay(columns.bookingDay[row]),
    valueDate: formatDay(columns.valueDay[row]),
    amount: columns.amount[row],
    currency: columns.currencies[columns.currency[row]] ?? '',
    reference: textAt(columns.reference, row) || textAt(columns.settlementSession, row),
    narration: textAt(columns.narration, row),
  });

/** Share below which no tier accepts a pair. */
const LEAST_SHARE = shareOf(LEAST_ODDS[6]);

/** A score of 10,000 as a share of 1. */
export const scoreText = (score: number): string => scoreWords(score / 10_000);

export function obstacleWords(
  { columns, openSession }: Pick<Reconciliation, 'columns' | 'openSession'>,
  obstacle: Obstacle,
): string {
  const { daysBack, daysForward } = openSession.parameters;
  switch (obstacle.kind) {
    case 'set_aside':
      return `the ${SIDE_NAMES[obstacle.side]} was set aside: announced, of zero, refused by the switch, or outside the period`;
    case 'other_account':
      return 'the two are in different accounts';
    case 'other_currency':
      return 'the two are in different currencies';
    case 'other_direction':
      return 'what is money in on one side is money out on the other';
    case 'amounts_disagree':
      return 'the amounts differ by more than the tolerance, and no fee explains it';
    case 'outside_window':
      return `the bank’s date is not within ${daysBack} days before and ${daysForward} days after the ledger’s`;
    case 'references_conflict':
      return (
        `the ledger row goes by ${printable(obstacle.gl, 40)}, the bank row by ${printable(obstacle.bank, 40)}` +
        (obstacle.shared === null ? '' : `, though both carry ${printable(obstacle.shared, 40)}`)
      );
    case 'taken':
      return `the ${SIDE_NAMES[obstacle.side]} is matched by tier ${obstacle.tier} with ${rowText(columns[otherSide(obstacle.side)], obstacle.row)}${obstacle.more === 0 ? '' : ` and ${obstacle.more} more`}`;
    case 'netted':
      return `the ${SIDE_NAMES[obstacle.side]} is netted against ${rowText(columns[obstacle.side], obstacle.row)}`;
    case 'better_candidate':
      return (
        `${rowText(columns[otherSide(obstacle.side)], obstacle.row)} is the ${SIDE_NAMES[obstacle.side]}’s partner with ` +
        `probability ${scoreText(obstacle.share)}, this one with ${scoreText(obstacle.own)}`
      );
    case 'unlike_numbers':
      return (
        `open rows alike to these are ${obstacle.gl} in the ledger and ${obstacle.bank} at the bank, and nothing tells ` +
        'which of them belong together'
      );
    case 'charge_too_large':
      return 'without a shared reference no charge of more than a tenth of the amount is believed';
    case 'unlikely':
      return (
        `by text, days and amount this is the ${SIDE_NAMES[obstacle.side]}’s partner with probability ` +
        `${scoreText(obstacle.share)}, none is with ${scoreText(obstacle.nobody)}, and ${scoreText(LEAST_SHARE)} is asked for`
      );
    case 'crowded':
      return 'too many open rows have about this amount to tell the two apart from them';
    case 'sums_alone':
      return 'the method of this run compares sums of rows, and matches none one by one';
    case 'no_common_identifier':
      return 'rows of this kind are matched by identifiers, and no identifier that matches stands in both';
    case 'identifiers_differ':
      return `the ${obstacle.name.replaceAll('_', ' ')} differs: ${printable(obstacle.gl, 40)} in the ledger, ${printable(obstacle.bank, 40)} at the bank`;
    case 'short_dispense':
      return 'the machine paid out less than was debited';
    case 'minutes_apart':
      return 'card and terminal are the same, and the two are not within ten minutes of each other';
    case 'shared_identifier':
      return 'several rows carry the identifier, and nothing tells which of them belong together';
    case 'not_certain':
      return 'when the two were compared, other rows competed with them that have been taken since';
  }
}
