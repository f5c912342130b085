// What is kept and for whom: the same request is answered once more, another tenant finds nothing, deleting deletes, and
// what was planted in requests stands nowhere but where it was asked to be.

import { afterAll, beforeAll, expect, test } from 'vitest';
import { noteStatuses } from '../../../src/rpc/verification/check-statuses.ts';
import { rescreen } from '../../../src/workflows/verification/kept-subjects.ts';
import { NOW, SAMPLE, verifying } from './under-test.ts';

/** Of a caller who may decide cases, and so delete who has an undecided hit. */
const TOKEN = 'a-token-of-the-tests';
const headers = { authorization: `Bearer ${TOKEN}` };

let service: Awaited<ReturnType<typeof verifying>>;
beforeAll(async () => {
  service = await verifying({ lists: ['made-up'], token: TOKEN });
});
afterAll(() => service.close());

const A = { tenant_id: 'bank-a', partner_id: 'lagos' };
const B = { tenant_id: 'bank-b', partner_id: 'lagos' };
const PERSON = { full_name: 'Tunde Adewole', date_of_birth: '1961-03-14' };

const get = async (path: string, scope: Record<string, string>, method = 'GET') => {
  const reply = await fetch(`${service.address}/v1/${path}?${new URLSearchParams(scope)}`, { method, headers });
  const text = await reply.text();
  // biome-ignore lint/suspicious/noExplicitAny: each test looks at what it asked for.
  return { status: reply.status, text, body: JSON.parse(text) as any };
};

test('the same request is answered with the check that was kept, another body is refused', async () => {
  const ask = (more: object) =>
    service.post('pep_and_sanction_checker', { person: PERSON, request_id: 'r-1', ...A, ...more });
  const first = await ask({});
  expect(await ask({})).toMatchObject({ status: 200, body: { check_id: first.body.check_id, hits: first.body.hits } });
  expect((await ask({ threshold: 0.9 })).status).toBe(409);
  expect((await ask(B)).body.check_id).not.toBe(first.body.check_id);
  const at = await Promise.all(
    [1, 2, 3].map(() => service.post('pep_and_sanction_checker', { person: PERSON, request_id: 'r-2', ...A })),
  );
  expect(new Set(at.map(({ body }) => body.check_id)).size).toBe(1);
});

test('a check is read by its tenant alone, as it was answered, until its time is over', async () => {
  const { body } = await service.post('biodata_check', { claimed: PERSON, reference: PERSON, ...A });
  const path = `checks/${body.check_id}`;
  expect(await get(path, A)).toMatchObject({
    ...{ status: 200 },
    body: { check_id: body.check_id, route: 'biodata_check', status: 'verified', answer: body, subject_ref: null },
  });
  expect((await get(path, B)).status).toBe(404);
  expect((await get('checks/none', A)).status).toBe(404);
  expect(Date.parse((await get(path, A)).body.expires_at)).toBe(NOW + 90 * 86_400_000);
});

test('a check of an earlier version is given its status, and is found by it', async () => {
  const { body } = await service.post('biodata_check', { claimed: PERSON, reference: { full_name: 'Ada Obi' }, ...A });
  const { checks } = service.store;
  const scope = { tenant: A.tenant_id, partner: A.partner_id };
  const [kept] = await checks.get(scope, [body.check_id]);
  const old = { ...scope, partner: 'abuja' };
  await checks.add({ ...kept!, scope: old, checkId: 'of-before', status: null, state: null });
  const listed = async () =>
    (await get('checks', { ...A, partner_id: 'abuja', status: body.status, state: 'complete' })).body.items;
  expect(await listed()).toEqual([]);
  expect(await noteStatuses(service.options)).toBe(1);
  expect(await listed()).toMatchObject([{ check_id: 'of-before', status: body.status }]);
  expect(await noteStatuses(service.options)).toBe(0);
});

test('without tenant and partner nothing is kept', async () => {
  const { body } = await service.post('biodata_check', { claimed: PERSON, reference: PERSON, request_id: 'x' });
  expect((await get(`checks/${body.check_id}`, A)).status).toBe(404);
  const wanted = await service.post('pep_and_sanction_checker', { person: PERSON, store: true });
  expect([wanted.status, wanted.body.detail.map(({ loc }: { loc: string[] }) => loc.at(-1)).sort()]).toEqual([
    422,
    ['partner_id', 'subject_ref', 'tenant_id'],
  ]);
});

test('a subject is kept when that is wanted, and deleting it deletes its checks', async () => {
  const subject = { ...A, subject_ref: 'customer-1' };
  const check = (store: boolean) => service.post('pep_and_sanction_checker', { person: PERSON, store, ...subject });
  const first = (await check(false)).body.check_id;
  expect((await get('subjects/customer-1', A)).status).toBe(404);
  const second = (await check(true)).body.check_id;
  const { body } = await get('subjects/customer-1', A);
  expect(body).toMatchObject({ kind: 'person', name: 'Tunde Adewole', hits: [{ entity_id: 'sample-1' }] });
  expect(body.check_ids.sort()).toEqual([first, second].sort());
  expect((await get('subjects/customer-1', B)).status).toBe(404);
  expect((await get('subjects/customer-1', B, 'DELETE')).status).toBe(404);
  expect((await get('subjects/customer-1', A, 'DELETE')).body).toEqual({
    ...{ subject_ref: 'customer-1', subject_id: body.subject_id, checks_deleted: 2, backups_until: null },
  });
  for (const path of ['subjects/customer-1', `checks/${first}`, `checks/${second}`]) {
    expect((await get(path, A)).status).toBe(404);
  }
});

