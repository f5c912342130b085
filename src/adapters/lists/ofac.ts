// Reads the lists of the US Office of Foreign Assets Control, SDN and consolidated, in their CSV and simple XML forms.
// The CSV form is four files without headers that belong together: entities, aliases, addresses, and what did not fit
// into the remarks. A companion that is missing is a warning.

import { TieoutError } from '../../core/errors.ts';
import type { ListedEntity } from '../../core/screening/entities/listed-entity.ts';
import { type EntityFields, entityOf } from './entities.ts';
import type { Findings } from './findings.ts';
import type { ListFile } from './list-file.ts';
import { timeOf } from './listed-dates.ts';
import { type ListedNumber, listedNumber } from './listed-numbers.ts';
import { readRemarks } from './ofac-remarks.ts';
import { readCsv } from './read-csv.ts';
import { textOf, textsOf, within, type XmlEntry } from './read-xml.ts';

export const SDN = 'us_ofac_sdn';
export const CONSOLIDATED = 'us_ofac_cons';

export const datasetOf = ({ base }: ListFile): string => (/cons/i.test(base) ? CONSOLIDATED : SDN);

export const ofacSchema = (type: string): string => {
  const kind = type.trim().toLowerCase();
  return kind === 'individual'
    ? 'Person'
    : kind === 'vessel'
      ? 'Vessel'
      : kind === 'aircraft'
        ? 'Airplane'
        : 'Organization';
};

/** Fields of OFAC's entity, with its numbers as the list has them. */
export interface OfacFields extends Omit<EntityFields, 'identifiers'> {
  readonly numbers: readonly ListedNumber[];
}

/** The entity, and each of its digital currency addresses as a wallet, which is screened as such too. */
export function* withWallets({ numbers, ...fields }: OfacFields): Generator<ListedEntity> {
  yield entityOf({ ...fields, identifiers: numbers.map(listedNumber) });
  for (const { label, number } of numbers) {
    if (!/^digital currency/i.test(label)) continue;
    const { topics, programs, datasets } = fields;
    const wallet = { id: `${fields.id}-${number}`, schema: 'CryptoWallet', names: [number] };
    yield entityOf({
      ...{ ...wallet, topics, datasets, programs: programs ?? [] },
      identifiers: [listedNumber({ label, number })],
    });
  }
}

/** `LAST, First Middle` in spoken order. */
const inOrder = (name: string): string => name.split(', ').toReversed().join(' ');

/** The rest of a record behind the number of its entity, which numbers several records of a companion. */
type Companion = ReadonlyMap<string, readonly (readonly string[])[]>;

async function* recordsOf(
  file: ListFile,
  { fields, chunks = file.chunks }: { fields: number; chunks?: AsyncIterable<string> },
) {
  let line = 0;
  for await (const record of readCsv(chunks, file.called)) {
    line++;
    const cells = record.map((cell) => (cell.trim() === '-0-' ? '' : cell.trim()));
    // The published files end in a control character.
    if (cells.length === 1 && /^\x1a?$/.test(cells[0])) continue;
    if (cells.length !== fields || !/^\d+$/.test(cells[0])) {
      throw new TieoutError(
        'list_unusable',
        `${file.called}, record ${line}: it has ${cells.length} fields and not ${fields}; the file is cut off, or not OFAC's.`,
      );
    }
    yield cells;
  }
}

async function companionOf(file: ListFile | null, fields: number): Promise<Companion> {
  const byNumber = new Map<string, string[][]>();
  if (file === null) return byNumber;
  for await (const [number, ...rest] of recordsOf(file, { fields })) {
    const others = byNumber.get(number);
    if (others === undefined) byNumber.set(number, [rest]);
    else others.push(rest);
  }
  return byNumber;
}

interface CompanionKind {
  readonly name: string;
  readonly holds: string;
  readonly fields: number;
}

const ALIASES: CompanionKind = { name: 'alt', holds: 'aliases', fields: 5 };
const ADDRESSES: CompanionKind = { name: 'add', holds: 'addresses and their countries', fields: 6 };
const COMMENTS: CompanionKind = { name: 'comments', holds: 'remarks of more than 1,000 letters', fields: 2 };

/** `sdn.csv` has alt.csv, add.csv and sdn_comments.csv beside it, `cons_prim.csv` cons_alt.csv and so on. */
function companionName(base: string, name: string): string {
  const isCapital = base === base.toUpperCase();
  const [, own] = /(cons_prim|sdn)/i.exec(base) ?? [];
  const isSdn = own === undefined || own.toLowerCase() === 'sdn';
  const plain = isSdn ? (name === 'comments' ? 'sdn_comments' : name) : `cons_${name}`;
  const written = isCapital ? plain.toUpperCase() : plain;
  return own === undefined ? `${written}.csv` : base.replace(own, written);
}

