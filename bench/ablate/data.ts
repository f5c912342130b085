// The months that rules are switched off on, written once for all of them: generated months, months with batches, houses,
// labelled transfers. Sizes are such that the whole list runs in minutes.

import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { generate } from '../../src/cli/generate.ts';
import { DEFAULT_PARAMETERS, type MatchParameters } from '../../src/core/matching/parameters.ts';
import { PERCENT_SCALE } from '../../src/core/money/rates.ts';
import { HOUSES, MONTHS } from '../accuracy.ts';
import { BANK_PARAMETERS, WITH_FEES } from '../bank-parameters.ts';
import { type House, writeHouse } from '../houses/house.ts';
import { haveTransfers, TRANSFER_TERMS, writeTransfers } from '../houses/transfers.ts';

/** A folder with gl.csv, bank.csv and truth.csv, and how its run is set. */
export interface MeasuredMonth {
  readonly part: string;
  readonly directory: string;
  readonly parameters: MatchParameters;
}

const TO_THE_KOBO: MatchParameters = {
  ...BANK_PARAMETERS,
  currencies: { NGN: { tolerance: 0, chargeMin: 0, chargeMax: 0 } },
};

const BATCHES: Readonly<Record<string, readonly string[]>> = {
  batches: ['--batch-share', '0.1'],
  'batches, no references': ['--batch-share', '0.1', '--no-references'],
};

/** For each house: payments that are left, rows missing in a thousand, and how many months. */
const VARIANTS = [
  { cutTo: null, missingPerMille: 250, months: 1 },
  { cutTo: 200, missingPerMille: 100, months: 2 },
  { cutTo: 50, missingPerMille: 100, months: 4 },
  { cutTo: 12, missingPerMille: 100, months: 8 },
];

/** Rows missing in a thousand. */
const TRANSFERS_MISSING = [750];

export interface MonthsAsked {
  /** About so many rows a side of generated months, and at most so many payments of a house. */
  readonly rows: number;
  /** generated, batches, transfers, and houses by name; null: all. */
  readonly parts: readonly string[] | null;
}

export async function writeMonths(root: string, { rows, parts }: MonthsAsked): Promise<MeasuredMonth[]> {
  const isAsked = (part: string): boolean => parts === null || parts.includes(part);
  const months: MeasuredMonth[] = [];
  const folder = (part: string, parameters: MatchParameters): string => {
    const directory = join(root, String(months.length));
    mkdirSync(directory);
    months.push({ part, directory, parameters });
    return directory;
  };
  for (const [name, flags] of isAsked('generated') ? Object.entries(MONTHS) : []) {
    for (const parameters of [BANK_PARAMETERS, WITH_FEES]) {
      await generateInto(folder('generated', parameters), [...flags, '--rows', String(rows), '--seed', name]);
    }
  }
  for (const [name, flags] of isAsked('batches') ? Object.entries(BATCHES) : []) {
    for (const size of [300, rows]) {
      await generateInto(folder('batches', TO_THE_KOBO), [...flags, '--rows', String(size), '--seed', name]);
    }
  }
  for (const house of HOUSES) if (isAsked(house.name)) writeHouses(house, rows, folder);
  for (const missingPerMille of isAsked('transfers') && haveTransfers() ? TRANSFERS_MISSING : []) {
    writeTransfers({ missingPerMille, seed: 'transfers' }, folder('transfers', parametersOf(TRANSFER_TERMS)));
  }
  return months;
}

function writeHouses(house: House, rows: number, folder: (part: string, parameters: MatchParameters) => string): void {
  for (const { months, ...variant } of VARIANTS) {
    for (let m = 0; m < months; m++) {
      const most = Math.min(house.size, rows);
      // A small house has no fewer payers for each payment than a large one.
      const payments = variant.cutTo === null ? most : Math.min(most, 6 * variant.cutTo);
      const month = { ...variant, payments, seed: `ablate-${m}` };
      writeHouse(house, month, folder(house.name, parametersOf(house)));
    }
  }
}

const parametersOf = (terms: Pick<House, 'daysForward' | 'daysBack' | 'tolerancePercent'>): MatchParameters => ({
  ...DEFAULT_PARAMETERS,
  daysForward: terms.daysForward,
  daysBack: terms.daysBack,
  tolerancePercent: (terms.tolerancePercent * PERCENT_SCALE) / 100,
});

async function generateInto(directory: string, flags: readonly string[]): Promise<void> {
  const { write } = process.stdout;
  process.stdout.write = () => true;
  const code = await generate([...flags, '--out', directory]);
  process.stdout.write = write;
  if (code !== 0) throw new Error(`generate failed with ${code}`);
}
