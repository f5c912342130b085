// A terminal gets colours and a line of progress, a pipe gets neither, and texts from files move no cursor.

import { setTimeout as after } from 'node:timers/promises';
import { describe, expect, test } from 'vitest';
import { tableLines } from '../../src/cli/results/table.ts';
import { progressBar, progressLine, styleOf } from '../../src/cli/terminal.ts';
import { printable } from '../../src/core/words/printable.ts';

describe('colours', () => {
  test.each([
    [true, {}, true],
    [true, { NO_COLOR: '1' }, false],
    [true, { NO_COLOR: '' }, true],
    [true, { TERM: 'dumb' }, false],
    [false, {}, false],
  ])('terminal %j, environment %j: %j', (isTTY, env, coloured) => {
    expect(styleOf({ isTTY }, env).bold('x') !== 'x').toBe(coloured);
  });
});

describe('a text from a file', () => {
  test('loses what is no character', () => {
    expect(printable('a\u001b[31mb\r\nc\u009bd\u202ee')).toBe('a [31mb c d e');
  });

  test('is cut with an ellipsis, by characters', () => {
    expect([printable('😀😀😀', 3), printable('😀😀😀😀', 3)]).toEqual(['😀😀😀', '😀😀…']);
  });
});

describe('progress', () => {
  const told = () => {
    const texts: string[] = [];
    return { texts, isTTY: true, write: (text: string) => texts.push(text) };
  };

  test('is shown after a while and taken away', async () => {
    const stream = told();
    const line = progressLine(stream, 20);
    line.show('reading 50%');
    expect(stream.texts).toEqual([]);
    while (stream.texts.length === 0) await after(5);
    line.end();
    expect(stream.texts[0]).toBe('\r\u001b[Kreading 50% 0 s');
    expect(stream.texts.at(-1)).toBe('\r\u001b[K');
  });

  test('of a quick run is never shown', () => {
    const stream = told();
    const line = progressLine(stream);
    line.show('reading 50%');
    line.end();
    expect(stream.texts).toEqual([]);
  });
});

describe('a bar', () => {
  test.each([
    [80, 0, `${'░'.repeat(24)} matching`],
    [80, 0.5, `${'█'.repeat(12)}${'░'.repeat(12)} matching`],
    [80, 7, `${'█'.repeat(24)} matching`],
    [20, 1, '██████ matching'],
    [10, 1, '███ matc…'],
    [1, 1, '…'],
  ])('on a terminal of %i columns at %d', (columns, done, line) => {
    const texts: string[] = [];
    const bar = progressBar({ isTTY: true, columns, write: (text) => texts.push(text) });
    bar.show(done, 'matching');
    bar.end();
    expect(texts).toEqual([`\r\u001b[K${line}`, '\r\u001b[K']);
  });

  test('is not shown to a pipe', () => {
    const texts: string[] = [];
    const bar = progressBar({ write: (text) => texts.push(text) });
    bar.show(0.5, 'matching');
    bar.end();
    expect(texts).toEqual([]);
  });
});

test('a column of words takes several lines where the terminal is narrow', () => {
  const columns = [{ title: 'type' }, { title: 'what it is', wraps: true as const }, { title: 'n' }];
  const rows = [['not_found', 'in the ledger and not at the bank', '1']];
  expect(tableLines({ columns, rows }, styleOf({ isTTY: true, columns: 33 }, { NO_COLOR: '1' }))).toEqual([
    '  type       what it is         n',
    '  ───────────────────────────────',
    '  not_found  in the ledger and  1',
    '             not at the bank',
  ]);
});

test('a table is aligned, with a rule above its total', () => {
  const columns = [{ title: 'name' }, { title: 'rows', align: 'right' as const }];
  const table = {
    columns,
    rows: [
      ['ledger', '1'],
      ['bank', '1,000'],
    ],
    total: ['all', '1,001'],
  };
  expect(tableLines(table, styleOf({}, {}))).toEqual([
    '  name     rows',
    '  ─────────────',
    '  ledger      1',
    '  bank    1,000',
    '  ─────────────',
    '  all     1,001',
  ]);
});
