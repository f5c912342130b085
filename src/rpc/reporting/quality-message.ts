// How sessions matched, as a message.

import type { MessageInitShape } from '@bufbuild/protobuf';
import type { GetQualityResponseSchema } from '../../../gen/tieout/reporting/v1/quality_pb.ts';
import type { QualityReport } from '../../workflows/reports/report-quality.ts';
import { dateOrNone } from '../plain-values.ts';

export const qualityMessage = ({
  sessions,
  tiers,
}: QualityReport): MessageInitShape<typeof GetQualityResponseSchema> => ({
  items: sessions.map(({ session: { key, kind, periodStart, periodEnd }, period, matchRate, byTier, takenApart }) => ({
    ...{
      sessionId: key.session,
      kind: kind ?? undefined,
      matchRate: { ...matchRate },
      byTier: { ...byTier },
      takenApart,
    },
    ...{
      periodStart: dateOrNone(periodStart ?? period?.start ?? null),
      periodEnd: dateOrNone(periodEnd ?? period?.end ?? null),
    },
  })),
  tiers: tiers.map(({ tier, confidence, matches, takenApart }) => ({
    ...{ tier, confidence: confidence / 100, matches, takenApart, shareStanding: 1 - takenApart / matches },
  })),
});
