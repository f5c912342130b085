import { expect, it } from 'vitest';
import { hundredfold } from '../../../../src/core/reading/sides/hundredfold.ts';
import { sessionOf } from '../../classification/session-of.ts';

type Row = NonNullable<Parameters<typeof sessionOf>[0]['gl']>[number];
const shown = (gl: readonly Row[], bank: readonly Row[]) => {
  const { columns } = sessionOf({ gl: [...gl], bank: [...bank] });
  return [hundredfold(columns.bank, [columns.gl]), hundredfold(columns.gl, [columns.bank])];
};
const rows = (count: number, of: (i: number) => Row): Row[] => Array.from({ length: count }, (_, i) => of(i));
const reference = (i: number) => `FT2606100${i}X`;

it('kobo show in rows of one reference, whichever way the money goes', () => {
  const gl = rows(4, (i) => ({ reference: reference(i), amount: 501 + i }));
  const bank = rows(4, (i) => ({ reference: reference(i), amount: -100 * (501 + i) }));
  expect(shown(gl, bank)).toEqual(['4 rows with the same reference', null]);
  expect(shown(gl.slice(0, 2), bank)).toEqual([null, null]);
});

it('kobo show in amounts that stand once on each side, if none stands there as it is', () => {
  const gl = rows(5, (i) => ({ narration: 'CASH', amount: 501 + i }));
  const bank = rows(5, (i) => ({ narration: 'CASH', amount: 100 * (501 + i) }));
  expect(shown(gl, bank)).toEqual(['5 amounts that stand once on each side', null]);
  expect(shown(gl, [...bank, { amount: 50_100 }])).toEqual([null, null]);
  expect(shown([...gl, { amount: 90_000 }], [...bank, { amount: 90_000 }])).toEqual([null, null]);
});

it('nothing shows them beside an amount that is not whole, or rows that agree', () => {
  const gl = rows(4, (i) => ({ reference: reference(i), amount: 501 + i }));
  const bank = rows(4, (i) => ({ reference: reference(i), amount: 100 * (501 + i) }));
  expect(shown(gl, [...bank, { amount: 5 }])).toEqual([null, null]);
  const alike = [...bank.slice(0, 3), { reference: reference(3), amount: 504 }];
  expect(shown(gl, alike)[0]).toBeNull();
});
