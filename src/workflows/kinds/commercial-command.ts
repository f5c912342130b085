// A commercial run as a request orders it and as the store keeps it: a banking run's command with the service and the
// flow.

import { type CommercialKind, FLOWS, type Flow, kindOfService } from '../../core/kinds/commercial.ts';
import type { RunOrder } from '../runs/accept-run.ts';
import { storedFields } from '../stored-commands/stored-fields.ts';
import type { StoredCommand } from '../stored-runs/kind-of-run.ts';
import { type BankingRunCommand, bankingCommandOf, bankingOrder } from './banking-command.ts';

export interface CommercialRunCommand extends BankingRunCommand {
  /** The service as the request names it; null: none. */
  readonly service: string | null;
  readonly flow: Flow | null;
}

/** The stored name of the kind's runs. */
export const runKindOf = (kind: CommercialKind): string => `commercial_${kind}`;

/** The command as ordered and stored. */
export function commercialOrder({ service, flow, ...command }: CommercialRunCommand): RunOrder {
  const order = bankingOrder(command);
  const parameters = { ...order.parameters, service, flow };
  return { ...order, kind: runKindOf(kindOfService(service)), parameters };
}

/** Throws command_unreadable. */
export function commercialCommandOf(stored: StoredCommand): CommercialRunCommand {
  const fields = storedFields(stored.parameters);
  const flow = fields.textOrNull('flow') === null ? null : fields.word('flow', FLOWS);
  return { ...bankingCommandOf(stored), service: fields.textOrNull('service'), flow };
}
