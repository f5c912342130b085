// Cases over REST and Connect: a hit of a kept subject opens one, a named caller decides, the decision holds until the
// subject or the entity changes, and every step is in the audit chain.

import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { auditSeals, runningSha256 } from '../../../src/adapters/digest/audit-seals.ts';
import { sha256 } from '../../../src/adapters/digest/sha256.ts';
import { ANYBODY, type Caller } from '../../../src/core/callers/caller.ts';
import type { CaseStep } from '../../../src/core/screening/cases/screening-case.ts';
import type { Callers } from '../../../src/ports/calls/callers.ts';
import { chainWaiting } from '../../../src/workflows/decisions/chain-steps.ts';
import { verifyAudit } from '../../../src/workflows/decisions/verify-audit.ts';
import { reopenLapsed } from '../../../src/workflows/verification/cases/keep-moves.ts';
import { rescreen, screenKept } from '../../../src/workflows/verification/kept-subjects.ts';
import { temporaryDirectory } from '../../adapters/store-embedded/temporary-store.ts';
import { verifying } from './under-test.ts';

type Service = Awaited<ReturnType<typeof verifying>>;

const TOKEN = 'the-token-of-the-tests';
const A = { tenant_id: 'bank-a', partner_id: 'lagos' };
const HEADER =
  'id,schema,name,aliases,birth_date,countries,addresses,identifiers,sanctions,dataset,first_seen,last_seen,last_change';
const row = (id: string, name: string, { born = '1960-01-02', aliases = '' } = {}) =>
  `${id},Person,${name},${aliases},${born},ng,,,Some Act,some list,2025-01-01,2026-11-22,`;
const PERSON = { first_name: 'Ebele', last_name: 'Nwachukwu', date_of_birth: '1960-01-02' };
/** So that a list of two entities may lose one. */
const OTHERS = Array.from({ length: 20 }, (_, i) => row(`other-${i}`, `Somebody Else${i}`, { born: `19${40 + i}` }));

/** A clerk, who screens, and an officer, who decides too; their tokens are their ids. */
const clerk: Caller = { ...ANYBODY, id: 'clerk', name: 'Clerk', roles: ['verify'] };
const people = [clerk, { ...clerk, id: 'officer', name: 'Officer', roles: ['verify', 'review'] as const }];
const callers: Callers = {
  ofToken: (token) => people.find(({ id }) => id === token) ?? null,
  ...{ ofMessage: () => null, ofId: () => null, anonymous: () => ({ ...ANYBODY, id: 'anonymous', name: 'Anybody' }) },
};

let service: Service;
let folder: string;
let files = 0;
beforeAll(async () => {
  service = await verifying({ token: TOKEN, callers });
  folder = await temporaryDirectory();
  await load(row('e1', 'Ebele Nwachukwu'));
});
afterAll(() => service.close());

async function load(...rows: string[]): Promise<void> {
  const path = join(folder, `list-${files++}.csv`);
  await writeFile(path, [HEADER, ...rows, ...OTHERS].join('\n'));
  expect(await service.load('made', path)).toEqual([]);
}

async function get(path: string, query: Record<string, string> = {}) {
  const reply = await fetch(`${service.address}/v1/${path}?${new URLSearchParams({ ...A, ...query })}`, {
    headers: { authorization: `Bearer ${TOKEN}` },
  });
  // biome-ignore lint/suspicious/noExplicitAny: each test looks at what it asked for.
  return { status: reply.status, body: (await reply.json()) as any };
}

const screen = (subject_ref: string, more: object = {}) =>
  service.post('pep_and_sanction_checker', { person: PERSON, store: true, ...A, subject_ref, ...more });
const decide = (caseId: string, body: object) => service.post(`cases/${caseId}/decision`, { ...A, ...body });
const caseOf = async (subject_ref: string) => (await get('cases', { subject_ref })).body.items[0];

