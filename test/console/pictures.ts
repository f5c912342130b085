// Pictures of the screens for docs/console.md. They are made anew with TIEOUT_PICTURES=1 and looked at; nothing is
// compared with them.

import { fileURLToPath } from 'node:url';
import type { Person } from './browser.ts';

const FOLDER = fileURLToPath(new URL('../../docs/pictures/', import.meta.url));

export async function picture({ page }: Person, name: string): Promise<void> {
  if (process.env['TIEOUT_PICTURES'] !== '1') return;
  await page.screenshot({ path: `${FOLDER}${name}.png`, optimizeForSpeed: false });
}
