// Many subjects in one call: over REST as a job, over gRPC and Connect as a stream. Every subject that was sent is in the
// report, each is a check of its own that can be listed, and an interrupted batch is taken up again.

import { createClient } from '@connectrpc/connect';
import { createConnectTransport, createGrpcTransport, Http2SessionManager } from '@connectrpc/connect-node';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { VerificationService } from '../../../gen/tieout/verification/v1/verification_service_pb.ts';
import { WAITING_ROWS } from '../../../src/rpc/verification/batches/batch-rows.ts';
import { screenBatches } from '../../../src/rpc/verification/batches/take-up-batches.ts';
import { SAMPLE, verifying } from './under-test.ts';

let service: Awaited<ReturnType<typeof verifying>>;
beforeAll(async () => {
  service = await verifying({ lists: ['made-up'] });
});
afterAll(() => service.close());

const SCOPE = { tenant_id: 'bank', partner_id: 'lagos' };
const LISTED = { full_name: 'Tunde Adewole', date_of_birth: '1961-03-14' };

const get = async (path: string, query: Record<string, string> = {}) => {
  const reply = await fetch(`${service.address}/v1/${path}?${new URLSearchParams({ ...SCOPE, ...query })}`);
  // biome-ignore lint/suspicious/noExplicitAny: each test looks at what it asked for.
  return { status: reply.status, body: (await reply.json()) as any };
};

const people = (prefix: string, count: number) =>
  Array.from({ length: count }, (_, n) => ({
    subject_ref: `${prefix}-${n}`,
    person: n === 3 ? LISTED : { full_name: `Quxani Zzybelto${String.fromCharCode(97 + (n % 26))}` },
  }));

test('a job is accepted, screened, and its report accounts for every subject', async () => {
  const subjects = [
    ...people('job', 150),
    { subject_ref: 'job-0', person: { full_name: 'Sent Twice' } },
    { person: { full_name: 'Without Reference' } },
    { subject_ref: 'nameless', person: { full_name: '...' } },
    { subject_ref: 'both', person: LISTED, company: { name: 'Acme' } },
    { subject_ref: 'firm', company: { name: 'Zzybelto Trading' } },
  ];
  const ask = { ...SCOPE, request_id: 'job-1', subjects };
  const accepted = await service.post('screening_batches', ask);
  expect(accepted).toMatchObject({
    status: 202,
    body: { state: 'in_progress', subjects: 155, waiting: 151, refused: 4, screened: 0 },
  });
  const id = accepted.body.check_id;
  expect(accepted.body.refusals.map(({ row }: { row: number }) => row)).toEqual([151, 152, 153, 154]);
  expect(JSON.stringify(accepted.body.refusals)).not.toMatch(/Twice|Reference|nameless/);
  const waiting = await get('checks', { batch_id: id, state: 'pending', page_size: '1' });
  const one = await get(`checks/${waiting.body.items[0].check_id}`);
  expect(one.body).toMatchObject({ state: 'pending', status: 'review', reasons: [{ code: 'waiting' }] });
  await screenBatches(service.options);
  const report = await get(`checks/${id}`);
  expect(report.body).toMatchObject({ route: 'screening_batches', status: 'review', state: 'complete' });
  expect(report.body.answer).toMatchObject({
    ...{ subjects: 155, screened: 151, waiting: 0, refused: 4, deleted: 0 },
    ...{ verified: 150, review: 1, partial: 0, not_verified: 0, failed: 0 },
  });
  const hits = await get('checks', { batch_id: id, status: 'review' });
  expect(hits.body.items).toMatchObject([{ subject_ref: 'job-3', route: 'pep_and_sanction_checker' }]);
  const check = await get(`checks/${hits.body.items[0].check_id}`);
  expect(check.body.answer).toMatchObject({ decision: 'in_review', hits: [{ entity_id: 'sample-1' }] });
  // The same request answers the batch as it is now; another body is refused.
  expect(await service.post('screening_batches', ask)).toMatchObject({ status: 202, body: report.body.answer });
  expect((await service.post('screening_batches', { ...ask, threshold: 0.9 })).status).toBe(409);
});

