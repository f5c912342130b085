// A made-up month as files in a folder of its own, whole or in parts, for tests of whole runs.

import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Side } from '../../src/core/records/rows/columns.ts';
import { cardsMonth } from '../../src/generation/commercial/cards.ts';
import { transfersMonth } from '../../src/generation/commercial/transfers.ts';
import { generatePortfolios } from '../../src/generation/holdings/portfolios.ts';
import { DEFAULT_MONTH } from '../../src/generation/options.ts';
import { writtenMonth } from '../generation/months.ts';

export interface Month {
  /** With their header; a row's line stands at its place. */
  readonly lines: Readonly<Record<Side, readonly string[]>>;
}

/** About so many rows a side. */
export function monthOf(rows: number, seed = 'runs', accounts = 1): Month {
  const { files } = writtenMonth({ rows, seed, accounts });
  const lines = (side: Side) => files[side].trimEnd().split(/\r?\n/);
  return { lines: { gl: lines('gl'), bank: lines('bank') } };
}

/** A month of another kind, as whole files. */
export function monthOfKind(kind: 'atm' | 'nip' | 'asset', rows: number, seed: string): Month {
  const options = { ...DEFAULT_MONTH, rows, seed };
  const play = { atm: cardsMonth, nip: transfersMonth, asset: generatePortfolios }[kind](options);
  const text = { gl: '', bank: '', truth: '' };
  const decoder = new TextDecoder();
  for (let step = play.next(); !step.done; step = play.next())
    text[step.value.file] += decoder.decode(step.value.bytes);
  const lines = (side: Side) => text[side].trimEnd().split(/\r?\n/);
  return { lines: { gl: lines('gl'), bank: lines('bank') } };
}

/** Writes rows [from, to) of a side, shares of the whole from 0 to 1, below the root; answers the file's url. */
export async function writePart(
  root: string,
  month: Month,
  { side, from = 0, to = 1, name = `${side}.csv` }: { side: Side; from?: number; to?: number; name?: string },
): Promise<string> {
  const [header, ...rows] = month.lines[side];
  const part = rows.slice(Math.round(from * rows.length), Math.round(to * rows.length));
  await mkdir(root, { recursive: true });
  await writeFile(join(root, name), `${[header, ...part].join('\n')}\n`);
  return `file:${name}`;
}
