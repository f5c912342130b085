import { describe, expect, it } from 'vitest';
import { readTable } from '../../../src/core/reading/read-table.ts';
import { bestAssignment } from '../../../src/core/reading/table/best-assignment.ts';

/** Claims as role, column and worth: a0=5. */
const assigned = (claims: string) =>
  bestAssignment(
    ['a', 'b', 'c'],
    claims.split(' ').map((claim) => {
      const [, role, column, worth] = /^(\w)(\d+)=([\d.]+)$/.exec(claim)!;
      return { role: role as 'a' | 'b' | 'c', column: Number(column), worth: Number(worth) };
    }),
  )
    .map(({ role, column }) => `${role}${column}`)
    .join(' ');

describe('the assignment with the greatest sum', () => {
  it.each([
    ['each role its best column', 'a0=5 a1=3 b1=4', 'a0 b1'],
    ['a role gives way where it has another column and the other has none', 'a0=5 a1=4 b0=3', 'a1 b0'],
    ['a role goes without where its column is worth more elsewhere', 'a0=3 b0=5', 'b0'],
    ['three roles in a chain', 'a0=5 a1=4 b1=5 b2=4 c2=3 c0=1', 'a0 b1 c2'],
    ['of equal sums the first role has the better column', 'a0=2 a1=1 b0=2 b1=1', 'a0 b1'],
    ['of equal columns the one that is claimed first', 'a3=2 a1=2', 'a3'],
    ['what is worth nothing is not claimed', 'a0=0 b0=1', 'b0'],
  ])('%s', (_, claims, expected) => expect(assigned(claims)).toBe(expected));

  it('is the same in any order of the claims of different worth', () => {
    const claims = 'a0=5 a1=4.5 b0=4 b2=3 c2=3.5 c1=2'.split(' ');
    for (let i = 0; i < claims.length; i++)
      expect(assigned([...claims.slice(i), ...claims.slice(0, i)].join(' '))).toBe(assigned(claims.join(' ')));
  });
});

it('hundreds of columns that may be anything are assigned at once', () => {
  const roles = [...'abcdefgh'];
  const claims = roles.flatMap((role, r) =>
    Array.from({ length: 500 }, (_, column) => ({ role, column, worth: 100 - (r * 500 + column) * 1e-6 })),
  );
  const before = performance.now();
  const found = bestAssignment([...roles, 'i', 'j', 'k', 'l', 'm'], claims);
  expect(performance.now() - before).toBeLessThan(2_000);
  expect(found.map(({ column }) => column).sort()).toEqual([0, 1, 2, 3, 4, 5, 6, 7]);
});

describe('columns that several roles may have', () => {
  const fields = (titles: string, rows: readonly string[]) =>
    readTable({ titles: titles.split(','), rows: rows.map((row) => row.split(',')), side: 'bank' }).fields.map(
      (field) => field ?? '-',
    );
  const sessions = ['1', '2', '3'].map((n) => `99905826030109021700000000000${n}`);
  const rows = (of: (i: number) => string) => sessions.map((_, i) => `2026-03-0${i + 1},${of(i)},-${i + 1}.50`);

  it('the only column of session ids is the session, whatever its title', () => {
    expect(
      fields(
        'Date,Reference,Amount',
        rows((i) => sessions[i]!),
      ),
    ).toEqual(['booking_date', 'settlement_session_id', 'amount']);
  });
  it('of two columns of session ids the one with a title of references is the reference', () => {
    expect(
      fields(
        'Date,Reference,Foo,Amount',
        rows((i) => `${sessions[i]},${sessions[i]}`),
      ),
    ).toEqual(['booking_date', 'reference', 'settlement_session_id', 'amount']);
  });
  it('a lone value date is the booking date, and not one beside another day', () => {
    expect(
      fields(
        'Value Date,Foo,Amount',
        rows((i) => `X${i}`),
      )[0],
    ).toBe('booking_date');
    expect(
      fields(
        'Value Date,Foo,Amount',
        rows((i) => `2026-03-0${i + 2}`),
      ).slice(0, 2),
    ).toEqual(['value_date', 'booking_date']);
  });
  it('days number no rows', () => {
    const days = (i: number) => `202603${10 + i},202605${10 + i}`;
    expect(fields(',,,', rows(days)).slice(0, 3)).toEqual(['booking_date', 'value_date', '-']);
  });
});
