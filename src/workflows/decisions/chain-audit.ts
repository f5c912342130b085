// Chains the audit: each batch of rows, once it is whole, becomes a link of its tenant's chain, and the new head is
// published and logged. This is part of the work that follows from a decision, so that the decision itself needs only
// three calls to the store. A new chain takes in the batches that were written before it.

import {
  type BatchFigures,
  BatchReader,
  type RunningDigest,
  type Seals,
  sealed,
} from '../../core/exceptions/audit-chain.ts';
import type { AuditRow } from '../../core/records/documents/audit.ts';
import type { AuditLink } from '../../core/records/documents/audit-chain.ts';
import type { OutboxMessage } from '../../core/records/documents/outbox.ts';
import type { BatchKey } from '../../ports/audit.ts';
import type { Log } from '../../ports/log.ts';
import type { Store } from '../../ports/store.ts';
import { FREED } from './free-rows.ts';

export interface ReadBatchDependencies {
  readonly store: Pick<Store, 'audit'>;
  readonly runningDigest: () => RunningDigest;
}

export interface ChainDependencies extends ReadBatchDependencies {
  readonly store: Pick<Store, 'audit' | 'decisions' | 'outbox'>;
  readonly seals: Seals;
  readonly log: Log;
  /** Milliseconds since 1970, UTC. */
  readonly clock: () => number;
}

const PAGE = 1_000;

/** Can be repeated. A batch without rows gets no link. */
export async function chainBatch(deps: ChainDependencies, batch: BatchKey): Promise<void> {
  const known = await deps.store.audit.linkOf(batch);
  const figures = known === null ? await readBatch(deps, batch) : null;
  if (figures?.rows === 0) return;
  if (figures !== null) await takeInEarlier(deps, batch);
  // If a process died after linking, the head is published again, which changes nothing.
  const link = known ?? (await append(deps, { batch, figures: figures!, isEarlier: false }));
  await deps.store.outbox.add([headMessage(link)]);
}

/**
 * Reads a batch in constant memory. `first`: only that many rows, those that were written first. `seen` is told of each
 * row.
 */
export async function readBatch(
  { store, runningDigest }: ReadBatchDependencies,
  batch: BatchKey,
  first: number | null = null,
  seen: (row: AuditRow) => void = () => {},
): Promise<BatchFigures> {
  const count = first ?? (await store.audit.countOf(batch));
  const reader = new BatchReader(runningDigest(), count);
  let after: number | null = null;
  for (let left = count; ; left -= PAGE) {
    const rows = await store.audit.rowsOf(batch, { after, limit: Math.min(PAGE, left) });
    for (const row of rows) {
      reader.take(row);
      seen(row.row);
    }
    if (rows.length < PAGE || left <= PAGE) return reader.figures();
    after = rows.at(-1)!.place;
  }
}

/** Every batch of a tenant, one after the other. */
export async function* batchesOf({ audit }: Pick<Store, 'audit'>, tenant: string): AsyncGenerator<BatchKey> {
  let after: string | null = null;
  do {
    const page: Awaited<ReturnType<typeof audit.batches>> = await audit.batches(tenant, { after, limit: PAGE });
    yield* page.batches;
    after = page.next;
  } while (after !== null);
}

/** Whether the call that wrote the batch still goes on: then the batch is chained later. */
export async function isUnderWay({ decisions }: Pick<Store, 'decisions'>, { operationId }: BatchKey): Promise<boolean> {
  const known = await decisions.get(operationId.replace(FREED, ''));
  return known !== null && !known.isFinished;
}

/**
 * Takes in batches from before the chain. An interrupted taking-in is continued until a link of a later batch follows.
 */
export async function takeInEarlier(
  deps: ChainDependencies,
  { tenant, operationId }: Pick<BatchKey, 'tenant' | 'operationId'>,
): Promise<void> {
  const last = await deps.store.audit.lastLink(tenant);
  if (last !== null && !last.isEarlier) return;
  for await (const batch of batchesOf(deps.store, tenant)) {
    if (batch.operationId === operationId || (await deps.store.audit.linkOf(batch)) !== null) continue;
    if (await isUnderWay(deps.store, batch)) continue;
    await append(deps, { batch, figures: await readBatch(deps, batch), isEarlier: true });
  }
}

interface Appended {
  readonly batch: BatchKey;
  readonly figures: BatchFigures;
  readonly isEarlier: boolean;
  readonly repair?: string;
}

/** Answers the batch's link, which another process may have made. */
export async function append(
  { store: { audit }, seals, clock, log }: Omit<ChainDependencies, 'runningDigest'>,
  { batch, figures, isEarlier, repair }: Appended,
): Promise<AuditLink> {
  // Only the key of a call: a link repeats neither its note nor its metadata.
  const key = { tenant: batch.tenant, partner: batch.partner, operationId: batch.operationId };
  for (;;) {
    const last = await audit.lastLink(batch.tenant);
    const after = { n: (last?.n ?? 0) + 1, previous: last?.head ?? '' };
    const link = sealed(
      { ...key, ...figures, ...after, isEarlier, repair: repair ?? null, at: clock() },
      seals.current,
    );
    const added = await audit.addLink(link);
    // Another process may have chained the batch, or another batch at the place.
    const chained = added ? link : await audit.linkOf(batch);
    if (chained === null) continue;
    const { tenant, n, operationId, head } = chained;
    const fields = { tenant, batch: n, operation: operationId, rows: chained.rows, head };
    if (!chained.isWhole) log.warn(fields, 'Audit rows of a call that ended in the middle were chained as they are.');
    log.info(fields, 'The audit was chained.');
    return chained;
  }
}

/** The message with the chain's head, for a receiver that writers of the store cannot change. */
export function headMessage({ tenant, n, operationId, rows, keyId, head, at }: AuditLink): OutboxMessage {
  const told = {
    schema_version: 1,
    ...{ tenant_id: tenant, batch: n, operation_id: operationId, rows, is_keyed: keyId !== null, head },
    chained_at: new Date(at).toISOString(),
  };
  const payload = new TextEncoder().encode(JSON.stringify(told));
  return { operationId: `audit-head:${head}`, part: 1, topic: 'audit_heads', payload };
}
