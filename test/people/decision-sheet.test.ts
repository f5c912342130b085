// Decisions by a sheet over REST, on both stores: exported, filled in and sent back, planned, then carried out by the
// ordinary way of decisions. What moved meanwhile stays, what is wrong is named by its cell, and twice does nothing more.

import { readSheet } from 'read-excel-file/node';
import { describe, expect } from 'vitest';
import { withMongodb } from '../adapters/store-mongo/temporary-database.ts';
import { exported, filledIn, sent, sheetXml, swapped } from './filled-sheet.ts';
import { dayOfPeople, type Json, OF, type People, type Step, until, type Who } from './two-people.ts';

const MARCH = {
  gl: [
    '2026-03-02,FT0000001,Transfer from Adaeze Stores,1000.00',
    '2026-03-05,=1+1,Okafor Printing,200.50',
    '2026-03-06,00012345678901234567890,Eze Logistics,300.00',
    '2026-03-09,K9,Danjuma Motors,77.00',
    '2026-03-10,K10,Hall rent,-5000.00',
  ],
  bank: [
    '2026-03-02,FT0000001,Transfer from Adaeze Stores,1000.00',
    '2026-03-26,M6,Stamp duty charge,-50.00',
    '2026-03-27,M7,Card fee,-52.50',
    '2026-03-28,M8,Monthly maintenance fee,-9.99',
  ],
  ...{ from: '2026-03-01', to: '2026-03-31' },
};

/** The sentence of a refusal. */
const said = ({ detail }: Json): string => (typeof detail === 'string' ? detail : detail[0].msg);

