// Group ids follow the rows' content and the session, never positions, files or lines; no two groups share one.

import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { sha256 } from '../../../src/adapters/digest/sha256.ts';
import { groupIds } from '../../../src/core/matching/outcome/group-ids.ts';
import { digestIdAt } from '../../../src/core/records/rows/digest-ids.ts';
import type { IdentityScope } from '../../../src/core/records/rows/identity.ts';
import { sessionOf, type TestRow } from '../classification/session-of.ts';

const digest = sha256;
const SCOPE: IdentityScope = { key: { tenant: 'umoja', partner: 'mfb', session: 's1' }, digest };

/** n matched groups and n netted reversals a side; of three in a row two have the same content. */
function rowsOf(n: number): { gl: TestRow[]; bank: TestRow[] } {
  const gl: TestRow[] = [];
  const bank: TestRow[] = [];
  for (let i = 0; i < n; i++) {
    const content = { amount: 100 + (i % 3 === 2 ? i - 1 : i), reference: `FT${i % 3 === 2 ? i - 1 : i}` };
    gl.push({ ...content, name: `g${i}`, matched: { tier: 1, with: `b${i}` }, line: 2 + i });
    bank.push({ ...content, name: `b${i}`, line: 2 + i });
    for (const side of [gl, bank]) {
      side.push(
        { ...content, name: `o${i}`, reversedBy: `r${i}` },
        { ...content, amount: -content.amount, name: `r${i}` },
      );
    }
  }
  return { gl, bank };
}

function idsOf(
  rows: { gl: TestRow[]; bank: TestRow[] },
  scope = SCOPE,
): { groups: string[]; gl: string[]; bank: string[] } {
  const ids = groupIds(scope, sessionOf(rows));
  const texts = (packed: Uint8Array) => Array.from({ length: packed.length / 16 }, (_, i) => digestIdAt(packed, i));
  return { groups: texts(ids.groups), gl: texts(ids.reversals.gl), bank: texts(ids.reversals.bank) };
}

const all = ({ groups, gl, bank }: ReturnType<typeof idsOf>) => [...groups, ...gl, ...bank];

describe('group ids', () => {
  test('are the same on every machine', () => {
    // Written out: a change of it would give every stored match another name.
    expect(idsOf(rowsOf(1)).groups).toEqual(['f5030555cc08be9a2bdb371e9df30615']);
  });

  test('are all different, twins and reversals included', () => {
    const ids = all(idsOf(rowsOf(900)));
    expect(ids).toHaveLength(2_700);
    expect(new Set(ids).size).toBe(2_700);
  });

  test.each(['tenant', 'partner', 'session'])('hold the %s', (field) => {
    const other = idsOf(rowsOf(5), { ...SCOPE, key: { ...SCOPE.key, [field]: 'other' } });
    const own = new Set(all(idsOf(rowsOf(5))));
    expect(all(other).filter((id) => own.has(id))).toEqual([]);
  });

  test('are the same whatever the order of rows, the file and the line', () => {
    const rows = rowsOf(12);
    const ids = idsOf(rows);
    const orders = fc.shuffledSubarray([...rows.gl.keys()], { minLength: rows.gl.length });
    fc.assert(
      fc.property(orders, orders, (glOrder, bankOrder) => {
        const moved = {
          gl: glOrder.map((i, k) => ({ ...rows.gl[i], line: k + 7, file: 'later.csv' })),
          bank: bankOrder.map((i, k) => ({ ...rows.bank[i], line: k + 7, file: 'later.csv' })),
        };
        const after = idsOf(moved);
        for (const list of ['groups', 'gl', 'bank'] as const) expect(after[list].sort()).toEqual([...ids[list]].sort());
      }),
      { numRuns: 30 },
    );
  });

  test('change in about half of their bits with one bit of a fingerprint', () => {
    const session = sessionOf(rowsOf(1));
    const bits = (ids: Uint8Array) => Array.from(ids, (byte) => byte.toString(2).padStart(8, '0')).join('');
    const before = bits(groupIds(SCOPE, session).groups);
    for (let bit = 0; bit < 64; bit++) {
      session.columns.bank.fingerprint[bit >> 5] ^= 1 << (bit & 31);
      const after = bits(groupIds(SCOPE, session).groups);
      session.columns.bank.fingerprint[bit >> 5] ^= 1 << (bit & 31);
      const changed = [...after].filter((digit, i) => digit !== before[i]).length;
      expect(changed).toBeGreaterThan(36);
      expect(changed).toBeLessThan(92);
    }
  });
});
