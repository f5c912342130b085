// A row of a table of clusters, as it was put in.

import { NO_DAY } from '../../../src/core/money/calendar.ts';
import { DECISION_STATUSES } from '../../../src/core/records/documents/clusters.ts';
import type { ClusterTable, TableRow } from '../../../src/core/worklist/cluster-table.ts';

export function rowAt(table: ClusterTable, i: number): TableRow {
  const amount = table.amount[i];
  const day = (days: Int32Array): number | null => (days[i] === NO_DAY ? null : days[i]);
  return {
    ...table.kinds[table.kind[i]],
    clusterId: table.clusterIds[i],
    session: table.sessions[table.session[i]],
    rule: table.rules[table.rule[i]],
    status: DECISION_STATUSES[table.status[i]],
    currency: table.currencies[table.currency[i]],
    amountMinor: Number.isNaN(amount) ? null : amount,
    glDay: day(table.glDay),
    bankDay: day(table.bankDay),
    dueDay: day(table.dueDay),
    hasNote: table.hasNote[i] === 1,
    owner: table.owners[table.owner[i]] || null,
  };
}
