import { expect, test } from 'vitest';
import { fingerprintRows } from '../../../src/core/records/rows/fingerprint.ts';
import { sourceIdsOnlyCount } from '../../../src/core/records/rows/source-id-counts.ts';
import { rowsOf } from '../../contracts/store/samples.ts';

const EMPTY = { bytes: new Uint8Array(0), offsets: new Uint32Array(41) };

test('the fingerprints say whether own ids are part of the rows', () => {
  const rows = { ...rowsOf(3, 40), fingerprint: new Uint32Array(80) };
  for (const includeSourceId of [true, false]) {
    fingerprintRows(rows, { includeSourceId });
    expect(sourceIdsOnlyCount(rows)).toBe(!includeSourceId);
  }
});

test('rows without ids, and no rows, have none that count', () => {
  const rows = { ...rowsOf(3, 40), sourceId: EMPTY };
  expect(sourceIdsOnlyCount(rows)).toBe(false);
  expect(sourceIdsOnlyCount({ ...rowsOf(3, 40), count: 0 })).toBe(false);
});
