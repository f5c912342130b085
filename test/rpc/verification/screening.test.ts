// Screening by REST: what a list says, and that it fails closed without one.

import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { SAMPLE, verifying } from './under-test.ts';

let service: Awaited<ReturnType<typeof verifying>>;
let empty: Awaited<ReturnType<typeof verifying>>;
beforeAll(async () => {
  service = await verifying({ lists: ['made-up'] });
  empty = await verifying({ lists: ['sample'] });
});
afterAll(async () => {
  await service.close();
  await empty.close();
});

const ask = (person: object, more: object = {}) => service.post('pep_and_sanction_checker', { person, ...more });

test('somebody on a list is a hit with its reasons', async () => {
  const { status, body } = await ask({ full_name: 'Tunde Adewole', nationality: 'Nigeria' });
  expect([status, body.status, body.decision]).toEqual([200, 'review', 'in_review']);
  expect(body.hits[0]).toMatchObject({
    ...{ entity_id: 'sample-1', list: 'made-up', risk_tag: 'sanction', match_score: 100, risk_score: 100 },
    explanations: [{ feature: 'name_match' }, { feature: 'country' }],
  });
  expect(body.lists).toMatchObject([{ name: 'made-up', entities: 4, age_hours: 0, stale: false }]);
});

test('an identifier confirms, and nobody is verified but whom no list has', async () => {
  const identifiers = [{ type: 'passport', value: 'A01234567' }];
  expect((await ask({ full_name: 'Another Name', identifiers })).body).toMatchObject({
    ...{ status: 'not_verified', decision: 'confirmed_hit', reasons: [{ code: 'identifier_hit' }] },
  });
  expect((await ask({ full_name: 'Adaeze Okonkwo' })).body).toMatchObject({
    status: 'verified',
    decision: 'no_hit',
    hits: [],
  });
});

test('a full name that a date contradicts is answered as suppressed, and is not cleared', async () => {
  const { body } = await ask({ full_name: 'Babatunde Olorunfemi Adewole', date_of_birth: '1990-01-01' });
  expect(body).toMatchObject({
    ...{ status: 'partial', decision: 'in_review', hits: [], reasons: [{ code: 'suppressed' }] },
    suppressed: [{ entity_id: 'sample-1', explanations: [{ feature: 'name_match' }, { feature: 'birth_date' }] }],
  });
  expect(body.reasons[0].detail).toBe(
    'Babatunde Olorunfemi Adewole on the list made-up was set aside (birth_date: different days).',
  );
  const person = { full_name: 'Babatunde Olorunfemi Adewole', date_of_birth: '1990-01-01' };
  expect((await service.post('find_person', { person, threshold: 0.7 })).body).toMatchObject({
    ...{ status: 'partial', candidates: [], suppressed: [{ id: 'sample-1', features: { birth_date: -0.1 } }] },
  });
});

test('a number without the letters before it is to be looked at, and the reason says so', async () => {
  const asked = (country: string) => ({
    ...{ full_name: 'Quxani Zzybelto', identifiers: [{ type: 'nin', value: '001234567', country }] },
  });
  const { body } = await ask(asked('gh'));
  expect(body).toMatchObject({ status: 'review', hits: [{ entity_id: 'sample-1' }], reasons: [{ code: 'name_hit' }] });
  expect(body.reasons[0].detail).toMatch(/^A number on the list made-up is the same but for its kind/);
  const contradicted = await ask({ ...asked('gh'), date_of_birth: '1990-01-01' });
  expect(contradicted.body).toMatchObject({ status: 'partial', hits: [], reasons: [{ code: 'suppressed' }] });
});

test('a name that is near a listed one is no hit and clears nobody', async () => {
  for (const full_name of ['Babatunde Obinna Adewole', 'Olorunfemi Segun Musa Adewole', 'Babatunde Adew0le']) {
    const { body } = await ask({ full_name });
    expect([full_name, body.decision]).toEqual([full_name, 'in_review']);
    expect(['partial', 'review']).toContain(body.status);
  }
  const { body } = await ask({ full_name: 'Babatunde Obinna Emeka Adewole' });
  expect(body).toMatchObject({
    ...{ status: 'partial', hits: [], reasons: [{ code: 'near_name' }], suppressed: [{ entity_id: 'sample-1' }] },
  });
  const near = body.suppressed[0].explanations.find(({ feature }: { feature: string }) => feature === 'near_name');
  expect(near.detail).toBe('the first and the last word agree: babatunde=babatunde, adewole=adewole');
});

