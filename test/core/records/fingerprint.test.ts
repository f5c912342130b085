import { describe, expect, it } from 'vitest';
import type { RowColumns } from '../../../src/core/records/rows/columns.ts';
import { fingerprintRows, isPlainCounter } from '../../../src/core/records/rows/fingerprint.ts';

interface Row {
  account?: string;
  day?: number;
  valueDay?: number;
  amount?: number;
  currency?: string;
  reference?: string;
  session?: string;
  narration?: string;
  sourceId?: string;
}

function columnsOf(rows: readonly Row[]): RowColumns {
  const encoder = new TextEncoder();
  const accounts = [...new Set(rows.map((r) => r.account ?? ''))];
  const currencies = [...new Set(rows.map((r) => r.currency ?? 'NGN'))];
  const text = (of: (row: Row) => string | undefined) => {
    const parts = rows.map((r) => encoder.encode(of(r) ?? ''));
    const offsets = new Uint32Array(rows.length + 1);
    for (const [i, part] of parts.entries()) offsets[i + 1] = offsets[i] + part.length;
    return { bytes: Uint8Array.from(parts.flatMap((p) => [...p])), offsets };
  };
  return {
    count: rows.length,
    amount: Float64Array.from(rows, (r) => r.amount ?? 0),
    bookingDay: Int32Array.from(rows, (r) => r.day ?? 0),
    valueDay: Int32Array.from(rows, (r) => r.valueDay ?? 0),
    account: Uint16Array.from(rows, (r) => accounts.indexOf(r.account ?? '')),
    currency: Uint8Array.from(rows, (r) => currencies.indexOf(r.currency ?? 'NGN')),
    flags: new Uint8Array(rows.length),
    file: new Uint16Array(rows.length),
    line: new Uint32Array(rows.length),
    fingerprint: new Uint32Array(2 * rows.length),
    reference: text((r) => r.reference),
    settlementSession: text((r) => r.session),
    narration: text((r) => r.narration),
    sourceId: text((r) => r.sourceId),
    accounts,
    currencies,
    files: ['a.csv'],
  };
}

function fingerprints(rows: readonly Row[], includeSourceId = true): string[] {
  const columns = columnsOf(rows);
  fingerprintRows(columns, { includeSourceId });
  return rows.map((_, i) => `${columns.fingerprint[2 * i]}:${columns.fingerprint[2 * i + 1]}`);
}

const ROW: Row = {
  account: '001',
  day: 20000,
  valueDay: 20001,
  amount: 150000,
  reference: 'FT1',
  session: '',
  narration: 'NIP/ADA',
  sourceId: '7',
};

describe('fingerprints', () => {
  it('change with every field of a row’s identity', () => {
    const variants: Row[] = [
      ROW,
      { ...ROW, account: '002' },
      { ...ROW, day: 20001 },
      { ...ROW, valueDay: 20002 },
      { ...ROW, amount: -150000 },
      { ...ROW, amount: 150000 + 2 ** 32 },
      { ...ROW, currency: 'USD' },
      { ...ROW, reference: 'FT2' },
      { ...ROW, session: '1' },
      { ...ROW, narration: 'NIP/ADA ' },
      { ...ROW, sourceId: '8' },
    ];
    expect(new Set(fingerprints(variants)).size).toBe(variants.length);
  });

  it('know where a field ends', () => {
    const [a, b, c] = fingerprints([
      { ...ROW, reference: 'AB', narration: 'C' },
      { ...ROW, reference: 'A', narration: 'BC' },
      { ...ROW, reference: '', narration: 'ABC' },
    ]);
    expect(new Set([a, b, c]).size).toBe(3);
  });

  it('do not depend on position, neighbours or the numbering of accounts and currencies', () => {
    const other = { ...ROW, account: '999', currency: 'USD', narration: 'other', session: '123' };
    const [alone] = fingerprints([ROW]);
    expect(fingerprints([other, other, ROW])[2]).toBe(alone);
    expect(fingerprints([ROW, other])[0]).toBe(alone);
  });

  it('leave the source id out when it is a counter', () => {
    expect(fingerprints([ROW], false)).toEqual(fingerprints([{ ...ROW, sourceId: '9' }], false));
  });

  it('seldom collide: 20,000 rows that differ by one digit all differ', () => {
    const rows = Array.from({ length: 20_000 }, (_, i) => ({ ...ROW, narration: `NIP/STORES/${i}`, amount: i % 7 }));
    expect(new Set(fingerprints(rows)).size).toBe(rows.length);
  });

  it('stay as they are: a stored one must be found again', () => {
    expect(fingerprints([ROW])).toEqual(['1385853917:1035943215']);
  });
});

describe('a plain counter', () => {
  const counter = (...ids: string[]) =>
    isPlainCounter(columnsOf(ids.map((sourceId) => ({ sourceId }))).sourceId, ids.length);
  it('counts from 0 or 1, in any order, with gaps where rows were left out', () => {
    expect(counter('1', '2', '3')).toBe(true);
    expect(counter('0', '1')).toBe(true);
    expect(counter('3', '1', '2')).toBe(true);
    expect(counter('001', '002', '004')).toBe(true);
  });
  it('is not an id of its own', () => {
    expect(counter('5001', '5002')).toBe(false);
    expect(counter('1', '900')).toBe(false);
    expect(counter('A1', 'A2')).toBe(false);
    expect(counter('1', '')).toBe(false);
  });
});
