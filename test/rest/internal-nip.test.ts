// POST /v1/internal/match/nip of a service in a process of its own: rows are named by their uids, which say the same in
// whatever session a row lies, with files that have row ids of their own; rows that a former version left open too.

import { createHash } from 'node:crypto';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { ROW_DECLINED } from '../../src/core/records/rows/columns.ts';
import { SCOPE, type Served, served } from '../cli/served.ts';

const root = mkdtempSync(join(tmpdir(), 'tieout-uids-'));
const data = join(root, 'data');
let service: Served;

const SETTLED = (n: number) => `00001326090210010000000000010${n}`;
const ledger = (n: number, id: string) =>
  `${id},2026-09-0${n} 10:01:00,PAY260000010${n},NIP TRF TO MUSA BELLO ${SETTLED(n)},,${4_000 + n}.10`;
const report = (n: number, { id = `NP-${n}Q${7 * n}K`, reference = `PAY260000010${n}`, response = '00' } = {}) =>
  `${id},MOBILE,${SETTLED(n)},NIP TRANSFER,${response},${4_000 + n}.10,2026-09-0${n} 10:01:00,transfer,${reference}`;
function write(name: string, title: string, lines: readonly string[]): string {
  writeFileSync(join(root, name), `${[title, ...lines].join('\n')}\n`);
  return `file:${name}`;
}
const gl = (name: string, lines: readonly string[]) =>
  write(name, 'Transaction ID,Posting Date,Payment Reference,Narration,Debit,Credit', lines);
const bank = (name: string, lines: readonly string[]) =>
  write(
    name,
    'TRANSACTION ID,CHANNEL,SESSION ID,TRANSACTION TYPE,RESPONSE,AMOUNT,TRANSACTION TIME,NARRATION,PAYMENT REFERENCE',
    lines,
  );

const post = (path: string, body: object) =>
  service.ask(`/v1/${path}`, {
    ...{ method: 'POST', headers: { 'content-type': 'application/json' } },
    body: JSON.stringify({ ...SCOPE, ...body }),
  });
const asking = (urls: object) => {
  const asked = { domain: 'nip', cluster_type: 'not_found_gl', ingestion_session_id: 'adhoc-uids', ...urls };
  return post('internal/match/nip', { ...asked, start_date: '2026-08-01', end_date: '2026-10-31' });
};
const match = async (file: string) => {
  const answer = await asking({ bank_file_url: [file] });
  expect([answer.status, answer.text]).toEqual([200, expect.anything()]);
  return answer.json;
};
/** What a row of a uid is called in a session (design/resolution.md). */
const recordIn = (session: string, uid: string): string =>
  createHash('sha256')
    .update(JSON.stringify(['record', session, uid]))
    .digest('hex')
    .slice(0, 32);

beforeAll(async () => {
  service = await served({ data, root });
  await post('reconcile/commercial', {
    ...{ session_id: 'september', service: 'nip', reconciliation_flow: 'outward' },
    gl_file_url: [
      gl(
        'gl.csv',
        ['TX-9F31A', 'TX-0B77C', 'TX-5D20E', 'TX-C1444'].map((id, n) => ledger(n + 1, id)),
      ),
    ],
    bank_file_url: [bank('bank.csv', [report(1)])],
  });
  expect((await service.ended('september')).status).toBe('succeeded');
});
afterAll(async () => {
  await service.stop();
  rmSync(root, { recursive: true });
});

interface Row {
  readonly row_uid: string;
  readonly tier: number;
  readonly cluster_type: string;
}

const openGl = async (): Promise<{ record_id: string; source_id: string }[]> => {
  const asked = new URLSearchParams({ ...SCOPE, side: 'gl' });
  return (await service.ask(`/v1/sessions/september/open-items?${asked}`)).json.items;
};

