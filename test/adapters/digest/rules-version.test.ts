// The version of the rules is a digest over their source: it changes with every part of them, and nothing that they are
// made of is left out.

import { cpSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join, normalize } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';
import { RULES, rulesVersion } from '../../../src/adapters/digest/rules-version.ts';

const core = fileURLToPath(new URL('../../../src/core/', import.meta.url));

test('a change to matching, to a rule or to the format of blocks is another version', () => {
  const copy = `${mkdtempSync(join(tmpdir(), 'tieout-rules-'))}/`;
  for (const part of RULES) cpSync(`${core}${part}`, `${copy}${part}`, { recursive: true });
  const versions = [rulesVersion(), rulesVersion(copy)];
  expect(versions[0]).toBe(versions[1]);
  for (const file of ['matching/calibration.ts', 'classification/rules.ts', 'records/blocks/group-codec.ts']) {
    writeFileSync(`${copy}${file}`, `${readFileSync(`${copy}${file}`, 'utf8')}\n// changed`);
    versions.push(rulesVersion(copy));
  }
  expect(new Set(versions).size).toBe(4);
  rmSync(copy, { recursive: true });
});

test('the parts import nothing that is not among them, but for types of what is read', () => {
  const files = RULES.flatMap((part) =>
    part.endsWith('.ts')
      ? [part]
      : readdirSync(`${core}${part}`, { recursive: true, encoding: 'utf8' }).map((name) => `${part}/${name}`),
  ).filter((file) => file.endsWith('.ts'));
  const outside = files.flatMap((file) => {
    const text = readFileSync(`${core}${file}`, 'utf8').replaceAll(/^import type [^;]*;/gm, '');
    const imported = Array.from(text.matchAll(/^import [^;]*? from '(\.[^']*)';/gm), ([, path]) =>
      normalize(join(dirname(file), path!)),
    );
    return imported.filter((path) => !files.includes(path)).map((path) => `${file}: ${path}`);
  });
  expect(outside).toEqual([]);
});
