// How fast a delimited statement becomes typed columns, beside two well-known CSV parsers on the same file in the
// same run. The file is a made-up month of a Nigerian bank. Every reader must come to the same sum of amounts and the
// same number of rows; the parsers get the plainest code that does (cells to strings, amounts from digits).

import { closeSync, createReadStream, mkdtempSync, openSync, readFileSync, rmSync, statSync, writeSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parse } from 'csv-parse';
import Papa from 'papaparse';
import { readStatementFile } from '../src/adapters/files/read-statement.ts';

const ROWS = 1_000_000;
const HEADER = 'Trans Date,Value Date,Reference,Narration,Debit,Credit,Balance\n';

/** A deterministic stream of 32-bit numbers. */
function numbers(seed: number): () => number {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let t = Math.imul(state ^ (state >>> 15), 1 | state);
    t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t;
    return (t ^ (t >>> 14)) >>> 0;
  };
}

const NAMES = ['ADAEZE STORES', 'OBI AND SONS', 'KOLA PHARMACY', 'ZAINAB FOODS', 'EKO BUILDERS', 'UMEH LOGISTICS'];
const kobo = (minor: number) => `${Math.trunc(minor / 100)}.${String(minor % 100).padStart(2, '0')}`;

/** Writes the month and returns the sum of its amounts in kobo, money in positive. */
function writeMonth(path: string, rows: number): bigint {
  const next = numbers(7);
  const fd = openSync(path, 'w');
  let balance = 5_000_000_000_00;
  let sum = 0n;
  let text = HEADER;
  for (let i = 0; i < rows; i++) {
    const day = 1 + Math.floor((i / rows) * 30);
    const valueDay = Math.min(30, day + (next() % 3));
    const minor = 1 + (next() % 50_000_000);
    const credit = next() % 2 === 0;
    balance += credit ? minor : -minor;
    sum += BigInt(credit ? minor : -minor);
    const two = (n: number) => String(n).padStart(2, '0');
    const reference = `FT26${two(day)}${String(next()).padStart(10, '0')}`;
    const name = NAMES[next() % NAMES.length];
    const amounts = credit ? `,${kobo(minor)}` : `${kobo(minor)},`;
    text += `${two(day)}/06/2026,${two(valueDay)}/06/2026,${reference},NIP/${name}/TRF FOR GOODS/${next() % 1_000_000},${amounts},${kobo(balance)}\n`;
    if (text.length > 1 << 20) {
      writeSync(fd, text);
      text = '';
    }
  }
  writeSync(fd, text);
  closeSync(fd);
  return sum;
}

interface Outcome {
  readonly rows: number;
  readonly sum: bigint;
}

const minorOf = (text: string) => {
  const [whole, fraction = ''] = text.split('.');
  return Number(whole) * 100 + Number(fraction.padEnd(2, '0'));
};

class Sum {
  rows = 0;
  private part = 0;
  private whole = 0n;

  add(debit: string, credit: string): void {
    this.rows++;
    this.part += credit === '' ? -minorOf(debit) : minorOf(credit);
    if (Math.abs(this.part) < 2 ** 50) return;
    this.whole += BigInt(this.part);
    this.part = 0;
  }

  outcome(): Outcome {
    return { rows: this.rows, sum: this.whole + BigInt(this.part) };
  }
}

function ours(path: string, digest: boolean): Outcome {
  const request = { path, name: 'bank.csv', side: 'bank', defaultCurrency: 'NGN', digest } as const;
  const { columns, balances } = readStatementFile(request);
  return { rows: columns.count, sum: balances.reduce((sum, b) => sum + b.amount, 0n) };
}

function papaparse(path: string): Outcome {
  const sum = new Sum();
  Papa.parse<string[]>(readFileSync(path, 'utf8').slice(HEADER.length), {
    delimiter: ',',
    skipEmptyLines: true,
    step: ({ data }) => sum.add(data[4], data[5]),
  });
  return sum.outcome();
}

async function csvParse(path: string): Promise<Outcome> {
  const sum = new Sum();
  const parser = createReadStream(path).pipe(parse({ from_line: 2 }));
  for await (const row of parser as AsyncIterable<string[]>) sum.add(row[4], row[5]);
  return sum.outcome();
}

/** Prints rows a second for each reader, and ours against each. BENCH_ROWS makes it smaller. */
export async function run(): Promise<void> {
  const rows = Number(process.env['BENCH_ROWS'] ?? ROWS);
  const folder = mkdtempSync(join(tmpdir(), 'tieout-read-'));
  try {
    const path = join(folder, 'bank.csv');
    const expected = writeMonth(path, rows);
    const megabytes = statSync(path).size / 1e6;
    console.log(`read: ${rows} rows, ${megabytes.toFixed(0)} MB`);
    const readers = [
      { name: 'tieout, into columns, fingerprinted, proven', read: (p: string) => ours(p, false), times: 3 },
      { name: 'the same with the file’s SHA-256', read: (p: string) => ours(p, true), times: 3 },
      { name: 'papaparse, cells only', read: papaparse, times: 1 },
      { name: 'csv-parse, cells only', read: csvParse, times: 1 },
    ];
    let fastest = 0;
    for (const { name, read, times } of readers) {
      let best = Number.POSITIVE_INFINITY;
      for (let i = 0; i < times; i++) {
        const from = performance.now();
        const outcome = await read(path);
        best = Math.min(best, performance.now() - from);
        if (outcome.rows !== rows || outcome.sum !== expected) {
          throw new Error(`${name} read ${outcome.rows} rows and ${outcome.sum}, not ${rows} and ${expected}`);
        }
      }
      if (fastest === 0) {
        fastest = best;
        console.log(
          `  tieout’s memory at most ${(process.resourceUsage().maxRSS / 1024).toFixed(0)} MB, three files’ columns not yet freed`,
        );
      }
      const rate = (rows / best / 1000).toFixed(2);
      console.log(
        `  ${name.padEnd(44)} ${best.toFixed(0).padStart(6)} ms ${rate.padStart(6)}M rows/s ${(best / fastest).toFixed(1).padStart(6)}x`,
      );
    }
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}
