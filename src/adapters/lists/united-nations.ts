// Reads the consolidated list of the UN Security Council, as XML.

import { identifierOf, type ListedEntity } from '../../core/screening/entities/listed-entity.ts';
import { entityOf } from './entities.ts';
import { textOf, textsOf, within, type XmlEntry } from './read-xml.ts';

export const UN_ENTRIES = ['INDIVIDUAL', 'ENTITY'];

const NAMES = ['FIRST_NAME', 'SECOND_NAME', 'THIRD_NAME', 'FOURTH_NAME'];

export function unEntity(entry: XmlEntry): ListedEntity | null {
  const isPerson = entry.name === 'INDIVIDUAL';
  const sectionsOf = (name: string) => within(entry, `${entry.name}_${name}`);
  const dates = sectionsOf('DATE_OF_BIRTH').flatMap((one) => [
    ...textsOf(one, 'DATE'),
    ...textsOf(one, 'YEAR'),
    // Only the ends of a span are given; all years in it are possible.
    ...yearsBetween(textOf(one, 'FROM_YEAR'), textOf(one, 'TO_YEAR')),
  ]);
  return entityOf({
    id: `un-${textOf(entry, 'DATAID')}`,
    schema: isPerson ? 'Person' : 'Organization',
    names: [
      NAMES.map((name) => textOf(entry, name))
        .join(' ')
        .replaceAll(/ +/g, ' '),
      ...textsOf(entry, 'NAME_ORIGINAL_SCRIPT'),
      ...sectionsOf('ALIAS').flatMap((one) => textsOf(one, 'ALIAS_NAME').flatMap((name) => name.split(';'))),
    ],
    birthDates: dates,
    countries: [
      ...within(entry, 'NATIONALITY').flatMap((one) => textsOf(one, 'VALUE')),
      ...sectionsOf('ADDRESS').flatMap((one) => textsOf(one, 'COUNTRY')),
    ],
    genders: textsOf(entry, 'GENDER'),
    identifiers: sectionsOf('DOCUMENT').map((one) =>
      identifierOf(
        /passport/i.test(textOf(one, 'TYPE_OF_DOCUMENT')) ? 'passport' : 'national_id',
        textOf(one, 'NUMBER'),
      ),
    ),
    topics: ['sanction'],
    programs: [...textsOf(entry, 'UN_LIST_TYPE'), ...textsOf(entry, 'REFERENCE_NUMBER')],
    datasets: ['un_sc_sanctions'],
    firstSeen: textOf(entry, 'LISTED_ON'),
  });
}

const LONGEST_SPAN = 20;

function yearsBetween(from: string, to: string): string[] {
  const [first, last] = [Number(from), Number(to)];
  if (!/^\d{4}$/.test(from) || !/^\d{4}$/.test(to) || last < first || last - first > LONGEST_SPAN) return [];
  return Array.from({ length: last - first + 1 }, (_, at) => String(first + at));
}
