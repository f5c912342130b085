// The direction of transfers that a run does not name: taken from the report or the ledger, kept with the session, or
// asked for. On real files, stores and workers.

import { afterEach, expect, test } from 'vitest';
import { summaryFromJson } from '../../../src/core/summary/summary-json.ts';
import { regenerateSummary } from '../../../src/workflows/summaries/regenerate-summary.ts';
import { withMongodb } from '../../adapters/store-mongo/temporary-database.ts';
import { KEY, type ServiceUnderTest, startService } from '../worker-under-test.ts';
import { commercialRun } from './commercial-run.ts';

let service: ServiceUnderTest;
const begin = async (given: Parameters<typeof startService>[0] = {}, institutions = {}) => {
  service = await startService(given);
  service.work({ deps: { institutions } });
};
afterEach(() => service.dispose());

const sessionId = (n: number, sender = '000013') => `${sender}260302091011${String(n).padStart(12, '0')}`;

interface Asked {
  readonly from?: readonly string[];
  readonly to?: readonly string[];
  readonly above?: readonly string[];
  readonly type?: string;
  /** Codes in the session ids. */
  readonly senders?: readonly string[];
  readonly ledger?: 'Debit' | 'Credit' | 'Amount';
  readonly session?: string;
  readonly onExisting?: 'append';
}

const transfers = ({ from, to, above = [], type = 'NIP', senders, ledger = 'Amount', session, onExisting }: Asked) => {
  const rows = [1, 2, 3].map((n) => ({ n, id: sessionId(n, senders?.[n - 1]), amount: `${n}000.00` }));
  const [titles, cells] = [
    [...(from ? ['ORIGINATOR INSTITUTION'] : []), ...(to ? ['DESTINATION INSTITUTION'] : [])],
    (n: number) => [...(from ? [from[n - 1]] : []), ...(to ? [to[n - 1]] : [])],
  ];
  const header = ['SESSION ID', 'TRANSACTION TYPE', 'RESPONSE', 'AMOUNT', 'TRANSACTION TIME', ...titles];
  return commercialRun(service, {
    service: 'nip',
    gl: [`Date,Narration,${ledger}`, ...rows.map(({ id, amount }) => `2026-03-02 09:10:11,NIP TRF ${id},${amount}`)],
    bank: [
      ...above,
      header.join(','),
      ...rows.map(({ n, id, amount }) => [`'${id}`, type, '00', amount, '2026-03-02 09:10:12', ...cells(n)].join(',')),
    ],
    ...(session !== undefined && { command: { key: { ...KEY, session }, ...(onExisting && { onExisting }) } }),
  });
};

const [OURS, OTHERS] = [
  ['OWN BANK', 'OWN BANK', 'OWN BANK'],
  ['GTB', 'ZENITH', 'UBA'],
];

test.each<[string, Asked, string, RegExp]>([
  ['the title', { above: ['NIP INWARD REPORT', ''] }, 'inward', /bank\.csv is titled inward/],
  ['the type of its transactions', { type: 'NIP Outward' }, 'outward', /bank\.csv is titled outward/],
  ['one institution that sends to several', { from: OURS, to: OTHERS }, 'outward', /sends all of/],
  ['one institution that several send to', { from: OTHERS, to: OURS }, 'inward', /receives all of/],
  ['the sides of the ledger', { ledger: 'Debit' }, 'inward', /most postings of c\d+-gl\.csv move money in/],
  ['the other side of the ledger', { ledger: 'Credit' }, 'outward', /most postings of c\d+-gl\.csv move money out/],
])('%s says it', async (_, asked, flow, because) => {
  await begin();
  const { run, matches, warnings } = await transfers(asked);
  expect(run).toMatchObject({ status: 'succeeded', failure: null });
  expect(matches).toHaveLength(3);
  expect(warnings.join()).toMatch(because);
  expect(warnings.join()).toContain(`No direction was given: the transfers are ${flow}`);
  const { items } = await service.store.openItems.page(run.key, { side: 'bank', after: null, limit: 10 });
  expect(items.rows.count).toBe(0);
  expect(await service.store.sessions.get(run.key)).toMatchObject({ flow });
});

const OUR_CODES = 'codes of the partner’s institution say it, whichever column or session id has them';
async function byCodes(): Promise<void> {
  const out = await transfers({ from: ['13', 'OWN BANK', '000013'], to: OTHERS, ledger: 'Debit' });
  expect(out.warnings.join()).toMatch(/are outward, for one institution, ours, sends all/);
  const sent = await transfers({ senders: ['000013', '000013', '000013'] });
  expect(sent.warnings.join()).toMatch(/are outward/);
  const received = await transfers({ from: OTHERS, to: ['Own Bank', 'OWN  BANK.', '000013'], senders: OTHERS_CODES });
  expect(received.warnings.join()).toMatch(/are inward/);
  // What is kept says it to whoever sums up anew.
  const { key } = received.run;
  expect(await service.store.sessions.get(key)).toMatchObject({ flow: 'inward' });
  await regenerateSummary(service.deps, { vertical: 'nip', key, cause: 'asked' });
  const { scope } = summaryFromJson((await service.store.summaries.latest(key))!.summary);
  expect(scope).toMatchObject({ flow: 'inward', ofKind: { direction: 'inward', feesExpected: '0' } });
}
const OTHERS_CODES = ['000014', '000015', '000016'];
const CODES = { lagos: ['000013', 'Own Bank'] };
const OUR_ID = ['000013', '000013', '000013'];
const PLC = ['OWN BANK PLC', 'Own Bank Plc.', 'Own Bank Limited'];
const ONE_OTHER = ['ZENITH', 'ZENITH', 'ZENITH'];

