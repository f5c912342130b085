// Reads the United Kingdom's lists: the UK Sanctions List (XML and CSV), and the consolidated list of the Office of
// Financial Sanctions Implementation that came before it (CSV and XML). Rows of one group are names, days and numbers
// of one entity, and need not follow each other. Several values of one field are numbered: (1) one (2) another.

import { TieoutError } from '../../core/errors.ts';
import { countryCode } from '../../core/screening/countries.ts';
import type { EntityIdentifier, ListedEntity } from '../../core/screening/entities/listed-entity.ts';
import { type EntityFields, entityOf } from './entities.ts';
import type { Findings } from './findings.ts';
import { dateOfParts, dayOf, timeOf } from './listed-dates.ts';
import { listedNumber } from './listed-numbers.ts';
import { holdersOf, textOf, textsInside, textsOf, within, type XmlEntry } from './read-xml.ts';

export const UK_ENTRIES = ['Designation', 'DateGenerated', 'FinancialSanctionsTarget'];

/** The values of a field; several titles may stand for it. */
type Row = (...titles: readonly string[]) => string[];

/** A title by its letters, which the CSV and XML forms have in common. */
const keyOf = (title: string): string => title.toLowerCase().replaceAll(/[^a-z0-9]/g, '');

const numbered = (text: string): string[] => (/\(\d+\)/.test(text) ? text.split(/\(\d+\)/) : [text]);

const rowOf = (fields: Iterable<readonly [string, string]>): Row => {
  const byTitle = new Map(Array.from(fields, ([title, text]) => [keyOf(title), text]));
  for (const [title, text] of titledFields(byTitle.get('otherinformation') ?? '')) {
    if (!byTitle.get(keyOf(title))) byTitle.set(keyOf(title), text);
  }
  return (...titles) =>
    titles.flatMap((title) => numbered(byTitle.get(title) ?? '').map((one) => one.trim())).filter((one) => one !== '');
};

const NAME_PARTS = ['name1', 'name2', 'name3', 'name4', 'name5', 'name6'];

interface NumberField {
  readonly label: string;
  readonly titles: readonly string[];
  /** Titles whose texts say of what kind the number is, or of which country. */
  readonly details: readonly string[];
}

const NUMBERS: readonly NumberField[] = [
  {
    label: 'Passport',
    titles: ['passportnumber', 'individualpassportnumber'],
    details: ['passportadditionalinformation', 'passportdetails', 'individualpassportdetails'],
  },
  {
    label: 'National ID',
    titles: ['nationalidentifiernumber', 'nationalidentificationnumber', 'individualninumber'],
    details: ['nationalidentifieradditionalinformation', 'nationalidentificationdetails', 'individualnidetails'],
  },
  {
    label: 'Registration',
    titles: ['businessregistrationnumbers', 'businessregistrationnumber', 'entitybusinessregnumber', 'businessregno'],
    details: [],
  },
  { label: 'IMO', titles: ['imonumber', 'shipimonumber'], details: [] },
];

/** What the consolidated list says in one text, each with its title: `(IMO number):9187629. (Gender):Male`. */
const TITLE = /\(([^()]{1,60})\):/g;

const titledFields = (text: string): (readonly [string, string])[] => {
  const titles = [...text.matchAll(TITLE)];
  return titles.map((found, at) => {
    const said = text.slice(found.index + found[0].length, titles[at + 1]?.index).trim();
    return [found[1], said.replace(/\.$/, '')] as const;
  });
};

/** The fields of an entity while its rows are read. */
interface Group extends EntityFields {
  schema: string;
  readonly primaryNames: string[];
  readonly names: string[];
  readonly birthDates: string[];
  readonly countries: string[];
  readonly genders: string[];
  readonly identifiers: EntityIdentifier[];
  readonly programs: string[];
  readonly addresses: string[];
  firstSeen: string | undefined;
}

const emptyGroup = (id: string): Group => ({
  ...{ id, schema: 'Organization', topics: ['sanction'], datasets: ['gb_sanctions'], firstSeen: undefined },
  ...{ primaryNames: [], names: [], birthDates: [], countries: [], genders: [], identifiers: [] },
  ...{ programs: [], addresses: [] },
});

