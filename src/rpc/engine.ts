// The engine service: runs are accepted into the store and followed there. Workers do them.

import type { EngineService } from '../../gen/tieout/engine/v1/engine_service_pb.ts';
import { assetOrder } from '../workflows/kinds/asset.ts';
import { bankingOrder, withChargeWords } from '../workflows/kinds/banking-command.ts';
import { commercialOrder } from '../workflows/kinds/commercial-command.ts';
import { crossMonthOrder } from '../workflows/kinds/cross-month-command.ts';
import type { SuggestionDependencies } from '../workflows/mapping/suggest-target-fields.ts';
import { accountsInForce } from '../workflows/partners/accounts-in-force.ts';
import { pipelineStatus } from '../workflows/reports/pipeline-status.ts';
import { type AcceptDependencies, acceptRun, type RunOrder } from '../workflows/runs/accept-run.ts';
import { withWarnings } from '../workflows/runs/order-warnings.ts';
import { inspectFile } from './inspect-file.ts';
import { assetIngestion } from './runs/asset-command.ts';
import { bankingCommand, type CommandSettings } from './runs/banking-command.ts';
import { commercialCommand } from './runs/commercial-command.ts';
import { crossMonthCommand } from './runs/cross-month-command.ts';
import { ingestionOrder } from './runs/ingestion-command.ts';
import { type AskedOfRun, requestWarnings } from './runs/request-warnings.ts';
import { acceptedMessage } from './runs/run-accepted.ts';
import { statusMessage } from './runs/status-message.ts';
import type { CallContext, ServiceHandlers } from './services.ts';
import { targetFieldSuggestion } from './target-fields.ts';
import { type BatchDependencies, completeBatch } from './windows/complete-batch.ts';

interface OfPartner {
  readonly tenantId?: string | undefined;
  readonly partnerId?: string | undefined;
}

export function engineService(
  deps: AcceptDependencies & CommandSettings & SuggestionDependencies & BatchDependencies,
): Pick<
  Required<ServiceHandlers<typeof EngineService>>,
  | 'reconcileBanking'
  | 'reconcileCommercial'
  | 'reconcileAsset'
  | 'ingestAsset'
  | 'ingestBackground'
  | 'completeBatch'
  | 'reprocessCrossMonth'
  | 'getPipelineStatus'
  | 'suggestTargetFields'
  | 'inspectFile'
> {
  const accepted = async (order: RunOrder, { caller, onceId: runId }: CallContext, request: AskedOfRun = {}) => {
    const known = await withChargeWords(deps.store, order);
    const { run } = await acceptRun(deps, { ...withWarnings(known, requestWarnings(request)), caller, runId });
    return acceptedMessage(run);
  };
  const settingsOf = async ({
    tenantId: tenant = '',
    partnerId: partner = '',
  }: OfPartner): Promise<CommandSettings> => ({
    ...deps,
    accounts: await accountsInForce(deps.store, { tenant, partner }),
  });
  return {
    reconcileBanking: async (request, context) =>
      accepted(bankingOrder(bankingCommand(request, await settingsOf(request))), context, request),

    reconcileCommercial: (request, context) =>
      accepted(commercialOrder(commercialCommand(request, deps)), context, request),

    reconcileAsset: (request, context) => accepted(assetOrder(bankingCommand(request, deps)), context, request),

    ingestAsset: (request, context) => accepted(assetOrder(assetIngestion(request, deps)), context),

    completeBatch: ({ body = new Uint8Array() }, { caller }) => completeBatch(deps, body, caller),

    async ingestBackground(request, context) {
      request.sessionId ||= context.onceId ?? deps.newId();
      return accepted(ingestionOrder(request, await settingsOf(request)), context, request);
    },

    async getPipelineStatus({ sessionId = '', tenantId, partnerId }) {
      // An empty one counts as not given, on every protocol.
      const asked = { session: sessionId, tenant: tenantId || null, partner: partnerId || null };
      return statusMessage(await pipelineStatus(deps, asked));
    },

    reprocessCrossMonth: (request, context) =>
      accepted(crossMonthOrder(crossMonthCommand(request, deps)), context, request),

    suggestTargetFields: (request) => targetFieldSuggestion(deps, request),

    inspectFile: (request) => inspectFile(deps, request),
  };
}
