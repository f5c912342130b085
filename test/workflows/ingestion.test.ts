// Ingestion: files that come one by one give the answer of all at once, and rows of a side alone wait for the other's.

import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { create } from '@bufbuild/protobuf';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { IngestionRequestSchema } from '../../gen/tieout/engine/v1/ingestion_pb.ts';
import {
  BankService,
  FeeDisplayType,
  FeeType,
  GlType,
  MatchingMethod,
  ReconciliationCustomerType,
  ReconciliationFlow,
  ServiceType,
  SplitType,
} from '../../gen/tieout/engine/v1/vocabulary_pb.ts';
import { textAt } from '../../src/core/records/rows/columns.ts';
import { STORED_KINDS } from '../../src/rpc/operators.ts';
import { ingestionOrder } from '../../src/rpc/runs/ingestion-command.ts';
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
  const alone = await ingest({ glFileUrl: [glFileUrl[0]] });
  expect(alone).toMatchObject({ status: 'succeeded', failure: null, kind: 'banking_ingestion' });
  expect(alone.report.stages.map(({ status }) => status)).toEqual([
    ...['succeeded', 'succeeded', 'skipped', 'skipped', 'skipped', 'skipped', 'skipped', 'skipped'],
  ]);
  expect(alone.report.stages[1]).toMatchObject({ rowsDone: alone.report.stages[0].rowsDone });
  expect(alone.report.stages[2].message).toMatch(/^The session holds no row of the bank side yet: /);
  expect(await service.store.sessions.get(KEY)).toMatchObject({ runId: null, version: 1 });
  // The same once more changes nothing.
  expect((await ingest({ glFileUrl: [glFileUrl[0]] })).status).toBe('succeeded');
  for (const fields of [{ bankFileUrl: [bankFileUrl[1]] }, { glFileUrl: [glFileUrl[1]] }])
    expect((await ingest(fields)).status).toBe('succeeded');
  const last = await ingest({ bankFileUrl: [bankFileUrl[0]] });
  expect(last.report.stages.map(({ status }) => status)).toEqual([...Array.from({ length: 8 }, () => 'succeeded')]);
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

test('an ingestion reconciles by the template that it brings', async () => {
  const split = { glType: GlType.INCOME, amount: 100, entry: 'credit', splitType: SplitType.PERCENTAGE };
  const template = {
    ...{
      service: ServiceType.NIP,
      matchingMethod: MatchingMethod.LINE_BY_LINE,
      feeDisplayType: FeeDisplayType.SEPARATE,
    },
    ...{ maxDaysBackwardSearch: 1, maxDaysForwardSearch: 2 },
    ...{ reversalMaxDaysBackwardSearch: 0, reversalMaxDaysForwardSearch: 5 },
    rules: [{ bankService: BankService.NIP, amount: 10, feeType: FeeType.FIXED, ruleDefinitions: [split] }],
  };
  const write = (name: string, lines: readonly string[]) => {
    writeFileSync(join(service.root, name), `${['Date,Reference,Narration,Amount', ...lines].join('\n')}\n`);
    return [`file:${name}`];
  };
  service.work();
  const glFileUrl = write('fee-gl.csv', [
    '2026-03-02,FT26061AB12,TRANSFER TO ADE,-5000.00',
    '2026-03-03,FT26062X9,RENT,70.00',
  ]);
  const bankFileUrl = write('fee-bank.csv', [
    '2026-03-02,FT26061AB12,NIP ADE,-5000.00',
    '2026-03-02,FT26061AB12,NIP FEE,-10.00',
    '2026-03-03,FT26062X9,RENT,70.00',
  ]);
  expect(await ingest({ glFileUrl, bankFileUrl, template })).toMatchObject({ status: 'succeeded', failure: null });
  expect((await service.store.openItems.page(KEY, { side: 'bank', after: null, limit: 9 })).items.rows.count).toBe(0);
});

test('the service of rows that were stored before comes from their column, as of rows that are read', async () => {
  const split = { glType: GlType.INCOME, amount: 100, entry: 'credit', splitType: SplitType.PERCENTAGE };
  const ruleOf = (bankService: BankService, amount: number) => ({
    ...{ bankService, amount, feeType: FeeType.FIXED, ruleDefinitions: [split] },
  });
  const template = {
    ...{ service: ServiceType.NIP, matchingMethod: MatchingMethod.LINE_BY_LINE },
    ...{ feeDisplayType: FeeDisplayType.NETTED, maxDaysBackwardSearch: 1, maxDaysForwardSearch: 2 },
    ...{ reversalMaxDaysBackwardSearch: 0, reversalMaxDaysForwardSearch: 5 },
    rules: [ruleOf(BankService.NIP, 10), ruleOf(BankService.USSD, 6.98)],
  };
  const write = (name: string, lines: readonly string[]) => {
    writeFileSync(join(service.root, name), `${lines.join('\n')}\n`);
    return [`file:${name}`];
  };
  service.work();
  const bankFileUrl = write('service-bank.csv', [
    'Date,Reference,Narration,Amount,Medium',
    ...[
      '2026-03-02,FT9001,ADE,-3006.98,USSD',
      '2026-03-02,FT9002,OBI,-3010.00,',
      '2026-03-03,FT9003,EKE,-3010.00,ussd',
    ],
  ]);
  const mappings = [{ system: 'bank_service', statementTitle: 'Medium' }];
  expect(await ingest({ bankFileUrl, mappings })).toMatchObject({ status: 'succeeded' });
  const glFileUrl = write('service-gl.csv', [
    'Date,Reference,Narration,Amount',
    ...['2026-03-02,FT9001,ADE,-3000.00', '2026-03-02,FT9002,OBI,-3000.00', '2026-03-03,FT9003,EKE,-3000.00'],
  ]);
  expect(await ingest({ glFileUrl, template })).toMatchObject({ status: 'succeeded', failure: null });
  const { items } = await service.store.openItems.page(KEY, { side: 'bank', after: null, limit: 9 });
  // The fee of the run's service, which this row is not of.
  expect([...items.rows.amount]).toEqual([-301_000]);
  expect(textAt(items.rows.reference, 0)).toBe('FT9003');
});

test('mappings name titles of a side, and the mapping of that side wins', () => {
  const { parameters } = orderOf({
    glMapping: { columns: { 'booking date': 'Posted', amount: 2 }, sign: 'out' },
    mappings: [
      { system: 'Booking Date', glTitle: 'Date', statementTitle: 'Value' },
      { system: 'reference', glTitle: 'Ref', secondaryMappings: [{ glTitle: 'Till', statementTitle: 'Desk' }] },
    ],
    others: { gl: ['Clerk', ''] },
  });
  expect(parameters).toMatchObject({
    mappings: {
      gl: {
        columns: { 'booking date': 'Posted', amount: 2, reference: 'Ref', narration: ['Till'] },
        sign: 'out',
        others: ['Clerk'],
      },
      bank: { columns: { booking_date: 'Value', narration: ['Desk'] } },
    },
    onExisting: 'append',
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
