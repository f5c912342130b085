// What is too large in a message is told as the validator tells it, to the hundred-first, and taken out.

import { create, type DescMessage, type Message, toJson } from '@bufbuild/protobuf';
import { violationsToProto } from '@bufbuild/protovalidate';
import { ViolationsSchema } from '@bufbuild/protovalidate/gen/buf/validate/validate_pb.js';
import { describe, expect, test } from 'vitest';
import { ColumnMatchRequestSchema } from '../../../gen/tieout/engine/v1/column_mapping_pb.ts';
import { CrossMonthReprocessRequestSchema } from '../../../gen/tieout/engine/v1/cross_month_pb.ts';
import { ResolveRequestSchema } from '../../../gen/tieout/resolution/v1/resolve_pb.ts';
import { cutSizes } from '../../../src/rpc/sizes/cut-sizes.ts';
import { createValidate } from '../../../src/rpc/validation/validate.ts';
import { requestMessages, validator } from '../../proto/contract.ts';
import { type LargeRequest, largeRequests } from './large-requests.ts';

const shown = (found: Parameters<typeof violationsToProto>[0]) => toJson(ViolationsSchema, violationsToProto(found)[0]);

const cases = requestMessages.flatMap((desc) =>
  largeRequests(desc).map((one) => [desc.name, one.title, desc, one] as const),
);

test.each(cases)('%s: %s', (_, __, desc: DescMessage, { largest, tooLarge }: LargeRequest) => {
  expect(cutSizes(desc, largest())).toEqual([]);
  const expected = validator.validate(desc, tooLarge());
  const message = tooLarge();
  const found = cutSizes(desc, message);
  expect(found).toHaveLength(1);
  expect(cutSizes(desc, message)).toEqual([]);
  if (found[0].ruleId.startsWith('free_object.')) return;
  const sizes = (expected.violations ?? []).filter(({ ruleId }) => ruleId === found[0].ruleId);
  if (found[0].forKey) return expect(sizes).toHaveLength(1);
  expect(shown([...found])).toEqual(shown(sizes));
});

describe('a message with thousands of problems', () => {
  const validate = createValidate({ timeZone: 'Africa/Lagos' });
  const many = (desc: DescMessage, message: Message) => validate(desc, message).length;

  test('of sizes has a hundred and one', () => {
    const clusterIds = Array(100_000).fill('x'.repeat(257));
    expect(many(ResolveRequestSchema, create(ResolveRequestSchema, { clusterIds }))).toBe(101);
  });

  test('of a list that is too long has one for it, and those of other fields', () => {
    const paths = validate(
      ResolveRequestSchema,
      create(ResolveRequestSchema, { clusterIds: Array(100_001).fill('') }),
    ).map(({ field }) => field.map((step) => ('name' in step ? step.name : '')).join('.'));
    expect(paths.sort()).toEqual([
      'cluster_ids',
      'cluster_type',
      'customer_type',
      'decision',
      'partner_id',
      'tenant_id',
    ]);
  });

  test('of every other kind has no more than its bounds allow', () => {
    const mappings = Array.from({ length: 512 }, () => ({ secondaryMappings: Array(16).fill({}) }));
    expect(many(ColumnMatchRequestSchema, create(ColumnMatchRequestSchema, { mappings }))).toBeLessThan(20_000);
    const template = { rules: Array.from({ length: 100 }, () => ({ ruleDefinitions: Array(50).fill({}) })) };
    expect(many(CrossMonthReprocessRequestSchema, create(CrossMonthReprocessRequestSchema, { template }))).toBeLessThan(
      25_000,
    );
  });
});

test('a key that is too long is shown by its beginning', () => {
  const key = 'k'.repeat(600_000);
  const message = create(ColumnMatchRequestSchema, { targetFieldDefinitions: { [key]: {}, amount: {} } });
  const [found] = cutSizes(ColumnMatchRequestSchema, message);
  expect(found!.field.at(-1)).toEqual({ kind: 'map_sub', key: `${'k'.repeat(64)}…` });
  expect(Object.keys(message.targetFieldDefinitions)).toEqual(['amount']);
});