/** Everything that was published since the start, in order. */
const published: { topic: string; told: Record<string, string> }[] = [];
async function told(topic: string, of: (payload: Record<string, string>) => boolean) {
  const { outbox } = service.store;
  for (let more = true; more; ) {
    const { messages } = await outbox.due({ destination: 'bus', limit: 1_000, after: null });
    const read = ({ payload }: { payload: Uint8Array }) => JSON.parse(new TextDecoder().decode(payload));
    published.push(...messages.map((message) => ({ topic: message.topic, told: read(message) })));
    await outbox.delivered(messages);
    more = messages.length > 0;
  }
  return published.filter((one) => one.topic === topic && of(one.told)).map((one) => one.told);
}
const proven = (cases = service.store.cases) =>
  verifyAudit(
    { store: { ...service.store, cases }, seals: auditSeals([]), runningDigest: runningSha256, digest: sha256 },
    { tenant: A.tenant_id, head: null },
  );

test('a hit of a kept subject opens a case, and the answer names it', async () => {
  const { body } = await screen('customer-1');
  expect(body).toMatchObject({ status: 'review', decision: 'in_review' });
  const [hit] = body.hits;
  expect(hit).toMatchObject({ entity_id: 'e1', case_status: 'undecided' });
  const listed = await get('cases', { subject_ref: 'customer-1' });
  expect(listed.body).toMatchObject({ total: 1, next_page_token: null });
  expect(listed.body.items[0]).toMatchObject({
    ...{ case_id: hit.case_id, version: 1, subject_ref: 'customer-1', list: 'made', entity_id: 'e1' },
    ...{ status: 'undecided', assignee: null, decision: null, listed: true, match_score: hit.match_score },
    ...{ risk_tag: 'sanction', subject: { names: ['Ebele Nwachukwu'] }, entity: { names: ['Ebele Nwachukwu'] } },
  });
  const one = await get(`cases/${hit.case_id}`);
  expect(one.body.steps).toMatchObject([{ n: 1, kind: 'opened', by: null, status: 'undecided', changes: [] }]);
  // The same hit again is the same case.
  await screen('customer-1', { request_id: 'again' });
  expect((await get('cases', { subject_ref: 'customer-1' })).body.total).toBe(1);
  // A check that keeps nobody opens none.
  await service.post('pep_and_sanction_checker', { person: PERSON, ...A, subject_ref: 'passing' });
  expect((await get('cases', { subject_ref: 'passing' })).body.total).toBe(0);
});

test('a false match holds: it clears the subject, and does not alarm again', async () => {
  await screen('customer-2');
  const { case_id: id, version, subject_id: subject } = await caseOf('customer-2');
  const body = { decision: 'false_match', reason: 'Seen in person: another woman.', version };
  const decided = await decide(id, body);
  expect(decided.body).toEqual({ case_id: id, status: 'false_match', version: 2 });
  expect((await get(`cases/${id}`)).body.case).toMatchObject({
    decision: { by: 'service', reason: 'Seen in person: another woman.', until: null },
  });
  const again = await decide(id, body);
  expect([again.status, again.body.code]).toEqual([409, 'case_changed']);
  const cleared = await screen('customer-2');
  expect(cleared.body).toMatchObject({
    ...{ status: 'verified', decision: 'no_hit', reasons: [{ code: 'decided_false_match' }] },
    hits: [{ case_id: id, case_status: 'false_match' }],
  });
  // Whoever comes under the same reference with other data is not cleared by it.
  const other = await service.post('pep_and_sanction_checker', {
    ...{ person: { ...PERSON, nationality: 'NG' }, ...A, subject_ref: 'customer-2' },
  });
  expect(other.body).toMatchObject({ status: 'review', decision: 'in_review' });
  await load(row('e1', 'Ebele Nwachukwu'), row('e2', 'Quite Unlike'));
  await rescreen(service.kept);
  expect((await caseOf('customer-2')).status).toBe('false_match');
  expect(await told('screening_hits', (one) => one['subject_id'] === subject)).toHaveLength(1);
});

