// OFAC's lists in all their forms say the same: names, aliases, numbers, dates and places of everybody. Everybody in
// them is made up.

import { rmSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { dirname, join } from 'node:path';
import { expect, test } from 'vitest';
import { readList } from '../../../src/adapters/lists/read-list.ts';
import { listFiles } from './list-files.ts';

const { read, written } = listFiles();

const none = '-0- ,-0- ,-0- ,-0- ,-0- ,-0- ,-0- ';
const SDN = `9001,"MADE-UP, Ade","individual","SDGT] [CYBER2",${none},"DOB 07 Oct 1954; alt. DOB circa 1956; nationality Nigeria; Gender Male; Passport B 987654 (Nigeria) issued 12 Dec 2005; Tax ID No. 771122 (Mexico); Digital Currency Address - XBT 1MadeUpXyZ99; alt. Digital Currency Address - ETH 0xMadeUp77; Phone Number 234-1-555; a.k.a. 'THE MADE-UP; Linked To: MADE-"
9002,"MADE-UP FRONT LTD., THE",-0- ,"SDGT",${none},-0- 
9003,"MADE-UP STAR","vessel","IRAN",-0- ,"9HXX","Crude Oil Tanker",-0- ,-0- ,"Malta",-0- ,"Vessel Registration Identification IMO 9187629."
`;
const ALT = `9001,1,"aka","MADE, Adey",-0- \n9001,2,"fka","MAD'UP, Addie",-0- \n9002,3,"aka","MUF",-0- \n\u001a`;
const ADD = `9002,1,"12 Made-up Close","Lagos","Nigeria",-0- \n9002,2,-0- ,-0- ,"Ghana",-0- \n`;
const COMMENTS = `9001,"UP FRONT LTD.; Identification Number 008-046347-9 (Iran); a.k.a. 'ONE'ONE'."\n`;
const WHOLE = { 'sdn.csv': SDN, 'alt.csv': ALT, 'add.csv': ADD, 'sdn_comments.csv': COMMENTS };

test('the files beside sdn.csv are read with it', async () => {
  const { entities, warnings, format, publishedAt } = await read(WHOLE);
  expect([format, warnings, publishedAt]).toEqual(['ofac_sdn_csv', [], null]);
  const [ade, btc, eth, front, star] = entities;
  expect(ade).toMatchObject({
    ...{ id: 'ofac-9001', schema: 'Person', programs: ['SDGT', 'CYBER2'], genders: ['male'], countries: ['ng'] },
    names: ['Ade MADE-UP', 'Adey MADE', "Addie MAD'UP", "ONE'ONE"],
    birthDates: ['1954-10-07', '1954/1958'],
    identifiers: [
      { type: 'passport', value: 'B987654', country: 'ng' },
      { type: 'tax', value: '771122', country: 'mx' },
      { type: 'crypto', value: '1MADEUPXYZ99' },
      { type: 'crypto', value: '0XMADEUP77' },
      { type: 'national_id', value: '0080463479', country: 'ir' },
    ],
  });
  expect([btc, eth]).toMatchObject([
    { id: 'ofac-9001-1MadeUpXyZ99', schema: 'CryptoWallet', names: ['1MadeUpXyZ99'], topics: ['sanction'] },
    { id: 'ofac-9001-0xMadeUp77', schema: 'CryptoWallet', identifiers: [{ type: 'crypto', value: '0XMADEUP77' }] },
  ]);
  expect(front).toMatchObject({
    ...{ names: ['MADE-UP FRONT LTD., THE', 'MUF'], countries: ['ng', 'gh'] },
    addresses: ['12 Made-up Close, Lagos, Nigeria', 'Ghana'],
  });
  expect(star).toMatchObject({
    ...{ schema: 'Vessel', countries: ['mt'], identifiers: [{ type: 'imo', value: '9187629' }] },
  });
});

test('each file that is missing is a warning, and each that changes makes another version', async () => {
  const { 'sdn.csv': sdn, ...beside } = WHOLE;
  const whole = await read(WHOLE);
  for (const name of Object.keys(beside)) {
    const { [name]: _, ...rest } = beside as Record<string, string>;
    const { warnings, version } = await read({ 'sdn.csv': sdn, ...rest });
    expect(warnings).toEqual([
      expect.stringMatching(new RegExp(`^${name} does not lie beside sdn.csv: its .* missing`)),
    ]);
    expect(version).not.toBe(whole.version);
  }
  const other = await read({ ...WHOLE, 'alt.csv': ALT.replace('Adey', 'Adeyo') });
  expect(other.version).not.toBe(whole.version);
  expect((await read(WHOLE)).version).toBe(whole.version);
});

test('a file beside it that is cut off refuses the list, and one of another day is said', async () => {
  await expect(read({ ...WHOLE, 'alt.csv': ALT.slice(0, 40) })).rejects.toThrow(/alt\.csv.*cut off/);
  await expect(read({ ...WHOLE, 'add.csv': '9001,1,"x"\n' })).rejects.toThrow(/add\.csv, record 1: it has 3 fields/);
  const { warnings } = await read({ ...WHOLE, 'alt.csv': `${ALT.slice(0, -1)}7,1,"aka","NOBODY",-0- \n` });
  expect(warnings).toEqual([expect.stringMatching(/^The files beside sdn.csv speak of 1 entities/)]);
});

test('the consolidated list has its own files beside it, and capitals keep theirs', async () => {
  const record = `9100,"SAMPLE, Abu","individual","NS-PLC",${none},"DOB 1962."\n`;
  const cons = await read({
    ...{ 'cons_prim.csv': record, 'cons_alt.csv': '9100,1,"aka","SIMPLE, Abu",-0- \n' },
    ...{ 'cons_add.csv': '9100,1,-0- ,-0- ,"Egypt",-0- \n', 'cons_comments.csv': '' },
  });
  expect(cons).toMatchObject({
    ...{ warnings: [], entities: [{ names: ['Abu SAMPLE', 'Abu SIMPLE'], countries: ['eg'] }] },
  });
  expect(cons.entities[0].datasets).toEqual(['us_ofac_cons']);
  const capitals = { 'SDN.CSV': SDN, 'ALT.CSV': ALT, 'ADD.CSV': ADD, 'SDN_COMMENTS.CSV': COMMENTS };
  expect((await read(capitals)).warnings).toEqual([]);
});

test('over HTTP the files beside it are fetched, one that is not there is a warning, and a failing one refuses', async () => {
  let failing = false;
  const files: Readonly<Record<string, string>> = { '/ofac/sdn.csv': SDN, '/ofac/alt.csv': ALT, '/ofac/add.csv': ADD };
  const server = createServer(({ url }, reply) => {
    const path = url!.split('?')[0];
    const body = files[path];
    reply.statusCode = failing && path === '/ofac/alt.csv' ? 500 : body === undefined ? 404 : 200;
    reply.setHeader('last-modified', 'Mon, 02 Nov 2026 10:00:00 GMT');
    reply.end(body ?? '');
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/ofac/sdn.csv?key=secret`;
  const { warnings, modifiedAt, entities } = await readList(url);
  expect(warnings).toEqual([expect.stringMatching(/^sdn_comments\.csv does not lie/)]);
  expect([modifiedAt, entities[0].names[1]]).toEqual([Date.UTC(2026, 10, 2, 10), 'Adey MADE']);
  failing = true;
  await expect(readList(url)).rejects.toThrow(/ofac\/alt\.csv could not be fetched: it answered 500\.$/);
  server.close();
});

const XML = `<?xml version="1.0"?><sdnList xmlns="x"><publshInformation><Publish_Date>11/20/2026</Publish_Date><Record_Count>1</Record_Count></publshInformation>
<sdnEntry><uid>9001</uid><firstName>Ade</firstName><lastName>MADE-UP</lastName><sdnType>Individual</sdnType>
<programList><program>SDGT</program></programList><idList>
<id><uid>1</uid><idType>Passport</idType><idNumber>B 987654</idNumber><idCountry>Nigeria</idCountry></id>
<id><uid>2</uid><idType>Gender</idType><idNumber>Male</idNumber></id>
<id><uid>3</uid><idType>Digital Currency Address - XBT</idType><idNumber>1MadeUpXyZ99</idNumber></id>
<id><uid>4</uid><idType>Email Address</idType><idNumber>a1@made.up</idNumber></id></idList>
<addressList><address><uid>5</uid><city>Lagos</city><country>Nigeria</country></address></addressList>
<dateOfBirthList><dateOfBirthItem><dateOfBirth>1954 to 1956</dateOfBirth></dateOfBirthItem></dateOfBirthList>
</sdnEntry></sdnList>`;

test('the XML form says when it was published, and has wallets too', async () => {
  const { publishedAt, entities, format } = await read({ 'SDN.XML': XML });
  expect([format, publishedAt]).toEqual(['ofac_sdn_xml', Date.UTC(2026, 10, 20)]);
  expect(entities).toMatchObject([
    {
      ...{ id: 'ofac-9001', genders: ['male'], countries: ['ng'], addresses: ['Lagos, Nigeria'] },
      birthDates: ['1954/1956'],
      identifiers: [
        { type: 'passport', value: 'B987654', country: 'ng' },
        { type: 'crypto', value: '1MADEUPXYZ99' },
      ],
    },
    { id: 'ofac-9001-1MadeUpXyZ99', schema: 'CryptoWallet' },
  ]);
});

const date = (year: number, month = '', day = '') => `<Year>${year}</Year><Month>${month}</Month><Day>${day}</Day>`;
const period = (from: string, to: string, approximate = false) => `<DatePeriod CalendarTypeID="1">
<Start Approximate="${approximate}"><From>${from}</From><To>${from}</To></Start><End Approximate="${approximate}"><From>${to}</From><To>${to}</To></End></DatePeriod>`;
const feature = (type: number, inside: string) =>
  `<Feature FeatureTypeID="${type}"><FeatureVersion>${inside}</FeatureVersion></Feature>`;
const named = (name: string, group: number) =>
  `<DocumentedNamePart><NamePartValue NamePartGroupID="${group}" ScriptID="215">${name}</NamePartValue></DocumentedNamePart>`;

const ADVANCED = `<?xml version="1.0" encoding="utf-8"?><Sanctions xmlns="x" Version="3">
<DateOfIssue CalendarTypeID="1">${date(2026, '11', '20')}</DateOfIssue><ReferenceValueSets>
<AreaCodeValues><AreaCode ID="1" CountryID="7" Description="Nigeria">NG</AreaCode></AreaCodeValues>
<CountryValues><Country ID="7" ISO2="NG">Nigeria</Country></CountryValues>
<DetailReferenceValues><DetailReference ID="91526">Male</DetailReference></DetailReferenceValues>
<FeatureTypeValues><FeatureType ID="8">Birthdate</FeatureType><FeatureType ID="10">Nationality Country</FeatureType>
<FeatureType ID="25">Location</FeatureType><FeatureType ID="224">Gender</FeatureType>
<FeatureType ID="344">Digital Currency Address - XBT</FeatureType></FeatureTypeValues>
<IDRegDocTypeValues><IDRegDocType ID="1571">Passport</IDRegDocType></IDRegDocTypeValues>
<ListValues><List ID="1550">SDN List</List><List ID="91507">Non-SDN Menu-Based Sanctions List</List></ListValues>
<NamePartTypeValues><NamePartType ID="1520">Last Name</NamePartType><NamePartType ID="1521">First Name</NamePartType>
<NamePartType ID="1525">Entity Name</NamePartType></NamePartTypeValues>
<PartySubTypeValues><PartySubType ID="3" PartyTypeID="2">Unknown</PartySubType><PartySubType ID="4" PartyTypeID="1">Unknown</PartySubType></PartySubTypeValues>
<PartyTypeValues><PartyType ID="1">Individual</PartyType><PartyType ID="2">Entity</PartyType></PartyTypeValues>
</ReferenceValueSets><Locations>
<Location ID="80"><LocationAreaCode AreaCodeID="1"/><LocationCountry CountryID="7"/>
<LocationPart LocPartTypeID="1454"><LocationPartValue Primary="false"><Value>Èkó</Value></LocationPartValue><LocationPartValue Primary="true"><Value>Lagos</Value></LocationPartValue></LocationPart></Location>
<Location ID="81"><LocationPart LocPartTypeID="1"><LocationPartValue Primary="true"><Value>Ghana</Value></LocationPartValue></LocationPart></Location>
</Locations><IDRegDocuments><IDRegDocument ID="1" IDRegDocTypeID="1571" IdentityID="70" IssuedBy-CountryID="7" ValidityID="1"><IDRegistrationNo>B 987654</IDRegistrationNo></IDRegDocument></IDRegDocuments>
<DistinctParties><DistinctParty FixedRef="9001"><Profile ID="9001" PartySubTypeID="4"><Identity ID="70">
<Alias AliasTypeID="1403" Primary="true"><DocumentedName>${named('MADE-UP', 1)}${named('Ade', 2)}</DocumentedName></Alias>
<Alias AliasTypeID="1400"><DocumentedName>${named('MADE', 1)}${named('Adey', 2)}</DocumentedName></Alias>
<NamePartGroups><MasterNamePartGroup><NamePartGroup ID="1" NamePartTypeID="1520"/></MasterNamePartGroup>
<MasterNamePartGroup><NamePartGroup ID="2" NamePartTypeID="1521"/></MasterNamePartGroup></NamePartGroups></Identity>
${feature(8, period(date(1954, '10', '7'), date(1954, '10', '7')))}${feature(8, period(date(1960), date(1962)))}
${feature(8, period(date(1970, '1', '1'), date(1970, '12', '31')))}${feature(224, '<VersionDetail DetailReferenceID="91526"/>')}
${feature(10, '<VersionLocation LocationID="81"/>')}${feature(25, '<VersionLocation LocationID="80"/>')}
${feature(344, '<VersionDetail DetailTypeID="1432">1MadeUpXyZ99</VersionDetail>')}</Profile></DistinctParty>
<DistinctParty FixedRef="9002"><Profile ID="9002" PartySubTypeID="3"><Identity ID="71"><Alias><DocumentedName>${named('MADE-UP FRONT', 3)}</DocumentedName></Alias></Identity></Profile></DistinctParty>
</DistinctParties><SanctionsEntries>
<SanctionsEntry ID="1" ProfileID="9001" ListID="1550"><EntryEvent><Comment>x</Comment></EntryEvent><SanctionsMeasure><Comment>SDGT</Comment></SanctionsMeasure></SanctionsEntry>
<SanctionsEntry ID="2" ProfileID="9002" ListID="91507"><SanctionsMeasure><Comment>HKAA</Comment></SanctionsMeasure></SanctionsEntry>
</SanctionsEntries></Sanctions>`;

test('the advanced form puts together what its tables, places, documents and entries say of a party', async () => {
  const { publishedAt, entities, format } = await read({ 'SDN_ADVANCED.XML': ADVANCED });
  expect([format, publishedAt]).toEqual(['ofac_advanced_xml', Date.UTC(2026, 10, 20)]);
  expect(entities).toMatchObject([
    {
      ...{ id: 'ofac-9001', schema: 'Person', names: ['Ade MADE-UP', 'Adey MADE'], genders: ['male'] },
      ...{ countries: ['gh', 'ng'], addresses: ['Lagos, Nigeria'], programs: ['SDGT'], datasets: ['us_ofac_sdn'] },
      birthDates: ['1954-10-07', '1960/1962', '1970'],
      identifiers: [
        { type: 'passport', value: 'B987654', country: 'ng' },
        { type: 'crypto', value: '1MADEUPXYZ99' },
      ],
    },
    { id: 'ofac-9001-1MadeUpXyZ99', schema: 'CryptoWallet' },
    { id: 'ofac-9002', schema: 'Organization', programs: ['HKAA'], datasets: ['us_ofac_cons'] },
  ]);
  await expect(read({ 'SDN_ADVANCED.XML': ADVANCED.slice(0, -40) })).rejects.toThrow(/no whole XML/);
});

test('a file beside it that goes away between two readings is a warning of the second', async () => {
  const path = written(WHOLE);
  expect((await readList(path)).warnings).toEqual([]);
  rmSync(join(dirname(path), 'alt.csv'));
  expect((await readList(path)).warnings).toHaveLength(1);
});
