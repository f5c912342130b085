// The version of the program's rules: a digest of their source, with calibration figures and block formats. The program
// always runs from its source, so nobody has to maintain a number (docs/decisions/doing-a-run.md).

import { createHash } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

/** The source that decides how rows are matched, classified, identified and stored, with everything that it imports. */
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