test('a subject with a field of another form is refused by itself, and fails no other', async () => {
  const person = { full_name: 'Quxani Zzybeltoa' };
  const odd: readonly (readonly [unknown, string])[] = [
    [{ subject_ref: 'o', person: { ...person, date_of_birth: '1981-02-31' } }, 'person.date_of_birth must be a date'],
    [{ subject_ref: 'o', person: { ...person, date_of_birth: 19810228 } }, 'person.date_of_birth must be a string'],
    [{ subject_ref: 'o', person: { ...person, gender: { is: 'f' } } }, 'person.gender must be a string'],
    [{ subject_ref: 'o', person: { ...person, identifiers: [{ type: 'nin' }] } }, 'person.identifiers.0.value is'],
    [{ subject_ref: 'o', person: { full_name: 'x'.repeat(2_000) } }, 'person.full_name must be at most 1024'],
    [{ subject_ref: 7, person }, 'subject_ref must be a string'],
    [{ subject_ref: 'o', person: 'Quxani' }, 'person must be an object'],
    [null, 'It must be an object'],
    ['Quxani', 'It must be an object'],
  ];
  const fine = [{ subject_ref: 'o', person }, ...people('odd', 300)];
  const ask = { ...SCOPE, request_id: 'odd-1', subjects: [...odd.map(([one]) => one), ...fine] };
  const { status, body } = await service.post('screening_batches', ask);
  expect([status, body.waiting, body.refused]).toEqual([202, fine.length, odd.length]);
  expect(body.refusals).toEqual(
    odd.map(([, said], at) => ({ row: at + 1, detail: expect.stringMatching(new RegExp(`^${said}.*\\.$`)) })),
  );
  // Another odd value is another body.
  const first = { subject_ref: 'o', person: { ...person, gender: 1 } };
  const other = { ...ask, subjects: [first, ...ask.subjects.slice(1)] };
  expect((await service.post('screening_batches', other as never)).status).toBe(409);
  // More problems than are listed of one request.
  const many = Array.from({ length: 2_000 }, () => ({ subject_ref: 1, person: { full_name: 2, date_of_birth: 'x' } }));
  const all = await service.post('screening_batches', { ...SCOPE, subjects: [...many, fine[0]!] as never });
  expect(all).toMatchObject({ status: 202, body: { subjects: 2_001, refused: 2_000, waiting: 1 } });
});

test('a subject that is deleted meanwhile is not screened, and counted as deleted', async () => {
  const subjects = people('gone', 5);
  const { body } = await service.post('screening_batches', { ...SCOPE, subjects, store: true });
  const remove = (ref: string) =>
    fetch(`${service.address}/v1/subjects/${ref}?${new URLSearchParams(SCOPE)}`, { method: 'DELETE' });
  expect((await remove('gone-1')).status).toBe(200);
  await screenBatches(service.options);
  expect((await remove('gone-2')).status).toBe(200);
  const { answer } = (await get(`checks/${body.check_id}`)).body;
  expect(answer).toMatchObject({ subjects: 5, screened: 3, deleted: 2, state: 'complete' });
  const kept = await get('subjects');
  expect(kept.body.items.map((one: { subject_ref: string }) => one.subject_ref).sort()).toEqual([
    ...['gone-0', 'gone-3', 'gone-4'],
  ]);
  expect((await get('subjects', { status: 'hits' })).body.items).toMatchObject([
    { subject_ref: 'gone-3', name: 'Tunde Adewole', kind: 'person', hits: 1, status: 'hits', actor: null },
  ]);
});

