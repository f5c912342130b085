// Lists in each of the known formats give the same kind of entities, and whatever is no whole list is refused with one
// sentence. Everybody in them is made up.

import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, describe, expect, test } from 'vitest';
import { readList } from '../../../src/adapters/lists/read-list.ts';

const folder = mkdtempSync(join(tmpdir(), 'tieout-lists-'));
afterAll(() => rmSync(folder, { recursive: true }));
let files = 0;
const written = (text: string | Uint8Array) => {
  const path = join(folder, `list-${++files}`);
  writeFileSync(path, text);
  return path;
};

const sample = fileURLToPath(new URL('../../../examples/lists/sample.csv', import.meta.url));

const UN = `<?xml version="1.0" encoding="UTF-8"?>
<CONSOLIDATED_LIST dateGenerated="2026-11-01"><INDIVIDUALS><INDIVIDUAL>
<DATAID>690</DATAID><FIRST_NAME>ABD</FIRST_NAME><SECOND_NAME>AL MADE</SECOND_NAME><THIRD_NAME>UP</THIRD_NAME>
<UN_LIST_TYPE>Made-up</UN_LIST_TYPE><REFERENCE_NUMBER>QDi.000</REFERENCE_NUMBER><GENDER>Male</GENDER>
<NAME_ORIGINAL_SCRIPT>عبد</NAME_ORIGINAL_SCRIPT><NATIONALITY><VALUE>Nigeria</VALUE></NATIONALITY>
<INDIVIDUAL_ALIAS><QUALITY>Good</QUALITY><ALIAS_NAME>Abdul Made; A. Made-Up &amp; Sons</ALIAS_NAME></INDIVIDUAL_ALIAS>
<INDIVIDUAL_DATE_OF_BIRTH><TYPE_OF_DATE>BETWEEN</TYPE_OF_DATE><FROM_YEAR>1969</FROM_YEAR><TO_YEAR>1971</TO_YEAR></INDIVIDUAL_DATE_OF_BIRTH>
<INDIVIDUAL_DOCUMENT><TYPE_OF_DOCUMENT>Passport</TYPE_OF_DOCUMENT><NUMBER>C-123456</NUMBER><ISSUING_COUNTRY>Iran (Islamic Republic of)</ISSUING_COUNTRY></INDIVIDUAL_DOCUMENT>
<INDIVIDUAL_DOCUMENT><TYPE_OF_DOCUMENT>National Identification Number</TYPE_OF_DOCUMENT><NUMBER>771122</NUMBER><COUNTRY_OF_ISSUE>Mali</COUNTRY_OF_ISSUE></INDIVIDUAL_DOCUMENT><INDIVIDUAL_DOCUMENT/>
</INDIVIDUAL></INDIVIDUALS><ENTITIES><ENTITY><DATAID>7</DATAID><FIRST_NAME>MADE-UP FRONT</FIRST_NAME>
<ENTITY_ALIAS><ALIAS_NAME>MUF</ALIAS_NAME></ENTITY_ALIAS></ENTITY></ENTITIES></CONSOLIDATED_LIST>`;

const OFAC_XML = `<sdnList xmlns="x"><sdnEntry><uid>36</uid><firstName>Ade</firstName><lastName>MADE-UP</lastName>
<sdnType>Individual</sdnType><programList><program>SDGT</program></programList>
<idList><id><uid>1</uid><idType>Passport</idType><idNumber>B9 87 65</idNumber><idCountry>Nigeria</idCountry></id></idList>
<akaList><aka><uid>2</uid><firstName>Adey</firstName><lastName>MADE</lastName></aka></akaList>
<nationalityList><nationality><country>Nigeria</country></nationality></nationalityList>
<dateOfBirthList><dateOfBirthItem><dateOfBirth>07 Oct 1954</dateOfBirth></dateOfBirthItem></dateOfBirthList>
</sdnEntry></sdnList>`;

const OFAC_CSV = `36,"MADE-UP, Ade","individual","SDGT","-0- ","-0- ","-0- ","-0- ","-0- ","-0- ","-0- ","DOB 07 Oct 1954; nationality Nigeria; Passport B98765 (Nigeria); a.k.a. 'MADE, Adey'; Gender Male."
7,"MADE-UP FRONT","-0- ","SDGT","-0- ","-0- ","-0- ","-0- ","-0- ","-0- ","-0- ","-0- "
\u001a`;

