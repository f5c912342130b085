// A process that serves verification, and has worked on no image yet, has loaded none of the libraries for images.

import { execFileSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';

const LOAD = `
import { registerHooks } from 'node:module';
const urls = [];
registerHooks({ load(url, context, next) { urls.push(url); return next(url, context); } });
for (const path of process.argv.slice(1)) await import(path);
console.log(JSON.stringify(urls));`;

test('libraries for images are loaded by the imaging process alone', () => {
  const paths = ['app.ts', 'verification-service.ts'].map((path) =>
    fileURLToPath(new URL(`../../../src/${path}`, import.meta.url)),
  );
  const flags = ['--disable-warning=ExperimentalWarning', '--input-type=module', '-e', LOAD, '--'];
  const urls: string[] = JSON.parse(execFileSync(process.execPath, [...flags, ...paths], { encoding: 'utf8' }));
  expect(urls.some((url) => url.endsWith('/adapters/imaging/supervise.ts'))).toBe(true);
  const heavy = /\/node_modules\/(sharp|@img|tesseract\.js|unpdf|@vladmandic|@tensorflow)|ocr-b-glyphs/;
  expect(urls.filter((url) => heavy.test(url))).toEqual([]);
});
