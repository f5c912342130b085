// Reads a list from a file or URL. Its first characters show which known format it has. A list of another format, a
// partial list and an empty one are refused with one sentence; part of a list never counts as the list.

import { createHash } from 'node:crypto';
import { isDeepStrictEqual } from 'node:util';
import { TieoutError } from '../../core/errors.ts';
import type { ListedEntity } from '../../core/screening/entities/listed-entity.ts';
import { EU_ENTRIES, euEntity, readEuCsv } from './european-union.ts';
import type { Findings } from './findings.ts';
import { type ListFile, openListFile } from './list-file.ts';
import { timeOf } from './listed-dates.ts';
import { isNigerian, readNigerianCsv, readNigerianPage } from './nigeria.ts';
import { datasetOf, OFAC_ENTRIES, readOfacCsv, readOfacEntry } from './ofac.ts';
import { ADVANCED_ENTRIES, readOfacAdvanced } from './ofac-advanced.ts';
import { readFollowTheMoney, readSimpleCsv } from './open-sanctions.ts';
import { readCsv } from './read-csv.ts';
import { readXml, type XmlEntry } from './read-xml.ts';
import { readUkCsv, readUkXml, UK_ENTRIES } from './united-kingdom.ts';
import { UN_ENTRIES, unEntity } from './united-nations.ts';

export interface ReadList {
  readonly entities: readonly ListedEntity[];
  readonly format: string;
  /** Digest of the content and of how it is read; equal lists have the same. */
  readonly version: string;
  /** When the list says that it was published, in milliseconds since 1970; null if it does not say it. */
  readonly publishedAt: number | null;
  /** When its source last changed the file; null if that is not known. */
  readonly modifiedAt: number | null;
  /** What is missing from the list although it can be used, in sentences. */
  readonly warnings: readonly string[];
}

/** `url`: a path, file:, http: or https:. Throws list_unusable. */
export async function readList(url: string): Promise<ReadList> {
  const file = await openListFile(url);
  const { head, chunks } = await headOf(file.chunks);
  const findings: Findings = { publishedAt: null, warnings: [] };
  const companions: ListFile[] = [];
  const { format, entities: found } = formatOf(head, { file, chunks, findings, companions });
  const read = await distinctEntities(found);
  const entities = read.filter(isFindable);
  if (entities.length === 0) throw new TieoutError('list_unusable', `${file.called} names nobody.`);
  return {
    ...{ entities, format, version: versionOf(file, companions) },
    ...{
      publishedAt: findings.publishedAt,
      modifiedAt: file.modifiedAt,
      warnings: [...findings.warnings, ...withoutAnything(read)],
    },
  };
}

/** Whether anything of it can be compared. A list that has others is used, and says so. */
const isFindable = ({ names, identifiers }: ListedEntity): boolean => names.length + identifiers.length > 0;

function withoutAnything(read: readonly ListedEntity[]): string[] {
  const first = read.find((one) => !isFindable(one));
  if (first === undefined) return [];
  const count = read.filter((one) => !isFindable(one)).length;
  const those = count === 1 ? 'An entity of it has' : `${count} of its entities have`;
  return [`${those} no name and no number, so nobody can be found by ${count === 1 ? 'it' : 'them'}: ${first.id}.`];
}

/** Each entity once. Those that differ and have one id get the digest of their content behind it, so none is lost. */
async function distinctEntities(found: AsyncIterable<ListedEntity>): Promise<ListedEntity[]> {
  const first = new Map<string, ListedEntity>();
  const others = new Map<string, ListedEntity>();
  const shared = new Set<string>();
  for await (const entity of found) {
    const known = first.get(entity.id);
    if (known === undefined) first.set(entity.id, entity);
    else if (!isDeepStrictEqual(known, entity)) {
      shared.add(entity.id);
      for (const one of [known, entity]) others.set(distinctId(one), one);
    }
  }
  const alone = Array.from(first.values()).filter(({ id }) => !shared.has(id));
  return [...alone, ...Array.from(others, ([id, entity]) => ({ ...entity, id }))];
}

const distinctId = (entity: ListedEntity): string =>
  `${entity.id}~${createHash('sha256').update(JSON.stringify(entity)).digest('hex').slice(0, 12)}`;

/**
 * Raised by every change of the readers that finds more in the same file, or other things: lists are stored anew then.
 */
const READERS = 4;

function versionOf(file: ListFile, companions: readonly ListFile[]): string {
  const digests = [file, ...companions].map((one) => one.digest());
  const told = `readers ${READERS} ${digests.join()}`;
  return createHash('sha256').update(told).digest('hex').slice(0, 16);
}

/** Letters in which a format is told. */
const HEAD = 2_000;

async function headOf(chunks: AsyncIterable<string>) {
  const rest = chunks[Symbol.asyncIterator]();
  let head = '';
  let isDone = false;
  while (head.length < HEAD && !isDone) {
    const next = await rest.next();
    isDone = next.done === true;
    if (!next.done) head += next.value;
  }
  async function* all() {
    yield head;
    for (let next = await rest.next(); !next.done; next = await rest.next()) yield next.value;
  }
  return { head, chunks: all() };
}

