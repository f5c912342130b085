// Ingestion: files that come one by one give the answer of all at once, and rows of a side alone wait for the other's.

import { create } from '@bufbuild/protobuf';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { IngestionRequestSchema } from '../../gen/tieout/engine/v1/ingestion_pb.ts';
import {
  ReconciliationCustomerType,
  ReconciliationFlow,
  ServiceType,
} from '../../gen/tieout/engine/v1/vocabulary_pb.ts';
import { ingestionOrder } from '../../src/rpc/ingestion-command.ts';
import { STORED_KINDS } from '../../src/rpc/operators.ts';
import { KINDS } from '../../src/workflows/kinds/kinds.ts';
import { acceptRun } from '../../src/workflows/runs/accept-run.ts';
import { answerOf } from './session-content.ts';
import { monthOf, writePart } from './small-month.ts';
import { KEY, type ServiceUnderTest, startService } from './worker-under-test.ts';

const MONTH = monthOf(120);
const SETTINGS = { dayOf: () => null, defaultCurrency: 'NGN', rejectedShare: 0.01 };

let service: ServiceUnderTest;
let ids = 0;
beforeEach(async () => {
  service = await startService();
});
afterEach(() => service.dispose());

const requestOf = (fields: object) =>
  create(IngestionRequestSchema, {
    ...{ tenantId: KEY.tenant, partnerId: KEY.partner, sessionId: KEY.session },
    ...{ customerType: ReconciliationCustomerType.MFB, maxDaysForwardSearch: 3, maxDaysBackwardSearch: 3 },
    ...fields,
  });
const orderOf = (fields: object) => ingestionOrder(requestOf(fields), SETTINGS);
const ingest = async (fields: object, on = service) => {
  const { run } = await acceptRun({ ...on.deps, newId: () => `ingestion-${++ids}` }, orderOf(fields));
  return on.ended(run.runId);
};

test('files that come one by one give the answer of all at once', async () => {
  const part = (side: 'gl' | 'bank', from: number, to: number) =>
    writePart(service.root, MONTH, { side, from, to, name: `${side}-${from}.csv` });
  const glFileUrl = [await part('gl', 0, 0.5), await part('gl', 0.5, 1)];
  const bankFileUrl = [await part('bank', 0, 0.6), await part('bank', 0.4, 1)];
  service.work();
  const alone = await ingest({ glFileUrl: [glFileUrl[0]!] });
  expect(alone).toMatchObject({ status: 'succeeded', failure: null, kind: 'banking_ingestion' });
  expect(alone.report.stages.map(({ status }) => status)).toEqual([
    ...['succeeded', 'succeeded', 'skipped', 'skipped', 'skipped', 'skipped', 'skipped', 'skipped'],
  ]);
  expect(alone.report.stages[1]).toMatchObject({ rowsDone: alone.report.stages[0]!.rowsDone });
  expect(alone.report.stages[2]!.message).toMatch(/^The session holds no row of the bank side yet: /);
  expect(await service.store.sessions.get(KEY)).toMatchObject({ runId: null, version: 1 });
  // The same once more changes nothing.
  expect((await ingest({ glFileUrl: [glFileUrl[0]!] })).status).toBe('succeeded');
  for (const fields of [{ bankFileUrl: [bankFileUrl[1]!] }, { glFileUrl: [glFileUrl[1]!] }])
    expect((await ingest(fields)).status).toBe('succeeded');
  const last = await ingest({ bankFileUrl: [bankFileUrl[0]!] });
  expect(last.report.stages.map(({ status }) => status)).toEqual([
    ...['succeeded', 'succeeded', 'succeeded', 'succeeded', 'succeeded', 'skipped', 'succeeded', 'succeeded'],
  ]);
  const other = await startService({ root: service.root });
  other.work();
  expect((await ingest({ glFileUrl, bankFileUrl }, other)).status).toBe('succeeded');
  expect(await answerOf(service.store, KEY)).toEqual(await answerOf(other.store, KEY));
  await other.dispose();
});

test('an ingestion of nothing fails, and a run without urls reconciles what was ingested', async () => {
  service.work();
  expect(await ingest({})).toMatchObject({ status: 'failed', failure: { code: 'side_empty' } });
  await ingest({ glFileUrl: [await writePart(service.root, MONTH, { side: 'gl' })] });
  expect(await service.run({ fileUrls: { gl: [], bank: [] } })).toMatchObject({ failure: { code: 'side_empty' } });
  const bank = [await writePart(service.root, MONTH, { side: 'bank' })];
  expect(await service.run({ fileUrls: { gl: [], bank } })).toMatchObject({ status: 'succeeded' });
});

test('mappings name titles of a side, and the mapping of that side wins', () => {
  const { parameters } = orderOf({
    glMapping: { columns: { 'booking date': 'Posted', amount: 2 }, sign: 'out' },
    mappings: [
      { system: 'Booking Date', glTitle: 'Date', statementTitle: 'Value' },
      { system: 'reference', glTitle: 'Ref', secondaryMappings: [{ glTitle: 'Till', statementTitle: 'Desk' }] },
    ],
    others: { gl: ['Clerk'] },
  });
  expect(parameters).toMatchObject({
    mappings: {
      gl: { columns: { 'booking date': 'Posted', amount: 2, reference: 'Ref', narration: ['Till'] }, sign: 'out' },
      bank: { columns: { booking_date: 'Value', narration: ['Desk'] } },
    },
    onExisting: 'append',
    others: { gl: ['Clerk'], statement: [] },
  });
  expect(() => orderOf({ mappings: [{ system: 'colour', glTitle: 'Red' }] })).toThrow(/there is no field "colour"/);
});

test('a commercial bank’s files are ingested for a commercial run, and every kind of run has a name for operators', () => {
  const commercial = { customerType: ReconciliationCustomerType.COMMERCIAL_BANK };
  const nip = orderOf({ ...commercial, service: ServiceType.NIP, reconciliationFlow: ReconciliationFlow.INWARD });
  expect(nip).toMatchObject({ kind: 'commercial_nip_ingestion', parameters: { service: 'nip', flow: 'inward' } });
  expect(orderOf(commercial).kind).toBe('commercial_atm_ingestion');
  const named = Object.values(STORED_KINDS).flat();
  expect(KINDS.map(({ kind }) => kind).filter((kind) => !named.includes(kind))).toEqual([]);
  expect(KINDS.map(({ kind }) => kind)).toEqual(expect.arrayContaining([nip.kind, orderOf(commercial).kind]));
});