const FTM = [
  {
    id: 'NK-1',
    schema: 'Person',
    caption: 'Ade Made-Up',
    properties: {
      name: ['Ade Made-Up'],
      birthDate: ['1954-10-07'],
      nationality: ['ng'],
      topics: ['role.pep'],
      passportNumber: ['B98765'],
    },
    datasets: ['made_up'],
  },
  { id: 'addr-1', schema: 'Address', caption: 'Somewhere', properties: {} },
]
  .map((one) => JSON.stringify(one))
  .join('\n');

describe('a list', () => {
  test.each([
    ['OpenSanctions’ simple CSV', sample, 'opensanctions_targets_simple_csv', 4],
    ['FollowTheMoney’s JSON', FTM, 'ftm_json', 1],
    ['OFAC’s CSV', OFAC_CSV, 'ofac_sdn_csv', 2],
    ['OFAC’s XML', OFAC_XML, 'ofac_sdn_xml', 1],
    ['the UN’s XML', UN, 'un_consolidated_xml', 2],
  ])('is read from %s', async (_, content, format, count) => {
    const read = await readList(content === sample ? sample : written(content));
    expect([read.format, read.entities.length]).toEqual([format, count]);
    expect(read.entities.every(({ names }) => names.length > 0)).toBe(true);
  });

  test('of OFAC says the same in either form', async () => {
    const [ofCsv, ofXml] = await Promise.all([readList(written(OFAC_CSV)), readList(written(OFAC_XML))]);
    const told = ({ id, schema, names, birthDates, countries, identifiers }: (typeof ofCsv.entities)[number]) => ({
      ...{ id, schema, names, birthDates, countries, identifiers },
    });
    expect(told(ofCsv.entities[0])).toEqual(told(ofXml.entities[0]));
    expect(told(ofXml.entities[0])).toMatchObject({
      ...{ names: ['Ade MADE-UP', 'Adey MADE'], birthDates: ['1954-10-07'], countries: ['ng'] },
      identifiers: [{ type: 'passport', value: 'B98765', country: 'ng' }],
    });
  });

  test('of the UN has spans of years, aliases and names of their own script', async () => {
    const { entities } = await readList(written(UN));
    expect(entities[0]).toMatchObject({
      ...{ names: ['ABD AL MADE UP', 'عبد', 'Abdul Made', 'A. Made-Up & Sons'], birthDates: ['1969/1971'] },
      genders: ['male'],
      identifiers: [
        { type: 'passport', value: 'C123456', country: 'ir' },
        { type: 'national_id', value: '771122', country: 'ml' },
      ],
    });
  });
});

test('who has no name is called by its parts, and a list says of how many it has neither name nor number', async () => {
  const person = (id: string, properties: object, caption = '?') => ({ id, schema: 'Person', caption, properties });
  const lines = [
    person('p1', { lastName: ['Okandeji'], firstName: ['Wuraola'], middleName: ['Temilade'] }),
    person('p2', { firstName: ['Wura', 'Wuraola'], lastName: ['Okandeji'], fatherName: ['Bamidele'] }, 'W. Okandeji'),
    person('p3', { name: ['Ade Made-Up'], firstName: ['Adebayo'], alias: ['Ady Made-Up'] }),
    person('p4', { passportNumber: ['B98765'] }),
    person('p5', { birthDate: ['1954'] }),
    person('p6', { name: ['—'] }),
  ];
  const { entities, warnings } = await readList(written(lines.map((one) => JSON.stringify(one)).join('\n')));
  expect(entities.map(({ id, names }) => [id, ...names])).toEqual([
    ['p1', 'Wuraola Temilade Okandeji'],
    ['p2', 'W. Okandeji', 'Wura Wuraola Bamidele Okandeji', 'Wura Bamidele Okandeji', 'Wuraola Bamidele Okandeji'],
    ['p3', 'Ade Made-Up', 'Ady Made-Up'],
    ['p4'],
  ]);
  expect(warnings).toEqual(['2 of its entities have no name and no number, so nobody can be found by them: p5.']);
  const un = await readList(written(UN.replace('MADE-UP FRONT', '').replace('MUF', '')));
  expect(un.warnings).toEqual(['An entity of it has no name and no number, so nobody can be found by it: un-7.']);
});

