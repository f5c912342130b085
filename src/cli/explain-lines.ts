// Why two rows are a match, or none, in sentences and, for --json, as the contract's explanation object.

import { formatDay } from '../core/calendar.ts';
import { TieoutError } from '../core/errors.ts';
import { CALIBRATION } from '../core/matching/calibration.ts';
import { type Explain, type Explanation, explainer } from '../core/matching/explain.ts';
import type { Obstacle, RowPair } from '../core/matching/obstacles.ts';
import { CONFIDENCE } from '../core/matching/outcome.ts';
import { exponentOf, formatMinor } from '../core/money.ts';
import { otherSide, type RowColumns, type Side, textAt } from '../core/records/columns.ts';
import type { Reconciliation } from '../workflows/reconciliation.ts';
import {
  amountWords,
  dayWords,
  factLine,
  rowWords,
  type SharedKey,
  scoreWords,
  sharedKeyWords,
  tierWords,
  UNWEIGHED_TEXTS,
} from './match-words.ts';
import { printable, type Style } from './terminal.ts';

type Explained = Pick<Reconciliation, 'columns' | 'outcome' | 'openSession'>;

export const explainerOf = ({ columns, outcome, openSession }: Explained): Explain =>
  explainer({ columns, outcome, parameters: openSession.parameters });

/** The row that stands on a line of a file. Throws `usage` when none does. */
export function rowOnLine(columns: RowColumns, { file, line }: { file: string; line: number }): number {
  const number = columns.files.indexOf(file);
  for (let row = 0; row < columns.count; row++) {
    if (columns.line[row] === line && columns.file[row] === number) return row;
  }
  throw new TieoutError(
    'usage',
    'no row that counts begins on this line; rejected.csv and set-aside.csv say what does.',
    {
      file,
      line,
    },
  );
}

const SIDE_NAMES: Readonly<Record<Side, string>> = { gl: 'ledger row', bank: 'bank row' };

/** The two rows, what was compared, and the verdict. */
export function explanationLines(
  result: Explained,
  { rows, explanation }: { readonly rows: RowPair; readonly explanation: Explanation },
  style: Style,
): string[] {
  const { columns } = result;
  const fact = (name: string, text: string) => factLine(name, { text, style });
  return [
    style.bold(`  ${verdict(explanation)}`),
    fact('ledger', rowText(columns.gl, rows.gl)),
    fact('bank', rowText(columns.bank, rows.bank)),
    fact('references', keyText(explanation)),
    fact('amount', amountText(explanation, columns.gl, rows.gl)),
    fact('dates', dayWords(explanation.dateDifferenceDays)),
    ...(explanation.textScore === null && explanation.tier === null ? [] : [fact('texts', wordsText(explanation))]),
    ...(explanation.runnerUp === null
      ? []
      : [
          fact(
            'runner-up',
            `${rowText(columns.bank, explanation.runnerUp.row)}, ${scoreText(explanation.runnerUp.gap)} behind`,
          ),
        ]),
    ...explanation.obstacles.map((obstacle) => fact('because', obstacleText(result, obstacle))),
  ];
}

const verdict = ({ tier }: Explanation): string => (tier === null ? 'No match' : tierWords(tier));

/** `gl.csv:12  2026-03-02  1,500.00 NGN  FT100  NIP/ADA STORES` */
const rowText = (columns: RowColumns, row: number): string =>
  rowWords({
    file: columns.files[columns.file[row]!]!,
    line: columns.line[row]!,
    date: formatDay(columns.bookingDay[row]!),
    valueDate: formatDay(columns.valueDay[row]!),
    amount: columns.amount[row]!,
    currency: columns.currencies[columns.currency[row]!] ?? '',
    reference: textAt(columns.reference, row) || textAt(columns.settlementSession, row),
    narration: textAt(columns.narration, row),
  });

function keyText({ keyRelation, identifiers }: Explanation): string {
  const shared = identifiers.filter((one): one is SharedKey & typeof one => one.gl !== null && one.bank !== null);
  const list = (side: Side) =>
    identifiers.filter((one) => one[side] !== null).map(({ identifier }) => printable(identifier, 40));
  const both = `${list('gl').join(', ') || 'none'} in the ledger, ${list('bank').join(', ') || 'none'} at the bank`;
  if (keyRelation === 'same' && shared.length > 0) return sharedKeyWords(shared);
  if (keyRelation === 'cut') return `one is a cut form of the other: ${both}`;
  if (keyRelation === 'conflict') {
    return `${shared.length > 0 ? 'each goes by another' : 'they differ'}, which speaks against a pair: ${both}`;
  }
  return shared.length > 0 ? `shared, but no key: ${both}` : both;
}

