// A whole NIP rematch apart from its decision: it ingests the document, matches pending orphans in two passes, and
// makes the pairs count. The late groups belong to the operation that asks. A call without one has its groups under the
// ad hoc session, and repeating it answers them again.

import { NOT_FOUND_TYPES } from '../../core/exceptions/decision.ts';
import { type KnownRecords, knownRecords } from '../../core/exceptions/known-records.ts';
import { nipPairs } from '../../core/exceptions/nip-passes.ts';
import type { Flow } from '../../core/kinds/commercial.ts';
import { withAnswers } from '../../core/kinds/response.ts';
import type { Domain } from '../../core/records/documents/clusters.ts';
import type { ClusterFacts } from '../../core/records/documents/decisions.ts';
import { pickItems } from '../../core/records/documents/item-rows.ts';
import { type LateGroup, lateRows, uidOf } from '../../core/records/late/late-groups.ts';
import { textAt } from '../../core/records/rows/columns.ts';
import { digestIdAt } from '../../core/records/rows/digest-ids.ts';
import type { NipEnrichment, NipMatchAsked, NipMatched } from '../../ports/engine.ts';
import type { Fenced } from '../../ports/leases.ts';
import type { Store } from '../../ports/store.ts';
import { commercialFiles } from '../kinds/commercial.ts';
import { institutionOf } from '../stored-runs/kind-of-run.ts';
import { commitMatches, type MatchToCommit } from './commit-matches.ts';
import { type IngestDependencies, ingestDocument } from './ingest-document.ts';
import { matchableSides } from './matchable-rows.ts';

/** Tier and confidence of each pass, in hundredths: as matching has them for a key with the reference, and without. */
const PROMISED = { 1: { tier: 1, confidence: 100 }, 2: { tier: 2, confidence: 95 } } as const;

/** Throws FilesRefused; then nothing was changed. */
export async function matchNip(deps: IngestDependencies, asked: NipMatchAsked, under: Fenced): Promise<NipMatched> {
  const { store, clock } = deps;
  const { key, domain, days, madeBy } = asked;
  const { tenant, partner } = key;
  const scope = { tenant, partner, domain: domain as Domain, types: NOT_FOUND_TYPES };
  const pending = await store.decisions.pending(scope);
  const flow = await flowOf(store, scope, pending);
  const kind = commercialFiles('nip', flow, institutionOf(deps.institutions, partner));
  await ingestDocument(deps, { ...asked, kind, flagged: withAnswers }, under);
  const known = knownRecords(pending, { oneBranch: false });
  const isTarget = (recordId: string) => known.byRecord.has(recordId);
  const open = await matchableSides(deps, { tenant, partner, ...days }, { kind: kind.rules.name, isWanted: isTarget });
  const pairs = nipPairs(open, isTarget);
  const at = clock();
  const matches = pairs.map(({ pass, gl, bank }): MatchToCommit => {
    const [ledger, report] = [open.gl.rows, open.bank.rows];
    const identifier = textAt(pass === 1 ? ledger.reference : ledger.settlementSession, gl);
    const field = pass === 1 ? 'reference' : 'settlement_session_id';
    return {
      ...PROMISED[pass],
      ...{ differenceMinor: 0, feeBasis: null, textScore: null, probability: null },
      days: report.bookingDay[bank] - ledger.bookingDay[gl],
      keysCompared: [{ identifier, gl: field, bank: field }],
      glRecordIds: [digestIdAt(open.gl.recordId, gl)],
      bankRecordIds: [digestIdAt(open.bank.recordId, bank)],
    };
  });
  // A match that was freed may be made again, as another group.
  const operation = { operationId: madeBy, tenant, partner, at, salt: String(at) };
  const matched = {
    gl: pickItems(
      open.gl,
      pairs.map(({ gl }) => gl),
    ),
    bank: pickItems(
      open.bank,
      pairs.map(({ bank }) => bank),
    ),
  };
  await commitMatches(deps, { operation, matches, open: matched, under });
  return matchedBy(await store.lateGroups.ofOperation({ tenant, partner }, madeBy), known);
}

/**
 * The flow of the sessions that most pending clusters belong to, so that a document's rows are read as a run reads
 * them; null if they have none: then the document states its own.
 */
async function flowOf(
  { sessions }: Pick<Store, 'sessions'>,
  scope: { readonly tenant: string; readonly partner: string },
  pending: readonly ClusterFacts[],
): Promise<Flow | null> {
  const flows = new Map((await sessions.list(scope)).map(({ key, flow }) => [key.session, flow]));
  const inward = pending.filter(({ session }) => flows.get(session) === 'inward').length;
  const outward = pending.filter(({ session }) => flows.get(session) === 'outward').length;
  if (inward === outward) return null;
  return inward > outward ? 'inward' : 'outward';
}

function matchedBy(groups: readonly LateGroup[], { byRecord }: KnownRecords): NipMatched {
  const enrichment = groups.flatMap((group) => {
    const [ledger, report] = [group.gl[0], group.bank[0]];
    const of = (row: typeof ledger, other: typeof ledger): [string, NipEnrichment] => [
      uidOf(row),
      {
        matchedRecordId: other.recordId,
        pass: group.tier === 1 ? 1 : 2,
        reference: row.reference || null,
        settlementSession: row.settlementSession || null,
        amountMinor: row.amountMinor,
        currency: row.currency,
      },
    ];
    return [of(ledger, report), of(report, ledger)];
  });
  return {
    glRowUids: groups.flatMap(({ gl }) => gl.map(uidOf)),
    bankRowUids: groups.flatMap(({ bank }) => bank.map(uidOf)),
    enrichment: Object.fromEntries(enrichment),
    matches: groups.map((group) => {
      const clusters = lateRows(group).flatMap(({ recordId }) => byRecord.get(recordId)?.clusterId ?? []);
      return { group, clusterIds: [...new Set(clusters)].sort() };
    }),
  };
}