test('a provider’s reference is no check, under whatever tenant it is asked for', async () => {
  const place = { applicant: PERSON, street: '1 Road', city: 'Ikeja', state: 'Lagos' };
  const { body } = await service.post('verifier_address_check', { ...place, ...A });
  const scope = { tenant_id: ' verifier', partner_id: ' news' };
  expect((await get(`checks/${body.provider_reference}`, scope)).status).toBe(404);
  const asked = await service.post('generate_report', { ...scope, check_ids: [body.provider_reference] });
  expect([asked.status, asked.body.detail[0].type]).toEqual([422, 'check_unknown']);
});

test('a report resolves checks of its own tenant, and is the same for the same checks', async () => {
  const { body } = await service.post('pep_and_sanction_checker', { person: PERSON, ...A });
  const wish = { check_ids: [body.check_id], title: 'Ọlá ₦ Ṣọlá', ...A };
  for (const format of ['pdf', 'json']) {
    const [one, two] = await Promise.all([1, 2].map(() => service.post('generate_report', { ...wish, format })));
    expect(one!.body).toMatchObject({ status: 'review', reasons: [{ code: 'worst_review' }] });
    expect([one!.body.sha256, one!.body.report_id]).toEqual([two!.body.sha256, two!.body.report_id]);
    const content = Buffer.from(one!.body.content_base64, 'base64');
    if (format === 'json')
      expect(JSON.parse(content.toString())).toMatchObject({ checks: [{ check_id: body.check_id }] });
    else expect([content.subarray(0, 5).toString(), content.includes('DejaVuSans')]).toEqual(['%PDF-', true]);
  }
  const ofOther = await service.post('generate_report', { ...wish, ...B });
  expect([ofOther.status, ofOther.body.detail[0].loc]).toEqual([422, ['body', 'check_ids', 0]]);
  const unfinished = { check_id: 'a', status: 'verified', state: 'in_progress' };
  const early = await service.post('generate_report', { results: [unfinished], format: 'json' });
  const reasons = [{ code: 'worst_review' }, { code: 'caller_results' }];
  expect(early.body).toMatchObject({ status: 'review', reasons });
  const results = ['2026-11-22T10:30:00+02:00', '2026-11-22T09:00:00Z', '2026-11-22'].map((created_at, at) => ({
    ...{ check_id: `${at}`, status: 'verified', created_at },
  }));
  const latest = await service.post('generate_report', { results, format: 'json' });
  const report = JSON.parse(Buffer.from(latest.body.content_base64, 'base64').toString());
  expect(report.as_of).toBe('2026-11-22T09:00:00Z');
  expect((await service.post('generate_report', { check_ids: ['x'] })).status).toBe(422);
  expect((await service.post('generate_report', {})).status).toBe(422);
});

const told = async (service_: typeof service, topic: string) =>
  (await service_.store.outbox.due({ destination: 'bus', limit: 1_000, after: null })).messages
    .filter((message) => message.topic === topic)
    .map(({ payload }) => JSON.parse(new TextDecoder().decode(payload)));

test('kept subjects are screened again when a list has changed, and a hit is new once', async () => {
  const scope = { tenant: 'bank-c', partner: 'lagos' };
  const own = await verifying({ lists: [] });
  const ask = { person: PERSON, store: true, tenant_id: 'bank-c', partner_id: 'lagos', subject_ref: 'ada' };
  await own.post('biodata_check', { claimed: PERSON, reference: PERSON, ...ask });
  expect(await own.store.subjects.get(scope, 'ada')).toMatchObject({ hits: [], screenedAt: null, screenedBy: null });
  await own.load('made-up', SAMPLE);
  expect(await told(own, 'screening_hits')).toEqual([]);
  expect(await rescreen(own.kept)).toEqual({ asked: 1, found: 1 });
  expect(await rescreen(own.kept)).toEqual({ asked: 0, found: 0 });
  expect(await own.store.subjects.get(scope, 'ada')).toMatchObject({ hits: ['made-up sample-1'], screenedAt: NOW });
  const { subjectId } = (await own.store.subjects.get(scope, 'ada'))!;
  expect(await told(own, 'screening_hits')).toEqual([
    {
      ...{ schema_version: 1, tenant_id: 'bank-c', partner_id: 'lagos', subject_id: subjectId },
      ...{ hits: [expect.objectContaining({ list: 'made-up', entity_id: 'sample-1', decision: 'in_review' })] },
      occurred_at: new Date(NOW).toISOString(),
    },
  ]);
  // Another list says so too: that is new, what was known is not said again.
  await own.load('another', SAMPLE);
  expect(await rescreen(own.kept)).toEqual({ asked: 1, found: 1 });
  expect((await told(own, 'screening_hits')).map(({ hits }) => hits[0].list)).toEqual(['made-up', 'another']);
  // Who was deleted is not asked about, and comes back by nothing.
  await own.store.subjects.delete(scope, 'ada');
  await own.load('third', SAMPLE);
  expect(await rescreen(own.kept)).toEqual({ asked: 0, found: 0 });
  await own.close();
});

