// A real browser on the real service: Debian's chromium, where it is. A page that asks for anything of another origin, or
// that writes an error to its console, fails the test that opened it.

import { existsSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pino } from 'pino';
import puppeteer, { type Browser, type ElementHandle, type Page } from 'puppeteer-core';
import { describe } from 'vitest';
import { type RunningService, startService } from '../../src/app.ts';
import { readConfiguration } from '../../src/config.ts';

const PLACES = ['/usr/bin/chromium', '/usr/bin/chromium-browser', '/usr/bin/google-chrome'];
const chromium = process.env['TIEOUT_CHROMIUM'] ?? PLACES.find((path) => existsSync(path));

/** Without a browser the tests are left out on a laptop, and fail where CI says that it is one. */
export function withBrowser(name: string, tests: () => void): void {
  if (chromium === undefined && process.env['CI'] !== 'true') {
    describe.skip(`${name}: no chromium; run: apt-get install chromium`, tests);
    return;
  }
  describe(name, tests);
}

export function openBrowser(): Promise<Browser> {
  if (chromium === undefined) throw new Error('CI needs chromium: apt-get install chromium');
  return puppeteer.launch({
    executablePath: chromium,
    args: ['--no-sandbox', '--disable-gpu', '--no-first-run', '--disable-dev-shm-usage', '--lang=en-GB'],
    env: { ...process.env, LANGUAGE: 'en_GB' },
    protocolTimeout: 120_000,
  });
}

export interface Console {
  readonly service: RunningService;
  /** Stops the service, does something, and starts it again at the same address on the same store. */
  readonly restart: (meanwhile: () => Promise<unknown>) => Promise<void>;
  readonly close: () => Promise<void>;
}

export async function startConsole(settings: Readonly<Record<string, string>> = {}): Promise<Console> {
  const folder = mkdtempSync(join(tmpdir(), 'tieout-console-'));
  const of = { TIEOUT_DATA_DIR: folder, TIEOUT_FILES_SENT: join(folder, 'sent'), ...settings };
  const start = (port: string) =>
    startService(readConfiguration({ ...of, TIEOUT_PORT: port }, {}), pino({ level: 'silent' }));
  let service = await start('0');
  return {
    get service() {
      return service;
    },
    restart: async (meanwhile) => {
      const { port } = new URL(service.address);
      await service.close();
      await meanwhile();
      service = await start(port);
    },
    close: async () => {
      await service.close();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

/** What a browser says of a service that it does not reach. */
const NOBODY = /ERR_(INTERNET_DISCONNECTED|CONNECTION_(REFUSED|RESET)|INCOMPLETE_CHUNKED|EMPTY_RESPONSE)/;

interface Uploading {
  uploadFile(path: string): Promise<void>;
}

/** What a person does, counted. Scripts for the page are texts: these tests know no DOM. */
export class Person {
  readonly page: Page;
  readonly #address: string;
  /** Errors in the browser's console, and requests to other places. */
  readonly faults: string[] = [];
  clicks = 0;
  /** Statuses of refusals that the test expects. */
  readonly expected = new Set<number>();
  /** Requests that wait for their answer; streams, which have no end, are none of them. */
  readonly #open = new Set<unknown>();

  private constructor(page: Page, address: string) {
    this.page = page;
    this.#address = address;
    page.on('pageerror', (error) => this.faults.push(String(error)));
    page.on('console', (message) => {
      if (message.type() !== 'error') return;
      const status = /status of (\d+)/.exec(message.text())?.[1];
      const isOffline = NOBODY.test(message.text());
      if (isOffline ? !this.expected.has(0) : !this.expected.has(Number(status))) this.faults.push(message.text());
    });
    for (const end of ['requestfinished', 'requestfailed'] as const)
      page.on(end, (request) => this.#open.delete(request));
    page.on('request', (request) => {
      const url = request.url();
      if (!/Service\/Watch/.test(url)) this.#open.add(request);
      if (!url.startsWith(address) && !url.startsWith('data:') && !url.startsWith('blob:'))
        this.faults.push(`asked for ${url}`);
    });
  }

  static async at(browser: Browser, address: string, { width = 1440, theme = 'light' } = {}): Promise<Person> {
    const context = await browser.createBrowserContext();
    const page = await context.newPage();
    await page.setViewport({ width, height: 900 });
    await page.emulateMediaFeatures([{ name: 'prefers-color-scheme', value: theme }]);
    page.setDefaultTimeout(45_000);
    return new Person(page, address);
  }

  async open(place = ''): Promise<void> {
    await this.page.goto(`${this.#address}/console/${place}`);
    await this.find('main h1, main h2, main.alone *');
    await this.settled();
  }

  /** Another place of the same page. */
  async go(place: string): Promise<void> {
    await this.page.evaluate(`location.hash = ${JSON.stringify(place)}`);
    await this.settled();
  }

  find(selector: string): Promise<ElementHandle> {
    return this.page.waitForSelector(selector, { visible: true }) as Promise<ElementHandle>;
  }

  /** Clicks the button that has this accessible name. */
  async click(name: string, within = ''): Promise<void> {
    this.clicks++;
    const button = `::-p-aria([name="${name}"][role="button"])`;
    const found = await this.page.waitForSelector(within === '' ? button : `${within} >>> ${button}`, {
      visible: true,
    });
    await found!.click();
  }

  async clickOn(selector: string): Promise<void> {
    this.clicks++;
    await (await this.find(selector)).click();
  }

  async type(name: string, text: string): Promise<void> {
    this.clicks++;
    const found = await this.page.waitForSelector(`::-p-aria(${name})`, { visible: true });
    await found!.type(text);
  }

  async upload(side: 'gl' | 'bank', path: string): Promise<void> {
    this.clicks++;
    const input = await this.page.waitForSelector(`input[data-side=${side}]`);
    await (input as unknown as Uploading).uploadFile(path);
  }

  /** Waits until the page shows it. */
  async sees(text: string): Promise<void> {
    await this.page.waitForFunction(`document.body.innerText.includes(${JSON.stringify(text)})`).catch(async () => {
      throw new Error(`The page does not show “${text}”, but: ${(await this.text()).slice(0, 3_000)}`);
    });
  }

  async text(): Promise<string> {
    return (await this.page.evaluate('document.body.innerText')) as string;
  }

  /** Waits until every answer is here and drawn: nothing is asked for in two drawings one after the other. */
  async settled(): Promise<void> {
    for (let quiet = 0; quiet < 2; quiet++) {
      await this.page.evaluate('new Promise((drawn) => requestAnimationFrame(() => setTimeout(drawn)))');
      if (this.#open.size > 0 || (await this.page.evaluate(`document.querySelector('.skeleton') !== null`))) quiet = -1;
    }
  }

  async see(theme: 'light' | 'dark'): Promise<void> {
    await this.page.emulateMediaFeatures([{ name: 'prefers-color-scheme', value: theme }]);
  }

  /** Without a connection the act says so and loses nothing; once it is back, the same act succeeds. */
  async loses(act: () => Promise<unknown>): Promise<void> {
    this.expected.add(0);
    await this.page.setOfflineMode(true);
    await act();
    await this.sees('The service did not answer');
    await this.page.setOfflineMode(false);
    await act();
  }

  async close(): Promise<void> {
    await this.page.browserContext().close();
  }
}
