// `tieout reconcile --report`: one page of HTML that has the statement, reasons and rows, and nothing of a file is markup.

import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { tieout } from './tieout.ts';

const GL = `Date,Reference,Narration,Amount
2026-09-02,TRF1001,Transfer to MUSA LTD,-20000.00
2026-09-03,TRF1002,<script>alert("1")</script> & 'Sons',-500.00
2026-09-04,TRF1003,Nothing moved,0.00
`;
const BANK = `Date,Reference,Narration,Amount
2026-09-03,TRF1001,TRF TO MUSA LTD,-20000.00
2026-09-12,S1,SMS ALERT CHARGE,-50.00
`;

let cwd: string;
beforeEach(() => {
  cwd = mkdtempSync(join(tmpdir(), 'tieout-report-'));
  writeFileSync(join(cwd, 'gl.csv'), GL);
  writeFileSync(join(cwd, 'bank.csv'), BANK);
});
afterEach(() => rmSync(cwd, { recursive: true }));

const reconcile = (...more: readonly string[]) =>
  tieout(['reconcile', '--gl', 'gl.csv', '--bank', 'bank.csv', ...more], { cwd });
const page = (name = 'september.html') => readFileSync(join(cwd, name), 'utf8');

test('the page has the statement, the open rows with their reasons, and rows that took no part', async () => {
  const { status, stdout } = await reconcile('--report', 'september.html', '--out', 'out');
  expect([status, stdout]).toEqual([0, expect.stringContaining('the report is september.html')]);
  const text = page();
  for (const line of readFileSync(join(cwd, 'out/statement.txt'), 'utf8').trimEnd().split('\n')) {
    expect(text).toContain(line.replace(/[&<>"']/g, (sign) => `&#${sign.charCodeAt(0)};`));
  }
  expect(text).toContain('amount of zero');
  expect(text).toContain(createHash('sha256').update(GL).digest('hex'));
  const again = await reconcile('--report', 'again.html');
  expect([again.status, page('again.html')]).toEqual([0, text]);
});

test('nothing of a file is markup, and the policy allows the one style alone', async () => {
  await reconcile('--report', 'september.html');
  const text = page();
  expect(text).not.toMatch(/<script/i);
  expect(text).toContain('&#60;script&#62;alert(&#34;1&#34;)&#60;/script&#62; &#38; &#39;Sons&#39;');
  const [style] = /(?<=<style>).*?(?=<\/style>)/s.exec(text)!;
  const hash = createHash('sha256').update(style).digest('base64');
  expect(text).toContain(`content="default-src 'none'; style-src 'sha256-${hash}'`);
});

test('a file that the run reads, a folder, and a place that cannot be written are refused before the run', async () => {
  mkdirSync(join(cwd, 'folder'));
  for (const [file, sentence] of [
    ['gl.csv', 'The results would replace gl.csv, which this run reads: name another file with --report.'],
    ['folder', 'folder is a folder: name a file with --report.'],
    ['none/report.html', 'name another file with --report.'],
  ] as const) {
    const { status, stderr } = await reconcile('--report', file, '--out', 'out');
    expect([status, stderr]).toEqual([1, expect.stringContaining(sentence)]);
  }
  expect(readFileSync(join(cwd, 'gl.csv'), 'utf8')).toBe(GL);
  expect(existsSync(join(cwd, 'out/summary.json'))).toBe(false);
});