test.each([
  ['gRPC', createGrpcTransport],
  ['Connect', createConnectTransport],
] as const)('a stream over %s is answered with its report', async (name, transport) => {
  const client = createClient(
    VerificationService,
    transport({ baseUrl: service.address, ...(name === 'Connect' && { httpVersion: '1.1' }) } as never),
  );
  const scope = { tenantId: 'bank', partnerId: `stream-${name}` };
  async function* sent() {
    for (let n = 0; n < 200; n++) {
      const fullName = n === 7 ? 'Tunde Adewole' : 'Quxani Zzybelto';
      yield { ...scope, subject: { subjectRef: `s-${n}`, person: { fullName } } };
    }
    yield { ...scope, subject: { subjectRef: 'odd', person: { fullName: 'A', dateOfBirth: 'yesterday' } } };
    yield { ...scope, tenantId: 'bank-b', subject: { subjectRef: 'other', person: { fullName: 'Ada Obi' } } };
    yield scope;
  }
  const { report } = await client.screenSubjects(sent());
  expect(report).toMatchObject({ subjects: 203, screened: 200, refused: 3, waiting: 0, verified: 199, review: 1 });
  expect(report!.refusals.map(({ row, detail }) => [row, detail])).toEqual([
    [201, expect.stringContaining('date_of_birth must be a date')],
    [202, 'Its tenant and partner are not those of the first message.'],
    [203, 'It has no subject_ref.'],
  ]);
  const listed = [{ dateOfBirth: 'yesterday' }, {}].map((more, n) => {
    return { subjectRef: `l-${n}`, person: { fullName: 'Quxani Zzybelto', ...more } };
  });
  expect(await client.startScreeningBatch({ ...scope, subjects: listed })).toMatchObject({ waiting: 1, refused: 1 });
  const query = { partner_id: scope.partnerId, batch_id: report!.checkId, status: 'review' };
  expect((await get('checks', query)).body.items).toMatchObject([{ subject_ref: 's-7' }]);
  await expect(client.screenSubjects((async function* () {})())).rejects.toThrow('The stream holds no subject');
  await expect(
    client.screenSubjects(
      (async function* () {
        yield { subject: {} };
      })(),
    ),
  ).rejects.toThrow('tenant_id');
  const settings = async function* () {
    yield { ...scope, threshold: 7, subject: { subjectRef: 't-1', person: { fullName: 'Ada Obi' } } };
  };
  await expect(client.screenSubjects(settings())).rejects.toThrow('threshold');
});

test('checks are listed page by page; a filter that cannot be read is refused', async () => {
  const first = await get('checks', { page_size: '1' });
  const next = await get('checks', { page_size: '1', page_token: first.body.next_page_token });
  expect(next.body.items[0].check_id).not.toBe(first.body.items[0].check_id);
  expect((await get('checks', { from: '2026-11-23', to: '2026-11-23' })).body.items.length).toBeGreaterThan(0);
  expect((await get('checks', { to: '2026-11-22' })).body.items).toEqual([]);
  for (const query of [{ from: 'yesterday' }, { status: 'fine' }, { page_token: 'x' }, { color: 'red' }]) {
    expect([query, (await get('checks', query as never)).status]).toEqual([query, 422]);
  }
  const alone = await fetch(`${service.address}/v1/checks?tenant_id=bank&subject_ref=x`);
  expect(alone.status).toBe(422);
  expect((await get('checks', { tenant_id: 'bank-b' })).body.items).toEqual([]);
});

/** Sends the subjects, then breaks off. */
const brokenStream = (scope: object, how: 'cancelled' | 'cut', before: () => Promise<unknown>) => {
  const sessionManager = new Http2SessionManager(service.address);
  const transport = createGrpcTransport({ baseUrl: service.address, sessionManager });
  const aborted = new AbortController();
  const count = 70;
  async function* sent() {
    for (let n = 0; n < count; n++) {
      const fullName = n === 3 ? 'Tunde Adewole' : 'Quxani Zzybelto';
      yield { ...scope, store: true, subject: { subjectRef: `broken-${n}`, person: { fullName } } };
    }
    yield { ...scope, subject: { person: { fullName: 'Without Reference' } } };
    await before();
    if (how === 'cut') sessionManager.abort();
    else aborted.abort();
    await new Promise(() => {});
  }
  return createClient(VerificationService, transport).screenSubjects(sent(), { signal: aborted.signal });
};
const batchesOf = async (partner_id: string) =>
  (await get('checks', { partner_id, route: 'screening_batches' })).body.items as { check_id: string; state: string }[];