test('rows are answered by their uids, and the same again when asked again', async () => {
  const before = await openGl();
  expect(before.map(({ source_id }) => source_id).sort()).toEqual(['TX-0B77C', 'TX-5D20E', 'TX-C1444']);
  const late = bank('late.csv', [report(2), report(3, { reference: 'PAY9900000000' })]);
  const answer = await match(late);
  const { gl_resolved_row_uids: uids, bank_resolved_row_uids: others, enrichment_by_row_uid: enrichment } = answer;
  // No record ids: those are a digest of a uid with the session that the row lies in.
  const idOf = new Map(before.map(({ record_id, source_id }) => [source_id, record_id]));
  expect(uids.map((uid: string) => recordIn('september', uid)).sort()).toEqual(
    [idOf.get('TX-0B77C'), idOf.get('TX-5D20E')].sort(),
  );
  expect(Object.keys(enrichment).sort()).toEqual([...uids, ...others].sort());
  const told = (uid: string) => enrichment[uid];
  expect(uids.map((uid: string) => [told(uid).pass, told(uid).amount]).sort()).toEqual([
    [1, -4_002.1],
    [2, -4_003.1],
  ]);
  // What a row was matched with is named by its record id: that of a document's row has no session of its own.
  const partners = others.map((uid: string) => recordIn('adhoc', uid)).sort();
  expect(uids.map((uid: string) => told(uid).matched_record_id).sort()).toEqual(partners);
  expect(await match(late)).toEqual(answer);

  // Both sides' rows with the match that they are of, each named by its record id and its uid.
  const { matched_cba: cba, matched_nip: nip } = answer;
  expect(cba.map(({ row_uid }: Row) => row_uid)).toEqual(uids);
  expect(nip.map(({ row_uid }: Row) => row_uid)).toEqual(others);
  const [row] = cba.filter(({ tier }: Row) => tier === 1);
  expect(row).toEqual({
    row_uid: expect.stringMatching(/^[0-9a-f]{32}$/),
    record_id: idOf.get('TX-0B77C'),
    session_id: 'september',
    transaction_date: '2026-09-02',
    amount: -4_002.1,
    currency: 'NGN',
    reference_no: 'PAY2600000102',
    settlement_session_id: SETTLED(2),
    narration: expect.stringContaining('MUSA BELLO'),
    matched_row_uid: expect.stringMatching(/^[0-9a-f]{32}$/),
    matched_record_id: told(row.row_uid).matched_record_id,
    group_id: expect.stringMatching(/^[0-9a-f]{32}$/),
    ...{ tier: 1, confidence: 1, difference: 0, cluster_type: 'not_found_gl' },
    gl_record_ids: [row.record_id],
    bank_record_ids: [row.matched_record_id],
    cluster_ids: [expect.stringMatching(/^[0-9a-f]{32}$/)],
    explanation: {
      keys_compared: [{ identifier: 'PAY2600000102', gl: 'reference', bank: 'reference' }],
      ...{ amount_difference: 0, date_difference_days: 0 },
    },
  });
  const [partner] = nip.filter(({ row_uid }: Row) => row_uid === row.matched_row_uid);
  expect([partner.matched_row_uid, partner.group_id, partner.amount]).toEqual([row.row_uid, row.group_id, -4_002.1]);
});

test('the cluster type narrows nothing, and is one of the two', async () => {
  const late = { bank_file_url: ['file:late.csv'] };
  const other = await asking({ ...late, cluster_type: 'not_found_bank' });
  const known = await asking(late);
  const { matched_cba: rows, ...rest } = other.json;
  expect(rest.gl_resolved_row_uids).toEqual(known.json.gl_resolved_row_uids);
  expect(rows.map(({ cluster_type }: Row) => cluster_type)).toEqual(['not_found_bank', 'not_found_bank']);
  for (const path of ['nip', 'banking']) {
    const asked = { domain: 'nip', branch_id: '', ingestion_session_id: 'adhoc-uids', cluster_type: 'not_found' };
    const dates = { start_date: '2026-08-01', end_date: '2026-10-31' };
    const { status, json } = await post(`internal/match/${path}`, { ...asked, ...dates });
    expect([status, json.detail.map(({ loc }: { loc: unknown }) => loc)]).toEqual([422, [['body', 'cluster_type']]]);
  }
});

test('a document is read as a run of transfers reads it', async () => {
  // One that the switch refused matches nothing.
  const answer = await match(bank('refused.csv', [report(1), report(4, { response: '51' })]));
  expect(answer.gl_resolved_row_uids).toHaveLength(2);
  const asLedger = await asking({ gl_file_url: [bank('report.csv', [report(1)])] });
  expect([asLedger.status, asLedger.json.detail[0].type, asLedger.json.detail[0].loc]).toEqual([
    ...[422, 'sides_swapped', ['body', 'gl_file_url', 0]],
  ]);
});

test('a row that a former version left open is matched, and is called by its record id', async () => {
  const [left] = await openGl();
  await service.stop();
  const db = new DatabaseSync(join(data, 'store.db'));
  // Of the documents before: a row that the session holds was known again, so that the refused one alone is open.
  const open = db.prepare('select flags from open_item where side = 1 and state = 0').all();
  expect(open.map(({ flags }) => flags)).toEqual([ROW_DECLINED]);
  db.exec('update open_item set uid = null');
  db.close();
  service = await served({ data, root });
  const answer = await match(bank('later.csv', [report(4, { id: 'NP-4AGAIN' })]));
  expect(answer.gl_resolved_row_uids).toContain(left!.record_id);
  expect(Object.keys(answer.enrichment_by_row_uid)).toContain(left!.record_id);
});
