// Reads the consolidated list of the UN Security Council, as XML.

import type { ListedEntity } from '../../core/screening/entities/listed-entity.ts';
import { entityOf } from './entities.ts';
import { listedNumber } from './listed-numbers.ts';
import { textOf, textsOf, within, type XmlEntry } from './read-xml.ts';

export const UN_ENTRIES = ['INDIVIDUAL', 'ENTITY'];

const NAMES = ['FIRST_NAME', 'SECOND_NAME', 'THIRD_NAME', 'FOURTH_NAME'];

export function unEntity(entry: XmlEntry): ListedEntity {
  const isPerson = entry.name === 'INDIVIDUAL';
  const sectionsOf = (name: string) => within(entry, `${entry.name}_${name}`);
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
    birthDates: sectionsOf('DATE_OF_BIRTH').flatMap(datesOf),
    countries: [
      ...within(entry, 'NATIONALITY').flatMap((one) => textsOf(one, 'VALUE')),
      ...sectionsOf('ADDRESS').flatMap((one) => textsOf(one, 'COUNTRY')),
    ],
    genders: textsOf(entry, 'GENDER'),
    identifiers: sectionsOf('DOCUMENT').map((one) =>
      listedNumber({
        ...{ label: textOf(one, 'TYPE_OF_DOCUMENT'), number: textOf(one, 'NUMBER') },
        country: textOf(one, 'ISSUING_COUNTRY') || textOf(one, 'COUNTRY_OF_ISSUE'),
      }),
    ),
    topics: ['sanction'],
    programs: [...textsOf(entry, 'UN_LIST_TYPE'), ...textsOf(entry, 'REFERENCE_NUMBER')],
    datasets: ['un_sc_sanctions'],
    firstSeen: textOf(entry, 'LISTED_ON'),
  });
}

/** A year or day, a span of years, or one that is only approximately known, in words. */
function datesOf(entry: XmlEntry): string[] {
  const [from, to] = [textOf(entry, 'FROM_YEAR'), textOf(entry, 'TO_YEAR')];
  if (from !== '' && to !== '') return [`${from} to ${to}`];
  const isCirca = textOf(entry, 'TYPE_OF_DATE') === 'APPROXIMATELY';
  return [...textsOf(entry, 'DATE'), ...textsOf(entry, 'YEAR')].map((one) => (isCirca ? `circa ${one}` : one));
}
