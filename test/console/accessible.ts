// axe on a page, in both themes: no finding. What a theme changes is colours alone, so that in the dark only those are
// looked at again.

import { readFileSync } from 'node:fs';
import { expect } from 'vitest';
import type { Person } from './browser.ts';

const axe = readFileSync(new URL('../../node_modules/axe-core/axe.min.js', import.meta.url), 'utf8');

const TAGS = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice'];
const EVERYTHING = { type: 'tag', values: TAGS };
const COLOURS = { type: 'rule', values: ['color-contrast', 'link-in-text-block'] };

const run = (runOnly: object): string => `axe
  .run(document, { runOnly: ${JSON.stringify(runOnly)}, resultTypes: ['violations'] })
  .then(({ violations }) => violations.map(({ id, nodes }) =>
    id + ': ' + nodes.map(({ target, failureSummary }) => target.join(' ') + ' ' + failureSummary).join(' | ')))`;

export async function expectAccessible(person: Person, what: string): Promise<void> {
  const { page } = person;
  if (!(await page.evaluate('typeof axe === "object"'))) await page.evaluate(axe);
  expect(await page.evaluate(run(EVERYTHING)), `${what}, light`).toEqual([]);
  await person.see('dark');
  expect(await page.evaluate(run(COLOURS)), `${what}, dark`).toEqual([]);
  await person.see('light');
}
