// A session of a list as a message.

import type { MessageInitShape } from '@bufbuild/protobuf';
import { RunState, RunStateSchema } from '../../../gen/tieout/engine/v1/run_list_pb.ts';
import type { ListedSessionSchema } from '../../../gen/tieout/reporting/v1/sessions_pb.ts';
import { formatDay } from '../../core/money/calendar.ts';
import type { ListedSession } from '../../ports/sessions.ts';
import { enumNumber } from '../enum-names.ts';
import { instantOrNone } from '../plain-values.ts';

const dayText = (day: number | null): string | undefined => (day === null ? undefined : (formatDay(day) ?? undefined));

export const listedSessionMessage = (listed: ListedSession): MessageInitShape<typeof ListedSessionSchema> => ({
  sessionId: listed.key.session,
  tenantId: listed.key.tenant,
  partnerId: listed.key.partner,
  kind: listed.kind ?? undefined,
  periodStart: dayText(listed.periodStart),
  periodEnd: dayText(listed.periodEnd),
  runId: listed.run?.runId,
  state: listed.run === null ? RunState.UNSPECIFIED : enumNumber(RunStateSchema)(listed.run.state),
  acceptedAt: instantOrNone(listed.run?.acceptedAt ?? null),
  version: listed.version,
  createdAt: instantOrNone(listed.createdAt),
  updatedAt: instantOrNone(listed.updatedAt),
});
