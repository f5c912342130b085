// Damages a file in every small way: cut at every byte, each bit flipped in turn. Reading must end in rows, or in one
// sentence; a sum that differs from the whole file's must never come without a warning, a rejected row or a question.

import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { readWhole } from '../../../../src/adapters/files/read-statement.ts';
import type { ReadRequest } from '../../../../src/adapters/files/request/read-request.ts';
import type { StatementFile } from '../../../../src/adapters/files/request/statement-file.ts';
import { TieoutError } from '../../../../src/core/errors.ts';

const sumOf = ({ columns: { amount } }: StatementFile): number => amount.reduce((sum, minor) => sum + minor, 0);

/** Silent differences: how the content was damaged, and the sum that was read of it. Throws what is no TieoutError. */
export function silentDamage(
  content: Uint8Array,
  damage: 'cut' | 'flipped',
  options: Partial<ReadRequest> = {},
): string[] {
  const folder = mkdtempSync(join(tmpdir(), 'tieout-'));
  const path = join(folder, 'file');
  const request: ReadRequest = { path, name: 'file', side: 'bank', defaultCurrency: 'NGN', ...options };
  const read = (bytes: Uint8Array): StatementFile | string => {
    writeFileSync(path, bytes);
    try {
      return readWhole(request);
    } catch (error) {
      if (error instanceof TieoutError && /^[^\n]+\.$/.test(error.message)) return error.message;
      throw error;
    }
  };
  try {
    const whole = read(content);
    if (typeof whole === 'string') throw new Error(whole);
    const wanted = sumOf(whole);
    const isSilent = (one: StatementFile | string): one is StatementFile =>
      typeof one !== 'string' &&
      sumOf(one) !== wanted &&
      one.warnings.length <= whole.warnings.length &&
      one.rejected.length === whole.rejected.length &&
      one.question === null;
    const found: string[] = [];
    const tryOne = (how: string, bytes: Uint8Array) => {
      const one = read(bytes);
      if (isSilent(one)) found.push(`${how}: ${sumOf(one)} instead of ${wanted}`);
    };
    if (damage === 'cut')
      for (let end = 1; end < content.length; end++) tryOne(`cut at ${end}`, content.subarray(0, end));
    else
      for (let bit = 0; bit < content.length * 8; bit++) {
        const bytes = content.slice();
        bytes[bit >> 3] ^= 1 << (bit & 7);
        tryOne(`bit ${bit & 7} of byte ${bit >> 3} flipped`, bytes);
      }
    return found;
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}