function add<Item>(to: Item[], more: readonly Item[]): void {
  for (const one of more) to.push(one);
}

function addRow(groups: Map<string, Group>, row: Row, at: string): void {
  const [number] = row('uniqueid', 'groupid', 'ofsigroupid');
  if (number === undefined) throw new TieoutError('list_unusable', `${at}: it has no number of its group.`);
  const id = `uk-${number}`;
  const group = groups.get(id) ?? emptyGroup(id);
  groups.set(id, group);
  const kind = row('designationtype', 'grouptype', 'grouptypedescription', 'individualentityship')[0] ?? '';
  if (/^individual/i.test(kind)) group.schema = 'Person';
  else if (/^ship/i.test(kind)) group.schema = 'Vessel';
  const name = NAME_PARTS.flatMap((part) => row(part)).join(' ');
  const isPrimary = /^primary name$/i.test(row('nametype', 'aliastype')[0] ?? '');
  add(isPrimary ? group.primaryNames : group.names, [name]);
  add(group.names, row('namenonlatinscript'));
  add(group.birthDates, row('dob', 'individualdateofbirth').map(partialDate));
  const place = ['1', '2', '3', '4', '5', '6'].flatMap((n) => row(`addressline${n}`, `address${n}`));
  const countries = row('addresscountry', 'country');
  add(group.addresses, [[...place, ...countries].join(', ')]);
  add(group.countries, row('nationalityies', 'nationality', 'individualnationality'));
  add(group.countries, countries);
  add(group.countries, row('currentbelievedflagofship', 'currentbelievedflag', 'shipflag'));
  add(group.genders, row('gender', 'individualgender'));
  add(group.programs, row('regimename', 'regime'));
  const [designated = ''] = row('datedesignated', 'listedon', 'datelisted');
  group.firstSeen ??= dayOf(designated, 'day_first') ?? undefined;
  for (const { label, titles, details } of NUMBERS) {
    const [texts, kinds] = [row(...titles), row(...details)];
    for (const [at, text] of texts.entries()) {
      const detail = kinds.length === texts.length ? kinds[at] : '';
      add(group.identifiers, numbersIn(`${detail} ${label}`.trim(), text, countryIn(detail)));
    }
  }
}

/**
 * Registration numbers stand with what they are: `INN: 7700000000; OGRN 1027700000000`, `1027700000000 (OGRN)`. Parts
 * without a digit are words about them.
 */
const numbersIn = (label: string, text: string, country: string) => {
  const parts = text.split(/[;\n]|, ?(?=\p{L})| \/ /u).filter((part) => /\p{Nd}/u.test(part));
  return parts.map((part) => {
    const [, before, kind] = /^([^()]+)\(([A-Za-z][^()\d]{1,40})\)$/.exec(part.trim()) ?? [];
    if (before !== undefined && /\d/.test(before))
      return listedNumber({ label: `${kind} ${label}`, number: before, country: countryIn(kind) || country });
    const words = part.trim().split(/[:\s]+/);
    const [own, number] = [words.slice(0, -1).join(' '), words.at(-1)!];
    const isNamed = /^[A-Za-z][^\d]{1,40}$/.test(own) && /\d/.test(number);
    return listedNumber({ country, ...(isNamed ? { label: `${own} ${label}`, number } : { label, number: part }) });
  });
};

/** Words of a text about a number that may name a country. */
const MOST_WORDS = 8;

/** The country that a text about a number is, or ends or begins with: `Iran`, `Iran national ID`, `issued in Iran`. */
function countryIn(text: string): string {
  const words = text.trim().split(/\s+/).slice(0, MOST_WORDS);
  const parts = words.flatMap((_, at) => [words.slice(at).join(' '), words.slice(0, at + 1).join(' ')]);
  return parts.find((part) => part.length > 3 && countryCode(part) !== null) ?? '';
}

/** DD/MM/YYYY, of which day and month may be 00, dd and mm, or missing. */
function partialDate(text: string): string {
  const [, day, month, year] = /^(?:(\w{1,2})\/)?(?:(\w{1,2})\/)?(\d{4})$/.exec(text.trim()) ?? [];
  if (year === undefined) return text;
  return month === undefined ? dateOfParts(year, day) : dateOfParts(year, month, day);
}

