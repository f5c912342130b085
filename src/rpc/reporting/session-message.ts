// A session of a list as a message.

import type { MessageInitShape } from '@bufbuild/protobuf';
import { RunState, RunStateSchema } from '../../../gen/tieout/engine/v1/run_list_pb.ts';
import type { ListedSessionSchema } from '../../../gen/tieout/reporting/v1/sessions_pb.ts';
import type { SessionFigures, SessionReport } from '../../workflows/reports/report-sessions.ts';
import { enumNumber } from '../enum-names.ts';
import { dateOrNone, instantOrNone } from '../plain-values.ts';
import { moneyNumber } from './json-money.ts';

export const listedSessionMessage = ({
  figures,
  failure,
  ...listed
}: SessionReport): MessageInitShape<typeof ListedSessionSchema> => ({
  sessionId: listed.key.session,
  tenantId: listed.key.tenant,
  partnerId: listed.key.partner,
  kind: listed.kind ?? undefined,
  periodStart: dateOrNone(listed.periodStart),
  periodEnd: dateOrNone(listed.periodEnd),
  runId: listed.run?.runId,
  state: listed.run === null ? RunState.UNSPECIFIED : enumNumber(RunStateSchema)(listed.run.state),
  acceptedAt: instantOrNone(listed.run?.acceptedAt ?? null),
  version: listed.version,
  createdAt: instantOrNone(listed.createdAt),
  updatedAt: instantOrNone(listed.updatedAt),
  figures: figures === null ? undefined : figuresMessage(figures),
  failure: failure ?? undefined,
});

const figuresMessage = ({ matchRate, clusters, clustersPending, proofs }: SessionFigures) => ({
  ...{ matchRate: { ...matchRate }, clusters, clustersPending },
  proofs: proofs.map(({ currency, accounts, agreeing, difference }) => ({
    ...{ currency, accounts, agreeing, difference: moneyNumber(difference, currency) },
  })),
});
