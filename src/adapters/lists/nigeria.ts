// Reads the list of the Nigeria Sanctions Committee as its site publishes it: a page with one table of individuals and
// one of entities, or such a table saved as CSV. Columns are known by their titles.

import { TieoutError } from '../../core/errors.ts';
import type { ListedEntity } from '../../core/screening/entities/listed-entity.ts';
import { entityOf } from './entities.ts';
import { dayOf } from './listed-dates.ts';
import { listedNumber } from './listed-numbers.ts';
import { readHtmlTables } from './read-html-tables.ts';

type Titles = readonly string[];

const titlesOf = (record: readonly string[]): Titles =>
  record.map((one) =>
    one
      .replace(/^\uFEFF/, '')
      .toLowerCase()
      .replaceAll(/[^a-z]/g, ''),
  );

const PERSON_NAMES = ['fullname', 'firstname', 'middlename', 'surname', 'lastname'];
const ENTITY_NAMES = ['entityname', 'nameofentity'];

export const isNigerian = (record: readonly string[]): boolean => {
  const titles = titlesOf(record);
  return [...PERSON_NAMES, ...ENTITY_NAMES].some((one) => titles.includes(one));
};

export async function* readNigerianPage(chunks: AsyncIterable<string>, called: string): AsyncGenerator<ListedEntity> {
  let html = '';
  for await (const chunk of chunks) html += chunk;
  const { tables, isWhole } = readHtmlTables(html);
  const known = tables.filter(([header]) => header !== undefined && isNigerian(header));
  if (known.length === 0) {
    throw new TieoutError('list_unusable', `${called} is a page without a table of names: it is no list.`);
  }
  if (!isWhole) throw new TieoutError('list_unusable', `${called} ends before its page does: it is cut off.`);
  for (const [header, ...rows] of known) yield* entitiesOf(titlesOf(header), rows, called);
}

export async function* readNigerianCsv(
  records: AsyncIterable<readonly string[]>,
  called: string,
): AsyncGenerator<ListedEntity> {
  let titles: Titles | undefined;
  for await (const record of records) {
    if (titles === undefined) titles = titlesOf(record);
    else if (record.some((one) => one.trim() !== '')) yield* entitiesOf(titles, [record], called);
  }
}

function* entitiesOf(titles: Titles, rows: Iterable<readonly string[]>, called: string): Generator<ListedEntity> {
  for (const row of rows) {
    if (row.length < titles.length) {
      throw new TieoutError(
        'list_unusable',
        `${called}: a row has ${row.length} cells and its header ${titles.length}; the file is cut off, or another one.`,
      );
    }
    const of = (...names: readonly string[]): string[] =>
      names
        .flatMap((name) => row[titles.indexOf(name)]?.trim() || [])
        .filter((one) => !/^(n\/?a|nil|none|-)$/i.test(one));
    if (row.every((one) => one.trim() === '')) continue;
    const isEntity = ENTITY_NAMES.some((one) => titles.includes(one));
    const name = of(...(isEntity ? ENTITY_NAMES : PERSON_NAMES)).join(' ');
    const [reference] = of('referencenumber', 'referancenumber', 'refno');
    yield entityOf({
      id: `nsc-${reference ?? name.toLowerCase()}`,
      schema: isEntity ? 'Organization' : 'Person',
      names: [...namesIn(name, isEntity), ...of('aliases', 'alias', 'othernames').flatMap((one) => one.split(/[;,]/))],
      birthDates: of('dateofbirth', 'dob').map((one) => dayOf(one, 'month_first') ?? one),
      // The committee designates under Nigerian law, which says nothing of whose citizen somebody is.
      countries: of('nationality', 'country'),
      genders: of('gender', 'sex'),
      identifiers: [
        ...of('incorporationnumber').map((number) => listedNumber({ label: 'Registration', number })),
        // RC numbers are of Nigeria's commission.
        ...of('rcnumber').map((number) => listedNumber({ label: 'Registration', number, country: 'NG' })),
      ],
      ...{ topics: ['sanction'], programs: ['Nigeria Sanctions List'], datasets: ['ng_nsc'] },
      addresses: of('address'),
      firstSeen: of('sanctiondate', 'dateofdesignation')[0],
      lastChange: of('recorddate')[0],
    });
  }
}

/** A name may end in the committee's number (NLJASi.1), and an entity's have its short name in brackets. */
function namesIn(text: string, isEntity: boolean): string[] {
  const name = text.replaceAll(/\s+/g, ' ').replace(/ NL[A-Z]{2,6}[a-z]?(\.\d+)?$/, '');
  const [, whole, short] = /^(.{2,200}?)\s*\(([^()]{2,60})\)$/.exec(name) ?? [];
  return isEntity && whole !== undefined ? [name, whole, short!] : [name];
}
