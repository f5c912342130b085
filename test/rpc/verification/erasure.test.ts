// Erasing a subject: nothing of it is left in the store or its log, events and later answers have only our own id, a
// legal hold says its end, and copies in backups are told.

import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, expect, test } from 'vitest';
import { eraseSubject, finishErasures } from '../../../src/workflows/verification/erase-subject.ts';
import { NOW, verifying } from './under-test.ts';

const SCOPE = { tenant_id: 'bank', partner_id: 'lagos' };
/** A caller whose own name for the subject is a number of it. */
const REF = '22134567890';
const PERSON = {
  ...{ first_name: 'Ngozi', last_name: 'Quarshigah', date_of_birth: '1979-02-03', phone_number: '+2348012345670' },
  identifiers: [{ type: 'bvn', value: REF }],
};
/** Of a caller who may decide cases. */
const TOKEN = 'a-token-of-the-tests';
const TRACES = ['Ngozi', 'Quarshigah', 'QUARSHIGAH', 'quarshigah', '1979-02-03', REF, '2348012345670'];

let close: (() => Promise<void>) | null = null;
afterEach(() => close?.());

async function started(given: Parameters<typeof verifying>[0] = {}) {
  const service = await verifying({ lists: ['made-up'], token: TOKEN, ...given });
  close = service.close;
  const call = async (method: string, path: string) => {
    const headers = { authorization: `Bearer ${TOKEN}` };
    const reply = await fetch(`${service.address}/v1/${path}?${new URLSearchParams(SCOPE)}`, { method, headers });
    // biome-ignore lint/suspicious/noExplicitAny: each test looks at what it asked for.
    return { status: reply.status, body: (await reply.json()) as any };
  };
  const traces = () => {
    const files = readdirSync(service.directory).map((name) => readFileSync(join(service.directory, name), 'latin1'));
    return TRACES.filter((trace) => files.some((text) => text.includes(trace)));
  };
  return { ...service, call, traces };
}

test('after a subject is deleted no byte of it is in the files of the store', { timeout: 60_000 }, async () => {
  const { post, call, traces } = await started();
  const about = { ...SCOPE, subject_ref: REF, store: true };
  for (const [route, body] of [
    ['pep_and_sanction_checker', { person: PERSON }],
    ['biodata_check', { claimed: PERSON, reference: PERSON }],
    ['id_check/all', { ids: [{ type: 'bvn', number: REF }], person: PERSON }],
    ['verifier_id_check', { id_type: 'bvn', number: REF, person: PERSON }],
    [
      'adverse_media_screener',
      { person: PERSON, articles: [{ title: 'Ngozi Quarshigah', text: 'Ngozi Quarshigah.' }] },
    ],
    ['calculate_customer_risk_profile', { customer_type: 'individual', countries: ['ng'], occupation: 'teacher' }],
  ] as const) {
    expect([route, (await post(route, { ...body, ...about })).status]).toEqual([route, 200]);
  }
  // A search of somebody else's finds the subject, and keeps only our own id of it.
  const other = await post('find_person', { person: { full_name: 'Ngosi Quarshigah' }, ...SCOPE });
  expect(other.body.candidates).toMatchObject([{ id: REF }]);
  expect(traces()).toEqual(expect.arrayContaining(['Ngozi', '1979-02-03', REF]));
  const { body: subject } = await call('GET', `subjects/${REF}`);
  const { status, body } = await call('DELETE', `subjects/${REF}`);
  expect({ status, body }).toEqual({
    status: 200,
    body: { subject_ref: REF, subject_id: subject.subject_id, checks_deleted: 6, backups_until: null },
  });
  expect(traces()).toEqual([]);
  const { body: kept } = await call('GET', `checks/${other.body.check_id}`);
  expect(kept.answer.candidates).toMatchObject([{ id: subject.subject_id, name: '' }]);
  expect((await call('GET', `subjects/${REF}`)).status).toBe(404);
});

