// The lists of the European Union, the United Kingdom and Nigeria as they publish them: names of every kind and script,
// dates as sharp as the list has them, and the day of publication. Everybody in them is made up.

import { describe, expect, test } from 'vitest';
import { listFiles } from './list-files.ts';

const { read } = listFiles();

describe('of the European Union', () => {
  const XML = `<?xml version="1.0" encoding="UTF-8"?>
<export xmlns="http://eu.europa.ec/fpi/fsd/export" generationDate="2026-11-20T11:43:32+02:00" globalFileId="1">
<sanctionEntity designationDate="2021-02-01" euReferenceNumber="EU.9.1" logicalId="9">
<regulation programme="MUP" numberTitle="1/2021"><publicationUrl>https://made.up/1</publicationUrl></regulation>
<subjectType code="person" classificationCode="P"/>
<nameAlias firstName="Ade" lastName="Made-Up" wholeName="Ade Made-Up" gender="M" strong="true"/>
<nameAlias firstName="Adey" middleName="O." lastName="Made" wholeName="" strong="false"/>
<nameAlias wholeName="Аде Выдуманный" nameLanguage="RU" strong="true"/>
<citizenship countryIso2Code="NG" countryDescription="NIGERIA"/>
<birthdate circa="false" birthdate="1954-10-07" dayOfMonth="7" monthOfYear="10" year="1954"/>
<birthdate circa="true" year="1960"/><birthdate circa="false" yearRangeFrom="1970" yearRangeTo="1972"/>
<birthdate dayOfMonth="" monthOfYear="3" year="1965"/><birthdate city="Lagos"/>
<address city="Lagos" street="12 Made-up Close" countryIso2Code="00" countryDescription="UNKNOWN"/>
<identification identificationTypeCode="passport" identificationTypeDescription="National passport" number="B 987654" latinNumber="" countryIso2Code="NG" countryDescription="NIGERIA"/>
</sanctionEntity>
<sanctionEntity euReferenceNumber="" logicalId="10"><subjectType code="enterprise" classificationCode="E"/>
<nameAlias wholeName="Made-Up &amp; Sons"/></sanctionEntity></export>`;
  const PERSON = {
    ...{ id: 'eu-EU.9.1', schema: 'Person', genders: ['male'], countries: ['ng'], programs: ['MUP'] },
    names: ['Ade Made-Up', 'Adey O. Made', 'Аде Выдуманный'],
    identifiers: [{ type: 'passport', value: 'B987654', country: 'ng' }],
  };

  test('XML', async () => {
    const { entities, format, publishedAt } = await read({ 'eu.xml': XML });
    expect([format, publishedAt]).toEqual(['eu_consolidated_xml', Date.UTC(2026, 10, 20, 9, 43, 32)]);
    expect(entities).toMatchObject([
      { ...PERSON, birthDates: ['1954-10-07', '1958/1962', '1970/1972', '1965-03'] },
      { id: 'eu-10', schema: 'Organization', names: ['Made-Up & Sons'] },
    ]);
    await expect(read({ 'eu.xml': XML.slice(0, -30) })).rejects.toThrow(/no whole XML/);
  });

  test('entities without a number are all kept, whatever their order', async () => {
    const people = ['Ade Made-Up', 'Bola Made-Up', 'Ade Made-Up'].map(
      (name) => `<sanctionEntity><subjectType code="person"/><nameAlias wholeName="${name}"/></sanctionEntity>`,
    );
    const list = async (entries: readonly string[]) => {
      const { entities } = await read({ 'eu.xml': `<export>${entries.join('')}</export>` });
      return entities.map(({ id, names: [name] }) => `${id} ${name}`).toSorted();
    };
    const found = await list(people);
    expect(found).toEqual([expect.stringMatching(/^eu-~[0-9a-f]{12} /), expect.stringMatching(/^eu-~[0-9a-f]{12} /)]);
    expect(found.map((one) => one.slice(-12)).toSorted()).toEqual([' Ade Made-Up', 'Bola Made-Up']);
    expect(await list(people.toReversed())).toEqual(found);
  });

  test('CSV, whose records are parts of an entity', async () => {
    const titles =
      'fileGenerationDate;Entity_LogicalId;Entity_EU_ReferenceNumber;Entity_SubjectType_ClassificationCode;Entity_Regulation_Programme;NameAlias_LastName;NameAlias_FirstName;NameAlias_MiddleName;NameAlias_WholeName;NameAlias_Gender;BirthDate_BirthDate;BirthDate_Day;BirthDate_Month;BirthDate_Year;BirthDate_YearRangeFrom;BirthDate_YearRangeTo;BirthDate_Circa;BirthDate_CalendarType;Identification_Number;Identification_TypeCode;Identification_TypeDescription;Identification_CountryIso2Code;Citizenship_CountryIso2Code';
    const row = (given: Readonly<Record<string, string>>) =>
      titles
        .split(';')
        .map(
          (title) =>
            ({
              fileGenerationDate: '20/11/2026',
              Entity_LogicalId: '9',
              Entity_EU_ReferenceNumber: 'EU.9.1',
              ...given,
            })[title] ?? '',
        )
        .join(';');
    const person = { Entity_SubjectType_ClassificationCode: 'person', Entity_Regulation_Programme: 'MUP' };
    const csv = [
      `\uFEFF${titles}`,
      row({ ...person, NameAlias_WholeName: 'Ade Made-Up', NameAlias_Gender: 'M' }),
      row({
        Entity_LogicalId: '10',
        Entity_EU_ReferenceNumber: '',
        Entity_SubjectType_ClassificationCode: 'enterprise',
        NameAlias_WholeName: '"Made-Up; Sons"',
      }),
      row({ ...person, NameAlias_FirstName: 'Adey', NameAlias_MiddleName: 'O.', NameAlias_LastName: 'Made' }),
      row({ ...person, NameAlias_WholeName: 'Аде Выдуманный' }),
      row({ ...person, BirthDate_BirthDate: '1954-10-07', Citizenship_CountryIso2Code: 'NG' }),
      row({ ...person, BirthDate_YearRangeFrom: '1970', BirthDate_YearRangeTo: '1971', BirthDate_Circa: 'true' }),
      row({ ...person, BirthDate_Year: '1378', BirthDate_CalendarType: 'ISLAMIC' }),
      row({
        ...{ ...person, Identification_Number: 'B 987654', Identification_TypeCode: 'passport' },
        Identification_CountryIso2Code: 'NG',
      }),
    ].join('\n');
    const { entities, format, publishedAt } = await read({ 'eu.csv': csv });
    expect([format, publishedAt]).toEqual(['eu_consolidated_csv', Date.UTC(2026, 10, 20)]);
    expect(entities).toMatchObject([
      { ...PERSON, birthDates: ['1954-10-07', '1968/1973'] },
      { id: 'eu-10', schema: 'Organization', names: ['Made-Up; Sons'] },
    ]);
    await expect(read({ 'eu.csv': csv.slice(0, -30) })).rejects.toThrow(/cut off/);
    const nobody = row({ ...person, Entity_LogicalId: '', Entity_EU_ReferenceNumber: '' });
    await expect(read({ 'eu.csv': `${csv}\n${nobody}` })).rejects.toThrow(/record 10: it has no number of its entity/);
  });
});

