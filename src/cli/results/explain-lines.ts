// Explains why two rows are a match or not: in sentences, and for --json as the contract's explanation object.

import { TieoutError } from '../../core/errors.ts';
import { COMMERCIAL, COMMERCIAL_KINDS } from '../../core/kinds/commercial.ts';
import { keyedExplainer } from '../../core/kinds/explain-keyed.ts';
import { type Explain, type Explanation, explainer } from '../../core/matching/outcome/explain.ts';
import type { RowPair } from '../../core/matching/outcome/obstacle.ts';
import { CONFIDENCE } from '../../core/matching/outcome/outcome.ts';
import { NO_DAY } from '../../core/money/calendar.ts';
import { exponentOf, formatMinor } from '../../core/money/money.ts';
import { otherSide, type RowColumns, SIDES, type Side } from '../../core/records/rows/columns.ts';
import { dayOf } from '../../core/records/rows/row-day.ts';
import { printable } from '../../core/words/printable.ts';
import type { Reconciliation } from '../../workflows/runs/reconciliation.ts';
import type { Style } from '../terminal.ts';
import {
  amountWords,
  dayWords,
  factLine,
  feeLegWords,
  memberWords,
  probabilityWords,
  type SharedKey,
  sharedKeyWords,
  tierWords,
  unweighedTexts,
} from './match-words.ts';
import { obstacleWords, rowText, SIDE_NAMES, scoreText } from './obstacle-words.ts';
import { PASS_WORDS } from './result-words.ts';

type Explained = Pick<Reconciliation, 'columns' | 'accounts' | 'outcome' | 'openSession' | 'kind'>;

export function explainerOf({ columns, accounts, outcome, openSession: { parameters }, kind }: Explained): Explain {
  const commercial = COMMERCIAL_KINDS.find((known) => known === kind);
  if (commercial === undefined) return explainer({ columns, accounts, outcome, parameters });
  return keyedExplainer({ columns, outcome, parameters, keysOf: COMMERCIAL[commercial].keysOf });
}

/** The row at a line of a file. Throws `usage` if there is none. */
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

/** The two rows, what was compared, and the verdict. */
export function explanationLines(
  result: Explained,
  { rows, explanation }: { readonly rows: RowPair; readonly explanation: Explanation },
  style: Style,
): string[] {
  const { columns } = result;
  const fact = (name: string, text: string) => factLine(name, { text, style });
  return [
    style.bold(`  ${verdict(explanation, result.kind)}`),
    fact('ledger', rowText(columns.gl, rows.gl)),
    fact('bank', rowText(columns.bank, rows.bank)),
    fact('references', keyText(explanation)),
    fact('amount', amountText(explanation, columns.gl, rows.gl)),
    ...(explanation.feeLegs.length === 0 ? [] : [fact('fee', feeText(explanation, columns.gl, rows.gl))]),
    fact('dates', datesText(result, { rows, explanation })),
    ...(explanation.textScore === null && (explanation.tier === null || isByKeys(result.kind))
      ? []
      : [fact('texts', wordsText(explanation))]),
    ...evidenceLines(explanation, fact),
    ...(explanation.runnerUp === null
      ? []
      : [
          fact(
            'runner-up',
            `${rowText(columns.bank, explanation.runnerUp.row)}, ${scoreText(explanation.runnerUp.gap)} less likely`,
          ),
        ]),
    ...explanation.obstacles.map((obstacle) => fact('because', obstacleWords(result, obstacle))),
  ];
}

/** Whether the kind matches by identifiers alone, so that no texts are weighed. */
const isByKeys = (kind: string): boolean => PASS_WORDS[kind] !== undefined;

function evidenceLines({ probability, evidence }: Explanation, fact: (name: string, text: string) => string): string[] {
  if (probability === null) return [];
  return [fact('probability', probabilityWords(probability / 10_000, evidence))];
}

function verdict({ tier }: Explanation, kind: string): string {
  if (tier === null) return 'No match';
  return tierWords(tier, PASS_WORDS[kind]);
}

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

/** Whether the group has several rows, whose sums are compared. */
const isOfSums = ({ members }: Explanation): boolean => members !== null && members.gl + members.bank > 2;

function amountText(explanation: Explanation, gl: RowColumns, row: number): string {
  const { amountDifference, feeBasis, members } = explanation;
  if (amountDifference === null) return 'in two currencies';
  const currency = gl.currencies[gl.currency[row]] ?? '';
  const apart = amountWords({ difference: amountDifference, currency, feeBasis });
  return isOfSums(explanation) ? `${memberWords(members!)}: ${apart}` : apart;
}

/** Days between the two rows; for sums, between the last row of each side. */
function datesText(
  { columns, kind }: Explained,
  { rows, explanation }: { readonly rows: RowPair; readonly explanation: Explanation },
): string {
  const { dateDifferenceDays } = explanation;
  if (dateDifferenceDays === null) {
    const undated = SIDES.filter((side) => dayOf(columns[side], rows[side]) === NO_DAY);
    return undated.map((side) => `the ${SIDE_NAMES[side]} has no date`).join(', ');
  }
  const days = dayWords(dateDifferenceDays);
  return isOfSums(explanation) && !isByKeys(kind) ? `${days}, by the last row of each side` : days;
}

function feeText({ feeLegs }: Explanation, gl: RowColumns, row: number): string {
  return feeLegWords(feeLegs, gl.currencies[gl.currency[row]] ?? '');
}

function wordsText({ tier, textScore, sharedWords }: Explanation): string {
  const words = sharedWords.length === 0 ? 'no word in common' : `in common: ${printable(sharedWords.join(' '), 70)}`;
  return `${textScore === null ? unweighedTexts(tier) : `agreement ${scoreText(textScore)} of 1`}; ${words}`;
}

/** The object of --explain --json: the contract's explanation, the two rows and the obstacles between them. */
export function explanationJson(
  { columns }: Explained,
  { rows, explanation }: { readonly rows: RowPair; readonly explanation: Explanation },
): Record<string, unknown> {
  const at = (side: Side, row: number) => ({
    side,
    file: columns[side].files[columns[side].file[row]],
    line: columns[side].line[row],
  });
  const currency = columns.gl.currencies[columns.gl.currency[rows.gl]] ?? '';
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
      fee_legs: explanation.feeLegs.map(({ glType, entry, amount }) => ({
        gl_type: glType,
        entry,
        amount: formatMinor(amount, exponentOf(currency)),
      })),
      text_score: textScore === null ? null : textScore / 10_000,
      probability: explanation.probability === null ? null : explanation.probability / 10_000,
      evidence: explanation.evidence,
      runner_up: runnerUp === null ? null : { ...at('bank', runnerUp.row), gap: runnerUp.gap / 10_000 },
    },
    obstacles: explanation.obstacles.map((obstacle) => {
      if (!('row' in obstacle)) return obstacle;
      const side = obstacle.kind === 'netted' ? obstacle.side : otherSide(obstacle.side);
      return { ...obstacle, row: at(side, obstacle.row) };
    }),
  };
}
