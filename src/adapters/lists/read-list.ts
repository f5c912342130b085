// Reads a list from a file or URL. Its first characters show which known format it has. A list of another format, a
// partial list and an empty one are refused with one sentence; part of a list never counts as the list.

import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { TieoutError } from '../../core/errors.ts';
import { MAX_LIST_BYTES, MAX_LIST_FETCH_MS } from '../../core/limits.ts';
import type { ListedEntity } from '../../core/screening/entities/listed-entity.ts';
import { OFAC_ENTRIES, ofacEntity, readOfacCsv } from './ofac.ts';
import { readFollowTheMoney, readSimpleCsv } from './open-sanctions.ts';
import { readCsv } from './read-csv.ts';
import { readXml, type XmlEntry } from './read-xml.ts';
import { UN_ENTRIES, unEntity } from './united-nations.ts';

interface ReadList {
  readonly entities: readonly ListedEntity[];
  readonly format: string;
  /** Digest of the content; equal lists have the same. */
  readonly version: string;
}

/** `url`: a path, file:, http: or https:. Throws list_unusable. */
export async function readList(url: string): Promise<ReadList> {
  const listName = nameOf(url);
  const hash = createHash('sha256');
  const chunks = decoded(sized(await opened(url, listName), listName), hash);
  const first = await chunks.next();
  const head = first.done ? '' : first.value;
  const allChunks = (async function* () {
    yield head;
    yield* chunks;
  })();
  const { format, entities: found } = formatOf(head, allChunks, listName);
  const entities = new Map<string, ListedEntity>();
  for await (const entity of found) entities.set(entity.id, entity);
  if (entities.size === 0) throw new TieoutError('list_unusable', `${listName} names nobody.`);
  return { entities: [...entities.values()], format, version: hash.digest('hex').slice(0, 16) };
}

function formatOf(head: string, chunks: AsyncIterable<string>, listName: string) {
  const start = head.replace(/^\uFEFF/, '').trimStart();
  if (start.startsWith('<')) {
    const [entries, toEntity, format] = start.includes('CONSOLIDATED_LIST')
      ? ([UN_ENTRIES, unEntity, 'un_consolidated_xml'] as const)
      : ([OFAC_ENTRIES, ofacEntity, 'ofac_sdn_xml'] as const);
    return { format, entities: mapped(readXml(chunks, { entries, called: listName }), toEntity) };
  }
  if (start.startsWith('{')) return { format: 'ftm_json', entities: readFollowTheMoney(linesOf(chunks), listName) };
  const records = readCsv(chunks, listName);
  if (/^"?id"?,"?schema"?,/.test(start)) {
    return { format: 'opensanctions_targets_simple_csv', entities: readSimpleCsv(records, listName) };
  }
  if (/^\d+,/.test(start)) return { format: 'ofac_sdn_csv', entities: readOfacCsv(records, listName) };
  throw new TieoutError(
    'list_unusable',
    `${listName} is no list that is known here: OpenSanctions' targets.simple.csv or FollowTheMoney JSON, OFAC's SDN as CSV or XML, or the UN's consolidated XML.`,
  );
}

async function* mapped(entries: AsyncIterable<XmlEntry>, toEntity: (entry: XmlEntry) => ListedEntity | null) {
  for await (const entry of entries) {
    const entity = toEntity(entry);
    if (entity !== null) yield entity;
  }
}

async function opened(url: string, listName: string): Promise<AsyncIterable<Uint8Array>> {
  if (!/^https?:/i.test(url)) return createReadStream(/^file:/i.test(url) ? fileURLToPath(url) : url);
  try {
    // The operator chose this source, so redirects are not followed.
    const reply = await fetch(url, { redirect: 'error', signal: AbortSignal.timeout(MAX_LIST_FETCH_MS) });
    if (!reply.ok || reply.body === null) throw new Error(`it answered ${reply.status}`);
    return reply.body as AsyncIterable<Uint8Array>;
  } catch (error) {
    throw new TieoutError('list_unusable', `${listName} could not be fetched: ${(error as Error).message}.`);
  }
}

async function* sized(chunks: AsyncIterable<Uint8Array>, listName: string): AsyncGenerator<Uint8Array> {
  let length = 0;
  try {
    for await (const chunk of chunks) {
      length += chunk.length;
      if (length > MAX_LIST_BYTES) {
        throw new TieoutError('list_unusable', `${listName} is larger than ${MAX_LIST_BYTES >> 20} MiB.`);
      }
      yield chunk;
    }
  } catch (error) {
    if (error instanceof TieoutError) throw error;
    throw new TieoutError('list_unusable', `${listName} could not be read to its end: ${(error as Error).message}.`);
  }
}

async function* decoded(
  chunks: AsyncIterable<Uint8Array>,
  hash: { update(bytes: Uint8Array): unknown },
): AsyncGenerator<string> {
  const decoder = new TextDecoder();
  for await (const chunk of chunks) {
    hash.update(chunk);
    yield decoder.decode(chunk, { stream: true });
  }
  yield decoder.decode();
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

/** The URL without its query, which may have a key. */
function nameOf(url: string): string {
  const parsed = URL.parse(url);
  return parsed === null || parsed.protocol.length < 3 ? url : `${parsed.protocol}//${parsed.host}${parsed.pathname}`;
}