test.each(['cancelled', 'cut'] as const)(
  'a stream that is %s is finished from what arrived, and its report says that the rest is missing',
  async (how) => {
    const partner = `broken-${how}`;
    const scope = { tenantId: 'bank', partnerId: partner };
    const arrived = () =>
      vi.waitFor(async () => {
        const [batch] = await batchesOf(partner);
        const { body } = await get(`checks/${batch!.check_id}`, { partner_id: partner });
        expect(body.answer.screened).toBe(64);
      }, 20_000);
    await expect(brokenStream(scope, how, arrived)).rejects.toThrow();
    const [batch] = await batchesOf(partner);
    const report = async () => (await get(`checks/${batch!.check_id}`, { partner_id: partner })).body;
    await vi.waitFor(async () => {
      await screenBatches(service.options);
      expect(await report()).toMatchObject({ state: 'complete' });
    }, 20_000);
    // Those of the last portion, which were not screened yet, too.
    const { status, reasons, answer } = await report();
    expect(status).toBe('review');
    expect(reasons.map(({ code }: { code: string }) => code)).toEqual([
      ...['worst_review', 'subjects_missing', 'subjects_refused'],
    ]);
    expect(answer).toMatchObject({ subjects: 71, screened: 70, refused: 1, review: 1, waiting: 0, deleted: 0 });
  },
);

test('a list that is gone refuses the stream and holds up its batch, and no other', async () => {
  const other = await verifying({ lists: ['made-up', 'second'] });
  const ask = (subjects: object[], lists: string[]) =>
    other.post('screening_batches', { ...SCOPE, subjects, ...(lists.length > 0 && { lists }) });
  const report = async (id: string) => {
    const reply = await fetch(`${other.address}/v1/checks/${id}?${new URLSearchParams(SCOPE)}`);
    // biome-ignore lint/suspicious/noExplicitAny: the test looks at what it asked for.
    return (await reply.json()) as any;
  };
  const held = await Promise.all(
    Array.from({ length: 9 }, (_, n) => ask(people(`held-${n}`, 2), ['second']).then(({ body }) => body.check_id)),
  );
  const free = (await ask(people('free', 5), ['made-up'])).body.check_id;
  await other.store.lists.forget('second');
  await other.watchlists.refresh();
  await expect(screenBatches(other.options)).rejects.toThrow('The list second is neither loaded nor configured');
  expect(await report(free)).toMatchObject({ state: 'complete', answer: { screened: 5, review: 1 } });
  for (const id of held) {
    expect(await report(id)).toMatchObject({
      ...{ state: 'in_progress', answer: { waiting: 2, screened: 0 } },
      reasons: [{ code: 'held_up', detail: expect.stringContaining('The list second') }, { code: 'subjects_waiting' }],
    });
  }
  const refused = await ask(people('late', 1), ['second']);
  expect([refused.status, refused.body.detail[0].loc]).toEqual([422, ['body', 'lists', 0]]);
  await other.load('second', SAMPLE);
  await screenBatches(other.options);
  expect((await report(held[0])).reasons).toEqual([]);
  expect(await report(held[0])).toMatchObject({ state: 'complete', status: 'verified' });
  await other.close();
});

test('a subject that cannot be screened is an error of its own', async () => {
  const { body } = await service.post('screening_batches', { ...SCOPE, subjects: people('odd', 6) });
  const { checks } = service.store;
  const scope = { tenant: 'bank', partner: 'lagos' };
  const [bad] = await checks.search(
    { ...WAITING_ROWS, ...scope, batchId: body.check_id, subjectRef: 'odd-1' },
    null,
    1,
  );
  const answer = { ...bad!.answer, sent: Buffer.from('no message').toString('base64') };
  expect(await checks.update(scope, bad!.checkId, { ...bad!, answer }, bad!.answer)).toBe(true);
  await screenBatches(service.options);
  const report = (await get(`checks/${body.check_id}`)).body;
  expect(report).toMatchObject({ state: 'complete', status: 'error', answer: { screened: 6, failed: 1, review: 1 } });
  const one = (await get(`checks/${bad!.checkId}`)).body;
  expect(one).toMatchObject({ status: 'error', reasons: [{ code: 'not_screened' }] });
});
