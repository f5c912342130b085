// A hundred thousand rows in the table: few of them are in the page, and scrolling through them does little work. The
// rows are made up in the browser, so that this measures the table alone.

import type { Browser } from 'puppeteer-core';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { readConsoleModules } from '../../src/rest/console/console-modules.ts';
import { joinedModule } from '../../src/rest/console/joined-module.ts';
import { type Console, openBrowser, Person, startConsole, withBrowser } from './browser.ts';

const ROWS = 100_000;
const STEPS = 90;

vi.setConfig({ testTimeout: 240_000, hookTimeout: 90_000 });

withBrowser('a table of a hundred thousand rows', () => {
  let console_: Console;
  let browser: Browser;
  beforeAll(async () => {
    [console_, browser] = await Promise.all([startConsole(), openBrowser()]);
  });
  afterAll(async () => {
    await browser?.close();
    await console_?.close();
  });

  test('keeps few rows in the page, and writes only texts while it scrolls', async () => {
    const person = await Person.at(browser, console_.service.address);
    await person.open();
    const { page } = person;
    const { modules } = await readConsoleModules();
    const [path] = [...modules.keys()].filter((one) => one.endsWith('/parts/grid.ts'));
    const script = joinedModule({ entry: path!, codes: modules, resolve: (_, name) => name });
    await page.evaluate(`(() => {
      ${script}
      const { Grid } = module0;
      const column = (key, track) => ({ key, title: key, track, text: (row) => key + ' ' + row.id });
      const grid = new Grid({
        label: 'rows', columns: ['a', 'b', 'c', 'd', 'e', 'f', 'g'].map((key) => column(key, '1fr')),
        idOf: ({ id }) => String(id), hasKeys: () => true, onMark: () => {},
      });
      const place = document.createElement('div');
      place.style.height = '700px';
      document.body.replaceChildren(place);
      place.append(grid.element);
      grid.show({ count: ${ROWS}, at: (id) => ({ id }), want: () => {} }, true);
      globalThis.grid = grid;
      globalThis.script = [];
      const draw = requestAnimationFrame;
      globalThis.requestAnimationFrame = (work) => draw((at) => {
        const begun = performance.now();
        work(at);
        script.push(performance.now() - begun);
      });
    })()`);
    await page.mouse.move(400, 300);
    for (let step = 0; step < STEPS; step++) {
      await page.mouse.wheel({ deltaY: step % 3 === 0 ? 40_000 : 400 });
      await page.evaluate('new Promise((resolve) => setTimeout(resolve, 16))');
    }
    const measured = (await page.evaluate(`({
      rows: document.querySelectorAll('.grid-body .grid-row').length,
      top: document.querySelector('.grid').scrollTop,
      script: script.toSorted((a, b) => a - b),
    })`)) as { rows: number; top: number; script: readonly number[] };
    const at = (share: number) => measured.script[Math.floor(measured.script.length * share)]!;
    console.info(
      `Script for a frame: p50 ${at(0.5).toFixed(2)} ms, p95 ${at(0.95).toFixed(2)} ms, p99 ${at(0.99).toFixed(2)} ms.`,
    );
    expect(measured.top).toBeGreaterThan(500_000);
    expect(measured.rows).toBeLessThan(60);
    expect(measured.script.length).toBeGreaterThan(STEPS / 2);
    // 4 ms on a quiet machine; a busy one may take several times as long.
    expect(at(0.5)).toBeLessThan(4);

    // The end of the list, by one key, and the row at hand has an id that the table names.
    await page.focus('.grid');
    await page.keyboard.press('End');
    const active = await page.evaluate(
      `document.getElementById(document.querySelector('.grid').getAttribute('aria-activedescendant')).textContent`,
    );
    expect(active).toContain(`a ${ROWS - 1}`);
    await page.evaluate('document.querySelector(".grid").scrollTop = 0');
    await page.evaluate('new Promise((resolve) => setTimeout(resolve, 100))');
    expect(
      await page.evaluate(
        `document.getElementById(document.querySelector('.grid').getAttribute('aria-activedescendant')) !== null`,
      ),
    ).toBe(true);
    expect(person.faults).toEqual([]);
    await person.close();
  });
});
