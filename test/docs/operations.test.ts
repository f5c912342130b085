// docs/operations.md says what the code does: its tables are those of the code, and every collection is spoken of.

import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { LEAST_SERVER } from '../../src/adapters/store-mongo/connection/failures.ts';
import { COLLECTION_NAMES } from '../../src/adapters/store-mongo/documents.ts';
import { VARIABLES } from '../../src/config.ts';
import { indexTable, shardCommands, unsharded } from './operations-tables.ts';

const page = readFileSync(new URL('../../docs/operations.md', import.meta.url), 'utf8');

test('the table of indexes is the code’s', () => {
  expect(page).toContain(`${indexTable()}\n\n`);
});

test('shard keys are the code’s', () => {
  expect(page).toContain(`\`\`\`js\n${shardCommands()}\n\`\`\``);
  expect(page).toContain(`Not sharded: ${unsharded()}.`);
});

test('every collection is said to grow, or not to', () => {
  const [, growth = ''] = page.split('## What grows');
  expect(COLLECTION_NAMES.filter((name) => !growth.split('\n## ')[0]!.includes(`\`${name}\``))).toEqual([]);
});

test('the least version and the variables are the code’s', () => {
  expect(page).toContain(`MongoDB ${LEAST_SERVER.join('.')} or newer`);
  const named = Array.from(page.matchAll(/`((?:TIEOUT|MONGODB|NATS)_\w+)`/g), ([, name]) => name!);
  expect(named.filter((name) => !(name in VARIABLES))).toEqual([]);
});