test('a number of another country beside a company does not hide it', async () => {
  const numbered = (country: string) =>
    service.post('pep_and_sanction_checker', {
      company: { name: 'Golden Mangrove Trading Company Limited', reg_number: 'RC1111111', country },
    });
  expect((await numbered('Ghana')).body).toMatchObject({ status: 'review', hits: [{ entity_id: 'sample-3' }] });
});

test('a higher threshold hides a hit and clears nobody', async () => {
  const { body } = await ask({ full_name: 'Babatunde Adewola' }, { threshold: 0.99 });
  expect([body.hits, body.status]).toEqual([[], 'review']);
  expect(body.reasons.map(({ code }: { code: string }) => code)).toEqual(['name_hit', 'hit_below_threshold']);
});

test('without a list, or with the sample alone, nobody is cleared', async () => {
  const { body } = await empty.post('pep_and_sanction_checker', { person: { full_name: 'Adaeze Okonkwo' } });
  expect(body).toMatchObject({ status: 'error', decision: 'in_review', reasons: [{ code: 'no_list' }] });
  const queries = { q: { schema: 'Person', properties: { name: ['Adaeze'] } } };
  expect(await empty.post('open_sanction_finder', { queries })).toMatchObject({
    status: 503,
    body: { code: 'no_list' },
  });
});

test('while a configured list is not loaded nobody is screened, and once it is everybody', async () => {
  const wanting = await verifying({ lists: ['made-up'], wanted: ['made-up', 'un'] });
  const person = { full_name: 'Adaeze Okonkwo' };
  const queries = { q: { schema: 'Person', properties: { name: ['Adaeze Okonkwo'] } } };
  const calls = [
    ['pep_and_sanction_checker', { person }],
    ['pep_and_sanction_checker', { person, lists: ['un'] }],
    ['find_person', { person }],
    ['open_sanction_finder', { queries }],
  ] as const;
  for (const [route, given] of calls) {
    const { status, body } = await wanting.post(route, given);
    expect([route, status, body.code, body.detail]).toEqual([
      ...[route, 503, 'list_not_loaded', 'The list un is configured and not loaded: nobody is screened.'],
    ]);
  }
  // What does not ask the list does not miss it.
  const others = { person, lists: ['made-up'] };
  expect((await wanting.post('pep_and_sanction_checker', others)).body.status).toBe('verified');
  const own = { person, lists: ['own_subjects'], tenant_id: 't', partner_id: 'p' };
  expect((await wanting.post('find_person', own)).body).toMatchObject({ status: 'partial', lists: [] });
  await wanting.load('un', SAMPLE);
  for (const [route, given] of calls) expect([route, (await wanting.post(route, given)).status]).toEqual([route, 200]);
  await wanting.close();
});

test('a list that is not loaded, and a person without a name, are refused at their place', async () => {
  const wrong = await ask({ full_name: 'x' }, { lists: ['made-up', 'other'] });
  expect([wrong.status, wrong.body.detail[0].loc]).toEqual([422, ['body', 'lists', 1]]);
  const nameless = await ask({ gender: 'f' });
  expect([nameless.status, nameless.body.detail[0].loc]).toEqual([422, ['body', 'person']]);
});

test('nobody is cleared by a name without letters, nor a company behind a person', async () => {
  for (const given of [
    ...['!!! ...', '😀', '\u0000'].flatMap((name) => [{ person: { full_name: name } }, { company: { name } }]),
    { person: { identifiers: [{ type: 'passport', value: '---' }] } },
    { person: { full_name: 'Adaeze Okonkwo' }, company: { name: 'Golden Mangrove' } },
  ]) {
    const { status, body } = await service.post('pep_and_sanction_checker', given);
    expect([given, status, body.detail?.[0].loc]).toEqual([given, 422, ['body', 'person']]);
  }
  expect((await service.post('find_person', { person: { full_name: '...' } })).status).toBe(422);
});