describe('of the United Kingdom', () => {
  const PERSON = {
    ...{ id: 'uk-MUP0001', schema: 'Person', genders: ['male'], programs: ['Made-up Regulations'] },
    names: ['Ade Obi MADE-UP', 'عادي', 'Adey MADE'],
    identifiers: expect.arrayContaining([
      expect.objectContaining({ type: 'passport', value: 'B987654' }),
      { type: 'passport', value: 'C12345' },
    ]),
  };

  test('the sanctions list in XML', async () => {
    const xml = `<?xml version="1.0" encoding="utf-8"?><Designations><DateGenerated>20/11/2026</DateGenerated>
<Designation><LastUpdated>29/04/2026</LastUpdated><DateDesignated>23/02/2021</DateDesignated><UniqueID>MUP0001</UniqueID><OFSIGroupID>999</OFSIGroupID>
<Names><Name><Name1>Adey</Name1><Name6>MADE</Name6><NameType>Alias</NameType></Name>
<Name><Name1>Ade</Name1><Name2>Obi</Name2><Name6>MADE-UP</Name6><NameType>Primary Name</NameType></Name></Names>
<NonLatinNames><NonLatinName><NameNonLatinScript>عادي</NameNonLatinScript></NonLatinName></NonLatinNames>
<RegimeName>Made-up Regulations</RegimeName><IndividualEntityShip>Individual</IndividualEntityShip>
<Addresses><Address><AddressLine1>12 Made-up Close</AddressLine1><AddressCountry>Ghana</AddressCountry></Address></Addresses>
<IndividualDetails><Individual><DOBs><DOB>dd/mm/1971</DOB><DOB>24/10/1972</DOB><DOB>00/05/1973</DOB></DOBs><Genders><Gender>Male</Gender></Genders>
<Nationalities><Nationality>Nigeria</Nationality></Nationalities>
<PassportDetails><Passport><PassportNumber>B987654</PassportNumber><PassportAdditionalInformation>Ghana passport number B987654, issued on 7 May 2014</PassportAdditionalInformation></Passport><Passport><PassportNumber>C12345</PassportNumber></Passport></PassportDetails>
<NationalIdentifierDetails><NationalIdentifier><NationalIdentifierNumber>771298765432</NationalIdentifierNumber><NationalIdentifierAdditionalInformation>Tax number, Russia</NationalIdentifierAdditionalInformation></NationalIdentifier><NationalIdentifier><NationalIdentifierNumber>4455667, Moscow</NationalIdentifierNumber></NationalIdentifier></NationalIdentifierDetails></Individual></IndividualDetails></Designation>
<Designation><UniqueID>MUP0002</UniqueID><Names><Name><Name6>MADE-UP STAR</Name6><NameType>Primary Name</NameType></Name></Names>
<IndividualEntityShip>Ship</IndividualEntityShip><ShipDetails><Ship><IMONumbers><IMONumber>9187629</IMONumber></IMONumbers></Ship></ShipDetails></Designation></Designations>`;
    const { entities, format, publishedAt } = await read({ 'UK-Sanctions-List.xml': xml });
    expect([format, publishedAt]).toEqual(['uk_sanctions_xml', Date.UTC(2026, 10, 20)]);
    expect(entities).toMatchObject([
      {
        ...{ ...PERSON, names: ['Ade Obi MADE-UP', 'Adey MADE', 'عادي'], countries: ['gh', 'ng'] },
        identifiers: [
          ...[
            { type: 'passport', value: 'B987654', country: 'gh' },
            { type: 'passport', value: 'C12345' },
          ],
          ...[
            { type: 'tax', value: '771298765432', country: 'ru' },
            { type: 'national_id', value: '4455667' },
          ],
        ],
        ...{ birthDates: ['1971', '1972-10-24', '1973-05'], addresses: ['12 Made-up Close, Ghana'] },
      },
      { id: 'uk-MUP0002', schema: 'Vessel', identifiers: [{ type: 'imo', value: '9187629' }] },
    ]);
  });

  test('the sanctions list in CSV, a name a row', async () => {
    const csv = `Report Date: 20-Nov-2026
Last Updated,Unique ID,OFSI Group ID,UN Reference Number,Name 6,Name 1,Name 2,Name 3,Name 4,Name 5,Name type,Alias strength,Title,Name non-latin script,Regime Name,Designation Type,Address Line 1,Address Country,D.O.B,Nationality(/ies),Passport number,Gender,Business registration number (s),IMO number
12/01/2022,MUP0001,12703,,MADE-UP,Ade,Obi,,,,Primary Name,,,عادي,Made-up Regulations,Individual,"1, Made-up Close",Ghana,dd/mm/1971,Nigeria,B987654,Male,,
12/01/2022,MUP0002,12704,,MADE-UP FRONT,,,,,,Primary Name,,,,Made-up Regulations,Entity,,,,,,,INN: 7712345678,
12/01/2022,MUP0001,12703,,MADE,Adey,,,,,Alias,,,,Made-up Regulations,Individual,,,24/10/1972,,C12345,,,
`;
    const { entities, format, publishedAt } = await read({ 'UK-Sanctions-List.csv': csv });
    expect([format, publishedAt]).toEqual(['uk_sanctions_csv', Date.UTC(2026, 10, 20)]);
    expect(entities).toMatchObject([
      { ...PERSON, countries: ['ng', 'gh'], birthDates: ['1971', '1972-10-24'] },
      { id: 'uk-MUP0002', schema: 'Organization', identifiers: [{ type: 'inn', value: '7712345678' }] },
    ]);
    await expect(read({ 'uk.csv': csv.slice(0, -60) })).rejects.toThrow(/cut off/);
  });

  test('what the consolidated list says in one text: numbers, flags and genders', async () => {
    const csv = `Last Updated,20/11/2026,,,,,,
Name 6,Name 1,DOB,National Identification Number,National Identification Details,Other Information,Group Type,Group ID
MADE-UP STAR,,,,,(UK Sanctions List Ref):MUP0002. (IMO number):9187629. (Current believed flag of ship):Panama (Type of ship):Tanker (crude),Ship,998
MADE-UP FRONT,,,,,"(UK Statement of Reasons):(1) It fronts. (Business Reg No):1027700000123 (OGRN), INN 7712345678",Entity,997
MADE-UP,Ade,dd/mm/1971,772001234567,Tax number,(Gender):Male,Individual,999
`;
    const { entities } = await read({ 'ConList.csv': csv });
    expect(entities).toMatchObject([
      { schema: 'Vessel', identifiers: [{ type: 'imo', value: '9187629' }], countries: ['pa'] },
      {
        identifiers: [
          { type: 'ogrn', value: '1027700000123' },
          { type: 'inn', value: '7712345678' },
        ],
      },
      { schema: 'Person', genders: ['male'], identifiers: [{ type: 'tax', value: '772001234567' }] },
    ]);
  });

  test('the consolidated list before it, in CSV and XML', async () => {
    const titles =
      'Name 6,Name 1,Name 2,Name 3,Name 4,Name 5,Title,Name Non-Latin Script,DOB,Nationality,Passport Number,Country,Group Type,Alias Type,Regime,Listed On,Group ID';
    const csv = `Last Updated,20/11/2026
${titles}
MADE,Adey,,,,,,,,,,,Individual,AKA,Made-up,01/01/2020,999
MADE-UP,Ade,,,,,,,(1) 00/00/1971 (2) 24/10/1972,(1) Nigeria (2) Ghana,(1) B987654 (2) C12345,Ghana,Individual,Primary name,Made-up,01/01/2020,999
`;
    const PARTY = {
      ...{ id: 'uk-999', schema: 'Person', names: ['Ade MADE-UP', 'Adey MADE'], countries: ['ng', 'gh'] },
      birthDates: ['1971', '1972-10-24'],
    };
    const ofCsv = await read({ 'ConList.csv': csv });
    expect([ofCsv.format, ofCsv.publishedAt]).toEqual(['uk_sanctions_csv', Date.UTC(2026, 10, 20)]);
    expect(ofCsv.entities).toMatchObject([PARTY]);
    const target = (inside: string) =>
      `<FinancialSanctionsTarget>${inside}<GroupTypeDescription>Individual</GroupTypeDescription><RegimeName>Made-up</RegimeName><GroupID>999</GroupID></FinancialSanctionsTarget>`;
    const xml = `<ArrayOfFinancialSanctionsTarget>${target('<Name6>MADE</Name6><name1>Adey</name1><AliasType>AKA</AliasType><LastUpdated>2026-11-19T00:00:00</LastUpdated>')}${target('<Name6>MADE-UP</Name6><name1>Ade</name1><AliasType>Primary name</AliasType><Individual_DateOfBirth>00/00/1971</Individual_DateOfBirth><Individual_Nationality>Nigeria</Individual_Nationality><LastUpdated>2026-11-20T00:00:00</LastUpdated>')}</ArrayOfFinancialSanctionsTarget>`;
    const ofXml = await read({ 'ConList.xml': xml });
    expect([ofXml.format, ofXml.publishedAt]).toEqual(['uk_sanctions_xml', Date.UTC(2026, 10, 20)]);
    expect(ofXml.entities).toMatchObject([{ ...PARTY, countries: ['ng'], birthDates: ['1971'] }]);
  });
});

