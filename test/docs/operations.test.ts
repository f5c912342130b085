// docs/indexes.md equals the code (`npx vitest run test/docs -u` writes it anew), and docs/operations.md speaks of every
// collection and of no variable that there is not.

import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { LEAST_SERVER } from '../../src/adapters/store-mongo/connection/failures.ts';
import { COLLECTION_NAMES } from '../../src/adapters/store-mongo/documents.ts';
import { VARIABLES } from '../../src/config.ts';
import { indexesPage } from './indexes-page.ts';

const page = readFileSync(new URL('../../docs/operations.md', import.meta.url), 'utf8');

test('docs/indexes.md equals the code', async () => {
  await expect(indexesPage()).toMatchFileSnapshot('../../docs/indexes.md');
});

test('every collection is said to grow, or not to', () => {
  const [, growth = ''] = page.split('## What grows');
  expect(COLLECTION_NAMES.filter((name) => !growth.split('\n## ')[0].includes(`\`${name}\``))).toEqual([]);
});

test('the least version and the variables are the code’s', () => {
  expect(page).toContain(`MongoDB ${LEAST_SERVER.join('.')} or newer`);
  const named = Array.from(page.matchAll(/`((?:TIEOUT|MONGODB|NATS)_\w+)`/g), ([, name]) => name!);
  expect(named.filter((name) => !(name in VARIABLES))).toEqual([]);
});
