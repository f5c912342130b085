// Answers of internal routes have no field for warnings: a day that was taken as UTC is logged under the request's id.

import type { EngineInternalService } from '../../../gen/tieout/engine/v1/engine_internal_service_pb.ts';
import { dateWarnings } from '../runs/request-warnings.ts';
import type { CallContext, ServiceHandlers } from '../services.ts';

type Internal = ServiceHandlers<typeof EngineInternalService>;

interface Scoped {
  readonly tenantId?: string | undefined;
  readonly partnerId?: string | undefined;
}

export function warningOfDates(handlers: Internal): Internal {
  const told = <Message extends Scoped & Parameters<typeof dateWarnings>[0], Answer>(
    handler: ((message: Message, context: CallContext) => Answer) | undefined,
  ) =>
    handler &&
    ((message: Message, context: CallContext): Answer => {
      const { tenantId: tenant, partnerId: partner } = message;
      for (const warning of dateWarnings(message)) context.log.warn({ tenant, partner }, warning);
      return handler(message, context);
    });
  const { matchBanking, matchNip, ingestBankingDocument } = handlers;
  return {
    ...handlers,
    ...(matchBanking && { matchBanking: told(matchBanking)! }),
    ...(matchNip && { matchNip: told(matchNip)! }),
    ...(ingestBankingDocument && { ingestBankingDocument: told(ingestBankingDocument)! }),
  };
}