describe('of Nigeria', () => {
  const page = (tables: string) =>
    `<!DOCTYPE html>\n<html lang="en"><head><title>Made-up</title><style>td { color: red }</style></head><body>${tables}<script>var a = "<table><tr><td>x</td></tr></table>";</script></body></html>`;
  const TABLES = `<h6>Individual</h6><table class="t"><thead><tr><th>S/N</th><th>Full Name</th><th>Reference Number</th><th>Record Date</th><th></th></tr></thead>
<tbody><tr><td>1</td><td> ADE  <b>MADE&#45;UP</b> NLMUPi.1</td><td>NLMUPi.1</td><td>11/8/2022 12:00:00 AM</td><td><a href="/d/1">Details</a></td></tr></tbody></table>
<h6>Entity</h6><table><thead><tr><th>Entity Name</th><th>Record Date</th></tr></thead><tbody><tr><td>MADE&#8217;UP &amp; SONS GROUP (MUSG)</td><td>11/8/2022</td></tr></tbody></table>`;

  test('the page of its site', async () => {
    const { entities, format, publishedAt } = await read({ 'IndSancList.html': page(TABLES) });
    expect([format, publishedAt]).toEqual(['ng_nsc_html', null]);
    expect(entities).toMatchObject([
      { id: 'nsc-NLMUPi.1', schema: 'Person', names: ['ADE MADE-UP'], topics: ['sanction'] },
      { schema: 'Organization', names: ['MADE’UP & SONS GROUP (MUSG)', 'MADE’UP & SONS GROUP', 'MUSG'] },
    ]);
  });

  test('such a table as CSV, with what its details say', async () => {
    const csv =
      'First Name,MiddleName,Surname,Aliases,Date Of Birth,Nationality,Referance Number\nAde,,Made-Up,"Adey; Addie Made",10/7/1954,Nigeria,NLMUPi.1\n';
    const { entities, format } = await read({ 'nsc.csv': csv });
    expect(format).toBe('ng_nsc_csv');
    expect(entities).toMatchObject([
      { names: ['Ade Made-Up', 'Adey', 'Addie Made'], birthDates: ['1954-10-07'], countries: ['ng'] },
    ]);
  });

  test('two people of one name without a reference are both kept', async () => {
    const csv = 'Full Name,Date Of Birth\nAde Made-Up,10/7/1954\nAde Made-Up,1/2/1960\nBola Made-Up,\n';
    const { entities } = await read({ 'nsc.csv': csv });
    expect(entities.map(({ birthDates }) => birthDates)).toEqual([[], ['1954-10-07'], ['1960-01-02']]);
    expect(new Set(entities.map(({ id }) => id)).size).toBe(3);
  });

  test('a page of a million openings takes no longer than to read it', async () => {
    for (const part of ['<!--', '<script>', '<td', '<a href=', '&#']) {
      const started = performance.now();
      await expect(read({ 'nsc.html': page(part.repeat(1_000_000)) })).rejects.toMatchObject({ code: 'list_unusable' });
      expect([part, performance.now() - started < 20_000]).toEqual([part, true]);
    }
  }, 120_000);

  test.each([
    ['a page without its tables', page('<p>We are being maintained</p>'), /is a page without a table of names/],
    ['a page that is cut off', page(TABLES).slice(0, -400), /cut off/],
    [
      'a row that lacks cells',
      page(TABLES.replace('<td>NLMUPi.1</td><td>11/8/2022 12:00:00 AM</td>', '')),
      /a row has 3 cells/,
    ],
  ])('%s is refused', async (_, html, words) => {
    await expect(read({ 'nsc.html': html })).rejects.toThrow(words);
  });
});
