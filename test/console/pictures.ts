// Pictures of the screens. With TIEOUT_PICTURES=1 those of docs/console.md are made anew, and every other one in
// out/pictures, to be looked at; nothing is compared with them.

import { mkdirSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import sharp from 'sharp';
import type { Person } from './browser.ts';

const folder = (path: string): string => fileURLToPath(new URL(`../../${path}/`, import.meta.url));

/** Those that docs/console.md and the README show. */
export const SHOWN: readonly string[] = [
  'question',
  'statement',
  'exceptions',
  'pair',
  'matches',
  'register',
  'how-it-matches',
  'an-act',
];

const WIDTHS = [1440, 800];

/** What is shown now: in the light at 1440 for the pages, and in both themes and widths to be looked at. */
export async function picture(person: Person, name: string): Promise<void> {
  if (process.env['TIEOUT_PICTURES'] !== '1') return;
  const { page } = person;
  if (SHOWN.includes(name)) await take(person, `${folder('docs/pictures')}${name}.png`);
  mkdirSync(folder('out/pictures'), { recursive: true });
  for (const width of WIDTHS) {
    await page.setViewport({ width, height: 900 });
    for (const theme of ['light', 'dark'] as const) {
      await person.see(theme);
      await person.settled();
      await take(person, `${folder('out/pictures')}${name}-${theme}-${width}.png`);
    }
  }
  await person.see('light');
  await page.setViewport({ width: WIDTHS[0]!, height: 900 });
}

async function take({ page }: Person, path: string): Promise<void> {
  await sharp(await page.screenshot())
    .png({ palette: true, colours: 64, compressionLevel: 9 })
    .toFile(path);
}