test('whoever is set aside at a full name is a case that says why, and counts until somebody decides', async () => {
  const other = { ...PERSON, date_of_birth: '1975-05-06' };
  const { body } = await screen('customer-9', { person: other });
  expect(body).toMatchObject({ status: 'partial', decision: 'in_review', hits: [] });
  expect(body.suppressed).toMatchObject([{ entity_id: 'e1', case_status: 'undecided', case_changes: [] }]);
  const one = await caseOf('customer-9');
  expect(one).toMatchObject({
    ...{ case_id: body.suppressed[0].case_id, status: 'undecided', version: 1 },
    set_aside: ['birth_date: different days'],
  });
  const subject = await get('subjects/customer-9');
  expect(subject.body).toMatchObject({ hits: [], suppressed: [{ case_id: one.case_id }] });
  expect(await told('screening_hits', (of) => of['subject_id'] === one.subject_id)).toHaveLength(0);
  expect(await told('screening_cases', (of) => of['case_id'] === one.case_id)).toMatchObject([{ step: 'opened' }]);
  await decide(one.case_id, { decision: 'false_match', reason: 'Fifteen years younger.', version: 1 });
  const cleared = await screen('customer-9', { person: other });
  expect(cleared.body).toMatchObject({ status: 'verified', reasons: [{ code: 'decided_false_match' }] });
  // The listed day is corrected to the customer's: now it is a hit, and alarms.
  await load(row('e1', 'Ebele Nwachukwu', { born: '1975-05-06' }));
  const before = await screen('customer-9', { person: other, store: false });
  expect(before.body).toMatchObject({
    ...{ status: 'review', suppressed: [] },
    hits: [
      {
        ...{ case_id: one.case_id, case_status: 'undecided' },
        case_changes: [{ of: 'entity', field: 'birth_dates', added: ['1975-05-06'], removed: ['1960-01-02'] }],
      },
    ],
  });
  await rescreen(service.kept);
  const after = await get(`cases/${one.case_id}`);
  expect(after.body.case).toMatchObject({ status: 'undecided', set_aside: [] });
  expect(after.body.steps.at(-1)).toMatchObject({
    ...{ kind: 'reopened' },
    changes: [{ field: 'birth_dates' }, { of: 'hit', field: 'set_aside', removed: ['birth_date: different days'] }],
  });
  expect(await told('screening_hits', (of) => of['subject_id'] === one.subject_id)).toHaveLength(1);
  await load(row('e1', 'Ebele Nwachukwu'));
  await rescreen(service.kept);
  const { version } = await caseOf('customer-9');
  await decide(one.case_id, { decision: 'true_match', reason: 'The same after all.', version });
  const found = await screen('customer-9', { person: other });
  expect(found.body).toMatchObject({ status: 'not_verified', decision: 'confirmed_hit' });
});

test('a true match is not cleared, whatever the score', async () => {
  await screen('customer-3');
  const { case_id: id, version } = await caseOf('customer-3');
  await decide(id, { decision: 'true_match', reason: 'Same passport.', version });
  const { body } = await screen('customer-3');
  expect(body).toMatchObject({ status: 'not_verified', decision: 'confirmed_hit' });
  expect(body.reasons.map(({ code }: { code: string }) => code)).toEqual(['decided_true_match', 'name_hit']);
});

test('a change of the entity or of the subject opens a decided case again, and says what changed', async () => {
  await screen('customer-4');
  const first = await caseOf('customer-4');
  await decide(first.case_id, { decision: 'false_match', reason: 'Another woman.', version: first.version });
  await load(row('e1', 'Ebele Nwachukwu', { aliases: 'Ebele Okoro' }), row('e2', 'Quite Unlike'));
  await rescreen(service.kept);
  const { body } = await get(`cases/${first.case_id}`);
  expect(body.case).toMatchObject({ status: 'undecided', decision: null, version: 3 });
  expect(body.steps.at(-1)).toMatchObject({
    ...{ kind: 'reopened', by: null, status: 'undecided', list_version: expect.any(String) },
    changes: [{ of: 'entity', field: 'names', added: ['Ebele Okoro'], removed: [] }],
  });
  expect(await told('screening_hits', (one) => one['subject_id'] === first.subject_id)).toHaveLength(2);
  await decide(first.case_id, { decision: 'false_match', reason: 'Still another.', version: 3 });
  await screen('customer-4', { person: { ...PERSON, identifiers: [{ type: 'passport', value: 'B12345678' }] } });
  const after = await get(`cases/${first.case_id}`);
  expect(after.body.case).toMatchObject({ status: 'undecided', version: 5 });
  expect(after.body.steps.at(-1).changes).toMatchObject([
    { of: 'subject', field: 'identifiers', added: ['passport *******78'], removed: [] },
  ]);
  expect(after.body.case.subject.identifiers).toEqual(['passport *******78']);
});