test('a day of birth that nobody has clears nobody', async () => {
  for (const [date_of_birth, code] of [
    ['2999-01-01', 'date_of_birth_in_future'],
    ['2026-12', 'date_of_birth_in_future'],
    ['1850', 'date_of_birth_too_long_ago'],
  ]) {
    const unknown = (await ask({ full_name: 'Adaeze Okonkwo', date_of_birth })).body;
    expect(unknown).toMatchObject({ status: 'review', decision: 'in_review', reasons: [{ code }] });
    const known = (await ask({ full_name: 'Tunde Adewole', date_of_birth })).body;
    expect([known.hits[0]?.entity_id, known.decision]).toEqual(['sample-1', 'in_review']);
    const found = await service.post('find_person', { person: { full_name: 'Adaeze Okonkwo', date_of_birth } });
    expect(found.body).toMatchObject({ status: 'review', reasons: [{ code }] });
  }
  expect((await ask({ full_name: 'Adaeze Okonkwo', date_of_birth: '2026-11' })).body.status).toBe('verified');
  for (const birthDate of [['2999-01-01'], ['1990-02-30'], ['1850-01-01']]) {
    const q = { schema: 'Person', properties: { name: ['Tunde Adewole'], birthDate } };
    const { body } = await service.post('open_sanction_finder', { queries: { q } });
    expect([birthDate, body.responses.q.results[0]?.id]).toEqual([birthDate, 'sample-1']);
  }
});

test('a name that is too short to compare clears nobody, and signs without a shape hide nobody', async () => {
  for (const full_name of ['A', 'T. A.']) {
    const { body } = await ask({ full_name });
    expect(body).toMatchObject({ status: 'review', decision: 'in_review', reasons: [{ code: 'too_short_to_screen' }] });
    const found = await service.post('find_person', { person: { full_name } });
    expect(found.body).toMatchObject({ status: 'review', reasons: [{ code: 'too_short_to_screen' }] });
  }
  for (const full_name of ['\u202ETunde Adewole', 'Tu\u200Bnde Ade\u2060wole', '\u2066Tunde\u2069 Adewole\uFEFF']) {
    expect([full_name, (await ask({ full_name })).body.hits[0]?.entity_id]).toEqual([full_name, 'sample-1']);
  }
  const identifiers = [{ type: 'passport', value: 'A012\u200B34567' }];
  expect((await ask({ full_name: 'Another Name', identifiers })).body.decision).toBe('confirmed_hit');
  expect((await service.post('pep_and_sanction_checker', { company: { name: '\u3164\u200B' } })).status).toBe(422);
});

test('one word of a name clears nobody, and its weak likeness is seen from a lower threshold on', async () => {
  const { body } = await ask({ full_name: 'Adewole' });
  expect(body).toMatchObject({
    status: 'review',
    decision: 'in_review',
    hits: [],
    reasons: [{ code: 'one_word_name' }],
  });
  const q = { schema: 'Person', properties: { name: ['Adewole'] } };
  const { body: found } = await service.post('open_sanction_finder', { queries: { q } });
  expect(found.responses.q.results[0]).toMatchObject({ id: 'sample-1', score: 0.6, match: false });
});

test('names of more words than are worth comparing are refused before anything is compared', async () => {
  // Of a single query with too many words, as of several that have too many together.
  const many = (names: number) => Array.from({ length: names }, () => 'Tunde Adewole '.repeat(12));
  const q = (name: string[], alias: string[] = []) => ({ schema: 'Person', properties: { name, alias } });
  const asked = async (queries: object) => (await service.post('open_sanction_finder', { queries })).body.detail?.[0];
  expect(await asked({ q: q(many(21), many(21)) })).toMatchObject({
    ...{ type: 'query_words', loc: ['body', 'queries', 'q', 'properties'] },
  });
  const batch = Object.fromEntries(Array.from({ length: 20 }, (_, at) => [`q${at}`, q(many(25))]));
  expect(await asked(batch)).toMatchObject({ type: 'queries_words', loc: ['body', 'queries'] });
  expect(await asked({ q: q(many(41)) })).toBeUndefined();
  const parts = { schema: 'Person', properties: { firstName: many(60), lastName: ['Adewole'] } };
  expect(await asked({ q: parts })).toMatchObject({ type: 'query_words' });
  const person = { full_name: 'Tunde Adewole', aliases: many(50) };
  const { body } = await service.post('pep_and_sanction_checker', { person });
  expect(body.detail).toMatchObject([{ type: 'person_words', loc: ['body', 'person', 'aliases'] }]);
});

test('candidates are found with what the list says of them', async () => {
  const { body } = await service.post('find_person', { person: { full_name: 'Fatima Rashidi' }, limit: 1 });
  expect(body.candidates).toMatchObject([{ id: 'sample-2', list: 'made-up' }]);
  expect(body.candidates[0].properties).toContainEqual({ name: 'birth_dates', values: ['1975'] });
});

