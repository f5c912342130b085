// What reporting tells of a fee on lines of its own: one match of transaction and lines, and the legs of the fee, read
// back from the store with the rules of the run that made it.

import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { DEFAULT_DECIMALS } from '../../src/core/matching/parameters-from-decimals.ts';
import { reportMatches } from '../../src/workflows/reports/report-matches.ts';
import { KEY, type ServiceUnderTest, startService } from './worker-under-test.ts';

let service: ServiceUnderTest;
beforeAll(async () => {
  service = await startService();
  service.work();
});
afterAll(() => service.dispose());

const splits = [
  { glType: 'income', entry: 'credit', amount: '33', type: 'percentage', mscRate: null },
  { glType: 'nip_fee', entry: 'debit', amount: '67', type: 'percentage', mscRate: null },
] as const;
const rules = [{ service: 'nip', min: '0', max: '0', amount: '10.01', type: 'fixed', splits }] as const;

test('a match with its fee lines has the legs of its rule', async () => {
  const header = 'Date,Reference,Narration,Amount';
  const write = async (name: string, lines: readonly string[]) => {
    await writeFile(join(service.root, name), `${[header, ...lines].join('\n')}\n`);
    return [`file:${name}`];
  };
  const fileUrls = {
    gl: await write('gl.csv', [
      '2026-03-02,FT26061AB12,TRANSFER TO ADE,-10000.00',
      '2026-03-03,FT26062XY9,RENT,500.00',
    ]),
    bank: await write('bank.csv', [
      '2026-03-02,FT26061AB12,NIP ADE,-10000.00',
      '2026-03-02,FT26061AB12,NIP FEE,-10.01',
      '2026-03-03,FT26062XY9,RENT,500.00',
    ]),
  };
  const parameters = {
    ...DEFAULT_DECIMALS,
    daysForward: 3,
    daysBack: 3,
    fees: { display: null, service: 'nip' as const },
    rules,
  };
  expect((await service.run({ fileUrls, parameters })).status).toBe('succeeded');
  const page = { after: null, limit: 10 };
  const found = await reportMatches(service.deps, KEY, { filter: { tier: null, minConfidence: null }, page });
  expect(found.outcome === 'page' && found.page.items).toMatchObject([
    { tier: 1, feeBasis: null, feeLegs: [] },
    {
      tier: 2,
      differenceMinor: 1_001,
      feeBasis: 'rule',
      bank: [{ line: 3 }, { line: 2 }],
      feeLegs: [
        { glType: 'income', entry: 'credit', amount: 330 },
        { glType: 'nip_fee', entry: 'debit', amount: 671 },
      ],
    },
  ]);
});
