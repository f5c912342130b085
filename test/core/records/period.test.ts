import { expect, test } from 'vitest';
import { spanOf } from '../../../src/core/records/documents/period.ts';

test('the span of days is told of more of them than a call has arguments', () => {
  const days = Array.from({ length: 300_000 }, (_, at) => 20_000 + ((at * 7) % 365));
  expect(spanOf(days)).toEqual({ start: 20_000, end: 20_364 });
  expect(spanOf([])).toBeNull();
  expect(spanOf([5])).toEqual({ start: 5, end: 5 });
});
