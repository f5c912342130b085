// Names with truth, half of what screening is measured on (../shared/data/screening, which is not part of the project):
// listed people with a given name in another usual spelling, published aliases, pairs of records. A person and an alias
// count as found if the listed entity is a hit.

import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { parse } from 'csv-parse/sync';
import { readList } from '../src/adapters/lists/read-list.ts';
import type { ListedEntity } from '../src/core/screening/entities/listed-entity.ts';
import { indexEntities } from '../src/core/screening/entity-index.ts';
import { screen } from '../src/core/screening/screen.ts';
import type { Figures } from './bench.ts';
import { F1 } from './labelled-pairs.ts';

const DATA = process.env['SCREENING'] ?? join(import.meta.dirname, '../../shared/data/screening');

interface Pair {
  readonly set: string;
  readonly schema: string;
  readonly query: object;
  readonly listed: object;
  readonly same: boolean;
}

interface Measured {
  readonly text: string;
  readonly figures: Figures;
}

/** A sentence where the data are absent. `folder`: for files that are made. */
export async function listedNames(folder: string, threshold: number): Promise<readonly Measured[] | string> {
  if (!existsSync(DATA)) return 'No list with truth was found (../shared/data/screening): not measured.';
  const { entities } = await readList(join(DATA, 'sdn.csv'));
  const lists = [{ name: 'sdn', version: '1', loadedAt: 0, index: indexEntities(entities) }];
  const schemas = new Map(entities.map(({ id, schema }) => [numberOf(id), schema]));
  const isFound = (name: string, number: string): boolean => {
    const subject = { schema: schemas.get(number)!, names: [name], birthDates: [], countries: [], genders: [] };
    const { hits } = screen({ ...subject, identifiers: [] }, { lists, threshold, limit: 500 });
    return hits.some(({ entity }) => numberOf(entity.id) === number);
  };
  const respelt = parse(readFileSync(join(DATA, 'respelt.csv')), { columns: true }) as Record<string, string>[];
  const aliases = (parse(readFileSync(join(DATA, 'alt.csv')), { relax_column_count: true, trim: true }) as string[][])
    .map(([number = '', , , name = '']) => ({ number, name }))
    .filter(({ number }) => schemas.has(number));
  const people = respelt.filter(({ list_id: number = '' }) => schemas.has(number));
  return [
    shareOf(
      'respelt',
      'listed people, one given name respelt',
      people.map((one) => isFound(one['respelt_name']!, one['list_id']!)),
    ),
    shareOf(
      'aliases',
      'published aliases',
      aliases.map(({ name, number }) => isFound(name, number)),
    ),
    ...(await pairs(folder, threshold)),
  ];
}

function shareOf(name: string, what: string, found: readonly boolean[]): Measured {
  const share = found.filter(Boolean).length / Math.max(1, found.length);
  const text = `${found.filter(Boolean).length} of ${found.length} ${what}: ${(100 * share).toFixed(1)}%`;
  return { text, figures: { [`${name}_found`]: share } };
}

/** OFAC's own number of an entity. */
const numberOf = (id: string): string => /\d+$/.exec(id)?.[0] ?? id;

async function pairs(folder: string, threshold: number): Promise<Measured[]> {
  const all = JSON.parse(readFileSync(join(DATA, 'pairs.json'), 'utf8')) as Pair[];
  const read = async (side: 'query' | 'listed'): Promise<ReadonlyMap<string, ListedEntity>> => {
    const file = join(folder, `${side}.ftm.json`);
    const lines = all.map((pair, n) => JSON.stringify({ id: `p${n}`, schema: pair.schema, properties: pair[side] }));
    writeFileSync(file, `${lines.join('\n')}\n`);
    return new Map((await readList(file)).entities.map((entity) => [entity.id, entity]));
  };
  const [queries, listed] = [await read('query'), await read('listed')];
  const accepted = all.map((_, n) => {
    const [query, entity] = [queries.get(`p${n}`), listed.get(`p${n}`)];
    if (query === undefined || entity === undefined) return false;
    const lists = [{ name: 'pair', version: '1', loadedAt: 0, index: indexEntities([entity]) }];
    return screen(query, { lists, threshold, limit: 1 }).hits.length > 0;
  });
  return Array.from(new Set(all.map(({ set }) => set)), (set) => {
    const counted = new F1();
    let [same, right] = [0, 0];
    for (const [n, { same: isMatch }] of all.entries()) {
      if (all[n]?.set !== set) continue;
      counted.add({ isMatch, isAccepted: accepted[n]! });
      if (isMatch) same++;
      if (isMatch && accepted[n]) right++;
    }
    return { text: `${set}: ${right} of ${same} found; ${counted}`, figures: { [`${set}_f1`]: counted.f1 } };
  });
}