test('a list in the encoding that it states or marks is read', async () => {
  const un = UN.replace('>ABD<', '>Adé<');
  for (const content of [
    Buffer.from(
      un.replace('UTF-8', 'ISO-8859-1').replace(/<NAME_ORIGINAL_SCRIPT>.*?<\/NAME_ORIGINAL_SCRIPT>/, ''),
      'latin1',
    ),
    Buffer.from(`\uFEFF${un.replace('UTF-8', 'UTF-16')}`, 'utf16le'),
    Buffer.from(`\uFEFF${un}`),
  ]) {
    expect((await readList(written(content))).entities[0].names[0]).toBe('Adé AL MADE UP');
  }
});

test('the day of publication is the list’s own, or the latest on which an entity was seen', async () => {
  const of = async (text: string) => (await readList(written(text))).publishedAt;
  expect(await of(UN)).toBe(Date.UTC(2026, 10, 1));
  expect(await of(UN.replace(' dateGenerated="2026-11-01"', ''))).toBeNull();
  const seen = FTM.replace('"datasets"', '"last_seen":"2026-11-02T03:04:05","datasets"');
  expect(await of(seen)).toBe(Date.UTC(2026, 10, 2, 3, 4, 5));
  const simple = 'id,schema,name,aliases,birth_date,countries,identifiers,dataset,last_seen\n';
  expect(
    await of(`${simple}a,Person,Ada Obi,,,,,x,2026-11-01T00:00:00\nb,Person,Ada Obo,,,,,x,2026-10-01T00:00:00\n`),
  ).toBe(Date.UTC(2026, 10, 1));
});

describe('refused with one sentence is', () => {
  const cut = (text: string) => text.slice(0, -20);
  test.each<[string, string | Buffer]>([
    ['an empty file', ''],
    ['what is no list', 'Date,Amount\n2026-01-01,5\n'],
    ['HTML', '<html><body>login</body></html>'],
    ['XML that is cut off', cut(UN)],
    ['JSON that is cut off', cut(FTM)],
    [
      'CSV that is cut off within a record',
      'id,schema,name,aliases,birth_date,countries,identifiers,dataset\na,Person,"Ade',
    ],
    [
      'CSV that is cut off between fields',
      'id,schema,name,aliases,birth_date,countries,identifiers,dataset\na,Person,Ade,',
    ],
    ['OFAC’s CSV that is cut off', OFAC_CSV.slice(0, 60)],
    ...['null', '[]', '{"error":"no"}', '{"id":"a","schema":"Person","properties":{"name":"Ada Obi"}}'].map(
      (line): [string, string] => [`JSON with a line ${line}`, `${FTM}\n${line}\n`],
    ),
    ['bytes', Buffer.from([0, 1, 2, 3])],
    [
      'XML with entities of its own',
      `<!DOCTYPE x [<!ENTITY a "aaaa"><!ENTITY b "&a;&a;">]>${UN.split('\n').slice(1).join('\n').replace('MADE UP', '&b;')}`,
    ],
    [
      'XML that would read another file',
      UN.replace(
        '<CONSOLIDATED_LIST',
        '<!DOCTYPE x [<!ENTITY a SYSTEM "file:///etc/hosts">]><CONSOLIDATED_LIST',
      ).replace('<SECOND_NAME>', '<SECOND_NAME>&a;'),
    ],
    ['a list in another encoding than UTF-8', Buffer.from(FTM.replace('Ade Made-Up', 'Adé Made-Up'), 'latin1')],
    ['a list that states an encoding that it has not', Buffer.from(UN.replace('>ABD<', '>Adé<'), 'latin1')],
    ['a list that states an unknown encoding', UN.replace('UTF-8', 'made-up-8')],
  ])('%s', async (_, content) => {
    await expect(readList(written(content as string))).rejects.toMatchObject({ code: 'list_unusable' });
  });

  test('a garbled list says where', async () => {
    await expect(
      readList(
        written(
          Buffer.from(
            'id,schema,name,aliases,birth_date,countries,identifiers,dataset\na,Person,Ad\xe9,,,,,x\n',
            'latin1',
          ),
        ),
      ),
    ).rejects.toThrow(/is not in UTF-8, before its byte 83: save it so/);
  });

  test('a file that is not there, and a server that sends on', async () => {
    await expect(readList(join(folder, 'none'))).rejects.toMatchObject({ code: 'list_unusable' });
    await expect(readList('http://127.0.0.1:1/list?key=secret')).rejects.toThrow(/^http:\/\/127.0.0.1:1\/list could/);
  });
});
