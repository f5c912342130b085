// docs/configuration.md equals the code. `npx vitest run test/docs -u` writes it anew.

import { readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { configurationPage, ENVIRONMENT, limitsIn } from '../../src/cli/configuration-page.ts';
import * as limits from '../../src/core/limits.ts';

const limitsText = readFileSync(new URL('../../src/core/limits.ts', import.meta.url), 'utf8');

describe('docs/configuration.md', () => {
  test('equals the tables in the code', async () => {
    await expect(configurationPage(limitsText)).toMatchFileSnapshot('../../docs/configuration.md');
  });

  test('every limit has its reason', () => {
    expect(limitsIn(limitsText).map(({ name }) => name)).toEqual(Object.keys(limits).sort(byPlace));
    expect(limitsIn(limitsText).filter(({ reason }) => reason.length < 20)).toEqual([]);
  });

  test('has every variable of the environment that the code asks for', () => {
    const files = ['main.ts', 'cli/terminal.ts', 'cli/demo.ts', 'cli/reconcile.ts', 'cli/inspect.ts', 'app.ts'];
    const text = files.map((file) => readFileSync(new URL(`../../src/${file}`, import.meta.url), 'utf8')).join('\n');
    const asked = new Set(Array.from(text.matchAll(/env\['(\w+)'\]/g), ([, name]) => name!));
    asked.delete('TERM');
    expect([...asked].sort()).toEqual(ENVIRONMENT.map(({ name }) => name).sort());
  });
});

const byPlace = (a: string, b: string): number => limitsText.indexOf(`const ${a} `) - limitsText.indexOf(`const ${b} `);
