// An AssetIngestionRequest as the stored run command: a run of holdings, with defaults for everything that such a
// request does not contain.

import type { AssetIngestionRequest } from '../../../gen/tieout/engine/v1/ingestion_pb.ts';
import type { BankingRunCommand } from '../../workflows/kinds/banking-command.ts';
import { bankingCommand, type CommandSettings } from './banking-command.ts';

/** Takes a validated request; `newId` makes a session id if the request has none. */
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
