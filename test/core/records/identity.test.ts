// Ids follow content: neither file, line, session (for uids) nor the order of rows is in them, twins are two rows, and
// a file's counter is no part of a row.

import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { sha256 } from '../../../src/adapters/digest/sha256.ts';
import { classify } from '../../../src/core/classification/classify.ts';
import { clusterAt } from '../../../src/core/classification/cluster-set.ts';
import { BANKING_RULES } from '../../../src/core/classification/rules.ts';
import type { Side } from '../../../src/core/records/rows/columns.ts';
import { clusterId, type IdentityScope, recordIds, rowUids } from '../../../src/core/records/rows/identity.ts';
import { ordinalsOf } from '../../../src/core/records/rows/ordinals.ts';
import { sessionOf, type TestRow, type TestSession } from '../classification/session-of.ts';

const digest = sha256;
const SCOPE: IdentityScope = { key: { tenant: 'umoja', partner: 'mfb', session: 's1' }, digest };
const scopeWith = (change: Partial<IdentityScope['key']>): IdentityScope => ({
  digest,
  key: { ...SCOPE.key, ...change },
});

const rowsOf = (session: TestSession, side: Side, counts = false) => ({
  side,
  columns: session.columns[side],
  plainCounter: session.columns[side].files.map(() => counts),
});

const uidsOf = (rows: readonly TestRow[], of: { side?: Side; scope?: IdentityScope; counts?: boolean } = {}) => {
  const { side = 'gl', scope = SCOPE, counts = false } = of;
  const session = sessionOf({ [side]: rows, plainCounter: counts });
  return rowUids(scope, rowsOf(session, side, counts), [...rows.keys()]);
};

const ROW: TestRow = {
  amount: 500_000,
  day: '2026-03-05',
  valueDay: '2026-03-06',
  account: '0011',
  reference: 'FT100',
  narration: 'NIP/TUNDE STORES/GOODS',
  sourceId: 'T-7',
  file: 'a.csv',
  line: 2,
};

const CANONICAL =
  '["row","umoja","mfb","gl","0011","2026-03-05","2026-03-06",500000,"NGN","FT100","","NIP/TUNDE STORES/GOODS","T-7",0]';

describe('a row uid', () => {
  test('is 32 hexadecimal digits and always the same', () => {
    // Written out: a change of it would make every stored session strange to a new run.
    expect(uidsOf([ROW])).toEqual([digest(CANONICAL).slice(0, 32)]);
  });

  const same: readonly [what: string, change: Partial<TestRow>][] = [
    ['the file', { file: 'b.csv' }],
    ['the line', { line: 99 }],
    ['what matching found', { facts: 31, ambiguity: 1 }],
  ];
  test.each(same)('does not hold %s', (_, change) => {
    expect(uidsOf([{ ...ROW, ...change }])).toEqual(uidsOf([ROW]));
  });

  const different: readonly [what: string, change: Partial<TestRow>][] = [
    ['the amount', { amount: 500_001 }],
    ['its sign', { amount: -500_000 }],
    ['the currency', { currency: 'USD' }],
    ['the booking date', { day: '2026-03-06' }],
    ['the value date', { valueDay: '2026-03-07' }],
    ['the account', { account: '0012' }],
    ['the reference', { reference: 'FT101' }],
    ['the narration', { narration: 'NIP/TUNDE STORES' }],
    ['the file’s own row id', { sourceId: 'T-8' }],
  ];
  test.each(different)('holds %s', (_, change) => {
    expect(uidsOf([{ ...ROW, ...change }])).not.toEqual(uidsOf([ROW]));
  });

  test('holds tenant, partner and side, and not the session; the record id holds the session', () => {
    const uids = [
      uidsOf([ROW]),
      ...['tenant', 'partner'].map((name) => uidsOf([ROW], { scope: scopeWith({ [name]: 'x' }) })),
    ];
    uids.push(uidsOf([ROW], { side: 'bank' }));
    expect(new Set(uids.flat()).size).toBe(4);
    expect(uidsOf([ROW], { scope: scopeWith({ session: 's2' }) })).toEqual(uidsOf([ROW]));
    const session = sessionOf({ gl: [ROW] });
    const ids = ['s1', 's2'].map((name) => recordIds(scopeWith({ session: name }), rowsOf(session, 'gl'), [0])[0]);
    expect(new Set(ids).size).toBe(2);
  });

  test('leaves out row ids that only count', () => {
    const [a, b] = [
      { ...ROW, sourceId: '1' },
      { ...ROW, sourceId: '2' },
    ];
    expect(uidsOf([a], { counts: true })).toEqual(uidsOf([b], { counts: true }));
    expect(uidsOf([a])).not.toEqual(uidsOf([b]));
  });

  test('cannot be confused by texts that run into one another', () => {
    expect(uidsOf([{ ...ROW, reference: 'A","B', narration: '' }])).not.toEqual(
      uidsOf([{ ...ROW, reference: 'A', narration: 'B' }]),
    );
  });
});

