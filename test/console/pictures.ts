// Pictures of the screens. With TIEOUT_PICTURES=1 those of docs/console.md are made anew, and every other one in
// out/pictures, to be looked at; nothing is compared with them.

import { mkdirSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import sharp from 'sharp';
import type { Person } from './browser.ts';

const folder = (path: string): string => fileURLToPath(new URL(`../../${path}/`, import.meta.url));

/** Those that docs/console.md and the README show. */
const SHOWN: readonly string[] = ['question', 'statement', 'exceptions', 'pair', 'matches', 'register'];

export async function picture({ page }: Person, name: string): Promise<void> {
  if (process.env['TIEOUT_PICTURES'] !== '1') return;
  const place = folder(SHOWN.includes(name) ? 'docs/pictures' : 'out/pictures');
  mkdirSync(place, { recursive: true });
  const shot = await page.screenshot();
  await sharp(shot).png({ palette: true, colours: 64, compressionLevel: 9 }).toFile(`${place}${name}.png`);
}
