// Values of a body, counted before anybody makes them: never fewer than its reader would make, and of a request that is
// within its bounds never too many.

import { create, toBinary, toJsonString } from '@bufbuild/protobuf';
import { describe, expect, test } from 'vitest';
import { ColumnMatchRequestSchema, DescribedFileSchema } from '../../../gen/tieout/engine/v1/column_mapping_pb.ts';
import { ReconcileRequestSchema } from '../../../gen/tieout/engine/v1/reconcile_pb.ts';
import { ResolveRequestSchema } from '../../../gen/tieout/resolution/v1/resolve_pb.ts';
import { TieoutError } from '../../../src/core/errors.ts';
import { MAX_BODY_VALUES } from '../../../src/core/limits.ts';
import { checkJsonValues } from '../../../src/rpc/sizes/json-values.ts';
import { checkWireValues } from '../../../src/rpc/sizes/wire-values.ts';

const jsonCode = (text: string) => checkJsonValues(Buffer.from(text)).then(() => 'taken', codeOf);

function wireCode(desc: Parameters<typeof checkWireValues>[0], bytes: Uint8Array): string {
  try {
    checkWireValues(desc, bytes);
    return 'taken';
  } catch (error) {
    return codeOf(error);
  }
}

function codeOf(error: unknown): string {
  if (error instanceof TieoutError) return error.code;
  throw error;
}

const several = (text: string, n: number) => Array(n).fill(text).join(',');
const M = MAX_BODY_VALUES;

describe('JSON', () => {
  test.each([
    ['items', (n: number) => `[${several('"a"', n)}]`],
    ['numbers', (n: number) => `[${several('0', n)}]`],
    ['members', (n: number) => `{${several('"k": 0', n)}}`],
    ['items with quotes and backslashes', (n: number) => `[${several(String.raw`"\\\",[{"`, n)}]`],
    ['items in a list that is given again', (n: number) => `{"a":[${several('1', n - 1)}]}`],
  ])('%s', async (_, body) => {
    expect(await jsonCode(body(M))).toBe('taken');
    expect(await jsonCode(body(M + 1))).toBe('body_too_large');
  });

  test.each([
    ['objects', `[${several('{}', M)}]`],
    ['depth', '['.repeat(M + 1)],
    ['several empty lists', several('[]', M)],
  ])('%s count by themselves', async (_, body) => expect(await jsonCode(body)).toBe('body_too_large'));

  test('a long text is one value, whatever stands in it', async () => {
    expect(await jsonCode(`{"note":"${',[{'.repeat(1_000_000)}"}`)).toBe('taken');
    expect(await jsonCode(`{"note":"${'\\"'.repeat(1_000_000)}"}`)).toBe('taken');
  });

  test('others are served meanwhile', async () => {
    let served = 0;
    const timer = setInterval(() => served++, 0);
    await checkJsonValues(Buffer.from(`"${'x'.repeat(16 << 20)}"`));
    clearInterval(timer);
    expect(served).toBeGreaterThan(3);
  });
});

describe('protobuf', () => {
  const eventDates = (n: number) =>
    toBinary(ReconcileRequestSchema, create(ReconcileRequestSchema, { eventDates: Array(n).fill({}) }));

  test.each([
    [
      'texts',
      (n: number) => toBinary(ResolveRequestSchema, create(ResolveRequestSchema, { clusterIds: Array(n).fill('c') })),
      ResolveRequestSchema,
    ],
    ['empty messages', eventDates, ReconcileRequestSchema],
    [
      'unknown fields',
      (n: number) => new Uint8Array(2 * n).map((_, i) => (i % 2 === 0 ? 15 << 3 : 0)),
      ColumnMatchRequestSchema,
    ],
  ] as const)('%s', (_, bytes, desc) => {
    expect(wireCode(desc, bytes(M))).toBe('taken');
    expect(wireCode(desc, bytes(M + 1))).toBe('body_too_large');
  });

  test('what stands in messages and in maps counts too', () => {
    const mappings = [{ secondaryMappings: Array(M).fill({}) }];
    const bytes = toBinary(ColumnMatchRequestSchema, create(ColumnMatchRequestSchema, { mappings }));
    expect(wireCode(ColumnMatchRequestSchema, bytes)).toBe('body_too_large');
    const metadata = { list: Array(M).fill(null) };
    const resolve = create(ResolveRequestSchema, { metadata });
    expect(wireCode(ResolveRequestSchema, toBinary(ResolveRequestSchema, resolve))).toBe('body_too_large');
    expect(toJsonString(ResolveRequestSchema, resolve).length).toBeGreaterThan(M);
    const held = { targetFieldDefinitions: { a: { aliases: Array(M).fill('') } } };
    const inMap = toBinary(ColumnMatchRequestSchema, create(ColumnMatchRequestSchema, held));
    expect(wireCode(ColumnMatchRequestSchema, inMap)).toBe('body_too_large');
  });

  test('a long text is one value, whatever stands in it', () => {
    const note = '\x00'.repeat(1_000_000);
    expect(wireCode(ResolveRequestSchema, toBinary(ResolveRequestSchema, create(ResolveRequestSchema, { note })))).toBe(
      'taken',
    );
  });

  test('what is no message of protobuf is left to its reader', () => {
    for (const byte of [0x07, 0x0a, 0xff])
      expect(() => wireCode(DescribedFileSchema, new Uint8Array(M + 1).fill(byte))).not.toThrow();
  });
});
