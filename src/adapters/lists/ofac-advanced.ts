// Reads OFAC's advanced form (SDN_ADVANCED.XML, CONS_ADVANCED.XML): words are tables of numbered values at its begin,
// documents and places stand before the parties that they belong to, and programs behind all of them. Parties are kept
// until the end.

import type { ListedEntity } from '../../core/screening/entities/listed-entity.ts';
import type { Findings } from './findings.ts';
import { dateOfParts, timeOf } from './listed-dates.ts';
import type { ListedNumber } from './listed-numbers.ts';
import { CONSOLIDATED, type OfacFields, ofacSchema, SDN, withWallets } from './ofac.ts';
import { textOf, textsInside, within, type XmlEntry } from './read-xml.ts';

const VALUES = [
  ...['AreaCode', 'Country', 'DetailReference', 'FeatureType', 'IDRegDocType', 'List', 'NamePartType'],
  ...['PartySubType', 'PartyType', 'SanctionsType'],
];
export const ADVANCED_ENTRIES = [
  ...VALUES,
  ...['DateOfIssue', 'Location', 'IDRegDocument', 'DistinctParty', 'SanctionsEntry'],
];

/** The fields of an entity, to which sanctions are added when their entries are read. */
interface Party extends OfacFields {
  readonly programs: string[];
  readonly datasets: string[];
}

/** Goes through all entries, then gives the entities. */
export async function* readOfacAdvanced(
  entries: AsyncIterable<XmlEntry>,
  findings: Findings,
): AsyncGenerator<ListedEntity> {
  const values = new Map<string, XmlEntry>();
  const places = new Map<string, Place>();
  const numbers = new Map<string, ListedNumber[]>();
  const parties = new Map<string, Party>();
  const wordOf = (kind: string, id: string | undefined): string => values.get(`${kind} ${id}`)?.text ?? '';
  for await (const entry of entries) {
    const { name, attributes } = entry;
    if (name === 'DateOfIssue') {
      findings.publishedAt = timeOf(partialDate(entry) ?? '', 'day_first');
    } else if (name === 'Location') {
      places.set(attributes['ID'] ?? '', placeOf(entry, values));
    } else if (name === 'IDRegDocument') {
      const identity = attributes['IdentityID'] ?? '';
      const label = wordOf('IDRegDocType', attributes['IDRegDocTypeID']);
      const number = textOf(entry, 'IDRegistrationNo');
      if (number === '') continue;
      const known = numbers.get(identity);
      const country = wordOf('Country', attributes['IssuedBy-CountryID']);
      if (known === undefined) numbers.set(identity, [{ label, number, country }]);
      else known.push({ label, number, country });
    } else if (name === 'DistinctParty') {
      for (const profile of within(entry, 'Profile')) {
        parties.set(profile.attributes['ID'] ?? '', partyOf(profile, { wordOf, values, places, numbers }));
      }
    } else if (name === 'SanctionsEntry') {
      const party = parties.get(attributes['ProfileID'] ?? '');
      if (party === undefined) continue;
      for (const one of within(entry, 'SanctionsMeasure')) {
        for (const program of textsInside(one, 'Comment')) party.programs.push(program);
      }
      const list = wordOf('List', attributes['ListID']);
      party.datasets.push(list === '' || /^SDN/.test(list) ? SDN : CONSOLIDATED);
    } else values.set(`${name} ${attributes['ID']}`, entry);
  }
  for (const party of parties.values()) yield* withWallets(party);
}

interface Place {
  readonly country: string;
  readonly text: string;
}

function placeOf(location: XmlEntry, values: ReadonlyMap<string, XmlEntry>): Place {
  const countries = [
    ...within(location, 'LocationCountry').map(
      ({ attributes }) => values.get(`Country ${attributes['CountryID']}`)?.text,
    ),
    ...within(location, 'LocationAreaCode').map(
      ({ attributes }) => values.get(`AreaCode ${attributes['AreaCodeID']}`)?.attributes['Description'],
    ),
  ].filter((one) => one !== undefined && one !== 'undetermined');
  const parts = within(location, 'LocationPart').flatMap((part) => {
    const all = within(part, 'LocationPartValue');
    const primary = all.find(({ attributes }) => attributes['Primary'] === 'true') ?? all[0];
    return primary === undefined ? [] : [textOf(primary, 'Value')];
  });
  // A place that is only a country has it as its only part.
  const country = countries[0] ?? (parts.length === 1 ? parts[0] : '');
  return { country, text: [...new Set([...parts, country])].filter(Boolean).join(', ') };
}

