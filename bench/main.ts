// `npm run bench -- NAME`: runs one benchmark, each with its peer in the same run, and ends with one line of figures:
// when, on what, and what came out. Inputs are made up, kept in the temporary directory and removed at the end.

import { existsSync } from 'node:fs';
import { availableParallelism, cpus } from 'node:os';
import { parseArgs } from 'node:util';
import type { BenchOptions, Figures } from './bench.ts';
import { Inputs } from './inputs.ts';

const BENCHMARKS: Readonly<Record<string, string>> = {
  match: 'The matching kernel on 1M x 1M rows, in 8 accounts and in one, against DuckDB with the same tiers in SQL.',
  read: 'A delimited file of 1M rows into typed columns, against papaparse and csv-parse.',
  formats: 'A workbook, CAMT and MT940 into typed columns, against read-excel-file and fast-xml-parser.',
  reconcile: 'The command line on 500k x 500k rows, CSV to CSV, against DuckDB with exact stages only.',
  run: 'Two files of 1M rows to a committed session, stage by stage, against only inserting the rows as documents.',
  rest: 'Validation and a handler that does nothing through REST, against plain Fastify JSON; Connect and gRPC beside.',
  live: 'Whether /livez answers at once while a run of 1M x 1M is done and pages of its results are read.',
  hostile: 'Whether /livez answers at once while bodies are sent that are made to cost the most.',
  bus: 'Messages through the outbox to JetStream, against plain publishing to it.',
  store: 'The same run on MongoDB, against only inserting the rows as documents with the driver on the same server.',
  workers: 'Two sessions at once on MongoDB and NATS: one worker process against two, one compute thread each.',
  resolve: 'Decisions on 100,000 clusters against the raw calls of the store, many at once, a rematch and a sweep.',
  worklist: 'A list of 100,000 exceptions on both stores: pages, jumps, filters, orders, groups.',
  layouts: 'Files made after the exports of banks, read and held against what is right (../shared/data/layouts).',
  'made-layouts': 'Files of layouts that nobody has seen, made from seeds with their truth (MADE=1-1000).',
  charges:
    'Lines of real statements that are known as charges or interest, by words and once confirmed (../shared/data).',
  accuracy: 'Precision, recall and calibration by tier: generated months, houses unlike them, labelled transfers.',
  ablate: 'What each rule of matching, classification and reading is worth: what is lost and gained without it.',
  batches: 'How often sums found are right: generated months of which a part of the events are batches.',
  kinds: 'The command line on bulk, nip, atm and asset, against as many rows of banking and DuckDB joining by key.',
  'cross-month': 'A run across months with every row open, against a plain run of as many rows in the same process.',
  screening:
    'Made-up names against a made-up list, beside nomenklatura: queries a second, errors found, labelled pairs.',
  faces:
    'Faces in photographs that packages ship: pairs of different people, and each face against its changed picture.',
  media:
    'Whether who is mentioned in news is the subject of an adverse act (--pairs FOLDER of NewsMTSC): precision, recall.',
  documents:
    'Machine readable zones of made-up passports, cards and visas, worn: how many hold, and how long each takes.',
  compiled: 'What V8 compiles while a month is matched, and throws away again, by function.',
  worst: 'Months made to be slow, against an ordinary month of as many rows in one account.',
};

const USAGE = `Usage: npm run bench -- NAME [--rows N] [--only PART] [--pairs FILE] [--json] [--keep]

${Object.entries(BENCHMARKS)
  .map(([name, meaning]) => `  ${name.padEnd(10)} ${meaning}\n`)
  .join('')}
  --rows N   about so many rows a side instead of the benchmark's own number
  --only P   of resolve a store (embedded) or a part of it (mongodb.sweep), of kinds one kind, of ablate some rules,
             of match only how many times as fast it is (ratio)
  --pairs F  of screening a CSV with schema, name1, name2 and is_match, which is measured too; of media, faces and
             documents a folder with public data (each says which)
  --json     print one JSON object and nothing else
  --keep     keep the generated months for the next call
`;

interface Benchmark {
  /** Some answer no figures and print what they measured themselves. */
  readonly run: (options: BenchOptions) => Promise<unknown>;
}

function parsed() {
  const { values, positionals } = parseArgs({
    allowPositionals: true,
    options: {
      rows: { type: 'string' },
      only: { type: 'string' },
      pairs: { type: 'string' },
      json: { type: 'boolean', default: false },
      keep: { type: 'boolean', default: false },
    },
  });
  const rows = values.rows === undefined ? null : Number(values.rows);
  if (rows !== null && !(Number.isSafeInteger(rows) && rows > 0)) throw new Error('--rows takes a whole number.');
  return { ...values, rows, names: positionals };
}

/** The machine and the day, without which a figure says nothing. */
function circumstances() {
  const [cpu] = cpus();
  return {
    date: new Date().toISOString().slice(0, 10),
    node: process.version,
    cpus: availableParallelism(),
    cpu: cpu?.model.trim() ?? 'unknown',
  };
}

const short = (value: number): string =>
  Number.isInteger(value) ? String(value) : value.toFixed(Math.abs(value) < 10 ? 4 : 2);

async function main(): Promise<number> {
  const { names, rows, only = null, pairs = null, json, keep } = parsed();
  const [name] = names;
  const script = new URL(`./${name}.ts`, import.meta.url);
  if (name === undefined || names.length > 1 || !Object.hasOwn(BENCHMARKS, name) || !existsSync(script)) {
    process.stderr.write(USAGE);
    return name === undefined ? 0 : 2;
  }
  const inputs = new Inputs({ keep });
  const { run } = (await import(script.href)) as Benchmark;
  // Benchmarks that take no options read the number of rows from here.
  if (rows !== null) process.env['BENCH_ROWS'] = process.env['ACCURACY_ROWS'] = String(rows);
  const figures = ((await run({ rows, only, pairs, inputs, say: json ? () => {} : console.log })) ?? {}) as Figures;
  inputs.remove();
  const all = { benchmark: name, ...circumstances(), figures };
  if (json) console.log(JSON.stringify(all));
  else {
    const line = Object.entries(figures).map(([figure, value]) => `${figure}=${short(value)}`);
    console.log([`${name} ${all.date}`, `node ${all.node}`, `${all.cpus} cpus (${all.cpu})`, ...line].join('  '));
  }
  return 0;
}

process.exitCode = await main();
