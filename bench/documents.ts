// `npm run bench -- documents`: machine readable zones on 100 made-up pictures (--rows for another number) of the five
// formats, half in OCR-B and half in DejaVu Sans Mono, turned by up to five degrees, blurred, noisy, shaded and saved as
// JPEG, through the real imaging process: how many hold with every check digit, how many of these are wrong, how many
// names came out as printed, and how long each took. No picture is of a real paper or was taken by a camera. With
// --pairs FOLDER instead the pictures of that folder: how many zones hold, and how long each took.

import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { superviseImaging } from '../src/adapters/imaging/supervise.ts';
import { extract } from '../src/core/documents/extract.ts';
import type { ImagingTasks } from '../src/ports/verification/imaging.ts';
import type { BenchOptions, Figures } from './bench.ts';
import { drawFrom, type Font, pictureOf, specimen, wearOf } from './specimens.ts';

const FORMATS = ['td3', 'td1', 'td2', 'mrva', 'mrvb'] as const;
const FONTS: readonly Font[] = ['OCR-B', 'DejaVu Sans Mono'];
const PICTURES = 100;
/** Others than those that the reading was built on. */
const SEED = 90_000;
const TODAY = '2026-11-23';

export async function run({ rows, pairs: folder, say }: BenchOptions): Promise<Figures> {
  const silent = { info: () => {}, warn: () => {}, error: () => {} };
  const imaging = superviseImaging<ImagingTasks>({
    entry: new URL('../src/adapters/imaging/process.ts', import.meta.url),
    ...{ memoryMb: 1_536, timeoutMs: 60_000, idleMs: 600_000, log: silent },
  });
  if (folder !== null) {
    const figures = await ofFolder(folder, async (bytes) => {
      const read = await imaging.ask('read', { bytes });
      return read.outcome === 'done' && extract(read.answer, { type: null, today: TODAY }).mrz?.valid === true;
    });
    await imaging.close();
    say(`${figures['valid']} of ${figures['pictures']} pictures have a zone that holds with every check digit.`);
    return figures;
  }
  const count = rows ?? PICTURES;
  const tally = { valid: 0, wrong: 0, named: 0 };
  const byFont = new Map<Font, number>(FONTS.map((font) => [font, 0]));
  const seconds: number[] = [];
  for (let at = 0; at < count; at++) {
    const draw = drawFrom(SEED + at);
    const made = specimen(draw, FORMATS[at % FORMATS.length]);
    const font = FONTS[Math.floor(at / FORMATS.length) % FONTS.length];
    const bytes = await pictureOf(made, font, wearOf(draw));
    const began = performance.now();
    const read = await imaging.ask('read', { bytes });
    const mrz = read.outcome === 'done' ? extract(read.answer, { type: null, today: TODAY }).mrz : null;
    seconds.push((performance.now() - began) / 1_000);
    if (!mrz?.valid) continue;
    tally.valid++;
    byFont.set(font, byFont.get(font)! + 1);
    if (mrz.values.document_number !== made.values.number) tally.wrong++;
    if (mrz.values.last_name === made.lastName && mrz.values.first_name === made.firstName) tally.named++;
  }
  await imaging.close();
  const sorted = seconds.toSorted((a, b) => a - b);
  const figures = {
    pictures: count,
    valid_share: tally.valid / count,
    valid_ocr_b_share: byFont.get('OCR-B')! / (count / 2),
    valid_dejavu_share: byFont.get('DejaVu Sans Mono')! / (count / 2),
    valid_but_wrong: tally.wrong,
    names_right_of_valid: tally.named / Math.max(1, tally.valid),
    median_s: sorted[Math.floor(count / 2)],
    p95_s: sorted[Math.floor(count * 0.95)],
    most_s: sorted.at(-1)!,
  };
  say(`${tally.valid} of ${count} zones hold with every check digit, ${tally.wrong} of them with a wrong number.`);
  return figures;
}

async function ofFolder(
  folder: string,
  holds: (bytes: Uint8Array) => Promise<boolean>,
): Promise<Record<string, number>> {
  const names = readdirSync(folder).filter((name) => /\.(?:jpe?g|png)$/i.test(name));
  const seconds: number[] = [];
  let valid = 0;
  for (const name of names) {
    const began = performance.now();
    if (await holds(readFileSync(join(folder, name)))) valid++;
    seconds.push((performance.now() - began) / 1_000);
  }
  const sorted = seconds.toSorted((a, b) => a - b);
  return { pictures: names.length, valid, median_s: sorted[Math.floor(names.length / 2)]!, most_s: sorted.at(-1)! };
}
