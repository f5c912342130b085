// Reads OpenSanctions' lists: targets.simple.csv, one entity a record, and FollowTheMoney JSON, one entity a line.
// Entities that nobody is (addresses, memberships) are skipped. A wallet's key is its name. Neither form says when it was
// published: an entity was last seen at the latest export.

import { TieoutError } from '../../core/errors.ts';
import { isObject } from '../../core/records/documents/json.ts';
import { countryCode } from '../../core/screening/countries.ts';
import { FTM_IDENTIFIERS } from '../../core/screening/entities/identifier-kinds.ts';
import { identifierOf, type ListedEntity } from '../../core/screening/entities/listed-entity.ts';
import { namesOfProperties } from '../../core/screening/entities/name-parts.ts';
import { entityOf } from './entities.ts';
import type { Findings } from './findings.ts';
import { timeOf } from './listed-dates.ts';

/** The latest day that an entity was seen counts as the list's publication. */
function seen(findings: Findings, lastSeen: string | undefined): void {
  const at = timeOf(lastSeen ?? '', 'day_first');
  if (at !== null && at > (findings.publishedAt ?? 0)) findings.publishedAt = at;
}

interface Reading {
  readonly called: string;
  readonly findings: Findings;
}

const values = (text: string | undefined): string[] => (text ?? '').split(';');

const SIMPLE_COLUMNS = ['id', 'schema', 'name', 'aliases', 'birth_date', 'countries', 'identifiers', 'dataset'];

export async function* readSimpleCsv(
  records: AsyncIterable<readonly string[]>,
  { called: listName, findings }: Reading,
): AsyncGenerator<ListedEntity> {
  let columns: readonly string[] | undefined;
  let line = 0;
  for await (const record of records) {
    line++;
    if (columns === undefined) {
      columns = record.map((title) => title.trim().replace(/^\uFEFF/, ''));
      const missing = SIMPLE_COLUMNS.filter((name) => !columns!.includes(name));
      if (missing.length > 0) throw new TieoutError('list_unusable', `${listName} lacks the column ${missing[0]}.`);
      continue;
    }
    if (record.length === 1 && record[0] === '') continue;
    if (record.length !== columns.length) {
      throw new TieoutError(
        'list_unusable',
        `${listName}, record ${line}: it has ${record.length} fields and the header ${columns.length}; the file is cut off.`,
      );
    }
    const fields = Object.fromEntries(columns.map((name, at) => [name, record[at]]));
    seen(findings, fields['last_seen']);
    const sanctions = values(fields['sanctions']).filter(Boolean);
    yield entityOf({
      id: fields['id'],
      schema: fields['schema'],
      names: [fields['name'], ...values(fields['aliases'])],
      birthDates: values(fields['birth_date']),
      countries: values(fields['countries']),
      identifiers: values(fields['identifiers']).map((value) => identifierOf('', value)),
      addresses: values(fields['addresses']),
      // The format has no topics: a sanctioned entity names the sanctions, and lists of politicians have typical names.
      topics:
        sanctions.length > 0
          ? ['sanction']
          : /\bPEP|politically|parliament/i.test(fields['dataset'])
            ? ['role.pep']
            : [],
      programs: sanctions,
      datasets: values(fields['dataset']),
      firstSeen: fields['first_seen'],
      lastSeen: fields['last_seen'],
      lastChange: fields['last_change'],
    });
  }
}

const NAMED = new Set([
  'Person',
  'Company',
  'Organization',
  'LegalEntity',
  'PublicBody',
  'Vessel',
  'Airplane',
  'Bank',
  'CryptoWallet',
]);

export async function* readFollowTheMoney(
  lines: AsyncIterable<string>,
  { called: listName, findings }: Reading,
): AsyncGenerator<ListedEntity> {
  let line = 0;
  for await (const text of lines) {
    line++;
    if (text.trim() === '') continue;
    let given: unknown;
    try {
      given = JSON.parse(text);
    } catch {
      throw new TieoutError('list_unusable', `${listName}, line ${line}: it is no JSON; the file is cut off.`);
    }
    // It must not be skipped silently.
    if (!isEntity(given)) {
      throw new TieoutError('list_unusable', `${listName}, line ${line}: it is no entity of FollowTheMoney.`);
    }
    seen(findings, given.last_seen);
    if (!NAMED.has(given.schema)) continue;
    const valuesOf = (name: string): string[] =>
      (given.properties?.[name] ?? []).filter((value): value is string => typeof value === 'string');
    // A company is registered where its law is.
    const laws = valuesOf('jurisdiction');
    const registeredIn = laws.length === 1 ? (countryCode(laws[0]) ?? '') : '';
    yield entityOf({
      id: given.id,
      schema: given.schema,
      names: [...(given.caption ? [given.caption] : []), ...namesOfProperties(valuesOf), ...valuesOf('publicKey')],
      birthDates: [...valuesOf('birthDate'), ...valuesOf('incorporationDate')],
      countries: [
        ...valuesOf('country'),
        ...valuesOf('nationality'),
        ...valuesOf('citizenship'),
        ...valuesOf('jurisdiction'),
      ],
      genders: valuesOf('gender'),
      identifiers: Object.entries(FTM_IDENTIFIERS).flatMap(([property, type]) =>
        valuesOf(property).map((value) => identifierOf(type, value, type === 'registration' ? registeredIn : '')),
      ),
      topics: valuesOf('topics'),
      programs: [...valuesOf('program'), ...valuesOf('programId')],
      addresses: valuesOf('address'),
      datasets: given.datasets ?? [],
      firstSeen: given.first_seen,
      lastSeen: given.last_seen,
      lastChange: given.last_change,
    });
  }
}

const isText = (value: unknown) => typeof value === 'string';
const isTextOrNone = (value: unknown) => (value ?? '') === '' || isText(value);
const isListOrNone = (value: unknown) => Array.isArray(value ?? []);

function isEntity(given: unknown): given is FtmEntity {
  if (!isObject(given) || !isText(given['id']) || !isText(given['schema'])) return false;
  const properties = given['properties'] ?? {};
  const datasets = given['datasets'] ?? [];
  return (
    ['caption', 'first_seen', 'last_seen', 'last_change'].every((name) => isTextOrNone(given[name])) &&
    isObject(properties) &&
    Object.values(properties).every(isListOrNone) &&
    Array.isArray(datasets) &&
    datasets.every(isText)
  );
}

interface FtmEntity {
  readonly id: string;
  readonly schema: string;
  readonly caption?: string;
  readonly properties?: Readonly<Record<string, readonly unknown[]>>;
  readonly datasets?: readonly string[];
  readonly first_seen?: string;
  readonly last_seen?: string;
  readonly last_change?: string;
}
