// Biodata, numbers and risk by REST.

import { afterAll, beforeAll, expect, test } from 'vitest';
import { verifying } from './under-test.ts';

let service: Awaited<ReturnType<typeof verifying>>;
beforeAll(async () => {
  service = await verifying();
});
afterAll(() => service.close());

const PERSON = { first_name: 'Adaeze', last_name: 'Okonkwo', date_of_birth: '1990-04-12' };
const biodata = async (claimed: object, reference: object) =>
  (await service.post('biodata_check', { claimed, reference })).body;
const fieldOf = (body: { fields: { field: string }[] }, name: string) =>
  body.fields.find(({ field }) => field === name);

test('two tellings of one person agree, whatever the order of the names', async () => {
  const body = await biodata(
    { ...PERSON, phone_number: '0803 123 4567' },
    { full_name: 'OKONKWO Adaeze', date_of_birth: '1990-04-12', phone_number: '+2348031234567' },
  );
  expect([body.status, body.score]).toEqual(['verified', 1]);
  expect(fieldOf(body, 'phone_number')).toMatchObject({ verdict: 'exact' });
  expect(fieldOf(body, 'gender')).toMatchObject({ verdict: 'unavailable', score: null });
});

test.each([
  ['day and month are swapped', { date_of_birth: '1990-12-04' }, 'partial', 'partial', 'swapped_day_and_month'],
  ['only the year is known', { date_of_birth: '1990' }, 'partial', 'partial', 'year_only'],
  ['the day is another', { date_of_birth: '1985-01-30' }, 'not_verified', 'none', null],
])('when %s', async (_, change, status, verdict, reason) => {
  const body = await biodata(PERSON, { ...PERSON, ...change });
  expect([body.status, fieldOf(body, 'date_of_birth')]).toMatchObject([status, { verdict, reason }]);
});

test('another name is none, a name alone is partial, and nothing is an error', async () => {
  expect((await biodata(PERSON, { ...PERSON, last_name: 'Bello', first_name: 'Musa' })).status).toBe('not_verified');
  expect((await biodata({ first_name: 'Ada', last_name: 'Obi' }, { full_name: 'Ada Obi' })).status).toBe('partial');
  expect(await biodata({ first_name: 'Ada' }, { gender: 'f' })).toMatchObject({
    status: 'error',
    reasons: [{ code: 'nothing_to_compare' }],
  });
  expect(
    (await service.post('biodata_check', { claimed: { date_of_birth: '1990-02-30' }, reference: {} })).status,
  ).toBe(422);
});

test.each([
  ['2999-01-01', 'date_of_birth_in_future', 'in_future'],
  ['2026-11-24', 'date_of_birth_in_future', 'in_future'],
  ['1896-11-22', 'date_of_birth_too_long_ago', 'too_long_ago'],
  ['0001', 'date_of_birth_too_long_ago', 'too_long_ago'],
])('nobody was born on %s, though two tellings agree on it', async (date_of_birth, code, reason) => {
  const body = await biodata({ ...PERSON, date_of_birth }, { ...PERSON, date_of_birth });
  expect(body).toMatchObject({ status: 'not_verified', reasons: [{ code }] });
  expect(fieldOf(body, 'date_of_birth')).toMatchObject({ verdict: 'none', reason });
  expect((await biodata({ ...PERSON, date_of_birth }, { full_name: 'Adaeze Okonkwo' })).status).toBe('not_verified');
  const ids = [{ type: 'nin', number: '71234567894' }];
  const { body: byNumber } = await service.post('id_check/all', { ids, person: { ...PERSON, date_of_birth } });
  expect(byNumber).toMatchObject({ status: 'not_verified', ids: [{ reasons: [{ code }] }] });
});

test('somebody may be as old as anybody was, and born today', async () => {
  for (const date_of_birth of ['1896-11-23', '2026-11-23', '2026-11', '1896']) {
    const { status } = await biodata({ ...PERSON, date_of_birth }, { ...PERSON, date_of_birth });
    expect([date_of_birth, status]).toEqual([date_of_birth, date_of_birth.length === 10 ? 'verified' : 'partial']);
  }
});

test('initials that agree are no name, nor is a whole name beside the parts of another', async () => {
  const date_of_birth = '1990-04-12';
  const initials = await biodata({ full_name: 'A', date_of_birth }, { full_name: 'a.', date_of_birth });
  expect([initials.status, fieldOf(initials, 'name')]).toMatchObject([
    'partial',
    { verdict: 'partial', reason: 'initials' },
  ]);
  const two = await biodata({ ...PERSON, full_name: 'Musa Bello' }, PERSON);
  expect([two.status, fieldOf(two, 'name')]).toMatchObject(['not_verified', { verdict: 'none', reason: 'two_names' }]);
  expect((await biodata({ ...PERSON, full_name: 'OKONKWO, Adaeze Ngozi' }, PERSON)).status).toBe('verified');
});