test('a delisting closes nothing: it opens a true match again, and is told of the others', async () => {
  await load(row('e1', 'Ebele Nwachukwu', { aliases: 'Ebele Okoro' }));
  const refs = ['open', 'false', 'true'];
  for (const ref of refs) {
    await screen(ref);
    const { case_id: id, version } = await caseOf(ref);
    if (ref !== 'open') await decide(id, { decision: `${ref}_match`, reason: 'Looked at.', version });
  }
  await load();
  await rescreen(service.kept);
  const found = await Promise.all(refs.map(async (ref) => get(`cases/${(await caseOf(ref)).case_id}`)));
  expect(found.map(({ body }) => [body.case.status, body.case.listed, body.steps.at(-1).kind])).toEqual([
    ['undecided', false, 'delisted'],
    ['false_match', false, 'delisted'],
    ['undecided', false, 'reopened'],
  ]);
  expect(found[2].body.steps.at(-1).changes).toEqual([
    { of: 'entity', field: 'listing', added: [], removed: ['made'] },
  ]);
  await load(row('e1', 'Ebele Nwachukwu', { aliases: 'Ebele Okoro' }));
  await rescreen(service.kept);
  const back = await Promise.all(refs.map(async (ref) => get(`cases/${(await caseOf(ref)).case_id}`)));
  expect(back.map(({ body }) => [body.case.status, body.case.listed, body.steps.at(-1).kind])).toEqual([
    ['undecided', true, 'relisted'],
    ['false_match', true, 'relisted'],
    ['undecided', true, 'relisted'],
  ]);
  const events = await told('screening_cases', (one) => one['case_id'] === found[2].body.case.case_id);
  expect(events.map(({ step, changed }) => [step, changed])).toEqual([
    ['opened', []],
    ['decided', []],
    ['reopened', ['entity.listing']],
    ['relisted', ['entity.listing']],
  ]);
  expect(JSON.stringify(events)).not.toMatch(/Ebele|Nwachukwu/);
});

test('a decision ends with its last day', async () => {
  await screen('customer-5');
  const { case_id: id, version } = await caseOf('customer-5');
  const past = await decide(id, { decision: 'false_match', reason: 'x', version, until: '2026-11-22' });
  expect([past.status, past.body.detail[0].loc]).toEqual([422, ['body', 'until']]);
  await decide(id, { decision: 'false_match', reason: 'Until the passport comes.', version, until: '2026-11-23' });
  await reopenLapsed(service.kept);
  expect((await caseOf('customer-5')).status).toBe('false_match');
  service.later(24);
  await reopenLapsed(service.kept);
  service.later(-24);
  const { body } = await get(`cases/${id}`);
  expect(body.case).toMatchObject({ status: 'undecided', decision: null });
  expect(body.steps.at(-1)).toMatchObject({
    ...{ kind: 'reopened', by: null },
    changes: [{ of: 'decision', field: 'until', added: [], removed: ['2026-11-23'] }],
  });
});

