// Reads the consolidated financial sanctions list of the European Union, as XML and as CSV, whose records are the parts
// of an entity: a name, an address, a birth date or a number each.

import { TieoutError } from '../../core/errors.ts';
import type { ListedEntity } from '../../core/screening/entities/listed-entity.ts';
import { type EntityFields, entityOf } from './entities.ts';
import type { Findings } from './findings.ts';
import { dateOfParts, timeOf } from './listed-dates.ts';
import { listedNumber } from './listed-numbers.ts';
import { attributesOf, type XmlEntry } from './read-xml.ts';

export const EU_ENTRIES = ['sanctionEntity'];

type Part = Readonly<Record<string, string | undefined>>;

/** The parts of an entity, with the names of the XML form's attributes. */
interface Parts {
  readonly reference: string;
  readonly kind: string;
  readonly designated: string;
  readonly names: readonly Part[];
  readonly births: readonly Part[];
  readonly places: readonly Part[];
  readonly citizenships: readonly Part[];
  readonly numbers: readonly Part[];
  readonly programs: readonly (string | undefined)[];
}

export function euEntity(entry: XmlEntry): ListedEntity {
  const { euReferenceNumber, logicalId, designationDate = '' } = entry.attributes;
  const [subject] = attributesOf(entry, 'subjectType');
  return entityOf(
    fieldsOf({
      reference: euReferenceNumber || logicalId || '',
      kind: subject?.['code'] ?? subject?.['classificationCode'] ?? '',
      designated: designationDate,
      names: attributesOf(entry, 'nameAlias'),
      births: attributesOf(entry, 'birthdate'),
      places: attributesOf(entry, 'address'),
      citizenships: attributesOf(entry, 'citizenship'),
      numbers: attributesOf(entry, 'identification'),
      programs: attributesOf(entry, 'regulation').map(({ programme }) => programme),
    }),
  );
}

const joined = (...parts: readonly (string | undefined)[]): string => parts.filter(Boolean).join(' ');

const countryOf = ({ countryIso2Code: code, countryDescription: name }: Part): string =>
  code && code !== '00' ? code : (name ?? '');

function fieldsOf({ reference, kind, names, births, places, citizenships, numbers, ...rest }: Parts): EntityFields {
  return {
    id: `eu-${reference}`,
    schema: /^p/i.test(kind) ? 'Person' : 'Organization',
    names: names.map(
      ({ wholeName, firstName, middleName, lastName }) => wholeName || joined(firstName, middleName, lastName),
    ),
    birthDates: births.flatMap(birthOf),
    countries: [...citizenships, ...places].map(countryOf),
    addresses: places.map((one) =>
      [one['street'], one['poBox'], one['zipCode'], one['city'], one['region'], countryOf(one)]
        .filter(Boolean)
        .join(', '),
    ),
    genders: names.map(({ gender = '' }) => gender),
    identifiers: numbers.flatMap((one) => {
      const label = joined(one['identificationTypeCode'], one['identificationTypeDescription']);
      return [one['number'], one['latinNumber']]
        .filter((number) => !!number)
        .map((number) => listedNumber({ label, number: number!, country: countryOf(one) }));
    }),
    ...{ topics: ['sanction'], datasets: ['eu_fsf'], firstSeen: rest.designated },
    programs: rest.programs.map((one) => one ?? ''),
  };
}

/** A year of another calendar would contradict every day of birth. */
function birthOf(part: Part): string[] {
  const { birthdate, year, monthOfYear, dayOfMonth, yearRangeFrom, yearRangeTo, circa, calendarType } = part;
  if (calendarType && !/^gregorian$/i.test(calendarType)) return [];
  const day = birthdate?.slice(0, 10) || (year ? dateOfParts(year, monthOfYear, dayOfMonth) : '');
  const text = yearRangeFrom && yearRangeTo ? `${yearRangeFrom} to ${yearRangeTo}` : day;
  return text === '' ? [] : [circa === 'true' ? `circa ${text}` : text];
}

/** How the titles of each part of a record begin. */
const PREFIXES = {
  names: 'NameAlias_',
  births: 'BirthDate_',
  places: 'Address_',
  citizenships: 'Citizenship_',
  numbers: 'Identification_',
} as const;
const PARTS = Object.keys(PREFIXES) as (keyof typeof PREFIXES)[];

/** The parts of an entity while its records are read. */
type Gathered = Parts & Record<keyof typeof PREFIXES, Part[]> & { readonly programs: (string | undefined)[] };

/** Titles whose rest is not the attribute's name. */
const TITLES: Readonly<Record<string, string>> = {
  ...{ BirthDate_BirthDate: 'birthdate', BirthDate_Day: 'dayOfMonth', BirthDate_Month: 'monthOfYear' },
  ...{ Identification_TypeCode: 'identificationTypeCode' },
  ...{ Identification_TypeDescription: 'identificationTypeDescription' },
};

interface CsvReading {
  readonly called: string;
  readonly findings: Findings;
}

/** Records of one entity need not follow each other. */
export async function* readEuCsv(
  records: AsyncIterable<readonly string[]>,
  { called, findings }: CsvReading,
): AsyncGenerator<ListedEntity> {
  let titles: readonly string[] | undefined;
  const entities = new Map<string, Gathered>();
  let line = 0;
  for await (const record of records) {
    line++;
    if (titles === undefined) {
      titles = record.map((one) => one.trim().replace(/^\uFEFF/, ''));
      continue;
    }
    if (record.length === 1 && record[0].trim() === '') continue;
    if (record.length !== titles.length) {
      throw new TieoutError(
        'list_unusable',
        `${called}, record ${line}: it has ${record.length} fields and the header ${titles.length}; the file is cut off.`,
      );
    }
    const fields = Object.fromEntries(titles.map((title, at) => [title, record[at].trim()]));
    findings.publishedAt ??= timeOf(fields['fileGenerationDate'] ?? '', 'day_first');
    const reference = fields['Entity_EU_ReferenceNumber'] || fields['Entity_LogicalId'] || '';
    if (reference === '') {
      throw new TieoutError('list_unusable', `${called}, record ${line}: it has no number of its entity.`);
    }
    const before = entities.get(reference);
    const parts: Gathered = before ?? {
      ...{ reference, kind: fields['Entity_SubjectType_ClassificationCode'] || fields['Entity_SubjectType'] || '' },
      ...{ designated: fields['Entity_DesignationDate'] ?? '', programs: [] },
      ...{ names: [], births: [], places: [], citizenships: [], numbers: [] },
    };
    if (before === undefined) entities.set(reference, parts);
    for (const part of PARTS) parts[part].push(partOf(fields, PREFIXES[part]));
    parts.programs.push(fields['Entity_Regulation_Programme']);
  }
  for (const parts of entities.values()) {
    yield entityOf(fieldsOf(parts));
  }
}

function partOf(fields: Part, prefix: string): Part {
  const own = Object.entries(fields).filter(([title]) => title.startsWith(prefix));
  return Object.fromEntries(
    own.map(([title, text]) => {
      const rest = title.slice(prefix.length);
      return [TITLES[title] ?? `${rest[0]?.toLowerCase()}${rest.slice(1)}`, text];
    }),
  );
}