describe('ordinals', () => {
  const twins: TestRow[] = [ROW, { ...ROW, amount: 1 }, { ...ROW, line: 9 }, { ...ROW, line: 4 }];

  test('tell genuine twins apart, in canonical order', () => {
    const { columns } = sessionOf({ gl: twins });
    expect([...ordinalsOf({ columns: columns.gl, plainCounter: [false] }, [0, 1, 2, 3])]).toEqual([0, 0, 2, 1]);
    expect(new Set(uidsOf(twins)).size).toBe(4);
  });

  test('are counted over all rows when only some are asked for', () => {
    const { columns } = sessionOf({ gl: twins });
    expect([...ordinalsOf({ columns: columns.gl, plainCounter: [false] }, [2])]).toEqual([2]);
  });

  test('verify content where fingerprints are equal by chance', () => {
    const { columns } = sessionOf({ gl: twins });
    const collided = { ...columns.gl, fingerprint: new Uint32Array(8).fill(7) };
    expect([...ordinalsOf({ columns: collided, plainCounter: [false] }, [0, 1, 2, 3])]).toEqual([0, 0, 2, 1]);
  });

  test('follow the file’s counter as text, as canonical order does, so that a shuffled file keeps them', () => {
    const counted = ['10', '9', '11'].map((sourceId, i): TestRow => ({ ...ROW, sourceId, line: i + 2 }));
    const { columns } = sessionOf({ gl: counted, plainCounter: true });
    expect([...ordinalsOf({ columns: columns.gl, plainCounter: [true] }, [0, 1, 2])]).toEqual([0, 2, 1]);
  });

  test('equal a plain count of identical rows before, for any rows', () => {
    const row = fc.record({
      amount: fc.nat({ max: 2 }),
      reference: fc.constantFrom('', 'A'),
      sourceId: fc.constantFrom('', '1'),
    });
    fc.assert(
      fc.property(fc.array(row, { maxLength: 30 }), fc.nat(), (rows, seed) => {
        const { columns } = sessionOf({ gl: rows });
        const wanted = [...rows.keys()].filter((i) => (seed >> (i % 16)) % 2 === 0);
        const key = (i: number) => JSON.stringify(rows[i]);
        const expected = wanted.map((i) => [...rows.keys()].filter((j) => j < i && key(j) === key(i)).length);
        expect([...ordinalsOf({ columns: columns.gl, plainCounter: [false] }, wanted)]).toEqual(expected);
      }),
    );
  });
});

describe('cluster ids', () => {
  test('do not depend on the order of record ids', () => {
    expect(clusterId(SCOPE, 'ambiguous_match', ['b', 'a', 'c'])).toBe(
      clusterId(SCOPE, 'ambiguous_match', ['c', 'b', 'a']),
    );
  });

  test('differ by session, type and rows', () => {
    const ids = [
      clusterId(SCOPE, 'not_found_gl', ['a']),
      clusterId(SCOPE, 'not_found_bank', ['a']),
      clusterId(SCOPE, 'not_found_gl', ['b']),
      clusterId(scopeWith({ session: 's2' }), 'not_found_gl', ['a']),
    ];
    expect(new Set(ids).size).toBe(ids.length);
  });

  test('are the same for shuffled files, twins included', () => {
    const row = fc.record({
      amount: fc.constantFrom(-5_250, 500_000),
      day: fc.constantFrom('2026-03-05', '2026-03-06'),
      narration: fc.constantFrom('', 'COT'),
    });
    const idsOf = (of: { gl: readonly TestRow[]; bank: readonly TestRow[] }) => {
      const session = sessionOf(of);
      const set = classify(session, BANKING_RULES);
      const all = (side: Side) =>
        recordIds(
          SCOPE,
          rowsOf(session, side),
          Array.from({ length: session.columns[side].count }, (_, i) => i),
        );
      const ids = { gl: all('gl'), bank: all('bank') };
      return Array.from({ length: set.count }, (_, c) => {
        const { type, glRows, bankRows } = clusterAt(session, set, c);
        return clusterId(SCOPE, type, [...glRows.map((i) => ids.gl[i]), ...bankRows.map((i) => ids.bank[i])]);
      });
    };
    fc.assert(
      fc.property(fc.array(row, { maxLength: 10 }), fc.array(row, { maxLength: 10 }), fc.gen(), (gl, bank, gen) => {
        // Rows alike in content are alike in what matching finds, so ambiguity follows content here.
        const settled = (rows: readonly TestRow[]) =>
          rows.map((one) => ({ ...one, ambiguity: one.narration === '' ? -1 : 0 }));
        const of = { gl: settled(gl), bank: settled(bank) };
        const shuffled = <T>(rows: readonly T[]) => gen(fc.shuffledSubarray, [...rows], { minLength: rows.length });
        expect(idsOf({ gl: shuffled(of.gl), bank: shuffled(of.bank) })).toEqual(idsOf(of));
      }),
    );
  });
});
