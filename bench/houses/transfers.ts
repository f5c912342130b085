// The labelled transfers that lie beside the project (../shared/data/labelled), where they do: 22,424 payments as their
// sender and their receiver booked them. Every row has a partner there, so rows are dropped to make orphans. Written
// out again as the three files of a month.

import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { Side } from '../../src/core/records/rows/columns.ts';
import { seededRandom } from '../../src/generation/random.ts';
import { TRUTH_HEADER, truthLine } from '../../src/generation/truth.ts';

const FOLDER = fileURLToPath(new URL('../../../shared/data/labelled/transfers', import.meta.url));

export const haveTransfers = (): boolean => existsSync(join(FOLDER, 'truth.csv'));

/** What the data's own description says of days and amounts. */
export const TRANSFER_TERMS = { daysForward: 21, daysBack: 0, tolerancePercent: 14 };

const linesOf = (file: string): string[] => readFileSync(join(FOLDER, file), 'utf8').trimEnd().split(/\r?\n/);

/** Each row is left out with a chance of so many in a thousand. */
export function writeTransfers(
  { missingPerMille, seed }: { readonly missingPerMille: number; readonly seed: string },
  directory: string,
): void {
  const random = seededRandom(`transfers/${seed}`);
  const partners = linesOf('truth.csv')
    .slice(1)
    .map((line) => line.split(','));
  const groupOf = new Map<string, number>(
    partners.flatMap(([gl, bank], g) => [[gl!, g + 1] as const, [bank!, g + 1] as const]),
  );
  const kept: Record<Side, { group: number; sourceId: string; line: number }[]> = { gl: [], bank: [] };
  mkdirSync(directory, { recursive: true });
  for (const side of ['gl', 'bank'] as const) {
    const [titles, ...rows] = linesOf(`${side}.csv`);
    const lines = [titles!];
    for (const row of rows) {
      if (random.chance(missingPerMille)) continue;
      const sourceId = row.slice(0, row.indexOf(','));
      lines.push(row);
      kept[side].push({ group: groupOf.get(sourceId)!, sourceId, line: lines.length });
    }
    writeFileSync(join(directory, `${side}.csv`), `${lines.join('\n')}\n`);
  }
  const has = { gl: new Set(kept.gl.map(({ group }) => group)), bank: new Set(kept.bank.map(({ group }) => group)) };
  let truth = TRUTH_HEADER;
  for (const side of ['gl', 'bank'] as const) {
    for (const { group, sourceId, line } of kept[side]) {
      const both = has.gl.has(group) && has.bank.has(group);
      const cause = both ? 'wording' : side === 'gl' ? 'not_in_bank' : 'not_in_gl';
      truth += truthLine({ id: group, cause }, { side, file: `${side}.csv`, line, sourceId });
    }
  }
  writeFileSync(join(directory, 'truth.csv'), truth);
}
