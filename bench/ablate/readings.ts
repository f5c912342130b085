// What the reader makes of every file and table that the project has: the layouts, exports and months beside it, and what
// its tests of reading read (capture.ts). Each reading is whole: columns, rows, rejected rows, balances, warnings and the
// question, without the words of reasons and the candidates that were not chosen.

import { createHash } from 'node:crypto';
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, relative } from 'node:path';
import { deserialize } from 'node:v8';
import { readWholeHoldings } from '../../src/adapters/files/read-holdings.ts';
import { readWhole } from '../../src/adapters/files/read-statement.ts';
import type { ReadRequest } from '../../src/adapters/files/request/read-request.ts';
import { TieoutError } from '../../src/core/errors.ts';
import { readTable } from '../../src/core/reading/read-table.ts';
import type { Captured } from './capture.ts';
import { plainJson } from './plain-json.ts';

const BESIDE = join(import.meta.dirname, '../../../shared/data');

/** Calls `say` with each input and a hash of its reading. */
export function readAll(captured: string, say: (input: string, reading: string) => void): void {
  for (const request of requestsBeside())
    say(
      relative(BESIDE, request.path),
      hashOf(() => fileReading(readWhole(request))),
    );
  const folder = mkdtempSync(join(tmpdir(), 'tieout-readings-'));
  try {
    for (const name of readdirSync(captured).sort()) {
      const one = deserialize(readFileSync(join(captured, name))) as Captured;
      say(
        `${one.what} ${name}`,
        hashOf(() => readingOf(one, join(folder, 'file.csv'))),
      );
    }
  } finally {
    rmSync(folder, { recursive: true });
  }
}

function requestsBeside(): ReadRequest[] {
  const requests: ReadRequest[] = [];
  const add = (path: string, side: ReadRequest['side'], defaultCurrency = 'NGN'): void => {
    requests.push({ path, name: 'file.csv', side, defaultCurrency });
  };
  const [layouts, exports, months] = ['layouts', 'csv', 'months'].map((name) => join(BESIDE, name));
  if (existsSync(layouts)) {
    const truth = JSON.parse(readFileSync(join(layouts, 'truth.json'), 'utf8')) as Record<
      string,
      Pick<ReadRequest, 'side'> & { currency: string }
    >;
    for (const [file, { side, currency }] of Object.entries(truth)) add(join(layouts, file), side, currency);
  }
  for (const file of existsSync(exports) ? readdirSync(exports) : []) add(join(exports, file), 'bank');
  for (const month of existsSync(months) ? readdirSync(months).sort() : []) {
    for (const side of ['gl', 'bank'] as const) {
      const path = join(months, month, `${side}.csv`);
      if (existsSync(path)) add(path, side);
    }
  }
  return requests;
}

function readingOf(one: Captured, path: string): unknown {
  if (one.what === 'table') {
    const { candidates: _, reasons: __, ...proposal } = readTable(...one.given);
    return proposal;
  }
  writeFileSync(path, one.content);
  const request = { ...one.request, path };
  return fileReading(one.what === 'file' ? readWhole(request) : readWholeHoldings(request));
}

function fileReading(read: ReturnType<typeof readWhole> | ReturnType<typeof readWholeHoldings>): unknown {
  const { layout, ...others } = read;
  const columns = layout.columns.map(({ reason: _, ...column }) => column);
  return { ...others, candidates: null, plan: null, layout: { ...layout, columns } };
}

function hashOf(read: () => unknown): string {
  let reading: unknown;
  try {
    reading = read();
  } catch (error) {
    if (!(error instanceof TieoutError)) throw error;
    reading = { failed: error.sentence };
  }
  return createHash('sha256').update(plainJson(reading)).digest('hex').slice(0, 16);
}
