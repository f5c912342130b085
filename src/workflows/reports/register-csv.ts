// The register of open items as CSV or as a sheet, a line for each item.

import {
  cellText,
  dayCell,
  ISO_DAYS,
  type LaidOutCell,
  moneyCell,
  numberCell,
  type Sheet,
  textCell,
} from '../../core/summary/layout/cell.ts';
import { quotedCell } from '../../core/words/quoted-cell.ts';
import type { RegisterReport } from './report-register.ts';

const TITLES =
  'side,account,currency,date,value_date,amount,reference,narration,file,line,source_id,record_id,state,age_days,' +
  'session,still_open_in,cleared_on,cleared_in,cleared_by,cleared_by_origin,cluster_id,class,decision';

/** With the titles first. Sessions of one cell have a semicolon between them. */
export const registerLines = (items: readonly RegisterReport[]): string[] => [
  TITLES,
  ...items.map((item) =>
    cellsOf(item)
      .map((cell) => quotedCell(cellText(cell)))
      .join(','),
  ),
];

export const registerSheet = (items: readonly RegisterReport[]): Sheet => ({
  name: 'Open items',
  titles: TITLES.split(','),
  lines: items.map(cellsOf),
  dayFormat: ISO_DAYS,
  isFiltered: true,
  widths: [7, 16, 9, 12, 12, 17, 32, 50, 22, 8, 12, 34, 9, 10, 16, 16, 12, 16, 34, 18, 34, 20, 11],
});

function cellsOf(item: RegisterReport): readonly LaidOutCell[] {
  const { clearedBy, cluster } = item;
  return [
    ...[item.side, item.account, item.currency].map(textCell),
    ...[item.day, item.valueDay].map(dayCell),
    moneyCell(item.amountMinor, item.currency),
    ...[item.reference, item.narration, item.file].map(textCell),
    numberCell(item.line),
    ...[item.sourceId, item.recordId, item.state].map(textCell),
    numberCell(item.ageDays),
    ...[item.madeIn, item.stillOpenIn.join(';')].map(textCell),
    ...(clearedBy === null
      ? ['', '', '', ''].map(textCell)
      : [dayCell(clearedBy.day), ...[clearedBy.session, clearedBy.groupId, clearedBy.origin].map(textCell)]),
    ...[item.clusterId ?? '', cluster?.type ?? '', cluster?.decisionStatus ?? ''].map(textCell),
  ];
}
