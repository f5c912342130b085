// Documents in a thread of their own: they come to what they come to here, a file that cannot be read stands at its url
// in every form, and the main thread goes on meanwhile.

import { create } from '@bufbuild/protobuf';
import { pino } from 'pino';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { BankingIngestRequestSchema } from '../../../gen/tieout/engine/v1/internal_ingest_pb.ts';
import { ReconciliationCustomerType } from '../../../gen/tieout/engine/v1/vocabulary_pb.ts';
import { ResolveRequestSchema } from '../../../gen/tieout/resolution/v1/resolve_pb.ts';
import { ClusterType, DecisionType } from '../../../gen/tieout/resolution/v1/vocabulary_pb.ts';
import type { EmbeddedStore } from '../../../src/adapters/store-embedded/open.ts';
import { ANYBODY } from '../../../src/core/callers/caller.ts';
import { type CallContext, WrittenAnswer } from '../../../src/rpc/services.ts';
import { type DocumentThread, startDocumentThread } from '../../../src/threads/documents/host.ts';
import { clustersOf, type Partner, partner, rowOf, SCOPE } from '../../workflows/decisions/month.ts';

const GL = Array.from({ length: 3 }, (_, n) => rowOf('gl', n));
/** The bank's row of a ledger row. */
const found = (row: string) => row.replace('Transfer from', 'TRF');
const OF = { tenantId: SCOPE.tenant, partnerId: SCOPE.partner };
const contextOf = (form: CallContext['form']): CallContext => ({
  ...{
    form,
    requestId: 'test',
    caller: ANYBODY,
    onceId: null,
    signal: new AbortController().signal,
    tell: () => {},
    lease: null,
    odd: new Map(),
  },
  log: pino({ enabled: false }),
});

let lagos: Partner;
let thread: DocumentThread;
const announced: string[] = [];
beforeAll(async () => {
  lagos = await partner();
  await lagos.session('march', { gl: GL, bank: [rowOf('bank', 0)] });
  thread = startDocumentThread({
    store: lagos.store as EmbeddedStore,
    bus: { announce: (ids) => void announced.push(...ids) },
    log: lagos.deps.log,
    files: { root: lagos.root, perTenant: false },
    ...{ leaseMs: 30_000, engine: null, currency: 'NGN' },
    resolving: { domains: ['mfb', 'nip'], rejectedShare: 0.01, institutions: {}, timeZone: 'UTC' },
  });
});
afterAll(async () => {
  await thread.close();
  await lagos.dispose();
});

const resolve = (file: string, form: CallContext['form'], decision: DecisionType = DecisionType.RECONCILE) => {
  const request = create(ResolveRequestSchema, {
    ...OF,
    customerType: ReconciliationCustomerType.MFB,
    clusterType: ClusterType.NOT_FOUND_GL,
    decision,
    bankFileUrl: [file],
  });
  const here = { resolve: () => ({ results: [] }) };
  return thread.resolution(here).resolve!(request, contextOf(form));
};

test('a file that cannot be read is a problem at its url, for RPC too', async () => {
  for (const form of ['json', 'rpc'] as const) {
    await expect(resolve('file:absent.csv', form)).rejects.toMatchObject({
      code: 'invalid_request',
      problems: [{ path: ['bank_file_url', 0] }],
      violations: [{ field: [{ name: 'bank_file_url' }, { kind: 'list_sub', index: 0 }] }],
    });
  }
  const document = create(BankingIngestRequestSchema, {
    ...{ ...OF, sessionId: 'adhoc-1', startDate: '2026-03-01', endDate: '2026-03-31' },
    glFileUrl: ['file:absent.csv'],
  });
  await expect(thread.engineInternal({}).ingestBankingDocument!(document, contextOf('json'))).rejects.toMatchObject({
    problems: [{ path: ['gl_file_url', 0] }],
  });
});

test('what a document holds is approved, and what follows is rung for; other decisions are made here', async () => {
  expect(await resolve('file:absent.csv', 'json', DecisionType.APPROVED)).toEqual({ results: [] });
  const written = await resolve(lagos.file('late.csv', [found(GL[0]), found(GL[1])]), 'json');
  expect(written).toBeInstanceOf(WrittenAnswer);
  const { results } = JSON.parse(new TextDecoder().decode((written as WrittenAnswer).content));
  const approved = (await clustersOf(lagos)).filter((one) => one.decisionStatus === 'approved');
  expect(results.map((one: { cluster_id: string }) => one.cluster_id)).toEqual(
    approved.map(({ clusterId }) => clusterId),
  );
  expect(results).toHaveLength(2);
  expect(announced.length).toBeGreaterThan(0);
  expect(lagos.said.filter(({ level }) => level === 'info').at(-1)?.fields).toMatchObject({ approved: 2 });
});