test(OUR_CODES, async () => {
  await begin({}, CODES);
  await byCodes();
});

withMongodb('on MongoDB', (database) => {
  test(OUR_CODES, async () => {
    await begin({ open: () => database.openPrepared() }, CODES);
    await byCodes();
  });
});

test.each<[string, Asked, RegExp]>([
  [
    'sends',
    { from: PLC, to: ONE_OTHER, senders: OTHERS_CODES, ledger: 'Debit' },
    /are outward, for one institution, ours/,
  ],
  [
    'receives',
    { from: ONE_OTHER, to: PLC, senders: OTHERS_CODES, ledger: 'Credit' },
    /are inward, for one institution, our/,
  ],
  [
    'also sends to itself',
    { from: [...OTHERS.slice(1), 'Own Bank'], to: PLC, senders: ['1', '2', '000013'] },
    /are inward/,
  ],
])('our institution by its name with a legal form %s, whatever the side of the ledger', async (_, asked, because) => {
  await begin({}, CODES);
  const { run, warnings } = await transfers(asked);
  expect(run).toMatchObject({ status: 'succeeded', failure: null });
  expect(warnings.join()).toMatch(because);
});

test.each<[string, Asked, RegExp]>([
  [
    'session ids of ours, and institutions of both ways',
    { senders: OUR_ID, from: ['OWN BANK', 'GTB', 'OWN BANK'], to: ['UBA', 'OWN BANK PLC', 'GTB'] },
    /^\S+-bank\.csv has transfers of both ways, and the session ids of \S+-bank\.csv begin with our code; say whether/,
  ],
  [
    'session ids of ours, and ours as the one that receives',
    { senders: OUR_ID, from: OTHERS, to: OURS },
    /receives all of \S+-bank\.csv, and the session ids of \S+-bank\.csv begin with our code; say/,
  ],
  ['session ids of ours and of others', { senders: ['000013', '000014', '000013'] }, /has transfers of both ways/],
  [
    'one institution that sends, nobody who receives, and a ledger of money in',
    { from: ['THEIR BANK', 'THEIR BANK', 'THEIR BANK'], senders: OTHERS_CODES, ledger: 'Debit' },
    /sends all of \S+-bank\.csv, and most postings of \S+-gl\.csv move money in; say/,
  ],
  ['nothing', {}, /^nothing says which way the transfers go, neither the report’s title, nor .* inward or outward\.$/],
  ['a title of both ways', { above: ['NIP INWARD AND OUTWARD', ''] }, /^nothing says which way/],
  ['ours on both sides', { from: ['OWN BANK', 'GTB', 'UBA'], to: ['UBA', 'OWN BANK', 'GTB'] }, /of both ways/],
  ['two that differ', { above: ['OUTWARD', ''], from: OTHERS, to: OURS }, /is titled outward, and .* receives all of/],
])('%s fails the run, which says so', async (_, asked, sentence) => {
  await begin({}, { lagos: ['own bank', ...('senders' in asked ? ['000013'] : [])] });
  const { run } = await transfers(asked);
  expect(run).toMatchObject({
    status: 'failed',
    failure: {
      code: 'direction_unknown',
      file: expect.stringMatching(/-bank\.csv$/),
      message: expect.stringMatching(sentence),
    },
  });
  expect(await service.store.sessions.get(run.key)).toBeNull();
});

test('a partner whose name is a word of the language has no institution', async () => {
  await begin({}, CODES);
  const key = { ...KEY, partner: 'constructor', session: 'odd' };
  const { run } = await commercialRun(service, {
    ...{ service: 'nip', command: { key } },
    gl: ['Date,Narration,Debit', `2026-03-02 09:10:11,NIP ${sessionId(1)},10.00`],
    bank: ['SESSION ID,RESPONSE,AMOUNT,TRANSACTION TIME', `'${sessionId(1)},00,10.00,2026-03-02 09:10:12`],
  });
  expect(run).toMatchObject({ status: 'succeeded', failure: null });
});

test('files that say nothing are of the session’s direction, and a report of another one is refused beside its rows', async () => {
  await begin();
  const asked = { session: 'kept' };
  expect((await transfers({ ...asked, above: ['NIP INWARD REPORT', ''] })).run.failure).toBeNull();
  const again = await transfers(asked);
  expect(again.warnings.join()).toMatch(/are inward, as the session’s are/);
  const beside = await transfers({ ...asked, above: ['NIP OUTWARD REPORT', ''], onExisting: 'append' });
  expect(beside.run.failure?.message).toMatch(
    /is titled outward, and the session’s rows were read as inward: give all/,
  );
  // All of its files anew: another direction is theirs to say.
  const turned = await transfers({ ...asked, above: ['NIP OUTWARD REPORT', ''] });
  expect(turned.warnings.join()).toMatch(/are outward, for c\d+-bank\.csv is titled outward/);
});
