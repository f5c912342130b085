// Warnings about a run's order: kept with the order, and shown first among the run's warnings.

import type { JsonObject } from '../../core/records/documents/json.ts';
import type { RunOrder } from './accept-run.ts';

/** The order with its warnings, as it is stored. */
export const withWarnings = (order: RunOrder, orderWarnings: readonly string[]): RunOrder =>
  orderWarnings.length === 0 ? order : { ...order, parameters: { ...order.parameters, orderWarnings } };

export function orderWarningsOf({ parameters }: { readonly parameters: JsonObject }): string[] {
  const { orderWarnings: stored } = parameters;
  return Array.isArray(stored) ? stored.filter((one) => typeof one === 'string') : [];
}
