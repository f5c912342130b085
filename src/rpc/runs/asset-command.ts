// An AssetIngestionRequest as the run command that is stored: a run of holdings with what such a request does not say left
// as a request leaves it.

import type { AssetIngestionRequest } from '../../../gen/tieout/engine/v1/ingestion_pb.ts';
import type { BankingRunCommand } from '../../workflows/kinds/banking-command.ts';
import { bankingCommand, type CommandSettings } from './banking-command.ts';

/** Takes a request that was validated; `newId` names a session that the request does not. */
export function assetIngestion(
  request: AssetIngestionRequest,
  { newId, ...settings }: CommandSettings & { readonly newId: () => string },
): BankingRunCommand {
  const { tenantId, partnerId, branchId, custodianId, custodianName, asOfDate, glMapping, bankMapping } = request;
  return bankingCommand(
    {
      tenantId,
      partnerId,
      sessionId: request.sessionId || newId(),
      branchId,
      glFileUrl: request.holdingsFileUrl,
      bankFileUrl: request.custodianFileUrl,
      periodEndDate: asOfDate,
      eventDates: [],
      custodianId,
      custodianName,
      ...(glMapping && { glMapping }),
      ...(bankMapping && { bankMapping }),
    },
    settings,
  );
}
