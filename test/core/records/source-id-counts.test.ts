import { expect, test } from 'vitest';
import { ROW_PENDING } from '../../../src/core/records/rows/columns.ts';
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

test('so they do of rows that were announced by the answer of a switch, or in a file, before that was in them', () => {
  const flagged = (flag: number) => ({ ...rowsOf(3, 40), flags: new Uint8Array(40).fill(flag) });
  for (const [read, stored] of [
    [ROW_PENDING, 0],
    [0, ROW_PENDING],
  ] as const) {
    for (const includeSourceId of [true, false]) {
      const rows = { ...flagged(read), fingerprint: new Uint32Array(80) };
      fingerprintRows(rows, { includeSourceId });
      const { flags } = flagged(stored);
      expect(sourceIdsOnlyCount({ ...rows, flags })).toBe(!includeSourceId);
    }
  }
});

test('rows without ids, and no rows, have none that count', () => {
  const rows = { ...rowsOf(3, 40), sourceId: EMPTY };
  expect(sourceIdsOnlyCount(rows)).toBe(false);
  expect(sourceIdsOnlyCount({ ...rowsOf(3, 40), count: 0 })).toBe(false);
});