interface Known {
  readonly wordOf: (kind: string, id: string | undefined) => string;
  readonly values: ReadonlyMap<string, XmlEntry>;
  readonly places: ReadonlyMap<string, Place>;
  /** The key is the id of an identity. */
  readonly numbers: ReadonlyMap<string, readonly ListedNumber[]>;
}

function partyOf(profile: XmlEntry, { wordOf, values, places, numbers }: Known): Party {
  const subType = values.get(`PartySubType ${profile.attributes['PartySubTypeID']}`);
  const type = subType?.text === 'Unknown' ? wordOf('PartyType', subType.attributes['PartyTypeID']) : subType?.text;
  const identities = within(profile, 'Identity');
  const features = within(profile, 'Feature').map((feature) => ({
    label: wordOf('FeatureType', feature.attributes['FeatureTypeID']).trim(),
    versions: within(feature, 'FeatureVersion'),
  }));
  const versionsOf = (label: RegExp): XmlEntry[] =>
    features.filter((one) => label.test(one.label)).flatMap(({ versions }) => versions);
  const placesOf = (label: RegExp): Place[] =>
    versionsOf(label).flatMap((one) =>
      within(one, 'VersionLocation').flatMap(({ attributes }) => places.get(attributes['LocationID'] ?? '') ?? []),
    );
  const detailsOf = (version: XmlEntry): string[] =>
    within(version, 'VersionDetail').map(
      ({ text, attributes }) => text || wordOf('DetailReference', attributes['DetailReferenceID']),
    );
  return {
    id: `ofac-${profile.attributes['ID']}`,
    schema: ofacSchema(type ?? ''),
    names: identities.flatMap((identity) => namesOf(identity, wordOf)),
    birthDates: versionsOf(/^Birthdate$/).flatMap((one) => within(one, 'DatePeriod').flatMap(periodOf)),
    countries: placesOf(/Location|Country|Flag|Nationality/).map(({ country }) => country),
    addresses: placesOf(/^Location$/).map(({ text }) => text),
    genders: versionsOf(/^Gender$/).flatMap(detailsOf),
    numbers: [
      ...identities.flatMap(({ attributes }) => numbers.get(attributes['ID'] ?? '') ?? []),
      ...features
        .filter(({ label }) => /^Digital Currency|BIC|D-U-N-S|MMSI|Serial Number|Tail Number/.test(label))
        .flatMap(({ label, versions }) => versions.flatMap(detailsOf).map((number) => ({ label, number }))),
    ],
    ...{ topics: ['sanction'], programs: [], datasets: [] },
  };
}

/** Each documented name in spoken order: the family name last. */
function namesOf(identity: XmlEntry, wordOf: Known['wordOf']): string[] {
  const kinds = new Map(
    within(identity, 'NamePartGroups', 'MasterNamePartGroup', 'NamePartGroup').map(({ attributes }) => [
      ...[attributes['ID'], wordOf('NamePartType', attributes['NamePartTypeID'])],
    ]) as [string | undefined, string][],
  );
  return within(identity, 'Alias', 'DocumentedName').map((name) => {
    const parts = within(name, 'DocumentedNamePart', 'NamePartValue').map(({ text, attributes }) => ({
      ...{ text, isLast: kinds.get(attributes['NamePartGroupID']) === 'Last Name' },
    }));
    return [...parts.filter(({ isLast }) => !isLast), ...parts.filter(({ isLast }) => isLast)]
      .map(({ text }) => text)
      .join(' ');
  });
}

/** YYYY, YYYY-MM or YYYY-MM-DD; null if it has no year. */
function partialDate(entry: XmlEntry): string | null {
  const [year, month, day] = ['Year', 'Month', 'Day'].map((name) => textOf(entry, name));
  return /^\d{4}$/.test(year) ? dateOfParts(year, month, day) : null;
}

/** The period as a list in words would have it: a day, a year, `circa` one, or one `to` another. */
function periodOf(period: XmlEntry): string[] {
  const ends = ['Start', 'End'].flatMap((end) => within(period, end));
  const days = ends.flatMap((end) => ['From', 'To'].flatMap((name) => within(end, name).map(partialDate)));
  const known = days.filter((one) => one !== null).sort();
  const [first, last] = [known[0], known.at(-1)];
  if (first === undefined || last === undefined) return [];
  const year = first.slice(0, 4);
  const text =
    first === last ? first : first === `${year}-01-01` && last === `${year}-12-31` ? year : `${first} to ${last}`;
  const isCirca = ends.some(({ attributes }) => attributes['Approximate'] === 'true');
  return [isCirca && first === last ? `circa ${text}` : text];
}
