// Turns the rows found in a file of any format into those of the run: with the columns of its kind, without lines of
// other accounts, with fingerprints, and with the one remaining question.

import { withAnswers } from '../../../core/kinds/response.ts';
import { ofOwnAccount } from '../../../core/reading/leave-out.ts';
import { mappingToFinish } from '../../../core/reading/mapping-to-finish.ts';
import { fingerprintRows, isPlainCounter } from '../../../core/records/rows/fingerprint.ts';
import type { ReadRequest } from '../request/read-request.ts';
import type { StatementFile } from '../request/statement-file.ts';
import type { FoundRows } from './found-rows.ts';
import { isWaySaid, kindRowsOf } from './kind-rows-read.ts';

export function finishedRows(request: ReadRequest, found: FoundRows): StatementFile {
  const { tally, layout } = found;
  const ofKind = kindRowsOf(request, found);
  const own = isOfAccount(request) ? ofOwnAccount(ofKind, found.ownAccount) : { ...ofKind, question: null, left: [] };
  for (const { line, reason } of own.left) {
    tally.counts.entries--;
    tally.setAside(line, reason);
  }
  const { columns, balances } = own;
  const plainCounter = isPlainCounter(columns.sourceId, columns.count);
  // A row that a switch has not decided is only announced, and becomes another row once it is decided.
  fingerprintRows(withAnswers(columns), { includeSourceId: !plainCounter });
  const question = found.question ?? own.question ?? found.lastQuestion;
  const titles = layout.columns.map(({ title }) => title);
  return {
    columns,
    layout,
    digest: found.digest,
    warnings: [...found.warnings(), ...ofKind.warnings],
    rejected: tally.rejected.sort((a, b) => a.line - b.line),
    firstRejected: tally.firstRejected,
    counts: tally.counts,
    pending: found.pending,
    balances,
    plainCounter,
    question,
    mappingToFinish:
      question === null ? null : mappingToFinish({ question, proposal: found, titles, side: request.side }),
    hasStatedFigures: found.hasStatedFigures,
    candidates: found.candidates,
    isSignUnknown: found.isSignUnknown && !isWaySaid(request),
    toldWay: ofKind.toldWay,
    plan: question === null ? found.plan() : null,
    confirmedBy: question === null ? found.confirmedBy : null,
  };
}

/** A banking ledger has one account; rows of other kinds have the accounts of both parties. */
const isOfAccount = ({ side, kind }: ReadRequest): boolean => side === 'gl' && kind?.isOfParties !== true;
