// The register of open items as CSV, a line for each item.

import { formatDay } from '../../core/money/calendar.ts';
import { exponentOf, formatMinor } from '../../core/money/money.ts';
import { quotedCell } from '../../core/words/quoted-cell.ts';
import type { RegisterReport } from './report-register.ts';

const CELLS =
  'side,account,currency,date,value_date,amount,reference,narration,file,line,source_id,record_id,state,age_days,' +
  'session,still_open_in,cleared_on,cleared_in,cleared_by,cleared_by_origin,cluster_id,class,decision';

/** With the titles first. Sessions of one cell have a semicolon between them. */
export const registerLines = (items: readonly RegisterReport[]): string[] => [CELLS, ...items.map(lineOf)];

function lineOf(item: RegisterReport): string {
  const { clearedBy, cluster } = item;
  const day = (of: number): string => formatDay(of) ?? '';
  const cells: readonly (string | number | null)[] = [
    ...[item.side, item.account, item.currency, day(item.day), day(item.valueDay)],
    formatMinor(item.amountMinor, exponentOf(item.currency)),
    ...[item.reference, item.narration, item.file, item.line, item.sourceId, item.recordId],
    ...[item.state, item.ageDays, item.madeIn, item.stillOpenIn.join(';')],
    ...(clearedBy === null
      ? ['', '', '', '']
      : [day(clearedBy.day), clearedBy.session, clearedBy.groupId, clearedBy.origin]),
    ...[item.clusterId, cluster?.type ?? '', cluster?.decisionStatus ?? ''],
  ];
  return cells.map((cell) => quotedCell(String(cell ?? ''))).join(',');
}