test('yente’s match route is answered in its shape, with its parameters in the query too', async () => {
  const queries = {
    one: { schema: 'Person', properties: { name: 'Tunde Adewole', birthDate: ['1961-03-14'] } },
    two: { schema: 'Company', properties: { name: ['Golden Mangrove'] } },
  };
  const { body } = await service.post('open_sanction_finder?limit=1&threshold=0.9', { queries });
  expect(body.limit).toBe(1);
  expect(body.responses.one).toMatchObject({
    ...{ status: 200, total: { value: 1, relation: 'eq' }, query: queries.one && { schema: 'Person' } },
    results: [
      { id: 'sample-1', schema: 'Person', match: true, properties: { name: ['Babatunde Olorunfemi Adewole'] } },
    ],
  });
  expect(body.responses.two.results[0]).toMatchObject({ id: 'sample-3', score: 1 });
  expect(Object.keys(body.matcher)).toContain('name_match');
});

const LONG = Array.from({ length: 50 }, () => 'Tunde Adewole '.repeat(12));

test.each([
  ['an unknown schema', { schema: 'Persn', properties: { name: ['Tunde Adewole'] } }, 'schema'],
  ['a schema that nothing is matched by', { schema: 'Ownership', properties: { name: ['Tunde Adewole'] } }, 'schema'],
  ['no property', { schema: 'Person' }, 'properties'],
  ['a day of birth alone', { schema: 'Person', properties: { birthDate: ['1961-03-14'] } }, 'properties'],
  ['initials alone', { schema: 'Person', properties: { name: ['T. A.'] } }, 'properties'],
  ['a letter behind a title', { schema: 'Person', properties: { name: ['Chief T'] } }, 'properties'],
  ['a short number', { schema: 'Person', properties: { idNumber: ['12'] } }, 'properties'],
  ['no schema', { properties: { name: ['Tunde Adewole'] } }, 'schema'],
  ['a name of too many letters', { schema: 'Person', properties: { name: 'A'.repeat(1_025) } }, 'properties'],
  ['too many names', { schema: 'Person', properties: { name: Array(101).fill('Ada Obi') } }, 'properties'],
  ['names of too many words', { schema: 'Person', properties: { name: LONG } }, 'properties'],
  ['a number for a name', { schema: 'Person', properties: { name: ['Ada Obi', 5] } }, 'properties', 'name', 1],
  ['an object for a date', { schema: 'Person', properties: { birthDate: { y: 1961 } } }, 'properties', 'birthDate'],
  ['null among its names', { schema: 'Person', properties: { name: [null] } }, 'properties', 'name', 0],
  ['a list for its properties', { schema: 'Person', properties: [] }, 'properties'],
  ['a number for a schema', { schema: 5, properties: { name: ['Ada Obi'] } }, 'schema'],
  [
    'a name of far too many letters',
    { schema: 'Person', properties: { name: 'A'.repeat(65_537) } },
    'properties',
    'name',
    0,
  ],
  ['a text for all of it', 'Tunde Adewole'],
  ['nothing', null],
])('a query of yente’s with %s is refused at its place, and in a batch answers for itself alone', async (...given) => {
  const [, wrong, ...field] = given;
  const fine = { schema: 'Company', properties: { name: ['Golden Mangrove'] } };
  const alone = await service.post('open_sanction_finder', { queries: { wrong } });
  expect([alone.status, alone.body.detail.map(({ loc }: { loc: unknown }) => loc)]).toEqual([
    ...[422, [['body', 'queries', 'wrong', ...field]]],
  ]);
  const { status, body } = await service.post('open_sanction_finder', { queries: { wrong, fine } });
  expect([status, body.responses.fine.results[0].id]).toEqual([200, 'sample-3']);
  expect(body.responses.wrong).toMatchObject({
    ...{
      status: 400,
      results: [],
      total: { value: 0 },
      detail: expect.stringMatching(new RegExp(`^${field.join('.') || 'it'} (must|is required)`)),
    },
  });
  expect(body.responses.fine).not.toHaveProperty('detail');
});

