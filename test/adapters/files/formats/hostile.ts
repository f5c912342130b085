// Damages a file in every small way: cut at every byte, each bit flipped in turn. Reading must end in rows, or in one
// sentence; a sum that differs from the whole file's must never come without a warning, a rejected row or a question.

import { closeSync, ftruncateSync, mkdtempSync, openSync, rmSync, writeSync } from 'node:fs';
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
  const fd = openSync(path, 'w');
  const read = (): StatementFile | string => {
    try {
      return readWhole(request);
    } catch (error) {
      if (error instanceof TieoutError && /^[^\n]+\.$/.test(error.message)) return error.message;
      throw error;
    }
  };
  try {
    writeSync(fd, content);
    const whole = read();
    if (typeof whole === 'string') throw new Error(whole);
    const wanted = sumOf(whole);
    const isSilent = (one: StatementFile | string): one is StatementFile =>
      typeof one !== 'string' &&
      sumOf(one) !== wanted &&
      one.warnings.length <= whole.warnings.length &&
      one.rejected.length === whole.rejected.length &&
      one.question === null;
    const found: string[] = [];
    const tryOne = (how: string) => {
      const one = read();
      if (isSilent(one)) found.push(`${how}: ${sumOf(one)} instead of ${wanted}`);
    };
    if (damage === 'cut')
      for (let end = content.length - 1; end > 0; end--) {
        ftruncateSync(fd, end);
        tryOne(`cut at ${end}`);
      }
    else
      for (let bit = 0; bit < content.length * 8; bit++) {
        const at = bit >> 3;
        writeSync(fd, Uint8Array.of(content[at] ^ (1 << (bit & 7))), 0, 1, at);
        tryOne(`bit ${bit & 7} of byte ${at} flipped`);
        writeSync(fd, content, at, 1, at);
      }
    return found;
  } finally {
    closeSync(fd);
    rmSync(folder, { recursive: true, force: true });
  }
}