interface CsvReading {
  readonly chunks: AsyncIterable<string>;
  readonly findings: Findings;
  /** Takes every companion that was read. */
  readonly companions: ListFile[];
}

export async function* readOfacCsv(
  file: ListFile,
  { chunks, findings, companions }: CsvReading,
): AsyncGenerator<ListedEntity> {
  const read = async (kind: CompanionKind): Promise<Companion> => {
    const name = companionName(file.base, kind.name);
    const found = await file.beside(name);
    if (found === null) {
      findings.warnings.push(`${name} does not lie beside ${file.base}: its ${kind.holds} are missing.`);
    } else companions.push(found);
    return companionOf(found, kind.fields);
  };
  const [aliases, addresses, comments] = [await read(ALIASES), await read(ADDRESSES), await read(COMMENTS)];
  const dataset = datasetOf(file);
  const known = new Set<string>();
  for await (const cells of recordsOf(file, { fields: 12, chunks })) {
    const [number, name, type, program] = cells;
    known.add(number);
    const rest = comments.get(number)?.map(([text]) => text) ?? [];
    const remarks = readRemarks(`${cells[11]}${rest.join('')}`);
    const schema = ofacSchema(type);
    const spoken = schema === 'Person' ? inOrder : (one: string) => one;
    const places = addresses.get(number) ?? [];
    yield* withWallets({
      ...{ id: `ofac-${number}`, schema, topics: ['sanction'], datasets: [dataset] },
      names: [name, ...(aliases.get(number) ?? []).map(([, , alias]) => alias), ...remarks.names].map(spoken),
      ...{ birthDates: remarks.birthDates, genders: remarks.genders, numbers: remarks.numbers },
      countries: [...remarks.countries, ...places.map(([, , , country]) => country), cells[9]],
      addresses: places.map(([, street, city, country]) => [street, city, country].filter(Boolean).join(', ')),
      programs: program.split(/[\][; ]+/),
    });
  }
  const orphans = [aliases, addresses, comments].flatMap((one) => [...one.keys()]).filter((one) => !known.has(one));
  if (orphans.length > 0) {
    findings.warnings.push(
      `The files beside ${file.base} speak of ${new Set(orphans).size} entities that it does not have: they may be of another day.`,
    );
  }
}

export const OFAC_ENTRIES = ['sdnEntry', 'publshInformation', 'publishInformation'];

export function* readOfacEntry(entry: XmlEntry, { dataset, findings }: { dataset: string; findings: Findings }) {
  if (entry.name !== 'sdnEntry') findings.publishedAt = timeOf(textOf(entry, 'Publish_Date'), 'month_first');
  else yield* withWallets({ ...fieldsOf(entry), datasets: [dataset] });
}

function fieldsOf(entry: XmlEntry): Omit<OfacFields, 'datasets'> {
  const nameOf = (holder: XmlEntry) => `${textOf(holder, 'firstName')} ${textOf(holder, 'lastName')}`.trim();
  const ids = within(entry, 'idList', 'id').map((one) => ({
    ...{ label: textOf(one, 'idType'), number: textOf(one, 'idNumber'), country: textOf(one, 'idCountry') },
  }));
  const countriesOf = (...path: string[]) => within(entry, ...path).flatMap((one) => textsOf(one, 'country'));
  const places = within(entry, 'addressList', 'address');
  return {
    id: `ofac-${textOf(entry, 'uid')}`,
    schema: ofacSchema(textOf(entry, 'sdnType')),
    names: [nameOf(entry), ...within(entry, 'akaList', 'aka').map(nameOf)],
    birthDates: within(entry, 'dateOfBirthList', 'dateOfBirthItem').flatMap((one) => textsOf(one, 'dateOfBirth')),
    countries: [
      ...countriesOf('nationalityList', 'nationality'),
      ...countriesOf('citizenshipList', 'citizenship'),
      ...countriesOf('addressList', 'address'),
      ...within(entry, 'vesselInfo').flatMap((one) => textsOf(one, 'vesselFlag')),
    ],
    addresses: places.map((one) =>
      ['address1', 'address2', 'address3', 'city', 'stateOrProvince', 'postalCode', 'country']
        .flatMap((name) => textsOf(one, name))
        .join(', '),
    ),
    genders: ids.filter(({ label }) => label === 'Gender').map(({ number }) => number),
    numbers: ids.filter(({ label, number }) => label !== 'Gender' && isNumber(label, number)),
    topics: ['sanction'],
    programs: within(entry, 'programList').flatMap((one) => textsOf(one, 'program')),
  };
}

/** Statements about sanctions, websites and mail addresses stand among the numbers. */
const isNumber = (label: string, number: string): boolean =>
  !/website|email|phone|sanctions|directive|determination|date|risk|information|type:?$/i.test(label) &&
  (/\d/.test(number) || /bic/i.test(label));