test('yente’s filters choose among the entities, and none clears by a word that no list has', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'tieout-filters-'));
  const fresh = await verifying();
  const person = (id: string, more: object) => ({
    ...{
      id,
      schema: 'Person',
      caption: 'Tunde Adewole',
      properties: { name: ['Tunde Adewole'], topics: ['sanction'] },
    },
    ...{ datasets: ['us_ofac_sdn'], ...more },
  });
  const entities = [
    person('a', { last_change: '2026-01-05T00:00:00' }),
    person('b', { datasets: ['us_ofac_sdn', 'eu_fsf'], last_change: '2026-03-05T00:00:00' }),
    person('c', { datasets: ['ng_peps'], properties: { name: ['Tunde Adewole'], topics: ['role.pep'] } }),
    { ...person('d', {}), schema: 'LegalEntity' },
  ];
  writeFileSync(join(folder, 'ftm.json'), entities.map((one) => JSON.stringify(one)).join('\n'));
  await fresh.load('all', join(folder, 'ftm.json'));
  const queries = { q: { schema: 'Person', properties: { name: ['Tunde Adewole'] } } };
  const found = async (query: string, body: object = {}) => {
    const { body: answer } = await fresh.post(`open_sanction_finder?limit=10&${query}`, { queries, ...body });
    return answer.responses?.q.results.map(({ id }: { id: string }) => id).join('') ?? answer.detail;
  };
  for (const [query, ids] of [
    ['', 'abcd'],
    ['include_dataset=eu_fsf', 'b'],
    ['include_dataset=eu_fsf&include_dataset=ng_peps', 'bc'],
    ['include_dataset=all', 'abcd'],
    ['exclude_dataset=us_ofac_sdn', 'bc'],
    ['exclude_dataset=all', ''],
    ['include_dataset=us_ofac_sdn&exclude_dataset=eu_fsf', 'abd'],
    ['exclude_entity_ids=a&exclude_entity_ids=b', 'cd'],
    ['topics=role.pep', 'c'],
    ['topics=role.pep&topics=sanction', 'abcd'],
    ['exclude_schema=LegalEntity', 'abc'],
    ['changed_since=2026-02-01', 'bcd'],
    ['changed_since=2026-03-05T00:00', 'bcd'],
    ['algorithm=best', 'abcd'],
    ['algorithm=Tieout', 'abcd'],
  ]) {
    expect([query, await found(query)]).toEqual([query, ids]);
  }
  expect(await found('', { include_dataset: ['ng_peps'], weights: {}, config: {} })).toBe('c');
  const refused = async (query: string, body: object = {}) => {
    const { status, body: answer } = await fresh.post(`open_sanction_finder?${query}`, { queries, ...body });
    return [status, Array.isArray(answer.detail) ? answer.detail[0].loc.join('.') : answer.code];
  };
  expect(await refused('include_dataset=eu_fsff')).toEqual([422, 'query.include_dataset.0']);
  expect(await refused('topics=sanction&topics=sanctoin')).toEqual([422, 'query.topics.1']);
  expect(await refused('changed_since=yesterday')).toEqual([422, 'query.changed_since']);
  expect(await refused('', { weights: { name_match: 0.1 } })).toEqual([422, 'body.weights']);
  expect(await refused('', { config: { nm_number_mismatch: 0.4 } })).toEqual([422, 'body.config']);
  expect(await refused('algorithm=logic-v2')).toEqual([400, 'algorithm_unknown']);
  await fresh.close();
  rmSync(folder, { recursive: true });
});

test('a query by a wider or narrower schema is compared', async () => {
  const properties = { name: ['Golden Mangrove'] };
  for (const schema of ['Thing', 'LegalEntity', 'Organization', 'PublicBody']) {
    const { body } = await service.post('open_sanction_finder', { queries: { q: { schema, properties } } });
    expect([schema, body.responses.q.results[0]?.id]).toEqual([schema, 'sample-3']);
  }
  for (const schema of ['Person', 'Vessel', 'Address']) {
    const { body } = await service.post('open_sanction_finder', { queries: { q: { schema, properties } } });
    expect([schema, body.responses.q.results]).toEqual([schema, []]);
  }
});

test('a parameter that is wrong is refused where it stands', async () => {
  const queries = { q: { schema: 'Person', properties: { name: ['Tunde Adewole'] } } };
  const placesOf = async (query: string, body: object = { queries }) => {
    const reply = await service.post(`open_sanction_finder?${query}`, body);
    return [reply.status, ...reply.body.detail.map(({ loc }: { loc: string[] }) => loc.join('.'))];
  };
  expect(await placesOf('limit=abc')).toEqual([422, 'query.limit']);
  expect(await placesOf('limit=0&threshold=7')).toEqual([422, 'query.threshold', 'query.limit']);
  expect(await placesOf('threshold=0.8', { queries, limit: 'abc' })).toEqual([422, 'body.limit']);
  expect(await placesOf('cutoff=0.8', { queries, threshold: 7 })).toEqual([422, 'body.threshold']);
});

