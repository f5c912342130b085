// docs/fields.md equals the protos: every check that the page lists is made of exactly the fields that it names, and no
// check is made that it does not list.

import { readFileSync } from 'node:fs';
import { ScalarType } from '@bufbuild/protobuf';
import { describe, expect, test } from 'vitest';
import {
  MatchingMethodSchema,
  OnExistingActionSchema,
  ReconciliationCustomerTypeSchema,
  SearchModeSchema,
} from '../../gen/tieout/engine/v1/vocabulary_pb.ts';
import { CUSTOMER_TYPES, DEFAULT_FIELDS, defaultDefinition } from '../../src/core/mapping/target-definitions.ts';
import { requestMessages, restNames } from '../proto/contract.ts';
import { boundsOf, checksOf } from '../proto/field-rules.ts';

const page = readFileSync(new URL('../../docs/fields.md', import.meta.url), 'utf8');
const quoted = (text: string) => Array.from(text.matchAll(/`(\w+)`/g), ([, name]) => name!);

const listed = Object.fromEntries(
  Array.from(page.matchAll(/^\| ((?:is|has|matches) .+?) \| (.+?) \| .+ \|$/gm), ([, check, fields]) => [
    check,
    quoted(fields!),
  ]),
);

const fields = requestMessages.flatMap((message) => message.fields);

describe('docs/fields.md', () => {
  test('lists every check with its fields', () => {
    const made: Record<string, string[]> = {};
    for (const field of fields) for (const check of checksOf(field)) (made[check] ??= []).push(field.name);
    const distinct = Object.entries(made).map(([check, names]) => [check, [...new Set(names)].sort()]);
    expect(listed).toEqual(Object.fromEntries(distinct));
  });

  test('says of every number that it is finite', () => {
    const doubles = fields.filter((field) => field.fieldKind === 'scalar' && field.scalar === ScalarType.DOUBLE);
    const open = doubles.filter((field) => !boundsOf(field).finite && boundsOf(field).highest === undefined);
    expect(open.map(String)).toEqual([]);
    expect(doubles.length).toBeGreaterThan(20);
  });

  test.each([
    ['matching_method', MatchingMethodSchema],
    ['search_mode', SearchModeSchema],
    ['customer_type', ReconciliationCustomerTypeSchema],
    ['on_existing_action', OnExistingActionSchema],
  ] as const)('has the values of %s', (name, desc) => {
    const row = page.split('\n').find((line) => line.startsWith(`| \`${name}\``) && line.split('|').length === 4)!;
    expect(quoted(row.split('|')[2]!)).toEqual(restNames(desc));
  });

  test('shows the fields that a suggestion looks for by default', () => {
    const names = [...new Set(CUSTOMER_TYPES.flatMap((type) => DEFAULT_FIELDS[type]))];
    const rows = names.map((name) => {
      const { description, type } = defaultDefinition(name);
      const wanted = CUSTOMER_TYPES.filter((one) => DEFAULT_FIELDS[one].includes(name)).map((one) => `\`${one}\``);
      return `| \`${name}\` | ${description} | ${type} | ${wanted.join(', ')} |`;
    });
    expect(page).toContain(`|---|---|---|---|\n${rows.join('\n')}\n`);
  });
});
