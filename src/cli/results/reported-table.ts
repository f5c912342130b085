// Shows a session read from the service on a terminal: the sections of result-sections.ts and explained matches, made
// only from answers of the reporting routes.

import { parseDay } from '../../core/money/calendar.ts';
import { exponentOf } from '../../core/money/money.ts';
import { SIDES } from '../../core/records/rows/columns.ts';
import type { AccountProof, ProvedSide } from '../../core/summary/proof/proof.ts';
import { statementLines } from '../../core/summary/proof/statement.ts';
import { printable } from '../../core/words/printable.ts';
import { type PipelineStatus, STAGE_WORDS } from '../service/follow-run.ts';
import type { Style } from '../terminal.ts';
import {
  amountWords,
  dayWords,
  factLine,
  probabilityWords,
  rowWords,
  type SharedKey,
  scoreWords,
  sharedKeyWords,
  tierWords,
  unweighedTexts,
} from './match-words.ts';
import type {
  ReportedExample,
  ReportedProof,
  ReportedRow,
  ReportedSession,
  ReportedSummary,
} from './reported-session.ts';
import {
  ExceptionTotals,
  exceptionSection,
  type HintWords,
  hintSection,
  left,
  matchedSection,
  openSection,
  rateSection,
  right,
  whole,
  words,
} from './result-sections.ts';
import { tableLines } from './table.ts';

/** Currency units of an answer as minor units; the answer is exact to their decimals. */
const minor = (units: number, currency: string): bigint => BigInt(units.toFixed(exponentOf(currency)).replace('.', ''));

/** The stages of a run, with rows and times. */
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
  const hints = hintSection(hintsOf(session), style);
  const sections = [
    matchedSection({ byTier: summary.by_tier, netted: summary.by_tier['reversal'] ?? 0 }, style),
    openSection(open, style),
    exceptionSection(totalsOf(session), { currency, style }),
    ...(hints.length === 0 ? [] : [hints]),
    rateSection({ ...summary.match_rate, ageing }, style),
    examplesSection(session.examples, style),
    reportedStatement(summary, style),
  ];
  return sections.flatMap((lines) => [...lines, '']);
}

/** The totals of exceptions: the service counts clusters; amounts come from open items. */
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

function hintsOf({ clusters, openItems }: ReportedSession): HintWords[] {
  const rowOf = new Map(openItems.map((row) => [row.cluster_id, row]));
  return clusters.flatMap(({ cluster_id, looks_like }) => {
    const row = rowOf.get(cluster_id);
    const place = row === undefined ? '' : `${printable(row.file, 40)}:${row.line}`;
    return looks_like.map(({ sentence }) => ({ place, sentence: printable(sentence) }));
  });
}

/** The statement page with its lines only; the rows are in the lists of open items and matches. */
function reportedStatement(summary: ReportedSummary, style: Style): string[] {
  const { period, proofs } = summary;
  const page = {
    session: printable(summary.session_id),
    period:
      period === null
        ? null
        : { start: parseDay(period.start_date)!, end: parseDay(period.end_date)!, isNamed: period.named },
    proofs: proofs.map(proofFrom),
    itemsOf: () => [],
    remarks: [],
  };
  const [title, ...lines] = statementLines(page);
  return [style.bold(title!), ...lines];
}

function proofFrom(proof: ReportedProof): AccountProof {
  const { currency } = proof;
  const money = (units: number) => minor(units, currency);
  const orNone = (units: number | null) => (units === null ? null : money(units));
  const sideOf = ({ opening, closing, closing_basis, movement, last_day }: ReportedProof['bank']): ProvedSide => ({
    opening: orNone(opening),
    openingIsStated: opening !== null,
    closing: orNone(closing),
    closingBasis: closing_basis,
    movement: money(movement),
    lastDay: last_day === null ? null : parseDay(last_day),
  });
  const [difference, explained] = [money(proof.difference), money(proof.explained)];
  return {
    account: proof.account,
    currency,
    basis: proof.adjusted_bank === null ? 'movements' : 'balances',
    bank: sideOf(proof.bank),
    book: sideOf(proof.book),
    lines: proof.lines.map(({ kind, side, cluster_type, rows, amount }) => ({
      kind,
      side,
      clusterType: cluster_type,
      rows,
      amount: money(amount),
    })),
    adjustedBank: orNone(proof.adjusted_bank),
    adjustedBook: orNone(proof.adjusted_book),
    difference,
    explained,
    unexplained: difference - explained,
  };
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
      explanation.text_score === null ? unweighedTexts(tier) : `agreement ${scoreWords(explanation.text_score)} of 1`,
    ),
    ...(explanation.probability === null
      ? []
      : [fact('probability', probabilityWords(explanation.probability, explanation.evidence))]),
    ...(explanation.runner_up === null
      ? []
      : [
          fact(
            'runner-up',
            `${runnerUp === null ? 'another bank row' : rowText(runnerUp)}, ${scoreWords(explanation.runner_up.gap)} less likely`,
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