test('a stale list clears nobody', async () => {
  service.later(49);
  const { body } = await ask({ full_name: 'Adaeze Okonkwo' });
  expect(body).toMatchObject({ status: 'review', reasons: [{ code: 'stale_list' }], lists: [{ stale: true }] });
  expect(service.watchlists.states()).toMatchObject([{ isStale: true }]);
});

test('a list that was published long ago clears nobody, however fresh it is read, and what it lacks is a warning', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'tieout-old-'));
  const fresh = await verifying();
  const sdn = (day: string) => `<sdnList><publshInformation><Publish_Date>${day}</Publish_Date></publshInformation>
<sdnEntry><uid>1</uid><firstName>Ade</firstName><lastName>MADE-UP</lastName><sdnType>Individual</sdnType></sdnEntry></sdnList>`;
  const load = async (name: string, file: string, content: string) => {
    writeFileSync(join(folder, file), content);
    expect(await fresh.load(name, join(folder, file))).toEqual([]);
  };
  const person = { full_name: 'Adaeze Okonkwo' };
  const asked = async () => (await fresh.post('pep_and_sanction_checker', { person })).body;
  await load('sdn', 'SDN.XML', sdn('11/20/2026'));
  expect(await asked()).toMatchObject({
    ...{ status: 'review', decision: 'in_review', warnings: [] },
    reasons: [{ code: 'stale_list', detail: 'The list sdn was published on 2026-11-20, longer ago than it may be.' }],
    lists: [{ published_at: '2026-11-20T00:00:00.000Z', age_hours: 80, stale: true }],
  });
  await load('sdn', 'SDN.XML', sdn('11/22/2026'));
  expect(await asked()).toMatchObject({ status: 'verified', reasons: [], lists: [{ age_hours: 32, stale: false }] });
  await load('sdn', 'sdn.csv', '1,"MADE-UP, Ade","individual","SDGT",-0- ,-0- ,-0- ,-0- ,-0- ,-0- ,-0- ,-0- \n');
  const { status, warnings, lists } = await asked();
  expect([status, warnings.length, lists[0].warnings.length]).toEqual(['verified', 3, 3]);
  expect(warnings[0]).toBe('sdn: alt.csv does not lie beside sdn.csv: its aliases are missing.');
  await fresh.close();
  rmSync(folder, { recursive: true });
});

test('a digital currency address is screened, as a wallet and as somebody’s', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'tieout-wallets-'));
  const fresh = await verifying();
  writeFileSync(
    join(folder, 'sdn.csv'),
    '1,"MADE-UP, Ade","individual","CYBER2",-0- ,-0- ,-0- ,-0- ,-0- ,-0- ,-0- ,"Digital Currency Address - XBT 1MadeUpXyZ99"\n',
  );
  await fresh.load('sdn', join(folder, 'sdn.csv'));
  const identifiers = [{ type: 'crypto', value: '1MadeUpXyZ99' }];
  const person = { full_name: 'Another Name', identifiers };
  const { body } = await fresh.post('pep_and_sanction_checker', { person });
  expect(body).toMatchObject({
    decision: 'confirmed_hit',
    hits: [
      { entity_id: 'ofac-1', match_score: 100 },
      { entity_id: 'ofac-1-1MadeUpXyZ99', match_score: 100 },
    ],
  });
  const queries = { q: { schema: 'CryptoWallet', properties: { publicKey: ['1MadeUpXyZ99'] } } };
  const found = (await fresh.post('open_sanction_finder', { queries })).body.responses.q.results;
  expect(found).toMatchObject([{ id: 'ofac-1-1MadeUpXyZ99', schema: 'CryptoWallet', score: 1, match: true }]);
  await fresh.close();
  rmSync(folder, { recursive: true });
});

test("yente's route says what clears nobody although no entity matches", async () => {
  const ask = async (name: string) => {
    const queries = { q: { schema: 'Person', properties: { name: [name] } } };
    const { status, body } = await service.post('open_sanction_finder', { queries });
    return { status, ...body.responses.q };
  };
  expect(await ask('Adgk Bello')).toMatchObject({ status: 200, detail: expect.stringContaining('no vowel') });
  expect(await ask(`${'Ade '.repeat(24)}Bello`)).toMatchObject({ detail: expect.stringContaining('first 24 words') });
  expect((await ask('Wuraola Bello')).detail ?? '').not.toContain('vowel');
});
