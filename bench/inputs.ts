// The made-up months that benchmarks run on, kept in the temporary directory under a name that says what they are, so
// that one call makes each once. They are removed when the call ends, unless it is asked to keep them.

import { closeSync, existsSync, mkdirSync, openSync, renameSync, rmdirSync, rmSync, writeSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { cardsMonth } from '../src/generation/commercial/cards.ts';
import { transfersMonth } from '../src/generation/commercial/transfers.ts';
import { generateMonth } from '../src/generation/generate.ts';
import { generatePortfolios } from '../src/generation/holdings/portfolios.ts';
import { type Chunk, FILE_NAMES, MONTH_FILES, type MonthFile } from '../src/generation/month.ts';
import { DEFAULT_MONTH, type MonthOptions } from '../src/generation/options.ts';

export interface Month {
  readonly directory: string;
  readonly accounts: number;
  readonly gl: string;
  readonly bank: string;
  readonly truth: string;
}

const SEED = 'bench';

export class Inputs {
  readonly #root = join(tmpdir(), 'tieout-bench');
  readonly #used = new Set<string>();
  readonly #keep: boolean;

  constructor({ keep }: { readonly keep: boolean }) {
    this.#keep = keep;
    process.once('exit', () => this.remove());
    for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => process.exit(1));
  }

  /** A month with about so many rows a side. */
  month(
    options: Pick<MonthOptions, 'rows' | 'accounts'> & Partial<Pick<MonthOptions, 'seed' | 'openPerMillion'>>,
  ): Month {
    const month: MonthOptions = { ...DEFAULT_MONTH, seed: SEED, ...options };
    const directory = join(this.#root, `month-${month.rows}-${month.accounts}-${month.openPerMillion}-${month.seed}`);
    this.#used.add(directory);
    if (!existsSync(directory)) write(generateMonth(month), directory);
    const [gl, bank, truth] = MONTH_FILES.map((file) => join(directory, FILE_NAMES[file]));
    return { directory, accounts: month.accounts, gl: gl!, bank: bank!, truth: truth! };
  }

  /** Files of another kind with about so many rows in the ledger: transfers, cards, or the lots of portfolios. */
  ofKind(kind: 'nip' | 'atm' | 'asset', rows: number): Month {
    const month: MonthOptions = { ...DEFAULT_MONTH, seed: SEED, rows, accounts: kind === 'asset' ? 8 : 1 };
    const directory = join(this.#root, `month-${kind}-${rows}-${SEED}`);
    this.#used.add(directory);
    const make = { nip: transfersMonth, atm: cardsMonth, asset: generatePortfolios }[kind];
    if (!existsSync(directory)) write(make(month), directory);
    const [gl, bank, truth] = MONTH_FILES.map((file) => join(directory, FILE_NAMES[file]));
    return { directory, accounts: month.accounts, gl: gl!, bank: bank!, truth: truth! };
  }

  /** A new empty directory for what a benchmark writes. */
  scratch(name: string): string {
    const directory = join(this.#root, `${name}-${process.pid}-${this.#used.size}`);
    this.#used.add(directory);
    mkdirSync(directory, { recursive: true });
    return directory;
  }

  remove(): void {
    for (const directory of this.#used) {
      if (!this.#keep || !directory.includes('month-')) rmSync(directory, { recursive: true, force: true });
    }
    this.#used.clear();
    try {
      rmdirSync(this.#root);
    } catch {
      // Something is kept, or another call's.
    }
  }
}

/** A directory of that name is whole. */
function write(play: Iterable<Chunk>, directory: string): void {
  const unfinished = `${directory}.${process.pid}.unfinished`;
  mkdirSync(unfinished, { recursive: true });
  const files = new Map(
    MONTH_FILES.map((file): [MonthFile, number] => [file, openSync(join(unfinished, FILE_NAMES[file]), 'w')]),
  );
  try {
    for (const { file, bytes } of play) {
      for (let at = 0; at < bytes.length; ) at += writeSync(files.get(file)!, bytes, at);
    }
    renameSync(unfinished, directory);
  } finally {
    for (const descriptor of files.values()) closeSync(descriptor);
    rmSync(unfinished, { recursive: true, force: true });
  }
}