test('identifiers that differ deny, and are in no answer', async () => {
  const identifiers = (value: string) => [{ type: 'nin', value }];
  const { text, body } = await service.post('biodata_check', {
    claimed: { ...PERSON, identifiers: identifiers('12345678901') },
    reference: { ...PERSON, identifiers: identifiers('12345678902') },
  });
  expect(body.status).toBe('not_verified');
  expect(text).not.toContain('1234567890');
});

test.each([
  ['iban', 'GB82 WEST 1234 5698 7654 32', true, true],
  ['iban', 'GB82 WEST 1234 5698 7654 33', true, false],
  ['lei', '5493001KJTIIGC8Y1R12', true, true],
  ['lei', '5493001KJTIIGC8Y1R13', true, false],
  ['nin', '12345678901', true, undefined],
  ['bvn', '1234567890', false, undefined],
  ['tin', '12345678-0001', true, undefined],
  ['rc', 'RC123456', true, undefined],
  ['passport', 'A12345678', true, undefined],
])('the form of %s %s', async (type, number, format_valid, checksum_valid) => {
  const { body, text } = await service.post('id_check/all', { ids: [{ type, number }] });
  expect(body.ids[0]).toMatchObject({ type, format_valid, country: 'ng', provider_result: 'not_asked' });
  expect(body.ids[0].checksum_valid).toBe(checksum_valid);
  expect(body.status).toBe(format_valid && checksum_valid !== false ? 'review' : 'not_verified');
  expect(text).not.toContain(number);
});

test('a country that is none is said, and the number is looked at as any country’s', async () => {
  const { body } = await service.post('id_check/all', {
    ids: [{ type: 'passport', number: 'A12345678', country: 'Atlantis' }],
  });
  expect(body).toMatchObject({ status: 'review', ids: [{ format_valid: true, country: '' }] });
  expect(body.reasons.map(({ code }: { code: string }) => code)).toEqual(['format_only', 'country_unknown']);
});

const NO_HIT = { decision: 'no_hit', risk_tag: 'sanction' };
const PLAIN = {
  ...{ customer_type: 'individual', countries: ['NG'], products: ['savings'], channels: ['branch'] },
  ...{ occupation: 'teacher', ownership: [], screening_results: [NO_HIT] },
};
const risk = async (change: object = {}) =>
  (await service.post('calculate_customer_risk_profile', { ...PLAIN, ...change })).body;
const codes = ({ reasons }: { reasons: { code: string }[] }) => reasons.map(({ code }) => code);

test('a plain customer is of low risk, factor by factor with its source', async () => {
  const body = await risk();
  expect(body).toMatchObject({
    level: 'low',
    status: 'verified',
    edd_required: false,
    floor_applied: null,
    review_due_at: '2029-11-23',
  });
  expect(body.factors.map(({ factor }: { factor: string }) => factor)).toEqual([
    ...['customer_type', 'geography', 'product', 'channel', 'occupation', 'screening'],
  ]);
  expect(body.factors.every(({ source }: { source: string }) => source.length > 3)).toBe(true);
});

test('a fact that is needed and not given is a factor, and leaves nobody at low risk', async () => {
  for (const [field, factor] of [
    ...[['countries', 'geography'] as const, ['products', 'product'] as const, ['channels', 'channel'] as const],
    ...[['occupation', 'occupation'] as const, ['screening_results', 'screening'] as const],
  ]) {
    const body = await risk({ [field]: undefined });
    expect([field, body.level, body.status, codes(body)]).toEqual([field, 'medium', 'partial', ['facts_missing']]);
    expect(body.reasons[0].detail).toContain(factor);
    expect(body.factors).toContainEqual(expect.objectContaining({ factor, value: 'missing', floor: 'medium' }));
  }
  for (const products of [['  '], ['\u200B']]) expect(codes(await risk({ products }))).toEqual(['facts_missing']);
  const alone = { products: [], channels: [], countries: [], occupation: null, screening_results: [] };
  expect(await risk(alone)).toMatchObject({ level: 'medium', status: 'partial' });
  const company = await risk({ ...alone, customer_type: 'company' });
  expect(company).toMatchObject({ level: 'high', status: 'review', edd_required: true });
  expect(codes(company)).toEqual(['risk_high', 'facts_missing']);
});

test('owners have no more than the whole together, and a share that nobody tells is unexplained', async () => {
  const owned = (...shares: (number | undefined)[]) =>
    service.post('calculate_customer_risk_profile', {
      ...{ ...PLAIN, customer_type: 'company', occupation: null, industry: 'retail' },
      ownership: shares.map((share_percent, at) => ({ name: `Owner ${at}`, share_percent })),
    });
  const { status, body } = await owned(80, 80);
  expect([status, body.detail]).toEqual([
    422,
    [{ type: 'owners_add_up', loc: ['body', 'ownership'], msg: expect.stringMatching(/more than 100 percent/) }],
  ]);
  const valuesOf = async (...shares: (number | undefined)[]) =>
    (await owned(...shares)).body.factors
      .filter(({ factor }: { factor: string }) => factor === 'ownership')
      .map(({ value }: { value: string }) => value);
  expect(await valuesOf(70.1, 29.9)).toEqual(['named']);
  expect(await valuesOf(undefined)).toEqual(['named', 'unexplained']);
});

