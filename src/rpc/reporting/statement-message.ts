// A statement and its journals as messages: money in currency units, days as dates, absent values left out.

import type { MessageInitShape } from '@bufbuild/protobuf';
import {
  type JournalSchema,
  JournalStateSchema,
  type JournalsSchema,
  type StatementProofSchema,
  type StatementRowSchema,
  type StatementSchema,
} from '../../../gen/tieout/reporting/v1/statement_pb.ts';
import { DecisionStatusSchema } from '../../../gen/tieout/resolution/v1/vocabulary_pb.ts';
import type { Signature } from '../../core/people/sign-off.ts';
import type { ChartInForce } from '../../core/summary/chart/chart.ts';
import type { ItemisedProof } from '../../core/summary/proof/session-lines.ts';
import { waitingBands } from '../../core/summary/proof/waiting.ts';
import { openWorkOf } from '../../core/summary/statement/decided-work.ts';
import { journalTotals } from '../../core/summary/statement/journal-entries.ts';
import {
  broughtForward,
  type RowOfLine,
  rowsOfLine,
  waitingItems,
} from '../../core/summary/statement/rows-of-lines.ts';
import {
  type ExceptionOf,
  type ExceptionOfRow,
  exceptionsByRow,
  recordIdsOfLines,
  type Stated,
} from '../../core/summary/statement/stated.ts';
import { firstOf, remarksOf } from '../../core/summary/statement/statement-of.ts';
import type { LivingJournal } from '../../workflows/journals/living-journals.ts';
import type { StatedAt } from '../../workflows/statements/state-session.ts';
import { enumNumber } from '../enum-names.ts';
import { dateOrNone, instant, instantOrNone } from '../plain-values.ts';
import { moneyNumber } from './json-money.ts';
import { SIDE_ENUM } from './reporting-messages.ts';
import { periodMessage, proofMessage } from './summary-message.ts';

export function statementMessage(
  at: StatedAt,
  signatures: readonly Signature[],
): MessageInitShape<typeof StatementSchema> {
  const { stated, position, recordedAt, lastDecisionAt } = at;
  const { identity, summary, itemised } = stated;
  const of = { stated, exceptionOf: exceptionsByRow(stated), recordIdOf: recordIdsOfLines(stated) };
  return {
    sessionId: identity.key.session,
    position,
    recordedAt: instant(recordedAt),
    lastDecisionAt: instantOrNone(lastDecisionAt),
    period: periodMessage(summary.period),
    proofs: itemised.map((proof) => statedProof(proof, of)),
    remarks: [...firstOf(stated), ...remarksOf(stated)],
    signatures: signatures.map(signatureMessage),
  };
}

export const signatureMessage = ({ as, by, at, digest }: Signature) => ({
  ...{ as, by: by ?? undefined, at: instant(at), statementDigest: digest },
});

interface Stating {
  readonly stated: Stated;
  readonly exceptionOf: ExceptionOf;
  readonly recordIdOf: (side: 'gl' | 'bank', row: number) => string;
}

function statedProof(proof: ItemisedProof, of: Stating): MessageInitShape<typeof StatementProofSchema> {
  const { stated, exceptionOf } = of;
  const { currency } = proof;
  const message = proofMessage(proof);
  const rows = (found: readonly RowOfLine[]) => found.map((row) => rowMessage(row, currency, of));
  return {
    ...{ account: message.account, currency, bank: message.bank, book: message.book },
    ...{ adjustedBank: message.adjustedBank, adjustedBook: message.adjustedBook },
    ...{ difference: message.difference, explained: message.explained },
    unexplained: moneyNumber(proof.unexplained, currency),
    // The line of what was brought forward is the proof's alone.
    lines: proof.lines.map((line, n) => {
      const own = proof.itemised.find(
        (one) => one.kind === line.kind && one.side === line.side && one.clusterType === line.clusterType,
      );
      return { ...message.lines![n], items: rows(rowsOfLine(stated, own)) };
    }),
    broughtForward: rows(broughtForward(stated, proof)),
    // Breaks of holdings are looked into: nothing of them is posted or waited for.
    openWork: (stated.subject === 'holdings' ? [] : openWorkOf(proof, exceptionOf)).map(
      ({ what, rows: count, amount, byStatus }) => ({
        ...{ what, rows: count, amount: moneyNumber(amount, currency) },
        ...byStatus,
      }),
    ),
    waiting: waitingBands(waitingItems(stated, proof)).map(({ fromDays, toDays, items, amount }) => ({
      ...{ fromDays, toDays: toDays ?? undefined, items, amount: moneyNumber(amount, currency) },
    })),
  };
}

function rowMessage(
  { amount, facts }: RowOfLine,
  currency: string,
  { exceptionOf, recordIdOf }: Stating,
): MessageInitShape<typeof StatementRowSchema> {
  const { side, row, copy, day, file, line, text } = facts();
  return {
    recordId: copy?.recordId ?? recordIdOf(side, row!),
    ...{ side: SIDE_ENUM[side], date: dateOrNone(day), file, line, amount: moneyNumber(amount, currency), words: text },
    ...exceptionMessage(row === null ? null : exceptionOf(side, row)),
    sessionId: copy?.session,
  };
}

const exceptionMessage = (exception: ExceptionOfRow | null) =>
  exception === null
    ? {}
    : { clusterId: exception.clusterId, decisionStatus: enumNumber(DecisionStatusSchema)(exception.status) };

interface ProposedJournals {
  readonly chart: ChartInForce | null;
  readonly journals: readonly LivingJournal[];
}

export function journalsMessage(
  { stated, ...at }: StatedAt,
  { chart, journals }: ProposedJournals,
): MessageInitShape<typeof JournalsSchema> {
  return {
    sessionId: stated.identity.key.session,
    position: at.position,
    lastDecisionAt: instantOrNone(at.lastDecisionAt),
    chartVersion: chart?.version ?? undefined,
    items: journals.map(journalMessage),
    totals: journalTotals(journals.map(({ entry }) => entry)).map(({ account, currency, debit, credit }) => ({
      ...{ account: account.name, code: account.code ?? undefined, currency },
      ...{ debit: moneyNumber(debit, currency), credit: moneyNumber(credit, currency) },
    })),
  };
}

const journalMessage = ({ id, recordId, entry, state }: LivingJournal): MessageInitShape<typeof JournalSchema> => {
  const { day, debit, credit, amount, currency, text, account, side, file, line, clusterType, exception } = entry;
  return {
    ...{ date: dateOrNone(day), debit: debit.name, credit: credit.name },
    ...{
      debitCode: debit.code ?? undefined,
      creditCode: credit.code ?? undefined,
      purpose: entry.purpose,
      journalId: id,
    },
    ...{ amount: moneyNumber(amount, currency), currency, text },
    ...{ account: account ?? undefined, recordId, side: SIDE_ENUM[side], file, line },
    clusterType: clusterType ?? undefined,
    ...exceptionMessage(exception),
    state: enumNumber(JournalStateSchema)(state),
  };
};