test('notes, assignments, and lists of whose cases', async () => {
  await screen('customer-6');
  const { case_id: id } = await caseOf('customer-6');
  await service.post(`cases/${id}/notes`, { ...A, note: 'Asked the branch for a passport.' });
  await service.post(`cases/${id}/assignment`, { ...A, assignee: 'ngozi' });
  expect((await get('cases', { assignee: 'ngozi' })).body.items).toMatchObject([{ case_id: id, version: 3 }]);
  const unassigned = (await get('cases', { unassigned: 'true', status: 'undecided' })).body.items;
  expect(unassigned.map((one: { case_id: string }) => one.case_id)).not.toContain(id);
  await service.post(`cases/${id}/assignment`, { ...A, assignee: '' });
  const { body } = await get(`cases/${id}`);
  expect(body.steps.map((one: object) => ({ ...one }))).toMatchObject([
    ...[{ kind: 'opened' }, { kind: 'noted', by: 'service', note: 'Asked the branch for a passport.' }],
    ...[
      { kind: 'assigned', assignee: 'ngozi' },
      { kind: 'assigned', assignee: null },
    ],
  ]);
  const pages: string[] = [];
  for (let page_token = ''; ; ) {
    const page = await get('cases', { page_size: '2', ...(page_token && { page_token }) });
    pages.push(...page.body.items.map((one: { case_id: string }) => one.case_id));
    page_token = page.body.next_page_token;
    if (!page_token) break;
  }
  expect([pages.length, new Set(pages).size]).toEqual([(await get('cases')).body.total, pages.length]);
});

test('a screening under way does not overwrite a subject that is replaced meanwhile', async () => {
  await screen('customer-10');
  const { watchlists } = service;
  const scope = { tenant: A.tenant_id, partner: A.partner_id };
  const kept = (await service.store.subjects.get(scope, 'customer-10'))!;
  let isReplaced = false;
  const slow: typeof watchlists = {
    ...watchlists,
    screen: async (...asked) => {
      const answers = await watchlists.screen(...asked);
      if (!isReplaced) {
        isReplaced = true;
        await screen('customer-10', { person: { full_name: 'Quite Unlike Anybody' } });
      }
      return answers;
    },
  };
  expect(await screenKept({ ...service.kept, watchlists: slow }, [kept])).toBe(0);
  const after = (await service.store.subjects.get(scope, 'customer-10'))!;
  expect([after.hits, (after.subject['names'] as string[])[0]]).toEqual([[], 'Quite Unlike Anybody']);
  expect(after.updatedAt).toBeGreaterThan(kept.updatedAt);
  const { subject } = await caseOf('customer-10');
  expect(subject.names).toEqual(['Quite Unlike Anybody']);
});

test('a subject that an earlier version kept is screened and keyed as this version does', async () => {
  await screen('customer-12', { person: { full_name: 'Nkechi Obasanmi' } });
  const scope = { tenant: A.tenant_id, partner: A.partner_id };
  const kept = (await service.store.subjects.get(scope, 'customer-12'))!;
  await service.store.subjects.put({ ...kept, keys: ['of an earlier version'], screenedBy: 'an earlier version' });
  const found = async () => {
    const ask = { person: { full_name: 'Nkechi Obasanmi' }, lists: ['own_subjects'], ...A };
    return (await service.post('find_person', ask)).body.candidates.map(({ id }: { id: string }) => id);
  };
  expect(await found()).toEqual([]);
  expect((await rescreen(service.kept)).asked).toBe(1);
  expect(await found()).toEqual(['customer-12']);
  expect((await rescreen(service.kept)).asked).toBe(0);
});

test('decided hits take no places of others, however many there are', async () => {
  const path = join(folder, 'many.csv');
  const people = Array.from({ length: 55 }, (_, n) => row(`n${String(n).padStart(2, '0')}`, 'Obiageli Madubuike'));
  await writeFile(path, [HEADER, ...people].join('\n'));
  expect(await service.load('many', path)).toEqual([]);
  const ask = { person: { ...PERSON, first_name: 'Obiageli', last_name: 'Madubuike' }, lists: ['many'] };
  // One answer has 50 hits at most, and each is a case.
  expect((await screen('customer-11', ask)).body.hits).toHaveLength(50);
  const cases = (await get('cases', { subject_ref: 'customer-11', page_size: '100' })).body.items;
  expect(cases).toHaveLength(55);
  const decideAs = (of: { entity_id: string; case_id: string }[]) =>
    Promise.all(
      of.map(({ case_id }) => decide(case_id, { decision: 'false_match', reason: 'Another woman.', version: 1 })),
    );
  await decideAs(cases.filter(({ entity_id }: { entity_id: string }) => entity_id < 'n52'));
  const left = await screen('customer-11', { ...ask, store: false });
  expect(left.body).toMatchObject({ status: 'review', decision: 'in_review' });
  await decideAs(cases.filter(({ entity_id }: { entity_id: string }) => entity_id >= 'n52'));
  const cleared = await screen('customer-11', { ...ask, store: false });
  expect(cleared.body).toMatchObject({
    ...{ status: 'verified', decision: 'no_hit' },
    reasons: [{ code: 'decided_false_match', detail: expect.stringContaining('55 hits') }],
  });
});