async function day(people: People, step: Step): Promise<void> {
  const resolve = (who: Who, of: object) =>
    people.call(who, 'POST', 'exceptions/resolve', { customer_type: 'mfb', ...of });
  const clusters = async (): Promise<Json[]> =>
    (await people.get('sessions/march/clusters', { page_size: '1000' })).items;
  const plan = async (sheet: Uint8Array, who: Who = 'ada') => (await sent(people, 'march', { sheet, who })).json;
  const apply = (sheet: Uint8Array, digest: string, who: Who = 'ada') =>
    sent(people, 'march', { sheet, who, more: { plan: digest } });
  const rowsOf = async (sheet: Uint8Array, name = 'Decisions'): Promise<Json[]> => {
    const [titles, ...rows] = (await readSheet(Buffer.from(sheet), name)) as unknown as Json[][];
    return rows.map((row) => Object.fromEntries(titles!.map((title, i) => [title, row[i]])));
  };
  /** The line of the exception whose narration has these words. */
  const lineOf = async (sheet: Uint8Array, words: string): Promise<number> =>
    2 +
    (await rowsOf(sheet)).findIndex((row) =>
      `${row['ledger narration']} ${row['bank narration']}`.toLowerCase().includes(words.toLowerCase()),
    );
  await people.reconcile('march', MARCH);
  let first: Uint8Array = await exported(people, 'march');

  await step(
    'another library reads numbers as numbers, days as days, references as texts, nothing a formula',
    async () => {
      const rows = await rowsOf(first);
      expect(rows).toHaveLength((await clusters()).length);
      const okafor = rows.find((row) => row['ledger narration'] === 'Okafor Printing');
      expect(okafor).toMatchObject({
        ...{ decision: null, note: null, status: 'pending', currency: 'NGN', 'ledger amount': 200.5 },
        ...{ 'ledger reference': '=1+1', 'bank amount': null, rows: 1 },
      });
      expect(okafor['ledger date']).toEqual(new Date('2026-03-05'));
      expect(okafor.check).toMatch(/^pending \d{4}-\d\d-\d\dT[\d:.]+Z [0-9a-f]{16}$/);
      expect(rows.map((row) => row['ledger reference'])).toContain('00012345678901234567890');
      expect((await rowsOf(first, 'Rows')).map(({ narration }) => narration).sort()).toEqual(
        [...MARCH.gl, ...MARCH.bank]
          .map((row) => row.split(',')[2]!)
          .filter((text) => !text.includes('Adaeze'))
          .sort(),
      );
      const xml = sheetXml(first);
      expect(xml).toContain('<formula1>"approve,approve and learn,reject,escalate,reopen"</formula1>');
      expect(xml).toMatch(/<pane ySplit="1"[^>]*state="frozen"\/>/);
      expect(xml).toMatch(/<autoFilter ref="A1:T\d+"\/>/);
      expect(xml).not.toMatch(/<f[ >]/);
      const some = await exported(people, 'march', { cluster_type: 'possible_bank_fee', decision_status: 'pending' });
      expect((await rowsOf(some)).every((row) => row.class === 'bank charge')).toBe(true);
      expect(await exported(people, 'march')).toEqual(first);
    },
  );

  await step('a blank sheet decides nothing, and a note alone is told', async () => {
    const all = (await clusters()).length;
    expect(await plan(first)).toMatchObject({ decided: 0, blank: all, notes_alone: 0, groups: [], errors: 0 });
    const noted = filledIn(first, { B3: 'who is this?' });
    expect(await plan(noted)).toMatchObject({ decided: 0, blank: all - 1, notes_alone: 1, note_lines: [3] });
  });

  await step('wrong cells are named, and nothing is decided while there is one', async () => {
    const fee = await lineOf(first, 'Card fee');
    const [one, other] = [2, 3, 4].filter((line) => line !== fee);
    const cells = { [`A${one}`]: 'aprove', [`A${other}`]: 'reject', [`T${other}`]: 'pending' };
    const wrong = filledIn(first, { [`A${fee}`]: 'approve', ...cells });
    const planned = await plan(wrong);
    expect([planned.decided, planned.errors]).toEqual([1, 2]);
    expect(planned.wrong_cells.map(({ cell }: Json) => cell)).toEqual([`A${one}`, `T${other}`]);
    expect(planned.wrong_cells[0].sentence).toContain('“aprove” is no decision');
    const applied = await apply(wrong, planned.digest);
    expect([applied.status, applied.json.code]).toEqual([422, 'usage']);
    expect(said(applied.json)).toContain(`A${one}: “aprove” is no decision`);
    expect((await clusters()).every((one) => one.decision_status === 'pending')).toBe(true);
  });

  await step('columns that were sorted apart are refused, and the row is named', async () => {
    for (const [one, other] of [
      ['S2', 'S3'],
      ['T2', 'T3'],
    ] as const) {
      const { status, json } = await sent(people, 'march', { sheet: swapped(first, one, other) });
      expect([status, json.code]).toEqual([422, 'file_not_understood']);
      expect(said(json)).toMatch(/^Row 2 is not as it was exported/);
    }
    const line = await lineOf(first, 'Okafor');
    const other = await sent(people, 'march', { sheet: filledIn(first, { [`J${line}`]: '200.51' }) });
    expect(said(other.json)).toMatch(new RegExp(`^Row ${line} is not`));
    // As a spreadsheet writes the same number.
    expect((await sent(people, 'march', { sheet: filledIn(first, { [`J${line}`]: '200.5' }) })).status).toBe(200);
  });

  let good: Uint8Array = first;
  let digest = '';
  await step('the plan is carried out by its digest alone, with the name and the notes in the audit', async () => {
    const [fee, monthly, rent] = await Promise.all(['Card fee', 'Monthly', 'Hall rent'].map((w) => lineOf(first, w)));
    good = filledIn(first, {
      ...{ [`A${fee}`]: 'Approve', [`B${fee}`]: 'our card fee', [`A${monthly}`]: 'approve' },
      ...{ [`A${rent}`]: 'escalate', [`B${rent}`]: 'ask the hall' },
    });
    expect((await sent(people, 'march', { sheet: good, who: 'platform' })).status).toBe(403);
    const planned = await plan(good);
    digest = planned.digest;
    expect(planned).toMatchObject({ is_carried_out: false, decided: 3, conflicts: 0, errors: 0 });
    expect(planned.groups).toMatchObject([
      { cluster_type: 'not_found_gl', decision: 'escalated', note: 'ask the hall', clusters: 1, held: null },
      { decision: 'approved', note: 'our card fee', amounts: [{ currency: 'NGN', amount: 52.5 }] },
      { decision: 'approved', note: null, amounts: [{ currency: 'NGN', amount: 9.99 }] },
    ]);
    expect((await apply(good, 'f'.repeat(64))).json.code).toBe('usage');
    expect((await clusters()).every((one) => one.decision_status === 'pending')).toBe(true);
    const applied = await apply(good, digest);
    expect([applied.status, applied.json]).toMatchObject([200, { is_carried_out: true, decided: 3, conflicts: 0 }]);
    const audit = (await people.get('exceptions/resolutions', { page_size: '100' })).items as Json[];
    expect(audit.map((row) => [row.decision, row.caller, row.note, row.metadata.sheet]).sort()).toEqual(
      [
        ['approved', 'ada', 'our card fee', digest],
        ['approved', 'ada', null, digest],
        ['escalated', 'ada', 'ask the hall', digest],
      ].sort(),
    );
  });

  await step('a second upload is harmless', async () => {
    expect(await plan(good)).toMatchObject({ digest, decided: 0, already_so: 3, conflicts: 0 });
    expect((await apply(good, digest)).json).toMatchObject({ decided: 0, already_so: 3, conflicts: 0 });
    expect((await people.get('exceptions/resolutions')).total).toBe(3);
  });

  await step('what somebody else decided stays, and comes back as a file to go on with', async () => {
    const [stamp, okafor] = await Promise.all(['Stamp', 'Okafor'].map((words) => lineOf(first, words)));
    const sheet = filledIn(first, { [`A${stamp}`]: 'approve', [`B${stamp}`]: 'mine', [`A${okafor}`]: 'reject' });
    const id = (await rowsOf(first))[stamp! - 2]['cluster id'];
    const { cluster_type } = (await clusters()).find((one) => one.cluster_id === id);
    await resolve('bisi', { cluster_type, decision: 'rejected', cluster_ids: [id] });
    const planned = await plan(sheet);
    expect(planned).toMatchObject({ decided: 1, conflicts: 1 });
    expect(planned.conflicting).toEqual([
      { line: stamp, cluster_id: id, decision: 'approved', seen: 'pending', now: 'rejected' },
    ]);
    expect((await apply(sheet, planned.digest)).json).toMatchObject({ decided: 1, conflicts: 1 });
    const file = await sent(people, 'march', { sheet, more: { format: 'xlsx' } });
    expect(file.headers.get('tieout-left-out')).toBe('0');
    expect(await rowsOf(file.bytes)).toMatchObject([
      { decision: 'approve', note: 'mine', status: 'rejected', 'cluster id': id },
    ]);
    const again = await plan(file.bytes);
    expect(again.wrong_cells).toEqual([{ cell: 'A2', sentence: 'It is rejected: reopen it first.' }]);
    const reopening = filledIn(file.bytes, { A2: 'reopen' });
    expect((await apply(reopening, (await plan(reopening)).digest)).json.decided).toBe(1);
    // It is pending again, and the old sheet does not know why.
    expect(await plan(sheet)).toMatchObject({ decided: 0, already_so: 1, conflicts: 1 });
    expect((await plan(sheet)).conflicting).toMatchObject([{ line: stamp, seen: 'pending', now: 'pending' }]);
    const both = await sent(people, 'march', { sheet, more: { format: 'xlsx', plan: planned.digest } });
    expect([both.status, both.json.detail[0].loc]).toEqual([422, ['query', 'format']]);
  });

  await step('what a later run left out is void, and an id of nobody is an error', async () => {
    const before = await exported(people, 'march');
    const danjuma = await lineOf(before, 'Danjuma');
    await people.reconcile('march', { ...MARCH, bank: [...MARCH.bank, '2026-03-10,K9,Danjuma Motors,77.00'] });
    const sheet = filledIn(before, { [`A${danjuma}`]: 'approve' });
    const planned = await plan(sheet);
    expect(planned).toMatchObject({ decided: 0, conflicts: 1, conflicting: [{ now: null }] });
    const file = await sent(people, 'march', { sheet, more: { format: 'xlsx' } });
    expect([file.headers.get('tieout-left-out'), await rowsOf(file.bytes)]).toEqual(['1', []]);
    await people.reconcile('april', { ...MARCH, from: '2026-03-01', to: '2026-03-31' });
    const foreign = await exported(people, 'april');
    const asked = filledIn(foreign, { A2: 'approve' });
    expect((await plan(asked)).wrong_cells).toEqual([
      { cell: 'S2', sentence: 'The session has no exception with this id.' },
    ]);
    expect((await sent(people, 'may', { sheet: asked })).status).toBe(404);
  });

  await step('files that are no such sheet are refused in a sentence', async () => {
    for (const [sheet, code, words] of [
      [new TextEncoder().encode('a,b\n1,2\n'), 'file_not_understood', 'The file is no workbook'],
      [new Uint8Array(), 'file_not_understood', 'The file is no workbook'],
      [first.subarray(0, first.length / 2), 'file_not_understood', 'The file is no workbook'],
      [new Uint8Array((32 << 20) + 1), 'body_too_large', 'The workbook is larger than 32 MiB'],
    ] as const) {
      const { json } = await sent(people, 'march', { sheet });
      expect([json.code, said(json)]).toEqual([code, expect.stringContaining(words)]);
    }
    const items = await fetch(
      `${people.service.address}/v1/sessions/march/open-items.xlsx?${new URLSearchParams(OF)}`,
      { headers: { authorization: 'Bearer token-of-ada' } },
    );
    const bytes = new Uint8Array(await items.arrayBuffer());
    expect(said((await sent(people, 'march', { sheet: bytes })).json)).toContain('no visible sheet “Decisions”');
    const open = await rowsOf(bytes, 'Open items');
    expect(open.find((row) => row.narration === 'Okafor Printing')).toMatchObject({
      ...{ side: 'gl', amount: 200.5, reference: '=1+1', date: new Date('2026-03-05'), decision: 'rejected' },
    });
    const typo = await sent(people, 'march', { sheet: first, more: { plann: 'x' } });
    expect([typo.status, typo.json.detail[0].loc]).toEqual([422, ['query', 'plann']]);
  });

  await step('a policy holds for sheets, over all that is decided alike, whatever the notes', async () => {
    const needs_review = [{ acts: ['rejected'], amount_above: [{ currency: 'NGN', amount: 300 }] }];
    expect((await people.call('bisi', 'PUT', 'policy', { policy: { needs_review } })).status).toBe(200);
    first = await exported(people, 'april');
    const [okafor, eze] = await Promise.all(['Okafor', 'Eze'].map((words) => lineOf(first, words)));
    const sheet = filledIn(first, {
      ...{ [`A${okafor}`]: 'reject', [`B${okafor}`]: 'one', [`A${eze}`]: 'reject', [`B${eze}`]: 'two' },
    });
    const of = async (more: Record<string, string> = {}) => (await sent(people, 'april', { sheet, more })).json;
    const planned = await of();
    expect(planned).toMatchObject({ decided: 0, groups: [{ note: 'one' }, { note: 'two' }] });
    for (const { held, held_cluster_ids: ids } of planned.groups) {
      expect([held, ids.length]).toEqual([expect.stringContaining('more than NGN 300.00'), 1]);
    }
    const applied = await of({ plan: planned.digest });
    expect(applied).toMatchObject({ is_carried_out: true, decided: 0 });
    expect(applied.groups.map((group: Json) => [group.is_proposable, group.proposal_ids])).toEqual([
      [true, []],
      [true, []],
    ]);
    const unplanned = await sent(people, 'april', { sheet, more: { propose: 'true' } });
    expect([unplanned.status, said(unplanned.json)]).toEqual([422, expect.stringContaining('needs plan')]);
  });

  await step('what another caller must accept is proposed where it is asked for, once, and accepted', async () => {
    const [okafor, eze] = await Promise.all(['Okafor', 'Eze'].map((words) => lineOf(first, words)));
    const sheet = filledIn(first, {
      ...{ [`A${okafor}`]: 'reject', [`B${okafor}`]: 'one', [`A${eze}`]: 'reject', [`B${eze}`]: 'two' },
    });
    const { digest: plan } = (await sent(people, 'april', { sheet })).json;
    const propose = async () => (await sent(people, 'april', { sheet, more: { plan, propose: 'true' } })).json.groups;
    const groups = await propose();
    const ids = groups.flatMap((group: Json) => group.proposal_ids);
    expect(groups.map((group: Json) => group.proposal_ids.length)).toEqual([1, 1]);
    expect((await propose()).flatMap((group: Json) => group.proposal_ids)).toEqual(ids);
    const { items } = await people.get('proposals', { status: 'open' });
    expect(items.map((one: Json) => [one.note, one.proposed_by]).sort()).toEqual([
      ['one', 'ada'],
      ['two', 'ada'],
    ]);
    const accepted = await people.call('bisi', 'POST', `proposals/${ids[0]}/accept`, {});
    expect([accepted.status, accepted.json.proposal.status]).toEqual([200, 'carried_out']);
    const declined = await people.call('bisi', 'POST', `proposals/${ids[1]}/decline`, { note: 'not now' });
    expect(declined.status).toBe(200);
    const after = (await sent(people, 'april', { sheet })).json;
    expect([after.already_so, after.groups.map((group: Json) => group.note)]).toEqual([1, ['two']]);
    const reopened = {
      customer_type: 'mfb',
      cluster_type: 'not_found_gl',
      decision: 'reopened',
      cluster_ids: groups[0].held_cluster_ids,
    };
    expect((await people.call('bisi', 'POST', 'exceptions/resolve', reopened)).status).toBe(200);
    first = await exported(people, 'april');
  });

  await step('a policy adds up the classes and decisions of a sheet before anything is decided', async () => {
    const needs_review = [{ acts: ['rejected', 'escalated'], amount_above: [{ currency: 'NGN', amount: 300 }] }];
    expect((await people.call('bisi', 'PUT', 'policy', { policy: { needs_review } })).status).toBe(200);
    const [okafor, eze] = await Promise.all(['Okafor', 'Eze'].map((words) => lineOf(first, words)));
    const sheet = filledIn(first, { [`A${okafor}`]: 'escalate', [`A${eze}`]: 'reject' });
    const { groups } = (await sent(people, 'april', { sheet })).json;
    expect(groups.map(({ decision, held }: Json) => [decision, held])).toEqual([
      ['escalated', null],
      ['rejected', expect.stringContaining('more than NGN 300.00, with what was done alone before')],
    ]);
  });

  await step('a signed session is left as it is', async () => {
    const signed = await until(async () => {
      const { digest: statement } = (await people.call('ada', 'POST', 'sessions/april/statement', {})).json;
      const as = (who: Who, what: string) =>
        people.call(who, 'POST', 'sessions/april/sign-off', { as: what, statement_digest: statement });
      const prepared = await as('ada', 'prepared');
      return prepared.status === 200 ? as('bisi', 'reviewed') : null;
    });
    expect(signed.status).toBe(200);
    const sheet = filledIn(first, { [`A${await lineOf(first, 'Card fee')}`]: 'approve' });
    const planned = (await sent(people, 'april', { sheet })).json;
    expect([planned.decided, planned.groups[0].held]).toEqual([0, expect.stringContaining('april is signed off')]);
    const applied = (await sent(people, 'april', { sheet, more: { plan: planned.digest } })).json;
    expect([applied.decided, applied.groups[0].held]).toEqual([0, planned.groups[0].held]);
  });
}

describe('on the embedded store', () => dayOfPeople(day));
withMongodb('on MongoDB', (database) => dayOfPeople(day, () => database.uri));
