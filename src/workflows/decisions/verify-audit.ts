// Proves a tenant's audit by its chain, or names the first break. Every link must follow the one before under its seal,
// and have the rows that were written, unchanged; every row must belong to a call that is chained or still under way. A
// step of a case is a batch of one row, and the case must be as its last step says. A cut-off end is found if a
// published head is missing from the chain.

import { TieoutError } from '../../core/errors.ts';
import { linkFault, rowsFault, type Seals } from '../../core/exceptions/audit-chain.ts';
import type { AuditRow } from '../../core/records/documents/audit.ts';
import { type AuditLink, REPAIRED } from '../../core/records/documents/audit-chain.ts';
import type { Digest } from '../../core/records/rows/identity.ts';
import { stepOfOperation } from '../../core/screening/cases/case-record.ts';
import type { Store } from '../../ports/store.ts';
import { batchesOf, isUnderWay, type ReadBatchDependencies, readBatch } from './chain-audit.ts';
import { holdSignatures, isOfSigning } from './hold-signatures.ts';
import { rowsBehind } from './repair-audit.ts';
import { caseFault, casesOf, stepFault } from './verify-steps.ts';

interface VerifyDependencies extends ReadBatchDependencies {
  readonly store: Pick<Store, 'audit' | 'decisions' | 'acts' | 'keptStatements' | 'cases'>;
  readonly seals: Seals;
  readonly digest: Digest;
}

interface AuditBreak {
  /** The batch's place in the chain; null for rows outside the chain. */
  readonly batch: number | null;
  readonly operationId: string | null;
  /** A sentence without its full stop. */
  readonly reason: string;
}

export interface AuditVerified {
  /** Batches of the chain that were found right, and their rows. */
  readonly batches: number;
  readonly rows: number;
  /**
   * How many of the batches were chained without a key, were written before the chain began, or were completed after
   * their call had ended in the middle.
   */
  readonly withoutKey: number;
  readonly earlier: number;
  readonly completed: number;
  /** Batches to which a fault had added rows and that were taken in again, with the reasons. */
  readonly repairs: readonly { readonly batch: number; readonly operationId: string; readonly reason: string }[];
  /** Signatures of sessions whose statements are as they were signed. */
  readonly signatures: number;
  /** Calls under way, whose rows are not chained yet. */
  readonly waiting: number;
  /** Operation ids of calls under way, audited or not, oldest first; at most a hundred. */
  readonly underWay: readonly string[];
  /** The chain's head; null if there is no chain. */
  readonly head: string | null;
  readonly firstBreak: AuditBreak | null;
}

const PAGE = 500;
/** Most calls under way that are named. */
const MOST_NAMED = 100;

/** `head`: a published head. Throws usage if a key is missing, or differs from the chain's. */
export async function verifyAudit(
  deps: VerifyDependencies,
  { tenant, head }: { readonly tenant: string; readonly head: string | null },
): Promise<AuditVerified> {
  const signed: AuditRow[] = [];
  const found = { batches: 0, rows: 0, signatures: 0, withoutKey: 0, earlier: 0, completed: 0 };
  const repairs: { batch: number; operationId: string; reason: string }[] = [];
  const underWay = (await deps.store.decisions.underWay(tenant, MOST_NAMED)).map(({ operationId }) => operationId);
  let last: AuditLink | null = null;
  let isHeadThere = head === null;
  const done = () => ({ ...found, repairs, underWay, waiting: 0, head: last?.head ?? null });
  const broken = (link: AuditLink, reason: string): AuditVerified => ({
    ...done(),
    firstBreak: { batch: link.n, operationId: link.operationId, reason },
  });
  for await (const link of linksOf(deps.store, tenant)) {
    const seal = sealOf(deps, link, last);
    if (seal === null) return broken(link, 'it is chained under a key that is not at hand');
    const fault =
      linkFault(link, last, seal) ?? (await batchFault(deps, link, (row) => isOfSigning(row) && signed.push(row)));
    if (fault !== null) return broken(link, fault);
    if (link.repair === null) {
      found.batches++;
      found.rows += link.rows;
      if (link.isEarlier) found.earlier++;
      if (!link.isWhole) found.completed++;
    } else {
      const operationId = repairedOf(link);
      repairs.push({ batch: link.n, operationId, reason: link.repair });
    }
    if (link.keyId === null) found.withoutKey++;
    isHeadThere ||= link.head === head;
    last = link;
  }
  const atEnd = (reason: string): AuditVerified => ({
    ...done(),
    firstBreak: { batch: (last?.n ?? 0) + 1, operationId: null, reason },
  });
  if (!isHeadThere)
    return atEnd('the head that was given is none of this chain: its end was cut off, or it was made anew');
  if (last !== null && last.keyId === null && deps.seals.current.keyId !== null) {
    return atEnd('there is a key, and the chain ends without one');
  }
  let waiting = 0;
  for await (const batch of batchesOf(deps.store, tenant)) {
    if ((await deps.store.audit.linkOf(batch)) !== null) continue;
    if (await isUnderWay(deps.store, batch)) waiting++;
    else {
      const { operationId } = batch;
      const reason = 'there are rows of a call that the chain does not know';
      return { ...done(), waiting, firstBreak: { batch: null, operationId, reason } };
    }
  }
  for await (const one of casesOf(deps.store, tenant)) {
    waiting += one.version - one.chained;
    const ofCase = await caseFault(deps, one);
    if (ofCase !== null) return { ...done(), waiting, firstBreak: { batch: null, ...ofCase } };
  }
  const held = await holdSignatures(deps, tenant, signed);
  found.signatures = held.signatures;
  const { fault } = held;
  return { ...done(), waiting, firstBreak: fault === null ? null : { batch: null, ...fault } };
}

const repairedOf = ({ operationId }: AuditLink): string => operationId.slice(0, -REPAIRED.length);

/** Null if the rows are those that were chained, or were taken in again since. */
async function batchFault(
  deps: VerifyDependencies,
  link: AuditLink,
  seen: (row: AuditRow) => void,
): Promise<string | null> {
  if (link.repair !== null) return rowsFault(link, await readBatch(deps, { ...link, operationId: repairedOf(link) }));
  const step = stepOfOperation(link.operationId);
  if (step !== null) return stepFault(deps, link, step);
  const fault = rowsFault(link, await readBatch(deps, link, null, seen));
  const behind = fault === null ? null : await rowsBehind(deps, link);
  if (behind === null) return fault;
  const repaired = await deps.store.audit.linkOf({ ...link, operationId: `${link.operationId}${REPAIRED}` });
  if (repaired !== null && repaired.n > link.n) return null;
  return `${fault}: ${behind} of them came after it was chained`;
}

/** Null: the key is missing, and later links have a known one. */
function sealOf({ seals }: VerifyDependencies, { n, keyId, tenant }: AuditLink, before: AuditLink | null) {
  const seal = seals.sealWith(keyId);
  if (seal !== null || before?.keyId) return seal;
  const sentence =
    seals.current.keyId === null
      ? `The audit of ${tenant} is chained under a key from batch ${n} on: set TIEOUT_AUDIT_KEY to it.`
      : `Batch ${n} of the audit of ${tenant} is chained under another key than TIEOUT_AUDIT_KEY: set it to that of the service.`;
  throw new TieoutError('usage', sentence);
}

async function* linksOf({ audit }: Pick<Store, 'audit'>, tenant: string): AsyncGenerator<AuditLink> {
  let after = 0;
  for (;;) {
    const links = await audit.links(tenant, { after, limit: PAGE });
    yield* links;
    if (links.length < PAGE) return;
    after = links.at(-1)!.n;
  }
}
