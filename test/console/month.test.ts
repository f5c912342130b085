// A month from an empty start to its signed statement, in the browser alone: files dropped, a question answered, decided
// by groups, two rows paired by hand, signed. On both stores, with its clicks counted.

import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { Browser } from 'puppeteer-core';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { withMongodb } from '../adapters/store-mongo/temporary-database.ts';
import { expectAccessible } from './accessible.ts';
import { type Console, openBrowser, Person, startConsole, withBrowser } from './browser.ts';
import { picture } from './pictures.ts';

const GL = fileURLToPath(new URL('../../examples/september/gl.csv', import.meta.url));
const BANK = fileURLToPath(new URL('../../examples/september/bank.csv', import.meta.url));

/** Clicks and fields from the empty start to the signature; more is a step back. */
const MOST_CLICKS = 17;

/** The bank's file of the examples with one column of amounts, a second one beside it, and no balance: a question. */
function askedBank(folder: string): string {
  const [, ...lines] = readFileSync(BANK, 'utf8').trim().split('\n');
  const rows = lines.map((line) => {
    const [date, reference, narration, debit, credit] = line.split(',');
    const amount = debit === '' ? Number(credit) : -Number(debit);
    return [date, reference, narration, amount.toFixed(2), (amount / 2).toFixed(2)].join(',');
  });
  const path = join(folder, 'bank.csv');
  writeFileSync(path, ['Date,Reference,Narration,Amount,Local Amount', ...rows].join('\n'));
  return path;
}

vi.setConfig({ testTimeout: 240_000, hookTimeout: 90_000 });

/** `isLooked`: axe looks at each step, which need not be done for both stores. */
function closesTheMonth(settings: () => Readonly<Record<string, string>>, isLooked: boolean): void {
  const look = async (person: Person, what: string) => {
    if (!isLooked) return;
    await expectAccessible(person, what);
    await picture(person, what);
  };
  let console_: Console;
  let browser: Browser;
  let folder: string;
  beforeAll(async () => {
    folder = mkdtempSync(join(tmpdir(), 'tieout-month-'));
    [console_, browser] = await Promise.all([startConsole(settings()), openBrowser()]);
  });
  afterAll(async () => {
    await browser?.close();
    await console_?.close();
    rmSync(folder, { recursive: true });
  });

  test('from an empty start to the signature', async () => {
    const person = await Person.at(browser, console_.service.address);
    await person.open();
    await person.sees('Nothing was reconciled yet');
    await look(person, 'nothing-yet');

    await person.upload('gl', GL);
    await person.upload('bank', askedBank(folder));
    await person.sees('“Local Amount” is the amount');
    await look(person, 'question');
    await person.clickOn('section[aria-label="“Amount” is the amount"] button');
    await person.page.waitForFunction(`document.querySelectorAll('.answer').length === 0`);
    await look(person, 'start');
    await person.click('Reconcile');

    await person.sees('all differences are itemised');
    for (const side of ['bank', 'book'])
      expect(await person.text()).toMatch(new RegExp(`Adjusted ${side} movement\\s+10,392\\.50`));
    await look(person, 'first-statement');

    await person.clickOn('.side a[href^="#exceptions"]');
    await person.sees('The one at hand');
    await person.settled();
    await look(person, 'exceptions');
    await person.click('Groups');
    await person.sees('Grouped by class');
    await look(person, 'groups-of-a-month');
    await person.clickOn('::-p-xpath(//tr[.//button[text()="bank charge"]]//button[text()="Decide…"])');
    await person.clickOn('dialog button.primary');
    await person.sees('1 approved.');
    await person.settled();

    await person.clickOn('::-p-xpath(//*[@class="grid-body"]//div[text()="same reference, other amount"])');
    await person.clickOn('::-p-text(Pair its rows by hand)');
    await person.sees('of 1 row');
    await look(person, 'pair');
    await person.click('Pair them', '.sums');
    await (await person.find('dialog select')).select('1');
    person.clicks++;
    await person.type('Why the rows belong together', 'digits were swapped in the ledger');
    await person.clickOn('dialog button.primary');
    await person.sees('Paired.');

    await person.clickOn('.side a[href^="#statement"]');
    await person.sees('Signatures');
    // What follows from the pair may still move the statement: the page waits for it and signs again.
    for (const status of [400, 503]) person.expected.add(status);
    await person.click('Sign as prepared');
    await person.clickOn('dialog button.primary');
    await person.sees('Signed as prepared.');
    await person.sees('◐ prepared');
    await look(person, 'signed');

    const report = await person.page.evaluate(`document.querySelector('.files a').href`);
    await person.page.goto(report as string);
    await person.sees('Reconciliation');
    await look(person, 'report');

    console.info(`The month was closed with ${person.clicks} clicks and fields.`);
    expect(person.clicks).toBeLessThanOrEqual(MOST_CLICKS);
    expect(person.faults).toEqual([]);
    await person.close();
  });
}

withBrowser('a month is closed in the browser, on the embedded store', () => closesTheMonth(() => ({}), true));

withMongodb('a month is closed in the browser, on MongoDB', (database) =>
  withBrowser('there', () => closesTheMonth(() => ({ MONGODB_URI: database.uri }), false)),
);
