// A report as a compliance officer files it: whom it is about and for whom it was made, what each result rests on, and
// what the caller brings marked as the caller's. It is about one subject, and erased with it.

import { extractText, getDocumentProxy } from 'unpdf';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { decideCase } from '../../../src/workflows/verification/cases/change-case.ts';
import { faceOf } from '../../adapters/imaging/face-pictures.ts';
import { verifying } from './under-test.ts';

let service: Awaited<ReturnType<typeof verifying>>;
beforeAll(async () => {
  service = await verifying({ lists: ['made-up'] });
});
afterAll(() => service.close());

const SCOPE = { tenant_id: 'umoja', partner_id: 'mfb' };
const PERSON = {
  ...{ first_name: 'Tunde', last_name: 'Adewole', date_of_birth: '1961-03-14', nationality: 'NG' },
  identifiers: [{ type: 'passport', value: 'A98765432', country: 'NG' }],
};
const OTHER = { first_name: 'Tunde', last_name: 'Adewola', date_of_birth: '1961-04-14' };

const get = async (path: string, method = 'GET') => {
  const reply = await fetch(`${service.address}/v1/${path}?${new URLSearchParams(SCOPE)}`, { method });
  return reply.status;
};

async function checksOf(subject_ref: string): Promise<string[]> {
  const about = { ...SCOPE, subject_ref, store: true };
  const selfie = { content_base64: (await faceOf('first')).toString('base64') };
  const made = [
    await service.post('pep_and_sanction_checker', { person: PERSON, ...about }),
    await service.post('biodata_check', { claimed: PERSON, reference: OTHER, ...about }),
    await service.post('calculate_customer_risk_profile', {
      ...{ customer_type: 'individual', countries: ['NG', 'IR'], products: ['private_banking'], channels: ['branch'] },
      ...{ occupation: 'astrologer', screening_results: [{ decision: 'in_review', risk_tag: 'sanction' }], ...about },
    }),
    await service.post('liveliness_check', { image: selfie, ...about }),
  ];
  expect(made.map(({ status }) => status)).toEqual([200, 200, 200, 200]);
  return made.map(({ body }) => body.check_id);
}

test('it names everybody and everything that its results rest on', { timeout: 60_000 }, async () => {
  const check_ids = await checksOf('customer-9');
  const ask = {
    ...{ ...SCOPE, check_ids, title: 'Onboarding of Tunde Adewole', prepared_by: 'Kẹ́hìndé, KYC desk' },
    customer: { name: 'Adewole Trading ₦', reference: 'ACC-0042' },
    results: [{ check_id: 'branch-visit', route: 'branch_visit', status: 'verified', reasons: [], warnings: [] }],
  };
  const { body } = await service.post('generate_report', ask);
  expect(body).toMatchObject({
    status: 'not_verified',
    reasons: [{ code: 'worst_not_verified' }, { code: 'caller_results' }],
  });
  const pdf = Buffer.from(body.content_base64, 'base64');
  const { text, totalPages } = await extractText(await getDocumentProxy(new Uint8Array(pdf)), { mergePages: false });
  const all = text.join('\n').replaceAll(/\s+/g, ' ');
  for (const said of [
    ...['Onboarding of Tunde Adewole', 'Adewole Trading ₦', 'ACC-0042', 'umoja', 'mfb', 'customer-9'],
    ...['not identified', 'Kẹ́hìndé, KYC desk', '1961-03-14', 'NOT VERIFIED', 'made-up', 'sample-1'],
    ...['Likeness', 'speaks against', 'Factors of risk', 'astrologer', 'unknown', 'Enhanced due diligence', 'required'],
    ...[
      'Fields that were compared',
      'date of birth',
      'Quality of the pictures',
      'Brought by the caller',
      'Branch visit',
    ],
    ...['Reviewed by', 'Signature'],
  ]) {
    expect.soft(all, said).toContain(said);
  }
  // Numbers are masked.
  expect(all).not.toContain('A98765432');
  text.forEach((page, at) => {
    expect(page.replaceAll(/\s+/g, ' ')).toContain(`Page ${at + 1} of ${totalPages}`);
  });
  const json = await service.post('generate_report', { ...ask, format: 'json' });
  const report = JSON.parse(Buffer.from(json.body.content_base64, 'base64').toString());
  expect(report).toMatchObject({
    ...{ customer: ask.customer, tenant_id: 'umoja', operator: { caller: null, stated: ask.prepared_by } },
    subject: { subject_ref: 'customer-9', names: ['Tunde Adewole'], birth_dates: ['1961-03-14'] },
  });
  expect(report.checks.map(({ origin }: { origin: string }) => origin)).toEqual([
    ...['kept', 'kept', 'kept', 'kept', 'caller'],
  ]);
  expect(report.checks[0]).toMatchObject({
    ...{ lists: [{ name: 'made-up' }], hits: [{ entity_id: 'sample-1', case_status: 'undecided' }] },
  });
  // It is kept with its subject, and erased with it.
  expect(await get(`checks/${body.check_id}`)).toBe(200);
  const scope = { tenant: SCOPE.tenant_id, partner: SCOPE.partner_id };
  for (const { caseId, version } of await service.store.cases.ofSubject(scope, 'customer-9')) {
    const decided = { status: 'false_match', reason: 'Another one.', until: null, version, by: 'officer' } as const;
    await decideCase(service.kept, { scope, caseId }, decided);
  }
  expect(await get('subjects/customer-9', 'DELETE')).toBe(200);
  expect(await get(`checks/${body.check_id}`)).toBe(404);
});

test('it is about one subject, and verifies nobody by what the caller says', async () => {
  const ask = (subject_ref: string) =>
    service.post('biodata_check', { claimed: PERSON, reference: PERSON, ...SCOPE, subject_ref });
  const [one, two] = [(await ask('one')).body.check_id, (await ask('two')).body.check_id];
  const both = await service.post('generate_report', { ...SCOPE, check_ids: [one, two] });
  expect([both.status, both.body.detail]).toEqual([
    422,
    [expect.objectContaining({ type: 'subjects_differ', loc: ['body', 'check_ids', 1] })],
  ]);
  const other = await service.post('generate_report', { ...SCOPE, check_ids: [one], subject_ref: 'two' });
  expect([other.status, other.body.detail[0].loc]).toEqual([422, ['body', 'check_ids', 0]]);
  const own = await service.post('generate_report', { ...SCOPE, check_ids: [one] });
  expect(own.body).toMatchObject({ status: 'verified', reasons: [] });
  const results = [{ check_id: 'mine', status: 'verified' }];
  const brought = await service.post('generate_report', { results, ...SCOPE, format: 'json' });
  expect(brought.body).toMatchObject({
    status: 'partial',
    reasons: [{ code: 'worst_partial' }, { code: 'caller_results' }],
  });
  // Nobody could erase it, so it is not kept.
  expect(await get(`checks/${brought.body.check_id}`)).toBe(404);
});
