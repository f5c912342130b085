// What is clear breaks no rule: for every message of a request, right, wrong by each rule, and at random, the validator
// finds nothing in what the quick checks let pass. And they let pass what they are there for.

import { create, type DescField, type DescMessage, type Message, ScalarType } from '@bufbuild/protobuf';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { CommercialReconcileRequestSchema } from '../../gen/tieout/engine/v1/commercial_reconcile_pb.ts';
import { EventDateSchema, ReconcileRequestSchema } from '../../gen/tieout/engine/v1/reconcile_pb.ts';
import { createIsClear } from '../../src/rpc/validation/clearly-valid.ts';
import { dayIn } from '../../src/rpc/validation/day-of.ts';
import { createValidate } from '../../src/rpc/validation/validate.ts';
import { methods, requestMessages, validator } from '../proto/contract.ts';
import { boundsOf } from '../proto/field-rules.ts';
import { example, validRequest, wrongRequests } from './requests.ts';

const isClear = createIsClear({ dayOf: dayIn('Africa/Lagos') });

/** Rules in CEL, objects of any shape, and two letters that may be one sign, which are left to the validator. */
const NEVER_CLEAR = ['ExportJournalsRequest', 'IngestionRequest', 'ResolveRequest', 'SearchRequest'];

function expectNoViolation(desc: DescMessage, message: Message): void {
  const { kind, violations = [] } = validator.validate(desc, message);
  expect([kind, violations.map(String)]).toEqual(['valid', []]);
}

test('a valid request is clear, but for messages with rules in CEL', () => {
  const inputs = [...new Set(methods.map(({ input }) => input))];
  const unclear = inputs.filter((input) => !isClear(input, validRequest(input))).map(({ name }) => name);
  expect(unclear.sort()).toEqual(NEVER_CLEAR);
});

describe.each(requestMessages.map((desc) => [desc.name, desc] as const))('%s', (_, desc) => {
  test('that is wrong is not clear', () => {
    for (const { title, message } of wrongRequests(desc)) {
      const isValid = validator.validate(desc, message).kind === 'valid';
      expect(isClear(desc, message) && !isValid, title).toBe(false);
    }
  });

  test('that is clear is valid, whatever its fields hold', () => {
    fc.assert(
      fc.property(messageOf(desc), (message) => {
        if (isClear(desc, message)) expectNoViolation(desc, message);
      }),
      { numRuns: 200 },
    );
  });
});

test('dates in order are clear, in the days of the time zone', () => {
  const of = (startDate: string, endDate: string) => create(EventDateSchema, { startDate, endDate });
  expect(isClear(EventDateSchema, of('2025-01-31', '2025-01-31'))).toBe(true);
  expect(isClear(EventDateSchema, of('2025-02-01', '2025-01-31'))).toBe(false);
  const run = (periodStartDate: string, periodEndDate: string) =>
    create(CommercialReconcileRequestSchema, {
      ...{ sessionId: 's', tenantId: 't', partnerId: 'p' },
      ...{ periodStartDate, periodEndDate },
    });
  // Half past eleven at night in UTC is the next day in Lagos.
  expect(isClear(CommercialReconcileRequestSchema, run('2025-01-31T22:30:00Z', '2025-01-31'))).toBe(true);
  expect(isClear(CommercialReconcileRequestSchema, run('2025-01-31T23:30:00Z', '2025-01-31'))).toBe(false);
});

test('a check in code is asked', () => {
  const ofSession = (sessionId: string) => create(ReconcileRequestSchema, { sessionId, tenantId: 't', partnerId: 'p' });
  const adHoc = `adhoc-${'0'.repeat(32)}`;
  expect(['june', adHoc].map((id) => isClear(ReconcileRequestSchema, ofSession(id)))).toEqual([true, false]);
});

test('the validator words what is not clear', () => {
  const validate = createValidate({ timeZone: 'Africa/Lagos' });
  const message = create(EventDateSchema, { startDate: '2025-02-01', endDate: '2025-01-31' });
  expect(validate(EventDateSchema, message).map(({ ruleId }) => ruleId)).toEqual(['dates.order']);
});

/** Messages whose fields hold what is right, or at a bound, or wrong; more right than wrong. */
function messageOf(desc: DescMessage, depth = 2): fc.Arbitrary<Message> {
  const fields = desc.fields.map((field) => [field.localName, anyValue(field, depth)] as const);
  const absent = { requiredKeys: [] };
  return fc
    .tuple(fc.record(Object.fromEntries(fields), absent), fc.boolean())
    .map(([values, isWhole]) => Object.assign(isWhole ? validRequest(desc) : create(desc), values));
}

function anyValue(field: DescField, depth: number): fc.Arbitrary<unknown> {
  const right = { weight: 9, arbitrary: fc.constant(field).map(example) };
  if (field.fieldKind === 'list') {
    const one = field.message
      ? messageInside(field.message, depth)
      : field.enum
        ? fc.integer({ min: -1, max: 5 })
        : text(field);
    return fc.oneof(right, { weight: 3, arbitrary: fc.array(one, { maxLength: 3 }) });
  }
  if (field.fieldKind === 'map') {
    const one = field.message ? messageInside(field.message, depth) : text(field);
    return fc.dictionary(fc.string({ maxLength: 3 }), one, { maxKeys: 2, noNullPrototype: true });
  }
  if (field.fieldKind === 'message') return messageInside(field.message, depth);
  if (field.fieldKind === 'enum') return fc.oneof(right, { weight: 1, arbitrary: fc.integer({ min: -1, max: 12 }) });
  if (field.scalar === ScalarType.STRING) return fc.oneof(right, { weight: 3, arbitrary: text(field) });
  if (field.scalar === ScalarType.BOOL) return fc.boolean();
  if (field.scalar === ScalarType.BYTES) return fc.uint8Array({ maxLength: 2 });
  const { lowest = 0, highest = 1_000 } = boundsOf(field);
  const numbers = [lowest - 1, lowest, -0, 0.5, highest, highest + 1, 2 ** 31 - 1, NaN, Infinity];
  const isWhole = field.scalar !== ScalarType.DOUBLE;
  const given = numbers.filter((number) => !isWhole || Number.isInteger(number));
  return fc.oneof(right, { weight: 2, arbitrary: fc.constantFrom(...given) });
}

const messageInside = (desc: DescMessage, depth: number): fc.Arbitrary<unknown> =>
  depth === 0 || desc.typeName.startsWith('google.') ? fc.constant({}) : messageOf(desc, depth - 1);

const TEXTS = ['', 'a', 'NGN', 'ngn', '2025-02-28', '2025-02-29', '2024-02-29', '2025-01-31T23:30:00Z', '2025-1-1'];

/** Lengths about the field's bounds, in characters of one and of two units. */
function text(field: DescField): fc.Arbitrary<string> {
  const { minLength = 0, maxLength = 0 } = boundsOf(field);
  const lengths = [minLength - 1, minLength, maxLength, maxLength + 1, maxLength * 2].filter((length) => length > 0);
  return fc.constantFrom(...TEXTS, ...lengths.flatMap((length) => ['x'.repeat(length), '😀'.repeat(length)]));
}
