// A CommercialReconcileRequest as the stored run command: a banking run's, with service and flow.

import type { CommercialReconcileRequest } from '../../../gen/tieout/engine/v1/commercial_reconcile_pb.ts';
import { ReconciliationFlow, ServiceTypeSchema } from '../../../gen/tieout/engine/v1/vocabulary_pb.ts';
import type { CommercialRunCommand } from '../../workflows/kinds/commercial-command.ts';
import { enumNames } from '../enum-names.ts';
import { bankingCommand, type CommandSettings } from './banking-command.ts';

/** Takes a validated request with its defaults. */
export function commercialCommand(
  request: CommercialReconcileRequest,
  settings: CommandSettings,
): CommercialRunCommand {
  return {
    ...bankingCommand(request, settings),
    service: enumNames(ServiceTypeSchema).names.get(request.service ?? 0) ?? null,
    flow: FLOWS[request.reconciliationFlow ?? 0] ?? null,
  };
}

const FLOWS: Readonly<Record<number, 'inward' | 'outward'>> = {
  [ReconciliationFlow.INWARD]: 'inward',
  [ReconciliationFlow.OUTWARD]: 'outward',
};
