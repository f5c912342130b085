// An IngestionRequest as the order of a run. Fields that it shares with a run's request mean the same; its mappings say
// how each side's files are read; its files are added to the session's, so that files which come one by one give the
// answer of all at once.

import { create, type MessageShape } from '@bufbuild/protobuf';
import { CommercialReconcileRequestSchema } from '../../../gen/tieout/engine/v1/commercial_reconcile_pb.ts';
import { type IngestionRequest, IngestionRequestSchema } from '../../../gen/tieout/engine/v1/ingestion_pb.ts';
import { ReconcileRequestSchema } from '../../../gen/tieout/engine/v1/reconcile_pb.ts';
import { OnExistingAction, ReconciliationCustomerType } from '../../../gen/tieout/engine/v1/vocabulary_pb.ts';
import { BANKING_READING } from '../../core/kinds/banking.ts';
import { KIND_NAMES } from '../../core/reading/columns/field-vocabulary.ts';
import { bankingOrder, requireNothingOfBanking } from '../../workflows/kinds/banking-command.ts';
import { commercialOrder } from '../../workflows/kinds/commercial-command.ts';
import { ingestionOf } from '../../workflows/kinds/ingestion.ts';
import type { RunOrder } from '../../workflows/runs/accept-run.ts';
import { accountsOf, bankingCommand, type CommandSettings } from './banking-command.ts';
import { commercialCommand } from './commercial-command.ts';
import { readingOfSides } from './given-mappings.ts';

/** Commercial for commercial_bank, banking for all others. Throws mapping_invalid, usage. */
export const ingestionOrder = (request: IngestionRequest, settings: CommandSettings): RunOrder =>
  ingestionOf(orderOf(request, settings));

function orderOf(request: IngestionRequest, settings: CommandSettings): RunOrder {
  if (request.customerType === ReconciliationCustomerType.COMMERCIAL_BANK) {
    const openingUrls = { gl: request.openingGlFileUrl, bank: request.openingBankFileUrl };
    requireNothingOfBanking({ openingUrls, accounts: accountsOf(request, {}) });
    return commercialOrder(commercialCommand(asRun(CommercialReconcileRequestSchema, request), settings));
  }
  return bankingOrder(bankingCommand(asRun(ReconcileRequestSchema, request), settings));
}

/** The equal request for a run. */
function asRun<D extends typeof ReconcileRequestSchema | typeof CommercialReconcileRequestSchema>(
  desc: D,
  request: IngestionRequest,
): MessageShape<D> {
  const shared = desc.fields.flatMap(({ localName }) =>
    localName in IngestionRequestSchema.field ? [[localName, request[localName as keyof IngestionRequest]]] : [],
  );
  const isCommercial = request.customerType === ReconciliationCustomerType.COMMERCIAL_BANK;
  const { gl, bank } = readingOfSides(request, { fields: isCommercial ? KIND_NAMES : BANKING_READING.fields });
  return create(desc, {
    ...Object.fromEntries(shared),
    ...(gl && { glMapping: gl }),
    ...(bank && { bankMapping: bank }),
    onExistingAction: OnExistingAction.APPEND,
  }) as MessageShape<D>;
}