function amountText({ amountDifference, feeBasis }: Explanation, gl: RowColumns, row: number): string {
  if (amountDifference === null) return 'in two currencies';
  return amountWords({ difference: amountDifference, currency: gl.currencies[gl.currency[row]!] ?? '', feeBasis });
}

const scoreText = (score: number): string => scoreWords(score / 10_000);

function wordsText({ textScore, sharedWords }: Explanation): string {
  const words = sharedWords.length === 0 ? 'no word in common' : `in common: ${printable(sharedWords.join(' '), 70)}`;
  return `${textScore === null ? UNWEIGHED_TEXTS : `agreement ${scoreText(textScore)} of 1`}; ${words}`;
}

function obstacleText({ columns, openSession }: Explained, obstacle: Obstacle): string {
  const { daysBack, daysForward } = openSession.parameters;
  switch (obstacle.kind) {
    case 'set_aside':
      return `the ${SIDE_NAMES[obstacle.side]} was set aside: announced, of zero, or outside the period`;
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
    case 'texts_against':
      return 'each names somebody or something rare that the other does not';
    case 'taken':
      return `the ${SIDE_NAMES[obstacle.side]} is matched by tier ${obstacle.tier} with ${rowText(columns[otherSide(obstacle.side)], obstacle.row)}`;
    case 'netted':
      return `the ${SIDE_NAMES[obstacle.side]} is netted against ${rowText(columns[obstacle.side], obstacle.row)}`;
    case 'better_candidate':
      return (
        `${rowText(columns[otherSide(obstacle.side)], obstacle.row)} fits the ${SIDE_NAMES[obstacle.side]} ` +
        (obstacle.lead > 0
          ? `better by ${scoreText(obstacle.lead)}`
          : obstacle.lead === 0
            ? 'exactly as well'
            : `almost as well: ${scoreText(-obstacle.lead)} less, and ${scoreText(CALIBRATION.gap)} is asked for`)
      );
    case 'unlike_numbers':
      return (
        `open rows alike to these are ${obstacle.gl} in the ledger and ${obstacle.bank} at the bank, and nothing tells ` +
        'which of them belong together'
      );
    case 'charge_too_large':
      return 'without a shared reference no charge of more than a tenth of the amount is believed';
    case 'text_under_floor':
      return `their amounts differ, and their texts agree by ${scoreText(obstacle.text)}, where ${scoreText(obstacle.floor)} is asked for`;
    case 'score_under_floor':
      return (
        `others of about this amount compete, and text, days and amount together come to ${scoreText(obstacle.score)}, ` +
        `where ${scoreText(obstacle.floor)} is asked for`
      );
    case 'crowded':
      return 'too many open rows are of about this amount for the two to be told apart from them';
    case 'not_certain':
      return 'when the two were compared, other rows competed with them that have been taken since';
  }
}

/**
 * The object that --explain --json prints: the contract's explanation with the two rows and what stood between them.
 */
export function explanationJson(
  { columns }: Explained,
  { rows, explanation }: { readonly rows: RowPair; readonly explanation: Explanation },
): Record<string, unknown> {
  const at = (side: Side, row: number) => ({
    side,
    file: columns[side].files[columns[side].file[row]!],
    line: columns[side].line[row],
  });
  const currency = columns.gl.currencies[columns.gl.currency[rows.gl]!] ?? '';
  const { amountDifference, runnerUp, textScore } = explanation;
  return {
    gl: at('gl', rows.gl),
    bank: at('bank', rows.bank),
    tier: explanation.tier,
    confidence: explanation.tier === null ? null : (CONFIDENCE[explanation.tier] ?? 0) / 100,
    explanation: {
      keys_compared: explanation.identifiers,
      key_relation: explanation.keyRelation,
      shared_words: explanation.sharedWords,
      amount_difference: amountDifference === null ? null : formatMinor(amountDifference, exponentOf(currency)),
      date_difference_days: explanation.dateDifferenceDays,
      fee_basis: explanation.feeBasis,
      text_score: textScore === null ? null : textScore / 10_000,
      runner_up: runnerUp === null ? null : { ...at('bank', runnerUp.row), gap: runnerUp.gap / 10_000 },
    },
    obstacles: explanation.obstacles.map((obstacle) => {
      if (!('row' in obstacle)) return obstacle;
      const side = obstacle.kind === 'netted' ? obstacle.side : otherSide(obstacle.side);
      return { ...obstacle, row: at(side, obstacle.row) };
    }),
  };
}
