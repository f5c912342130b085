// Reads the sanctions list of the US Office of Foreign Assets Control (SDN): as CSV without a header, whose remarks
// contain dates and numbers in words, and as XML.

import { TieoutError } from '../../core/errors.ts';
import { identifierOf, type ListedEntity } from '../../core/screening/entities/listed-entity.ts';
import { entityOf } from './entities.ts';
import { textOf, textsOf, within, type XmlEntry } from './read-xml.ts';

const DATASET = 'us_ofac_sdn';
const COLUMNS = 12;

const schemaOf = (type: string): string => {
  const kind = type.trim().toLowerCase();
  return kind === 'individual'
    ? 'Person'
    : kind === 'vessel'
      ? 'Vessel'
      : kind === 'aircraft'
        ? 'Airplane'
        : 'Organization';
};

/** `LAST, First Middle` in spoken order. */
const inOrder = (name: string): string => name.split(', ').toReversed().join(' ');

export async function* readOfacCsv(
  records: AsyncIterable<readonly string[]>,
  listName: string,
): AsyncGenerator<ListedEntity> {
  let line = 0;
  for await (const record of records) {
    line++;
    const cells = record.map((cell) => (cell.trim() === '-0-' ? '' : cell.trim()));
    // The published file ends in a control character.
    if (cells.length === 1 && /^\x1a?$/.test(cells[0])) continue;
    if (cells.length !== COLUMNS || !/^\d+$/.test(cells[0])) {
      throw new TieoutError(
        'list_unusable',
        `${listName}, record ${line}: it is no record of the SDN list; the file is cut off.`,
      );
    }
    const remarks = cells[11];
    const remarksMatching = (pattern: RegExp): string[] =>
      Array.from(remarks.matchAll(pattern), ([, value]) => value!.trim());
    const schema = schemaOf(cells[2]);
    const entity = entityOf({
      id: `ofac-${cells[0]}`,
      schema,
      names: [
        schema === 'Person' ? inOrder(cells[1]) : cells[1],
        ...remarksMatching(/[af]\.k\.a\. '([^']+)'/g).map(inOrder),
      ],
      birthDates: remarksMatching(/DOB (?:circa )?([^;.]+)/g),
      countries: remarksMatching(/(?:nationality|citizen) ([^;.]+)/g),
      genders: remarksMatching(/Gender (Male|Female)/g),
      identifiers: [
        ...remarksMatching(/Passport ([A-Z0-9-]+)/g).map((value) => identifierOf('passport', value)),
        ...remarksMatching(/National ID No\. ([A-Z0-9-]+)/g).map((value) => identifierOf('national_id', value)),
        ...remarksMatching(/Tax ID No\. ([A-Z0-9-]+)/g).map((value) => identifierOf('tax', value)),
        ...remarksMatching(/IMO (\d{7})/g).map((value) => identifierOf('imo', value)),
      ],
      topics: ['sanction'],
      programs: cells[3].split(/[\][; ]+/),
      datasets: [DATASET],
    });
    if (entity !== null) yield entity;
  }
}

export const OFAC_ENTRIES = ['sdnEntry'];

const ID_TYPES: readonly (readonly [RegExp, string])[] = [
  [/passport/i, 'passport'],
  [/tax id/i, 'tax'],
  [/national id|identification number/i, 'national_id'],
  [/registration/i, 'registration'],
  [/vessel/i, 'imo'],
];

export function ofacEntity(entry: XmlEntry): ListedEntity | null {
  const nameOf = (holder: XmlEntry) => `${textOf(holder, 'firstName')} ${textOf(holder, 'lastName')}`.trim();
  return entityOf({
    id: `ofac-${textOf(entry, 'uid')}`,
    schema: schemaOf(textOf(entry, 'sdnType')),
    names: [nameOf(entry), ...within(entry, 'akaList', 'aka').map(nameOf)],
    birthDates: within(entry, 'dateOfBirthList', 'dateOfBirthItem').flatMap((one) => textsOf(one, 'dateOfBirth')),
    countries: [
      ...within(entry, 'nationalityList', 'nationality').flatMap((one) => textsOf(one, 'country')),
      ...within(entry, 'citizenshipList', 'citizenship').flatMap((one) => textsOf(one, 'country')),
      ...within(entry, 'addressList', 'address').flatMap((one) => textsOf(one, 'country')),
    ],
    genders: within(entry, 'idList', 'id')
      .filter((one) => textOf(one, 'idType') === 'Gender')
      .map((one) => textOf(one, 'idNumber')),
    identifiers: within(entry, 'idList', 'id').flatMap((one) => {
      const kind = ID_TYPES.find(([pattern]) => pattern.test(textOf(one, 'idType')))?.[1];
      return kind === undefined ? [] : [identifierOf(kind, textOf(one, 'idNumber'))];
    }),
    topics: ['sanction'],
    programs: within(entry, 'programList').flatMap((one) => textsOf(one, 'program')),
    datasets: [DATASET],
  });
}
