// An IngestionRequest as the order of a run: the fields that it shares with a request for a run mean the same there, its
// mappings become what each side's files are read by, and its files are added to those that the session holds, so that
// files which come one by one give the answer of all at once.

import { create, type MessageShape } from '@bufbuild/protobuf';
import { CommercialReconcileRequestSchema } from '../../gen/tieout/engine/v1/commercial_reconcile_pb.ts';
import { type IngestionRequest, IngestionRequestSchema } from '../../gen/tieout/engine/v1/ingestion_pb.ts';
import { ReconcileRequestSchema } from '../../gen/tieout/engine/v1/reconcile_pb.ts';
import { OnExistingAction, ReconciliationCustomerType } from '../../gen/tieout/engine/v1/vocabulary_pb.ts';
import { fieldOfName, ownFieldOfName } from '../core/reading/columns/field-vocabulary.ts';
import type { JsonObject, JsonValue } from '../core/records/documents/json.ts';
import type { Side } from '../core/records/rows/columns.ts';
import { bankingOrder } from '../workflows/kinds/banking-command.ts';
import { commercialOrder } from '../workflows/kinds/commercial-command.ts';
import { ingestionOf } from '../workflows/kinds/ingestion.ts';
import type { RunOrder } from '../workflows/runs/accept-run.ts';
import { bankingCommand, type CommandSettings } from './banking-command.ts';
import { commercialCommand } from './commercial-command.ts';

/** Commercial for commercial_bank, banking for all others. Throws mapping_invalid. */
export function ingestionOrder(request: IngestionRequest, settings: CommandSettings): RunOrder {
  const { others } = request;
  const kept = others ? { gl: [...others.gl], statement: [...others.statement] } : null;
  return ingestionOf(orderOf(request, settings), kept);
}

function orderOf(request: IngestionRequest, settings: CommandSettings): RunOrder {
  if (request.customerType === ReconciliationCustomerType.COMMERCIAL_BANK) {
    return commercialOrder(commercialCommand(asRun(CommercialReconcileRequestSchema, request), settings));
  }
  return bankingOrder(bankingCommand(asRun(ReconcileRequestSchema, request), settings));
}

/** What a request for a run would be that asks the same. */
function asRun<D extends typeof ReconcileRequestSchema | typeof CommercialReconcileRequestSchema>(
  desc: D,
  request: IngestionRequest,
): MessageShape<D> {
  const shared = desc.fields.flatMap(({ localName }) =>
    localName in IngestionRequestSchema.field ? [[localName, request[localName as keyof IngestionRequest]]] : [],
  );
  const [gl, bank] = [readingOf(request, 'gl'), readingOf(request, 'bank')];
  return create(desc, {
    ...Object.fromEntries(shared),
    ...(gl && { glMapping: gl }),
    ...(bank && { bankMapping: bank }),
    onExistingAction: OnExistingAction.APPEND,
  }) as MessageShape<D>;
}

/** The object of a side as a run has it, with the titles of `mappings` for fields that it does not name itself. */
function readingOf(request: IngestionRequest, side: Side): JsonObject | undefined {
  const own = (side === 'gl' ? request.glMapping : request.bankMapping) as JsonObject | undefined;
  const titled = titlesOf(request, side);
  if (titled.size === 0) return own;
  const ownColumns = (own?.['columns'] ?? {}) as JsonObject;
  const named = new Set(Object.keys(ownColumns).map((name) => fieldCalled(name, { request, side })));
  const further = [...titled].filter(([field]) => !named.has(field));
  return { ...own, columns: { ...(Object.fromEntries(further) as JsonObject), ...ownColumns } };
}

/** A name that is no field's stays as it is, to be refused with the fields that there are. */
function fieldCalled(name: string, { request, side }: { request: IngestionRequest; side: Side }): string {
  const isCommercial = request.customerType === ReconciliationCustomerType.COMMERCIAL_BANK;
  return (isCommercial ? ownFieldOfName(name) : null) ?? fieldOfName(name, side) ?? name;
}

/** By field. */
function titlesOf(request: IngestionRequest, side: Side): ReadonlyMap<string, JsonValue> {
  const titles = new Map<string, JsonValue>();
  const beside: string[] = [];
  for (const { system = '', glTitle, statementTitle, secondaryMappings } of request.mappings) {
    const title = side === 'gl' ? glTitle : statementTitle;
    if (title) titles.set(fieldCalled(system, { request, side }), title);
    for (const pair of secondaryMappings) beside.push((side === 'gl' ? pair.glTitle : pair.statementTitle) ?? '');
  }
  if (beside.length === 0) return titles;
  const narration = titles.get('narration');
  return titles.set('narration', [...(typeof narration === 'string' ? [narration] : []), ...beside]);
}
