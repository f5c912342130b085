// What is sent as an image and is none, or is a bomb, fails with its code in the real process, which lives on.

import { pino } from 'pino';
import { afterAll, expect, test } from 'vitest';
import { superviseImaging } from '../../../src/adapters/imaging/supervise.ts';
import type { ImagingTasks } from '../../../src/ports/verification/imaging.ts';
import { jpegBomb, picture, pngBomb } from './images.ts';

const imaging = superviseImaging<ImagingTasks>({
  entry: new URL('../../../src/adapters/imaging/process.ts', import.meta.url),
  ...{ memoryMb: 1_024, timeoutMs: 20_000, idleMs: 60_000, log: pino({ level: 'silent' }) },
});
afterAll(() => imaging.close());

test('bombs, damaged and mislabelled files fail with their code, and the next is read', {
  timeout: 30_000,
}, async () => {
  const png = await picture(400, 300).png().toBuffer();
  const jpeg = await picture(400, 300).jpeg().toBuffer();
  const tried: [what: string, bytes: Uint8Array, code: string][] = [
    ['a PNG of 2,500 million pixels', pngBomb(50_000), 'image_too_large'],
    ['a JPEG that says 65,000 by 65,000', await jpegBomb(), 'image_too_large'],
    ['nothing', new Uint8Array(0), 'file_empty'],
    ['text', Buffer.from('this is no image'), 'file_type_unknown'],
    ['an SVG', Buffer.from('<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"/>'), 'file_type_unknown'],
    ['a GIF', Buffer.from('R0lGODlhAQABAIAAAAAAAP///yH5BAEAAAAALAAAAAABAAEAAAIBRAA7', 'base64'), 'file_type_unknown'],
    ['half a PNG', png.subarray(0, png.length / 2), 'file_damaged'],
    ['half a JPEG', jpeg.subarray(0, jpeg.length / 2), 'file_damaged'],
    ['a head of a PNG with text behind it', Buffer.concat([png.subarray(0, 40), Buffer.from('x')]), 'file_damaged'],
    ['a PNG with a byte turned', Buffer.from(png).fill(7, 2_000, 2_400), 'file_damaged'],
  ];
  for (const [what, bytes, code] of tried) {
    expect([what, await imaging.ask('measure', { bytes })]).toEqual([what, { outcome: 'failed', code }]);
  }
  expect(await imaging.ask('measure', { bytes: jpeg })).toMatchObject({ outcome: 'done', answer: { width: 400 } });
});

test('a picture is turned as its camera says, and measured', async () => {
  const turned = await picture(400, 300).jpeg().withMetadata({ orientation: 6 }).toBuffer();
  const blurred = await picture(400, 300).blur(4).png().toBuffer();
  const [sharp, soft] = await Promise.all([turned, blurred].map((bytes) => imaging.ask('measure', { bytes })));
  expect(sharp).toMatchObject({ outcome: 'done', answer: { width: 300, height: 400 } });
  // The noise of the picture is random: a pixel in a hundred thousand is white.
  expect((sharp as { answer: { glare: number } }).answer.glare).toBeLessThan(0.001);
  expect((soft as { answer: { sharpness: number } }).answer.sharpness).toBeLessThan(
    (sharp as { answer: { sharpness: number } }).answer.sharpness / 2,
  );
});