describe('what is refused', () => {
  test('a decision of nobody', async () => {
    const open = await verifying();
    const body = { ...A, decision: 'false_match', reason: 'x', version: 1 };
    const refused = await open.post('cases/any/decision', body);
    expect([refused.status, refused.body.code]).toEqual([403, 'caller_unnamed']);
    await open.close();
  });

  test('an unknown case, another tenant’s, and fields that say nothing', async () => {
    await screen('customer-7');
    const { case_id: id, version } = await caseOf('customer-7');
    expect((await get('cases/none')).status).toBe(404);
    expect((await get(`cases/${id}`, { tenant_id: 'bank-b' })).status).toBe(404);
    const foreign = { tenant_id: 'bank-b', decision: 'false_match', reason: 'x', version };
    expect((await decide(id, foreign)).status).toBe(404);
    expect((await decide(id, { decision: 'false_match', version })).status).toBe(422);
    expect((await decide(id, { decision: 'cleared', reason: 'x', version })).status).toBe(422);
    expect((await decide(id, { decision: 'false_match', reason: 'x' })).status).toBe(422);
    expect((await decide(id, { decision: 'undecided', reason: 'x', version })).status).toBe(409);
    expect((await service.post(`cases/${id}/notes`, { ...A, note: '' })).status).toBe(422);
    expect((await service.post(`cases/${id}/assignment`, A)).status).toBe(422);
    expect((await get('cases', { assignee: 'a', unassigned: 'true' })).status).toBe(422);
    expect((await get('cases', { page_token: 'x' })).status).toBe(422);
    expect((await get('cases', { state: 'open' })).status).toBe(422);
  });
});

test('every step is in the audit chain, also after the subject is deleted', async () => {
  await chainWaiting(service.kept);
  expect(await proven()).toMatchObject({ firstBreak: null, waiting: 0 });
  await screen('customer-8');
  const { case_id: id } = await caseOf('customer-8');
  await service.post(`cases/${id}/notes`, { ...A, note: 'Ebele Nwachukwu called.' });
  const before = await proven();
  const gone = await fetch(`${service.address}/v1/subjects/customer-8?${new URLSearchParams(A)}`, {
    ...{ method: 'DELETE', headers: { authorization: `Bearer ${TOKEN}` } },
  });
  expect(gone.status).toBe(200);
  expect((await get(`cases/${id}`)).status).toBe(404);
  expect((await get('cases', { subject_ref: 'customer-8' })).body.total).toBe(0);
  // Who had it deleted is in the chain, as a step of its own.
  const [last] = await told('screening_cases', (one) => one.case_id === id && one.step === 'erased');
  expect(last).toMatchObject({ n: 3, status: 'undecided', by: 'service' });
  const after = await proven();
  expect(after).toMatchObject({ firstBreak: null, waiting: 0 });
  expect(after).not.toEqual(before);
});

