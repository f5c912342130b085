// The register of open items, and rows that another session has matched, as messages.

import type { MessageInitShape } from '@bufbuild/protobuf';
import {
  type RegisterItemSchema,
  type RegisterPageSchema,
  RegisterState,
  type RegisterTotalSchema,
} from '../../../gen/tieout/reporting/v1/register_pb.ts';
import type { MatchedElsewhereSchema } from '../../../gen/tieout/reporting/v1/rows_pb.ts';
import { ClusterTypeSchema, DecisionStatusSchema } from '../../../gen/tieout/resolution/v1/vocabulary_pb.ts';
import type { ItemState } from '../../core/cross-month/register.ts';
import { formatDay } from '../../core/money/calendar.ts';
import type { RegisterTotal } from '../../core/summary/register-totals.ts';
import type { RegisterPage, RegisterPlace, RegisterReport } from '../../workflows/reports/report-register.ts';
import type { RowElsewhere } from '../../workflows/runs/rows-elsewhere.ts';
import { enumNumber } from '../enum-names.ts';
import { pageMessage } from '../page-token.ts';
import { dateOrNone } from '../plain-values.ts';
import { moneyNumber } from './json-money.ts';
import { rowMessage, SIDE_ENUM } from './reporting-messages.ts';

const STATES: Readonly<Record<ItemState, RegisterState>> = {
  open: RegisterState.OPEN,
  cleared: RegisterState.CLEARED,
};

/** The state that a request asks for. */
export const stateAsked = (state: RegisterState | undefined): ItemState | 'all' =>
  state === RegisterState.ALL ? 'all' : state === RegisterState.CLEARED ? 'cleared' : 'open';

export const REGISTER = 'register';

export const registerMessage = (page: RegisterPage): MessageInitShape<typeof RegisterPageSchema> => ({
  ...pageMessage(page, REGISTER, {
    message: itemMessage,
    parts: ({ day, recordId }: RegisterPlace) => [day, recordId],
  }),
  asOf: dateOrNone(page.asOf),
  clearedSince: dateOrNone(page.clearedSince),
  totals: page.totals.map(totalMessage),
  warnings: [...page.warnings],
});

function itemMessage(item: RegisterReport): MessageInitShape<typeof RegisterItemSchema> {
  const { holding: _, ...row } = rowMessage(item);
  const { clearedBy, cluster } = item;
  const status = cluster?.decisionStatus ?? null;
  return {
    ...row,
    account: item.account || undefined,
    state: STATES[item.state],
    ageDays: item.ageDays,
    sessionId: item.madeIn,
    stillOpenIn: [...item.stillOpenIn],
    clearedBy: clearedBy === null ? undefined : clearingMessage(clearedBy),
    clusterId: item.clusterId ?? undefined,
    clusterType: cluster === null ? undefined : enumNumber(ClusterTypeSchema)(cluster.type),
    decisionStatus: status === null ? undefined : enumNumber(DecisionStatusSchema)(status),
  };
}

const clearingMessage = ({ session, groupId, origin, day }: NonNullable<RegisterReport['clearedBy']>) => ({
  ...{ sessionId: session, groupId, origin },
  date: formatDay(day) ?? '',
});

const totalMessage = (total: RegisterTotal): MessageInitShape<typeof RegisterTotalSchema> => ({
  account: total.account || undefined,
  currency: total.currency,
  side: SIDE_ENUM[total.side],
  state: STATES[total.state],
  rows: total.rows,
  amount: moneyNumber(total.amount, total.currency),
  bands: total.bands.map(({ fromDays, toDays, rows, amount }) => ({
    ...{ fromDays, toDays: toDays ?? undefined, rows },
    amount: moneyNumber(amount, total.currency),
  })),
});

export const elsewhereMessage = ({
  row,
  sessions,
  groupId,
}: RowElsewhere): MessageInitShape<typeof MatchedElsewhereSchema> => ({
  row: rowMessage(row),
  matchedIn: [...sessions],
  groupId,
});
