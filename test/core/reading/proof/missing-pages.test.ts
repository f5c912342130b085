// Pages that a file numbers and lacks.

import { expect, test } from 'vitest';
import { missingPages, type NumberedPage } from '../../../../src/core/reading/proof/missing-pages.ts';

const DAYS = [20_000, 20_001, 20_004];
const at = (page: number, entries: number, pages: number | null = null): NumberedPage => {
  return { page, pages, entries, line: 10 * page + entries };
};

test('numbers that follow, come twice on a page, or begin again, lack nothing', () => {
  expect(missingPages([], DAYS)).toEqual([]);
  expect(missingPages([at(1, 0, 2), at(1, 1, 2), at(2, 1, 2), at(2, 3, 2), at(1, 3, 1)], DAYS)).toEqual([]);
});

test.each([
  [
    [at(1, 0), at(4, 1)],
    'Pages 2 to 3 are missing after the entry of 2024-10-04 and before the entry of 2024-10-05: page 4 on line 41 follows page 1 on line 10.',
  ],
  [[at(2, 0)], 'Page 1 is missing before the entry of 2024-10-04: the first one, on line 20, is page 2.'],
  [
    [at(1, 0, 3), at(2, 2, 3), at(2, 3, 3)],
    'Page 3 is missing after the entry of 2024-10-08: line 23 is of page 2 of 3, and no further one follows.',
  ],
  [[at(1, 0), at(2, 1), at(3, 2), at(2, 2)], 'Page 2 on line 22 comes after page 3 on line 32.'],
])('what is missing is named once, with days: %#', (numbered, said) => {
  expect(missingPages(numbered, DAYS)).toEqual([said]);
});