interface Reading {
  readonly file: ListFile;
  readonly chunks: AsyncIterable<string>;
  readonly findings: Findings;
  readonly companions: ListFile[];
}

interface Format {
  readonly format: string;
  readonly entities: AsyncIterable<ListedEntity>;
}

function formatOf(head: string, reading: Reading): Format {
  const { file, chunks, findings } = reading;
  const { called } = file;
  const start = head.replace(/^\uFEFF/, '').trimStart();
  const known = { called, findings };
  if (start.startsWith('<')) return ofRoot(start, reading);
  if (start.startsWith('{')) return { format: 'ftm_json', entities: readFollowTheMoney(linesOf(chunks), known) };
  const [line] = start.split(/\r?\n/, 1);
  if (/^"?fileGenerationDate"?;|(^|;)"?Entity_LogicalId"?;/.test(line)) {
    return { format: 'eu_consolidated_csv', entities: readEuCsv(readCsv(chunks, called, ';'), known) };
  }
  const records = readCsv(chunks, called);
  if (/^"?id"?,"?schema"?,/.test(line)) {
    return { format: 'opensanctions_targets_simple_csv', entities: readSimpleCsv(records, known) };
  }
  if (/^\d+,/.test(line)) return { format: 'ofac_sdn_csv', entities: readOfacCsv(file, reading) };
  if (/(^|,)"?(Name 6|Unique ID|Group ID)"?(,|$)/im.test(start)) {
    return { format: 'uk_sanctions_csv', entities: readUkCsv(records, known) };
  }
  if (isNigerian(line.split(','))) return { format: 'ng_nsc_csv', entities: readNigerianCsv(records, called) };
  throw noList(called);
}

const noList = (called: string) =>
  new TieoutError(
    'list_unusable',
    `${called} is no list that is known here: OFAC's SDN and consolidated lists (CSV, XML, advanced XML), the UN's, the EU's, the UK's, Nigeria's, or OpenSanctions' targets.simple.csv and FollowTheMoney JSON.`,
  );

/** The name of the root element, behind declarations and comments; undefined if the text is no XML. */
function rootOf(start: string): string | undefined {
  for (let from = 0; ; ) {
    const open = start.indexOf('<', from);
    if (open < 0 || start.slice(from, open).trim() !== '') return undefined;
    const own = start.slice(open, open + 4);
    if (!/^<[?!]/.test(own)) return /^<(?:[\w-]{1,60}:)?([\w-]{1,60})/.exec(start.slice(open, open + 130))?.[1];
    const end = own === '<!--' ? '-->' : own[1] === '?' ? '?>' : '>';
    const close = start.indexOf(end, open);
    if (close < 0) return undefined;
    from = close + end.length;
  }
}

/** The format by the root element. */
function ofRoot(start: string, { file, chunks, findings }: Reading): Format {
  const { called } = file;
  const known = { called, findings };
  const root = rootOf(start);
  const entries = (names: readonly string[], dated: string | null = null) =>
    readXml(chunks, {
      ...{ entries: names, called },
      onRoot: (attributes) => {
        if (dated !== null) findings.publishedAt = timeOf(attributes[dated] ?? '', 'day_first');
      },
    });
  switch (root?.toLowerCase()) {
    case 'consolidated_list':
      return { format: 'un_consolidated_xml', entities: mapped(entries(UN_ENTRIES, 'dateGenerated'), unEntity) };
    case 'sdnlist': {
      const options = { dataset: datasetOf(file), findings };
      return { format: 'ofac_sdn_xml', entities: flat(entries(OFAC_ENTRIES), (one) => readOfacEntry(one, options)) };
    }
    case 'sanctions':
      return { format: 'ofac_advanced_xml', entities: readOfacAdvanced(entries(ADVANCED_ENTRIES), findings) };
    case 'export':
      return { format: 'eu_consolidated_xml', entities: mapped(entries(EU_ENTRIES, 'generationDate'), euEntity) };
    case 'designations':
    case 'arrayoffinancialsanctionstarget':
      return { format: 'uk_sanctions_xml', entities: readUkXml(entries(UK_ENTRIES), known) };
    case 'html':
      return { format: 'ng_nsc_html', entities: readNigerianPage(chunks, called) };
    default:
      throw noList(called);
  }
}

async function* mapped(entries: AsyncIterable<XmlEntry>, toEntity: (entry: XmlEntry) => ListedEntity) {
  for await (const entry of entries) yield toEntity(entry);
}

async function* flat(entries: AsyncIterable<XmlEntry>, toEntities: (entry: XmlEntry) => Iterable<ListedEntity>) {
  for await (const entry of entries) yield* toEntities(entry);
}

async function* linesOf(chunks: AsyncIterable<string>): AsyncGenerator<string> {
  let rest = '';
  for await (const chunk of chunks) {
    const lines = (rest + chunk).split('\n');
    rest = lines.pop()!;
    yield* lines;
  }
  yield rest;
}