test('events go by our own id of a subject, and say nothing of it', async () => {
  const { post, call, store } = await started();
  const person = { ...PERSON, first_name: 'Tunde', last_name: 'Adewole', date_of_birth: '1961-03-14' };
  await post('pep_and_sanction_checker', { person, ...SCOPE, subject_ref: REF, store: true });
  const { messages } = await store.outbox.due({ destination: 'bus', limit: 100, after: null });
  const told = messages.map(({ topic, payload }) => ({ topic, ...JSON.parse(new TextDecoder().decode(payload)) }));
  const { body } = await call('GET', `subjects/${REF}`);
  const ofSubject = told.filter(({ topic }) => topic !== 'list_changes' && topic !== 'audit_heads');
  expect(ofSubject.map(({ topic, subject_id }) => [topic, subject_id]).toSorted()).toEqual([
    ['screening_cases', body.subject_id],
    ['screening_hits', body.subject_id],
    ['verification_checks', body.subject_id],
  ]);
  expect(JSON.stringify(told)).not.toMatch(/Tunde|Adewole|1961|22134567890/);
});

test('a legal hold answers 409 with its end, counted from the last check, and its checks live as long', async () => {
  const { post, call, later } = await started({ holdMs: 100 * 86_400_000, backupsKeepMs: 35 * 86_400_000 });
  const screen = () => post('pep_and_sanction_checker', { person: PERSON, ...SCOPE, subject_ref: REF });
  await screen();
  later(48);
  const { check_id } = (await screen()).body;
  const end = (days: number) => new Date(NOW + days * 86_400_000).toISOString();
  const held = await call('DELETE', `subjects/${REF}`);
  expect([held.status, held.body.detail]).toEqual([
    409,
    `What is kept of this subject is under legal hold until ${end(102)}: delete it then.`,
  ]);
  expect((await call('GET', `checks/${check_id}`)).body.expires_at).toBe(end(102));
  expect((await call('DELETE', 'subjects/nobody')).status).toBe(404);
  later(100 * 24);
  expect((await call('DELETE', `subjects/${REF}`)).body).toEqual({
    ...{ subject_ref: REF, subject_id: null, checks_deleted: 2, backups_until: end(137) },
  });
});

const LISTED = { full_name: 'Tunde Adewole', date_of_birth: '1961-03-14' };

test('an erasure that was interrupted is finished by the next call, or by upkeep', async () => {
  const { post, call, store, kept, traces } = await started();
  const keep = (subject_ref: string) =>
    post('pep_and_sanction_checker', {
      person: { ...LISTED, full_name: 'Tunde Quarshigah Adewole' },
      ...SCOPE,
      subject_ref,
      store: true,
    });
  const scope = { tenant: SCOPE.tenant_id, partner: SCOPE.partner_id };
  const refs = ['one', 'two', 'three'];
  for (const ref of refs) await keep(ref);
  // The process dies when subject and checks are gone and the cases are not.
  for (const ref of ['one', 'two']) await store.subjects.delete(scope, ref);
  expect(await store.cases.ofSubject(scope, 'one')).toHaveLength(1);
  expect((await call('DELETE', 'subjects/one')).body).toMatchObject({ subject_ref: 'one', checks_deleted: 0 });
  expect((await call('DELETE', 'subjects/one')).status).toBe(404);
  await finishErasures(kept);
  const left = await Promise.all(refs.map(async (ref) => (await store.cases.ofSubject(scope, ref)).length));
  expect(left).toEqual([0, 0, 1]);
  await call('DELETE', 'subjects/three');
  expect(traces()).toEqual([]);
});

test('what is kept while a subject is erased stays under its own hold', async () => {
  const DAY = 86_400_000;
  const { post, call, later, store, options } = await started({ holdMs: 10 * DAY });
  const keep = () => post('pep_and_sanction_checker', { person: LISTED, ...SCOPE, subject_ref: REF, store: true });
  await keep();
  later(11 * 24);
  const scope = { tenant: SCOPE.tenant_id, partner: SCOPE.partner_id };
  // Another call keeps the subject again after the hold was looked at.
  const subjects: typeof store.subjects = {
    ...store.subjects,
    delete: async (...of) => {
      await keep();
      return store.subjects.delete(...of);
    },
  };
  const erasing = { ...options, store: { ...store, subjects } };
  const erased = { scope, subjectRef: REF, by: 'service', mayDecide: true };
  await expect(eraseSubject(erasing, erased)).rejects.toThrow('legal hold until');
  expect((await call('GET', `subjects/${REF}`)).body).toMatchObject({ hits: [{ case_status: 'undecided' }] });
  expect(await store.checks.ofSubject(scope, REF)).toHaveLength(1);
});