test('the result of a check that is kept is told once, and says nothing of the person', async () => {
  const ask = { person: PERSON, request_id: 'told', ...A, subject_ref: 'customer-told' };
  const { body } = await service.post('pep_and_sanction_checker', ask);
  await service.post('pep_and_sanction_checker', ask);
  const ofIt = (await told(service, 'verification_checks')).filter(({ check_id }) => check_id === body.check_id);
  expect(ofIt).toEqual([
    {
      ...{ schema_version: 1, tenant_id: 'bank-a', partner_id: 'lagos', check_id: body.check_id },
      ...{ route: 'pep_and_sanction_checker', subject_id: null, status: 'review', state: 'complete' },
      ...{ score: expect.any(Number), reasons: ['name_hit'], provider: 'made-up', occurred_at: body.created_at },
    },
  ]);
  expect(JSON.stringify(ofIt)).not.toMatch(/Adewole|1961/);
});

test('every route keeps whom it names, once, and says if it names nobody', async () => {
  const person = { full_name: 'Quxani Zzybelto', date_of_birth: '1979-02-03' };
  const article = { title: 'News', text: 'Nothing happened.' };
  const address = { applicant: person, street: '1 Made-up Close', city: 'Ikeja', state: 'Lagos' };
  const company = { reg_number: 'RC1234563', company_type: 'rc', company_name: 'Golden Mangrove Trading Ltd' };
  const profile = { customer_type: 'individual', countries: ['NG'], products: ['savings'], channels: ['branch'] };
  for (const [route, body, name] of [
    ['find_person', { person }, 'Quxani Zzybelto'],
    ['adverse_media_screener', { person, articles: [article] }, 'Quxani Zzybelto'],
    ['biodata_check', { claimed: person, reference: person }, 'Quxani Zzybelto'],
    ['verifier_address_check', address, 'Quxani Zzybelto'],
    ['verifier_business_check', company, 'Golden Mangrove Trading Ltd'],
    ['calculate_customer_risk_profile', profile, undefined],
  ] as const) {
    const asked = await service.post(route, { ...body, ...A, store: true, subject_ref: `kept-${route}` });
    const kept = await get(`subjects/kept-${route}`, A);
    expect([route, asked.status, kept.body.name]).toEqual([route, 200, name]);
    const isSaid = asked.body.warnings.some((one: string) => one.startsWith('No subject is kept'));
    expect([route, isSaid]).toEqual([route, name === undefined]);
  }
  // Only screening says anew who the subject is.
  const other = { person: { full_name: 'Somebody Zzwelse' }, ...A, store: true, subject_ref: 'kept-find_person' };
  await service.post('find_person', other);
  expect((await get('subjects/kept-find_person', A)).body.name).toBe('Quxani Zzybelto');
  await service.post('pep_and_sanction_checker', other);
  expect((await get('subjects/kept-find_person', A)).body.name).toBe('Somebody Zzwelse');
});

test('find_person finds subjects of one’s own, of this tenant alone', async () => {
  const person = { first_name: 'Ngozi', last_name: 'Eze-Okonjo', date_of_birth: '1979-02-03' };
  const keep = { claimed: person, reference: person, store: true, subject_ref: 'customer-77' };
  await service.post('biodata_check', { ...keep, ...A });
  const find = (scope: object, more = {}) =>
    service.post('find_person', { person: { full_name: 'Eze Okonjo Ngosi' }, threshold: 0.7, ...scope, ...more });
  const own = (await find(A)).body;
  expect(own).toMatchObject({
    ...{ status: 'review', reasons: [{ code: 'own_subject' }] },
    candidates: [{ id: 'customer-77', list: 'own_subjects', name: 'Ngozi Eze-Okonjo' }],
  });
  expect((await find(B)).body).toMatchObject({ status: 'verified', candidates: [] });
  expect((await find({})).body.candidates).toEqual([]);
  expect((await find(A, { lists: ['made-up'] })).body.candidates).toEqual([]);
  expect((await find(A, { lists: ['own_subjects'] })).body).toMatchObject({
    ...{ status: 'review', candidates: [{ id: 'customer-77' }], lists: [] },
  });
  // In the check that is kept our own id stands for them, or they would outlive their deletion in it.
  const { subject_id } = (await get('subjects/customer-77', A)).body;
  const kept = await get(`checks/${own.check_id}`, A);
  expect(kept.body.answer.candidates).toMatchObject([{ id: subject_id, name: '', properties: [] }]);
  expect(kept.text).not.toMatch(/Eze|Okonjo|1979/);
  await fetch(`${service.address}/v1/subjects/customer-77?${new URLSearchParams(A)}`, { method: 'DELETE', headers });
  expect((await find(A)).body.candidates).toEqual([]);
});
