// The colours of the console in both themes: text and marks can be read, and edges of what is used can be seen.

import { readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';

const css = readFileSync(new URL('../../src/console/look/look.css', import.meta.url), 'utf8');

type Tokens = Readonly<Record<string, string>>;
const tokensOf = (selector: string): Tokens => {
  const at = css.indexOf(`${selector} {`);
  expect(at, selector).toBeGreaterThanOrEqual(0);
  const block = css.slice(at, css.indexOf('}', at));
  return Object.fromEntries(
    [...block.matchAll(/--([\w-]+): (#[0-9a-f]{6})/g)].map(([, name, value]) => [name!, value!]),
  );
};

/** Relative luminance (WCAG 2). */
const luminance = (colour: string): number => {
  const [r, g, b] = [1, 3, 5].map((at) => {
    const share = Number.parseInt(colour.slice(at, at + 2), 16) / 255;
    return share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4;
  }) as [number, number, number];
  return 0.2126 * r + 0.7152 * g + 0.0722 * b;
};
const contrast = (one: string, other: string): number => {
  const [low, high] = [luminance(one), luminance(other)].sort((a, b) => a - b) as [number, number];
  return (high + 0.05) / (low + 0.05);
};

const THEMES: readonly (readonly [string, Tokens])[] = [
  ['light', tokensOf(':root')],
  ['dark', tokensOf(':root[data-theme="dark"]')],
  ['the system’s dark', tokensOf(':root:not([data-theme="light"])')],
];

describe.each(THEMES)('%s', (_, tokens) => {
  test.each(['text', 'muted', 'accent', 'good', 'warn', 'bad'])('%s is read on every ground', (name) => {
    for (const ground of ['bg', 'surface', 'selected']) {
      expect(contrast(tokens[name]!, tokens[ground]!), ground).toBeGreaterThanOrEqual(ground === 'bg' ? 5.5 : 4.5);
    }
  });

  test('edges are seen, and words on a filled button are read', () => {
    for (const ground of ['bg', 'surface'])
      expect(contrast(tokens['edge']!, tokens[ground]!), ground).toBeGreaterThanOrEqual(3.3);
    expect(contrast(tokens['on-accent']!, tokens['accent']!)).toBeGreaterThanOrEqual(5.5);
  });
});

test('the dark of a choice is the dark of the system', () => {
  expect(THEMES[1]![1]).toEqual(THEMES[2]![1]);
});
