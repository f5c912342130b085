// No text of a caller can stop a thread: every expression of the source takes time in proportion to its text. Two ways
// look for those that do not: a checker over the expressions themselves, and hard texts made of their own parts, up to
// the longest that there is. What was weighed beside it: docs/decisions/linear-time.md.

import { analyse } from 'scslre';
import { beforeAll, describe, expect, test } from 'vitest';
import { MAX_FIELD_BYTES } from '../../src/core/limits.ts';
import { type HardText, hardTexts, textOf } from './hard-texts.ts';
import { type SourceExpressions, sourceExpressions } from './source-expressions.ts';

let found: SourceExpressions;
beforeAll(async () => {
  found = await sourceExpressions();
});

test('every expression is seen, and none is made of a caller’s text', () => {
  expect(found.expressions.length).toBeGreaterThan(700);
  expect(found.expressions.filter(({ at }) => at.startsWith('core/reading/words/in-order.ts')).length).toBeGreaterThan(
    5,
  );
  expect(found.expressions.filter(({ at }) => at.includes('.proto')).length).toBeGreaterThan(0);
  expect(found.expressions.some(({ at }) => at.startsWith('rpc/validation/rule-pattern.ts'))).toBe(true);
  expect(found.builtLater).toEqual([]);
});

test('the checker finds none that takes more than time in proportion', () => {
  const wrong = found.expressions.flatMap(({ at, source, flags }) =>
    analyse(new RegExp(source, flags)).reports.map(({ type }) => `${at} /${source}/${flags}: ${type}`),
  );
  expect(wrong).toEqual([]);
});

/** Milliseconds of a processor that no linear expression needs for its longest text. */
const FLOOR_MS = 100;
/** Four times the text is four times the time, or the square of it: sixteen times. */
const MOST_TIMES = 9;
const SHORT = 4_096;
const [LONG, LONGEST] = [MAX_FIELD_BYTES / 4, MAX_FIELD_BYTES];
/** Texts of an expression that are tried at their longest: those that were slowest before. */
const SLOWEST = 3;

function msOf(expression: RegExp, text: string): number {
  // Of this thread alone: a busy machine takes longer for everything.
  const begin = process.threadCpuUsage();
  if (expression.global) text.replace(expression, '');
  else expression.test(text);
  const { user, system } = process.threadCpuUsage(begin);
  return (user + system) / 1_000;
}

/** What it says of the text that is worst; null where time keeps to length. */
function tooSlow(expression: RegExp, texts: readonly HardText[]): string | null {
  const timed: { text: HardText; ms: number }[] = [];
  for (const text of texts) {
    // Shorter ones first: what takes more than the square of its length would not end.
    for (const length of [64, 256, 1_024, 2_048, SHORT]) {
      const ms = msOf(expression, textOf(text, length));
      // Once more, for what else the machine did; but not where it is plain.
      if (ms > FLOOR_MS && (ms > 2 * FLOOR_MS || msOf(expression, textOf(text, length)) > FLOOR_MS))
        return said(text, length, ms);
      if (length === SHORT) timed.push({ text, ms });
    }
  }
  for (const { text } of timed.sort((a, b) => b.ms - a.ms).slice(0, SLOWEST)) {
    let before = msOf(expression, textOf(text, SHORT));
    for (const length of [LONG, LONGEST]) {
      const ms = msOf(expression, textOf(text, length));
      if (ms > FLOOR_MS && ms > MOST_TIMES * before) return said(text, length, ms);
      before = ms;
    }
  }
  return null;
}

const said = (text: HardText, length: number, ms: number): string =>
  `${length} characters of ${JSON.stringify(text)}: ${Math.round(ms)} ms`;

describe('hard texts', () => {
  test('take no expression more than time in proportion', () => {
    const wrong = found.expressions.flatMap(({ at, source, flags }) => {
      const why = tooSlow(new RegExp(source, flags), hardTexts(source, flags));
      return why === null ? [] : [`${at} /${source}/${flags}: ${why}`];
    });
    expect(wrong).toEqual([]);
  }, 300_000);

  test('find the square, in each of the ways in which an expression comes by it', () => {
    const square = [/\d+x/, /^\W*N?\W*$/, /a.*b/, /\([^)]*\)/g, /\bin (.+?)\s*$/];
    const missed = square.filter((one) => tooSlow(one, hardTexts(one.source, one.flags)) === null);
    expect(missed).toEqual([]);
  });
});