test('who may not decide deletes nobody with an undecided hit, over REST and RPC', async () => {
  const remove = async (ref: string, as: string | null) => {
    const headers: Record<string, string> = as === null ? {} : { authorization: `Bearer ${as}` };
    const url = `${service.address}/v1/subjects/${ref}?${new URLSearchParams(A)}`;
    const reply = await fetch(url, { method: 'DELETE', headers });
    const { code, detail } = (await reply.json()) as { code?: string; detail?: string };
    return [reply.status, code, detail];
  };
  for (const ref of ['erase-1', 'erase-2', 'erase-3']) await screen(ref);
  await screen('erase-4', { person: { full_name: 'Quxani Zzybelto' } });
  const refused = [409, 'case_undecided', expect.stringMatching(/undecided: decide its case first/)];
  expect([await remove('erase-1', 'clerk'), await remove('erase-1', null)]).toEqual([refused, refused]);
  const rpc = await fetch(`${service.address}/tieout.verification.v1.VerificationService/DeleteSubject`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', authorization: 'Bearer clerk' },
    body: JSON.stringify({ tenantId: A.tenant_id, partnerId: A.partner_id, subjectRef: 'erase-1' }),
  });
  expect([rpc.status, await rpc.json()]).toMatchObject([400, { code: 'failed_precondition' }]);
  expect((await caseOf('erase-1')).status).toBe('undecided');
  // Nobody's hit, a decided one, and an officer who deletes instead of deciding.
  expect(await remove('erase-4', 'clerk')).toEqual([200, undefined, undefined]);
  const { case_id: decided, version } = await caseOf('erase-2');
  expect((await decide(decided, { decision: 'false_match', reason: 'Another one.', version })).status).toBe(200);
  expect(await remove('erase-2', 'clerk')).toEqual([200, undefined, undefined]);
  const { case_id: open } = await caseOf('erase-3');
  expect(await remove('erase-3', 'officer')).toEqual([200, undefined, undefined]);
  const erased = await told('screening_cases', ({ step }) => step === 'erased');
  const of = (id: string) => erased.filter((one) => one.case_id === id).map(({ by, status }) => [by, status]);
  expect([of(decided), of(open)]).toEqual([[['clerk', 'false_match']], [['officer', 'undecided']]]);
  expect(await proven()).toMatchObject({ firstBreak: null, waiting: 0 });
});

test('Connect answers what REST does', async () => {
  const reply = await fetch(`${service.address}/tieout.verification.v1.CaseService/ListCases`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', authorization: `Bearer ${TOKEN}` },
    body: JSON.stringify({ tenantId: A.tenant_id, partnerId: A.partner_id, pageSize: 2 }),
  });
  const { items, total } = (await reply.json()) as { items: { caseId: string }[]; total: number };
  const rest = (await get('cases', { page_size: '2' })).body;
  expect([items.map(({ caseId }) => caseId), total]).toEqual([
    rest.items.map((one: { case_id: string }) => one.case_id),
    rest.total,
  ]);
});

test('whatever is changed in a case behind the service is found by the audit', async () => {
  const { cases } = service.store;
  const { case_id: id } = await caseOf('customer-2');
  const spoilt = async (what: Partial<typeof cases>) => {
    const { firstBreak } = await proven({ ...cases, ...what });
    return firstBreak?.reason;
  };
  const last = (await caseOf('customer-2')).version;
  const step: typeof cases.step = (key) => cases.step(key);
  const changed =
    (change: (of: CaseStep) => CaseStep): typeof cases.step =>
    async (key) => {
      const placed = await step(key);
      return placed !== null && key.caseId === id && key.n === last ? { ...placed, step: change(placed.step) } : placed;
    };
  expect(await spoilt({ step: changed((of) => of) })).toBeUndefined();
  expect(await spoilt({ step: changed((of) => ({ ...of, by: 'somebody' })) })).toMatch(/not those that were written/);
  const words = (of: CaseStep): CaseStep => ({ ...of, words: { ...of.words!, note: 'I never said so.' } });
  expect(await spoilt({ step: changed(words) })).toBe('its note or its changes are not those that were written');
  expect(await spoilt({ step: async (key) => (key.caseId === id ? null : step(key)) })).toMatch(/1 rows were written/);
  const other: typeof cases.get = async (key) => {
    const one = await cases.get(key);
    return one && one.caseId === id ? { ...one, status: 'true_match' } : one;
  };
  expect(await spoilt({ get: other })).toBe('a case is not as its last step says');
});
