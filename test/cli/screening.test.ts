// `tieout screen`, `lists check` and `risk simulate`, as a person calls them.

import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, expect, test } from 'vitest';
import { tieout } from './tieout.ts';

const folder = mkdtempSync(join(tmpdir(), 'tieout-screening-'));
afterAll(() => rmSync(folder, { recursive: true }));
const SAMPLE = fileURLToPath(new URL('../../examples/lists/sample.csv', import.meta.url));

test('screen says who is alike and why', async () => {
  const { status, stdout } = await tieout(['screen', 'Tunde', 'Adewola', '--list', SAMPLE]);
  expect([status, stdout]).toEqual([
    0,
    expect.stringMatching(/4 entities\n0\.9\d\d {2}Tunde Adewole {2}\(sample-1, sanction\)/),
  ]);
  const json = await tieout(['screen', 'Nobody', 'Known', '--list', SAMPLE, '--id', 'a0123 4567', '--json']);
  expect(JSON.parse(json.stdout)).toMatchObject({
    ...{ hits: [{ entity_id: 'sample-1', score: 1 }], status: 'not_verified', decision: 'confirmed_hit' },
  });
  const one = await tieout(['screen', 'Adewole', '--list', SAMPLE]);
  expect(one.stdout).toMatch(
    /No hit from 0\.7 on\.\nJudged: review\n(?: {2}.*\n)? {2}A name of one word .*\n {2}Try --threshold 0\.5\.\n$/,
  );
});

test('screen --file accounts for every row of the file, and writes a line about each', async () => {
  const [file, out] = [join(folder, 'subjects.csv'), join(folder, 'report.csv')];
  const rows = [
    'subject_ref,name,date_of_birth',
    'c1,Tunde Adewole,1961-03-14',
    'c2,Quxani Zzybelto,',
    '=c3,Ada Obi,soon',
  ];
  writeFileSync(file, `${rows.join('\r\n')}\r\nc1,Ada Obi,\r\nc4,Ada Obi\r\n`);
  const args = ['screen', '--file', file, '--list', SAMPLE];
  const { status, stdout } = await tieout([...args, '--out', out]);
  expect([status, stdout]).toEqual([1, expect.stringMatching(/^5 subjects: .* 1 review, .* 3 refused$/m)]);
  const written = readFileSync(out, 'utf8').trimEnd().split('\n');
  expect(written.map((line) => line.split(',').slice(0, 4).join(','))).toEqual([
    'row,subject_ref,status,decision',
    '1,c1,review,in_review',
    expect.stringMatching(/^2,c2,(verified|review),/),
    "3,'=c3,refused,",
    '4,c1,refused,',
    '5,,refused,',
  ]);
  const lines = ['{"subject_ref":"a","name":"Tunde Adewole"}', 'no json', '{"subject_ref":"b","age":4}', '[]'];
  const json = join(folder, 'subjects.jsonl');
  writeFileSync(json, lines.join('\n'));
  const told = await tieout(['screen', '--file', json, '--list', SAMPLE, '--json']);
  expect(JSON.parse(told.stdout)).toMatchObject({ rows: 4, review: 1, refused: 3 });
  for (const [words, code] of [
    [['screen', '--file', join(folder, 'none.csv'), '--list', SAMPLE], 1],
    [['screen', '--file', file], 2],
    [['screen', 'Ada', '--file', file, '--list', SAMPLE], 2],
    [['screen', 'Ada', '--list', SAMPLE, '--out', out], 2],
  ] as const) {
    expect([words, (await tieout([...words])).status]).toEqual([words, code]);
  }
});

test('lists check refuses what is no list, in one line', async () => {
  const broken = join(folder, 'cut.csv');
  writeFileSync(broken, 'id,schema,name,aliases,birth_date,countries,identifiers,dataset\na,Person,"Ade');
  const { status, stdout, stderr } = await tieout(['lists', 'check', SAMPLE, broken]);
  expect([status, stdout, stderr]).toEqual([
    1,
    expect.stringMatching(/targets_simple_csv, 4 entities/),
    expect.stringMatching(/cut off\.\n$/),
  ]);
});

test('lists load puts a list into the store, list shows it, forget takes it away', async () => {
  const data = mkdtempSync(join(folder, 'store-'));
  const load = await tieout(['lists', 'load', `sdn=${SAMPLE}`, 'none=/nowhere.csv', '--data', data]);
  expect([load.status, load.stdout, load.stderr]).toEqual([
    1,
    expect.stringMatching(/^sdn: opensanctions_targets_simple_csv, 4 entities, version \w+, loaded\n$/),
    expect.stringMatching(/nowhere\.csv could not be read/),
  ]);
  expect((await tieout(['lists', 'load', `sdn=${SAMPLE}`, '--data', data])).stdout).toMatch(/, as it was\n$/);
  const listed = await tieout(['lists', 'list', '--data', data, '--json']);
  expect(JSON.parse(listed.stdout)).toMatchObject([{ list: 'sdn', entities: 4, error: null }]);
  expect((await tieout(['lists', 'forget', 'sdn', '--data', data])).stdout).toMatch(/, forgotten\n$/);
  expect(await tieout(['lists', 'list', '--data', data])).toMatchObject({ status: 0, stdout: 'No list is loaded.\n' });
  expect((await tieout(['lists', 'forget', 'sdn', '--data', data])).status).toBe(1);
});

test('risk simulate counts levels', async () => {
  const file = join(folder, 'profiles.json');
  writeFileSync(
    file,
    JSON.stringify([
      {
        ...{ name: 'Ada', customer_type: 'individual', countries: ['NG'], products: ['savings'], channels: ['branch'] },
        ...{ occupation: 'nurse', screening_results: [{ decision: 'no_hit' }] },
      },
      { customer_type: 'trust', countries: ['KP'] },
    ]),
  );
  const { stdout } = await tieout(['risk', 'simulate', file]);
  expect(stdout).toMatch(/^Ada: low, 5\n[\s\S]*profile 2: prohibited[\s\S]*low 1, medium 0, high 0, prohibited 1\n$/);
});

test('risk simulate takes what the service takes, and refuses what it refuses in one line', async () => {
  const file = join(folder, 'wrong.json');
  for (const [profile, words] of [
    [{ countries: ['NG'] }, /Ada: customer_type: is required\.\n$/],
    [{ customer_type: 'wizard', countries: 'NG' }, /Ada: customer_type: must be one of .*; countries: must be/],
    [{ customer_type: 'company', ownership: [80, 80].map((share_percent) => ({ share_percent })) }, /100 percent/],
  ] as const) {
    writeFileSync(file, JSON.stringify([{ name: 'Ada', ...profile }]));
    const { status, stdout, stderr } = await tieout(['risk', 'simulate', file]);
    expect([status, stdout, stderr]).toEqual([1, '', expect.stringMatching(words)]);
  }
});

test.each([
  [['A'], /initials or of words/],
  [['Ada', 'Obi', '--born', '2990-01-01'], /lies ahead/],
  [['Ada', 'Obi', '--born', '1990-02-30'], /--born takes/],
])('screen refuses %j, of which nothing would be said', async (given, words) => {
  const { status, stderr } = await tieout(['screen', ...given, '--list', SAMPLE]);
  expect([status, stderr]).toEqual([2, expect.stringMatching(words)]);
});

test.each([
  [['screen']],
  [['screen', 'x', '--list', SAMPLE, '--threshold', '2']],
  [['lists', 'load']],
  [['risk', 'simulate']],
])('wrong usage of %s is 2', async (args) => expect((await tieout(args)).status).toBe(2));
