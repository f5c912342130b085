// Deciding in a workbook, in a real browser: the file is chosen, what it would decide is shown before Apply, wrong cells
// and rows that somebody else decided are named, and a lost connection loses nothing.

import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Browser } from 'puppeteer-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { filledIn } from '../people/filled-sheet.ts';
import { type Json, until } from '../people/two-people.ts';
import { expectAccessible } from './accessible.ts';
import { type Console, openBrowser, Person, startConsole, withBrowser } from './browser.ts';
import { picture } from './pictures.ts';

const OF = { tenant_id: 'bank-a', partner_id: 'lagos' };
const HEAD = 'Date,Reference,Narration,Amount';
const GL = [
  HEAD,
  '2026-03-02,FT1,Sale,1000.00',
  '2026-03-05,K5,Okafor Printing,200.50',
  '2026-03-06,K6,Hall rent,-300.00',
];
const BANK = [HEAD, '2026-03-02,FT1,Sale,1000.00', '2026-03-27,M7,Card fee,-52.50', '2026-03-28,M8,SMS charge,-9.99'];

withBrowser('a workbook of decisions', () => {
  let [folder, address] = ['', ''];
  let consoleOf: Console;
  let browser: Browser;
  let person: Person;
  const write = (name: string, content: string | Uint8Array): string => {
    writeFileSync(join(folder, name), content);
    return join(folder, name);
  };
  const post = async (path: string, body: object) => {
    const headers = { 'content-type': 'application/json' };
    const reply = await fetch(`${address}/v1/${path}`, {
      method: 'POST',
      headers,
      body: JSON.stringify({ ...OF, ...body }),
    });
    expect([path, reply.ok]).toEqual([path, true]);
    return reply.json();
  };
  const get = async (path: string): Promise<Json> => {
    const reply = await fetch(`${address}/v1/${path}?${new URLSearchParams(OF)}`);
    return path.endsWith('.xlsx') ? new Uint8Array(await reply.arrayBuffer()) : reply.json();
  };
  const choose = async (path: string) => {
    const input = await person.find('dialog input[type=file]');
    await (input as unknown as { uploadFile(path: string): Promise<void> }).uploadFile(path);
  };

  beforeAll(async () => {
    folder = mkdtempSync(join(tmpdir(), 'tieout-workbook-'));
    write('gl.csv', `${GL.join('\n')}\n`);
    write('bank.csv', `${BANK.join('\n')}\n`);
    consoleOf = await startConsole({ TIEOUT_FILES_ROOT: folder });
    address = consoleOf.service.address;
    const files = { gl_file_url: ['file:gl.csv'], bank_file_url: ['file:bank.csv'] };
    const days = { max_days_forward_search: 2, max_days_backward_search: 2 };
    await post('reconcile/banking', { session_id: 'march', ...files, ...days });
    await until(async () => {
      const { status } = await get('loader/pipeline-status/march');
      return status === 'succeeded' ? status : null;
    });
    browser = await openBrowser();
    person = await Person.at(browser, address);
    await person.open('#exceptions?tenant=bank-a&partner=lagos&session=march');
  });
  afterAll(async () => {
    await browser?.close();
    await consoleOf?.close();
    rmSync(folder, { recursive: true, force: true });
  });

  test('blank, wrong, sorted apart, conflicting, then applied', async () => {
    const exported = (await get('sessions/march/decisions.xlsx')) as Uint8Array;
    const fill = (name: string, cells: Record<string, string>) => write(name, filledIn(exported, cells));
    await person.click('Workbook…');
    const link = await person.page.evaluate(`document.querySelector('dialog a[download]').getAttribute('href')`);
    const linked = await person.page.evaluate(
      `fetch(${JSON.stringify(link)}).then((reply) => reply.ok && reply.arrayBuffer()).then((bytes) => bytes.byteLength)`,
    );
    expect(linked).toBe(exported.length);
    await choose(write('blank.xlsx', exported));
    await person.sees('0 exceptions would be decided');
    person.expected.add(422);
    await choose(fill('sorted.xlsx', { S2: 'f'.repeat(32) }));
    await person.sees('Row 2 is not as it was exported');
    await choose(fill('wrong.xlsx', { A2: 'aprove', B3: 'who is this?' }));
    await person.sees('A2: “aprove” is no decision');
    await person.sees('1 note without a decision: lines 3');
    expect(await person.page.evaluate(`document.querySelector('dialog button[type=submit]').disabled`)).toBe(true);
    await expectAccessible(person, 'the plan of a workbook');
    await picture(person, 'workbook');
    const { items } = await get('sessions/march/clusters');
    const mine = { customer_type: 'mfb', decision: 'rejected' };
    const [first] = items;
    await post('exceptions/resolve', { ...mine, cluster_type: first.cluster_type, cluster_ids: [first.cluster_id] });
    const all = Object.fromEntries(items.map((_: unknown, i: number) => [`A${i + 2}`, 'approve']));
    await choose(fill('good.xlsx', all));
    await person.sees(`${items.length - 1} exceptions would be decided`);
    await person.sees('Line 2: was pending, is rejected.');
    await person.loses(() => person.click(`Apply ${items.length - 1}`));
    await person.sees(`${items.length - 1} exceptions of the workbook decided; 1 was decided by somebody else.`);
    const after = (await get('sessions/march/clusters')).items;
    expect(after.map((one: Json) => one.decision_status).sort()).toEqual([
      ...items.slice(1).map(() => 'approved'),
      'rejected',
    ]);
    expect(person.faults).toEqual([]);
  });
});
