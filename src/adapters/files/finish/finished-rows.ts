// Turns the rows read from a file of any format into the run's rows: adds the columns of the run's kind, removes lines
// of other accounts, computes fingerprints, and chooses the one question to ask.

import { withAnswers } from '../../../core/kinds/response.ts';
import { ofOwnAccount } from '../../../core/reading/leave-out.ts';
import { mappingToFinish } from '../../../core/reading/mapping-to-finish.ts';
import { fingerprintRows, isPlainCounter } from '../../../core/records/rows/fingerprint.ts';
import type { ReadRequest } from '../request/read-request.ts';
import type { StatedCheck } from '../request/stated-check.ts';
import type { StatementFile } from '../request/statement-file.ts';
import type { FoundRows } from './found-rows.ts';
import { requireGivenCurrency } from './given-currency.ts';
import { isDirectionGiven, kindRowsOf } from './rows-for-kind.ts';

/** Throws mapping_invalid if the file contradicts what a person gave. */
export function finishedRows(request: ReadRequest, found: FoundRows): StatementFile {
  const { tally, layout, checks = [] } = found;
  requireGivenCurrency(request, found.columns);
  const ofKind = kindRowsOf(request, found);
  const own = isOfAccount(request) ? ofOwnAccount(ofKind, found.ownAccount) : { ...ofKind, question: null, left: [] };
  for (const { line, reason } of own.left) {
    tally.counts.entries--;
    tally.setAside(line, reason);
  }
  const { columns, balances } = own;
  const plainCounter = isPlainCounter(columns.sourceId, columns.count);
  // A row that a switch has not answered yet becomes another row once it is answered.
  fingerprintRows(withAnswers(columns), { includeSourceId: !plainCounter });
  const question = found.question ?? own.question ?? found.lastQuestion;
  // Titles without a row say too little of a layout to read the next file by it.
  const isPlanned = question === null && tally.counts.entries + tally.counts.rejected > 0;
  const titles = layout.columns.map(({ title }) => title);
  return {
    columns,
    layout,
    digest: found.digest,
    warnings: [...found.warnings(), ...checks.filter(isRefuted).map(refutedCheck), ...ofKind.warnings],
    checks,
    rejected: tally.rejected.sort((a, b) => a.line - b.line),
    firstRejected: tally.firstRejected,
    counts: tally.counts,
    pending: found.pending,
    balances,
    plainCounter,
    question,
    mappingToFinish:
      question === null ? null : mappingToFinish({ question, proposal: found, titles, side: request.side }),
    choices: [],
    hasStatedFigures: found.hasStatedFigures,
    candidates: found.candidates,
    isSignUnknown: found.isSignUnknown && columns.count > 0 && !isDirectionGiven(request),
    statedDirection: ofKind.statedDirection,
    plan: isPlanned ? found.plan() : null,
    confirmedBy: isPlanned ? found.confirmedBy : null,
  };
}

const isRefuted = ({ stated, read }: StatedCheck): boolean => stated !== read;

const refutedCheck = ({ what, line, stated, read }: StatedCheck): string =>
  `The file states ${stated} as ${what} (line ${line}), and what was read of it makes ${read}.`;

/**
 * Whether rows of other accounts are removed. A banking ledger has one account; other kinds have both parties'
 * accounts.
 */
const isOfAccount = ({ side, kind }: ReadRequest): boolean => side === 'gl' && kind?.isOfParties !== true;