test('a word that no rule knows is unknown, and leaves nobody at low risk', async () => {
  for (const [field, value, factor] of [
    ['occupation', 'Blockchain shaman', 'occupation'],
    ['channels', ['branch', 'carrier pigeon'], 'channel'],
    ['products', ['savings', '???'], 'product'],
    ['industry', 'zorblatt', 'industry'],
  ] as const) {
    const body = await risk({ [field]: value });
    expect([field, body.level, body.status, codes(body)]).toEqual([field, 'medium', 'partial', ['words_unknown']]);
    const word = (typeof value === 'string' ? value : value[1]).toLowerCase();
    expect(body.reasons[0].detail).toBe(`Not known to the ruleset: ${factor} “${word}”.`);
    expect(body.factors).toContainEqual(
      expect.objectContaining({ factor, value: word, unknown: true, floor: 'medium' }),
    );
  }
  const nothing = await risk({ occupation: 'flurb', channels: ['grommit'] });
  expect([nothing.level, nothing.status, nothing.floor_applied]).toEqual(['medium', 'partial', 'channel: grommit']);
});

test('case, spaces, hyphens and underscores make no difference, and no part of a phrase reassures', async () => {
  const reasonsOf = async (field: string, value: string) => {
    const { factors } = await risk({ [field]: [value] });
    return factors.find((one: { factor: string }) => one.factor === field.slice(0, -1)).reason;
  };
  for (const channel of [
    'non face to face',
    'Non-Face-To-Face',
    'NON_FACE_TO_FACE',
    'nonface-to-face',
    'Not in person',
  ])
    expect([channel, await reasonsOf('channels', channel)]).toEqual([channel, 'the customer is not seen']);
  for (const channel of ['face_to_face', 'Face-to-Face', 'FaceToFace', 'in  person', 'BRANCH'])
    expect([channel, await reasonsOf('channels', channel)]).toEqual([channel, 'the customer is seen']);
  for (const product of ['private_banking', 'PRIVATE-BANKING', 'Private  Banking', 'privatebanking'])
    expect([product, await reasonsOf('products', product)]).toEqual([product, 'private banking']);
  expect(await reasonsOf('products', 'Letter-of-Credit')).toBe('trade finance');
  expect(await reasonsOf('channels', 'without branch')).toBe('not known to the ruleset');
});

test('signs without a shape hide no word of the rules', async () => {
  expect(await risk({ occupation: 'mini\u200Bster' })).toMatchObject({ level: 'high' });
});

test('a floor raises what the sum leaves low, and is named', async () => {
  expect(await risk({ countries: ['North Korea'] })).toMatchObject({
    level: 'prohibited',
    status: 'not_verified',
    edd_required: true,
  });
  const pep = await risk({ ownership: [{ name: 'x', is_pep: true, share_percent: 100 }] });
  expect(pep).toMatchObject({ level: 'high', floor_applied: 'ownership: pep', edd_required: true, status: 'review' });
  const hit = { decision: 'confirmed_hit', risk_tag: 'sanction' };
  expect(await risk({ screening_results: [hit] })).toMatchObject({ level: 'prohibited' });
});

test('what the ruleset does not know is said, and an unknown country is not of low risk', async () => {
  const body = await risk({ countries: ['Atlantis'], occupation: 'beekeeper' });
  const unknown = body.factors.filter(({ reason }: { reason: string }) => reason === 'not known to the ruleset');
  expect(unknown.map(({ factor, value }: { factor: string; value: string }) => `${factor} ${value}`)).toEqual([
    'geography unknown',
    'occupation beekeeper',
  ]);
  expect([body.level, body.status, body.floor_applied, codes(body)]).toEqual([
    ...['medium', 'partial', 'geography: unknown', ['country_unknown', 'words_unknown']],
  ]);
  expect(await risk({ ownership: [{ name: 'x', country: 'ZZ', share_percent: 100 }] })).toMatchObject({
    level: 'medium',
  });
});

test('consent is asked for where it is configured', async () => {
  const strict = await verifying({ requiresConsent: true });
  const body = { claimed: PERSON, reference: PERSON };
  expect((await strict.post('biodata_check', body)).body.detail[0]).toMatchObject({ loc: ['body', 'consent_ref'] });
  expect((await strict.post('biodata_check', { ...body, consent_ref: 'c' })).status).toBe(200);
  await strict.close();
});