function* entitiesOf(groups: ReadonlyMap<string, Group>): Generator<ListedEntity> {
  for (const group of groups.values()) {
    yield entityOf({ ...group, names: [...group.primaryNames, ...group.names] });
  }
}

interface Reading {
  readonly called: string;
  readonly findings: Findings;
}

/** The header is the first record with more than two fields; the one before it says of which day the list is. */
export async function* readUkCsv(
  records: AsyncIterable<readonly string[]>,
  { called, findings }: Reading,
): AsyncGenerator<ListedEntity> {
  let titles: readonly string[] | undefined;
  const groups = new Map<string, Group>();
  let line = 0;
  for await (const record of records) {
    line++;
    const filled = record.filter((one) => one.trim() !== '');
    if (filled.length === 0) continue;
    if (titles === undefined) {
      if (record.length > 5 && filled.length > 5) titles = record.map((one) => one.replace(/^\uFEFF/, ''));
      else findings.publishedAt ??= timeOf(filled.at(-1)!.replace(/^.*: */, ''), 'day_first');
      continue;
    }
    if (record.length !== titles.length) {
      throw new TieoutError(
        'list_unusable',
        `${called}, record ${line}: it has ${record.length} fields and the header ${titles.length}; the file is cut off.`,
      );
    }
    const fields = titles.map((title, at) => [title, record[at]] as const);
    addRow(groups, rowOf(fields), `${called}, record ${line}`);
  }
  yield* entitiesOf(groups);
}

export async function* readUkXml(
  entries: AsyncIterable<XmlEntry>,
  { called, findings }: Reading,
): AsyncGenerator<ListedEntity> {
  const groups = new Map<string, Group>();
  for await (const entry of entries) {
    if (entry.name === 'DateGenerated') findings.publishedAt = timeOf(entry.text, 'day_first');
    else if (entry.name === 'Designation') addDesignation(groups, entry, called);
    else {
      const row = rowOf(entry.children.map(({ name, text }) => [name, text] as const));
      // This form has no day of its own: no list is older than its latest change.
      const changed = timeOf(row('lastupdated')[0] ?? '', 'day_first');
      if (changed !== null && changed > (findings.publishedAt ?? 0)) findings.publishedAt = changed;
      addRow(groups, row, `${called}, an entry`);
    }
  }
  yield* entitiesOf(groups);
}

/** A designation holds what the CSV form has in rows: one of each of its names, and one of everything else. */
function addDesignation(groups: Map<string, Group>, entry: XmlEntry, called: string): void {
  const shared = ['UniqueID', 'IndividualEntityShip'].map((name) => [name, textOf(entry, name)] as const);
  const addFields = (fields: Iterable<readonly [string, string]>) =>
    addRow(groups, rowOf([...shared, ...fields]), `${called}, a designation`);
  for (const name of within(entry, 'Names', 'Name'))
    addFields(name.children.map((one) => [one.name, one.text] as const));
  for (const name of textsInside(entry, 'NameNonLatinScript')) addFields([['NameNonLatinScript', name]]);
  for (const place of within(entry, 'Addresses', 'Address')) {
    addFields(place.children.map((one) => [one.name, one.text] as const));
  }
  const SINGLE = ['DOB', 'Nationality', 'Gender', 'IMONumber'];
  const OTHERS = ['BusinessRegistrationNumber', 'CurrentBelievedFlagOfShip', 'RegimeName', 'DateDesignated'];
  for (const field of [...SINGLE, ...OTHERS]) for (const text of textsInside(entry, field)) addFields([[field, text]]);
  for (const kind of ['Passport', 'NationalIdentifier']) {
    const [NUMBER, WHAT] = [`${kind}Number`, `${kind}AdditionalInformation`];
    for (const holder of holdersOf(entry, NUMBER)) {
      const [numbers, kinds] = [textsOf(holder, NUMBER), textsOf(holder, WHAT)];
      const kindAt = (at: number) => (kinds.length === numbers.length ? kinds[at] : '');
      for (const [at, number] of numbers.entries())
        addFields([
          [NUMBER, number],
          [WHAT, kindAt(at)],
        ]);
    }
  }
}
