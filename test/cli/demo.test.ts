// `npm run demo` as a newcomer runs it: the table, three matches explained, what to type next, exit 0, in time.

import { beforeAll, expect, test } from 'vitest';
import { type Ran, shell } from './tieout.ts';

let ran: Ran;
let seconds: number;

beforeAll(async () => {
  const begun = performance.now();
  ran = await shell('npm run --silent demo');
  seconds = (performance.now() - begun) / 1_000;
});

test('exits 0 and says nothing of warnings', () => {
  expect([ran.status, ran.stderr.replaceAll(/^npm warn .*\n/gm, '')]).toEqual([0, '']);
});

test('shows what matched, what is open, the exceptions and the proof', () => {
  for (const heading of [
    'Matched',
    'Open items',
    'Exceptions',
    'Balances',
    'Match rate',
    'Three matches explained',
    'Next',
  ]) {
    expect(ran.stdout).toMatch(new RegExp(`^${heading}$`, 'm'));
  }
  expect(ran.stdout).toContain('The two agree.');
});

test('explains a reference inside a narration, a fee and a match with a runner-up', () => {
  const explained = ran.stdout.slice(ran.stdout.indexOf('Three matches explained'));
  expect(explained.match(/^ {2}Tier \d, confidence/gm)).toEqual([
    '  Tier 1, confidence',
    '  Tier 2, confidence',
    '  Tier 3, confidence',
  ]);
  expect(explained).toContain('ledger’s reference, bank’s narration');
  expect(explained).toMatch(/apart, a (charge within the given range|merchant service charge)/);
  expect(explained).toMatch(/runner-up +examples\/bank\.csv:\d+ .* behind/);
});

test('takes under ten seconds', () => {
  expect(seconds).toBeLessThan(10);
});
