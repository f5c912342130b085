// axe on a page, in both themes: no finding.

import { readFileSync } from 'node:fs';
import { expect } from 'vitest';
import type { Person } from './browser.ts';

const axe = readFileSync(new URL('../../node_modules/axe-core/axe.min.js', import.meta.url), 'utf8');

const RUN = `axe
  .run(document, { runOnly: { type: 'tag', values: ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice'] } })
  .then(({ violations }) => violations.map(({ id, nodes }) =>
    id + ': ' + nodes.map(({ target, failureSummary }) => target.join(' ') + ' ' + failureSummary).join(' | ')))`;

export async function expectAccessible({ page }: Person, what: string): Promise<void> {
  for (const theme of ['light', 'dark']) {
    await page.emulateMediaFeatures([{ name: 'prefers-color-scheme', value: theme }]);
    await page.evaluate(axe);
    const found = await page.evaluate(RUN);
    expect(found, `${what}, ${theme}`).toEqual([]);
  }
  await page.emulateMediaFeatures([{ name: 'prefers-color-scheme', value: 'light' }]);
}
