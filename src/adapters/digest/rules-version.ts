// The version of the rules that this program runs by: a digest over the source of everything that they are made of,
// figures of calibration and formats of blocks included. The program is run from its source, in the image too, so that
// there is no number that somebody would have to remember (docs/decisions/doing-a-run.md).

import { createHash } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

/** What decides how rows are matched, classified, identified and kept; and all that these import. */
export const RULES = [
  'error-kinds.ts',
  'errors.ts',
  'limits.ts',
  'classification',
  'fees',
  'kinds',
  'matching',
  'money',
  'reading',
  'records',
  'screening/names',
  'summary',
  'words',
];

const CORE = fileURLToPath(new URL('../../core/', import.meta.url));

/** 16 hexadecimal digits. */
export function rulesVersion(core = CORE): string {
  const digest = createHash('sha256');
  for (const part of RULES) {
    for (const path of filesOf(core, part))
      digest
        .update(`${path}\0`)
        .update(readFileSync(`${core}${path}`))
        .update('\0');
  }
  return digest.digest('hex').slice(0, 16);
}

function filesOf(core: string, part: string): string[] {
  if (part.endsWith('.ts')) return [part];
  const names = readdirSync(`${core}${part}`, { recursive: true, encoding: 'utf8' });
  const sources = names.filter((name) => name.endsWith('.ts'));
  return sources.map((name) => `${part}/${name.replaceAll('\\', '/')}`).sort();
}
