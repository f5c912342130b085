// A session that was read back from the service, as a person reads it on a terminal: the sections of result-sections.ts
// and explained matches, made from the answers of the reporting routes alone.

import { exponentOf } from '../../core/money/money.ts';
import { SIDES } from '../../core/records/rows/columns.ts';
import { type PipelineStatus, STAGE_WORDS } from '../demo/follow-run.ts';
import { printable, type Style } from '../terminal.ts';
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
import type { ReportedExample, ReportedRow, ReportedSession, ReportedSummary } from './reported-session.ts';
import {
  type BalanceFigures,
  balanceSection,
  ExceptionTotals,
  exceptionSection,
  left,
  matchedSection,
  openSection,
  rateSection,
  right,
  whole,
  words,
} from './result-sections.ts';
import { tableLines } from './table.ts';

/** Currency units of an answer, two decimals of which are exact, as minor units. */
const minor = (units: number, currency: string): bigint => BigInt(units.toFixed(exponentOf(currency)).replace('.', ''));

/** The stages of a run with what they dealt with and how long they took. */
export function runLines({ stages, warnings }: PipelineStatus, style: Style): string[] {
  const rows = stages
    .filter(({ status }) => status !== 'skipped')
    .map(({ name, rows_done, started_at, finished_at }) => [
      printable(name),
      STAGE_WORDS[name] ?? '',
      whole(rows_done),
      ((Date.parse(finished_at ?? '') - Date.parse(started_at ?? '')) / 1000).toFixed(2),
    ]);
  const columns = [left('stage'), words('what is done'), right('count'), right('seconds')];
  return [
    style.bold('Run'),
    ...tableLines({ columns, rows }, style),
    ...warnings.map((warning) => `  ${printable(warning)}`),
  ];
}

export function sessionLines(session: ReportedSession, style: Style): string[] {
  const { summary } = session;
  const ageing = summary.ageing.map(({ from_days, to_days, gl_rows, bank_rows }) => ({
    fromDays: from_days,
    toDays: to_days,
    glRows: gl_rows,
    bankRows: bank_rows,
  }));
  const { currency } = summary;
  const open = SIDES.map((side) => {
    const { open_rows, open_amount } = summary[side];
    return { side, rows: open_rows, amount: minor(open_amount, currency), currency };
  });
  const sections = [
    matchedSection({ byTier: summary.by_tier, netted: summary.by_tier['reversal'] ?? 0 }, style),
    openSection(open, style),
    exceptionSection(totalsOf(session), { currency, style }),
    balanceSection(balancesOf(summary), style),
    rateSection({ ...summary.match_rate, ageing }, style),
    examplesSection(session.examples, style),
  ];
  return sections.flatMap((lines) => [...lines, '']);
}

/** Clusters are counted by the service; whose amount is whose is read from the open items. */
function totalsOf({ summary, clusters, openItems }: ReportedSession): ExceptionTotals {
  const totals = new ExceptionTotals();
  for (const [type, count] of Object.entries(summary.clusters)) totals.of(type).clusters = count;
  const typeById = new Map(clusters.map(({ cluster_id, cluster_type }) => [cluster_id, cluster_type]));
  for (const { side, amount, currency, cluster_id } of openItems) {
    const type = typeById.get(cluster_id ?? '');
    if (type === undefined) continue;
    const total = totals.of(type);
    total.rows[side]++;
    if (currency === summary.currency) total.amount[side] += minor(amount, currency);
  }
  return totals;
}

function balancesOf({ gl, bank, proof, currency }: ReportedSummary): BalanceFigures {
  const money = (units: number) => minor(units, currency);
  const { adjusted_bank: adjustedBank, adjusted_book: adjustedBook } = proof;
  const closing = { gl: gl.closing_balance, bank: bank.closing_balance };
  const steps: [string, bigint][] = [];
  if (adjustedBank !== null && adjustedBook !== null && closing.gl !== null && closing.bank !== null) {
    steps.push(
      ['bank closes at', money(closing.bank)],
      ['+ items only in the ledger', money(adjustedBank) - money(closing.bank)],
      ['= adjusted bank balance', money(adjustedBank)],
      ['ledger closes at', money(closing.gl)],
      ['+ items only at the bank, and corrections', money(adjustedBook) - money(closing.gl)],
      ['= adjusted book balance', money(adjustedBook)],
    );
  }
  const difference = money(proof.difference);
  return { currency, steps, difference, parts: [], unexplained: difference - money(proof.explained) };
}

function examplesSection(examples: readonly ReportedExample[], style: Style): string[] {
  const blocks = examples.map((example) => exampleLines(example, style));
  return [style.bold('Three matches explained'), ...blocks.flatMap((lines, i) => (i === 0 ? lines : ['', ...lines]))];
}

function exampleLines({ match, runnerUp }: ReportedExample, style: Style): string[] {
  const { tier, gl, bank, explanation } = match;
  const fact = (name: string, text: string) => factLine(name, { text, style });
  const shared = explanation.keys_compared.filter((key): key is SharedKey => key.gl !== null && key.bank !== null);
  const currency = gl[0]?.currency ?? '';
  const difference = minor(explanation.amount_difference, currency);
  return [
    style.bold(`  ${tierWords(tier)}`),
    ...gl.map((row) => fact('ledger', rowText(row))),
    ...bank.map((row) => fact('bank', rowText(row))),
    fact('references', shared.length === 0 ? 'none in common' : sharedKeyWords(shared)),
    fact('amount', amountWords({ difference, currency, feeBasis: explanation.fee_basis })),
    fact('dates', dayWords(explanation.date_difference_days)),
    fact(
      'texts',
      explanation.text_score === null ? UNWEIGHED_TEXTS : `agreement ${scoreWords(explanation.text_score)} of 1`,
    ),
    ...(explanation.runner_up === null
      ? []
      : [
          fact(
            'runner-up',
            `${runnerUp === null ? 'another bank row' : rowText(runnerUp)}, ${scoreWords(explanation.runner_up.gap)} behind`,
          ),
        ]),
  ];
}

const rowText = (row: ReportedRow): string =>
  rowWords({
    ...row,
    valueDate: row.value_date,
    amount: minor(row.amount, row.currency),
    reference: row.reference ?? row.settlement_session_id ?? '',
    narration: row.narration ?? '',
  });
