// People with names and roles on one list: signing in, what a role may do, keys and undo, two people at once, a lost
// connection and an ended sign-in in the middle, everything that matches, a list that a run replaced.

import { createHash } from 'node:crypto';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import type { Browser } from 'puppeteer-core';
import { expect, vi } from 'vitest';
import { expectAccessible } from './accessible.ts';
import { onBothStores, type Step, type Steps } from './both-stores.ts';
import { type Console, openBrowser, Person, startConsole } from './browser.ts';
import { picture, SHOWN } from './pictures.ts';

const EXAMPLES = fileURLToPath(new URL('../../examples', import.meta.url));
const sha256 = (text: string) => createHash('sha256').update(text).digest('hex');
const tokenOf = (id: string) => `token-of-${id}`;
const SCOPE = 'tenant=umoja&partner=lagos';
const PLACE = `${SCOPE}&session=september`;

/** Screens of a month that show all months of the partner, too. */
const OF_ALL: readonly string[] = ['exceptions'];

const SCREENS: readonly (readonly [string, string])[] = [
  ...['start', 'runs', 'months'].map((screen) => [screen, ''] as const),
  ...['run', 'statement', 'matches', 'left-out'].map((screen) => [screen, PLACE] as const),
  ...OF_ALL.map((screen) => [screen, SCOPE] as const),
  ...['register', 'quality', 'patterns', 'proposals', 'audit', 'formats', 'cases'].map(
    (screen) => [screen, SCOPE] as const,
  ),
];

/** Longer than any wait of the browser, on a machine that does much else. */
vi.setConfig({ testTimeout: 150_000, hookTimeout: 90_000 });

function people(storeOf: () => Readonly<Record<string, string>>, isLooked: boolean): Steps {
  const steps: [string, Step][] = [];
  const step = (name: string, does: Step) => void steps.push([name, does]);
  const look = async (person: Person, what: string) => {
    if (!isLooked) return;
    await expectAccessible(person, what);
    await picture(person, what.replaceAll(' ', '-'));
  };
  let console_: Console;
  let browser: Browser;
  let folder: string;
  const address = () => console_.service.address;
  const callers = (ids: readonly string[]) => {
    const everything = ['read', 'submit', 'decide', 'review', 'operate', 'verify'];
    const listed = ids.map((id) => ({
      ...{ id, name: id[0]!.toUpperCase() + id.slice(1), tokens: [sha256(tokenOf(id))], tenants: ['umoja'] },
      roles: id === 'reader' ? ['read'] : everything,
    }));
    writeFileSync(join(folder, 'callers.json'), JSON.stringify({ callers: listed }));
  };
  const post = async (path: string, body: object) => {
    const headers = { authorization: `Bearer ${tokenOf('ada')}`, 'content-type': 'application/json' };
    const answer = await fetch(address() + path, { method: 'POST', headers, body: JSON.stringify(body) });
    expect(answer.status, await answer.clone().text()).toBeLessThan(300);
  };
  const run = async (terms: object = { msc_rate: 0.005, charge_min: 10, charge_max: 60 }) => {
    await post('/v1/reconcile/banking', {
      ...{ session_id: 'september', tenant_id: 'umoja', partner_id: 'lagos' },
      ...{ gl_file_url: ['file:gl.csv'], bank_file_url: ['file:bank.csv'], ...terms },
      ...{ max_days_forward_search: 3, max_days_backward_search: 3 },
    });
    const headers = { authorization: `Bearer ${tokenOf('ada')}` };
    const url = `${address()}/v1/loader/pipeline-status/september?tenant_id=umoja&partner_id=lagos`;
    for (let status = ''; status !== 'succeeded'; await pause(100)) {
      ({ status } = (await (await fetch(url, { headers })).json()) as { status: string });
      expect(status).not.toBe('failed');
    }
  };
  const signedIn = async (id: string, place: string) => {
    const person = await Person.at(browser, address());
    await person.open(place);
    await person.type('Token', tokenOf(id));
    await person.click('Sign in');
    await person.page.waitForSelector('.shell');
    await person.settled();
    return person;
  };
  /** Marks the rows at these places of the list. */
  const mark = async (person: Person, places: readonly number[]) => {
    for (const place of places) await person.clickOn(`[aria-rowindex="${place + 2}"] .grid-mark`);
  };

  const begin = async () => {
    folder = mkdtempSync(join(tmpdir(), 'tieout-people-'));
    callers(['ada', 'bola', 'reader']);
    const settings = { TIEOUT_CALLERS: join(folder, 'callers.json'), TIEOUT_FILES_ROOT: EXAMPLES, ...storeOf() };
    [console_, browser] = await Promise.all([startConsole(settings), openBrowser()]);
    await run();
  };
  const end = async () => {
    await browser?.close();
    await console_?.close();
    rmSync(folder, { recursive: true });
  };

  step('a wrong token is refused with its code; a reader sees the month and no act', async () => {
    const person = await Person.at(browser, address());
    person.expected.add(401);
    await person.open(`#exceptions?${PLACE}`);
    await look(person, 'signing in');
    await person.type('Token', 'wrong');
    await person.click('Sign in');
    await person.sees('Nobody has this token');
    await person.sees('unauthenticated');
    await person.page.evaluate(`document.querySelector('input').select()`);
    await person.type('Token', tokenOf('reader'));
    await person.click('Sign in');
    await person.sees('same reference, other amount');
    const text = await person.text();
    expect(text).toContain('Reader');
    for (const act of ['Approve', 'Reject', 'New month']) expect(text).not.toContain(act);
    expect(person.faults).toEqual([]);
    await person.close();
  });

  step('keys move, mark, approve and undo; a link opens the same exception', async () => {
    const person = await signedIn('ada', `#exceptions?${PLACE}&order=age`);
    await person.page.focus('.grid');
    for (const key of ['j', 'x', 'j', 'x', 'a']) await person.page.keyboard.press(key as 'a');
    await person.sees('2 approved.');
    await person.settled();
    await person.page.focus('.grid');
    await person.page.keyboard.press('z');
    await person.sees('2 pending again.');
    await person.settled();
    const link = person.page.url();
    const other = await signedIn('bola', link.slice(link.indexOf('#')));
    const heading = `document.querySelector('.detail h2').textContent`;
    for (const one of [person, other]) await one.find('.detail h2');
    expect(await other.page.evaluate(heading)).toBe(await person.page.evaluate(heading));
    await person.page.keyboard.press('?');
    await person.sees('approve and learn');
    await look(person, 'keys');
    for (const one of [person, other]) expect(one.faults).toEqual([]);
    await Promise.all([person.close(), other.close()]);
  });

  step('what somebody else decided meanwhile is said, and stays theirs', async () => {
    const [ada, bola] = [await signedIn('ada', `#exceptions?${PLACE}`), await signedIn('bola', `#exceptions?${PLACE}`)];
    await mark(ada, [0, 1]);
    await mark(bola, [0, 1, 2]);
    await ada.click('Reject', '.detail');
    await ada.sees('2 rejected.');
    await bola.click('Approve', '.detail');
    await bola.sees('1 approved; 2 were decided by somebody else');
    await bola.sees('✕ rejected');
    for (const one of [ada, bola]) expect(one.faults).toEqual([]);
    await Promise.all([ada.close(), bola.close()]);
  });

  step('a lost connection loses no marks: the same act succeeds once it is back', async () => {
    const person = await signedIn('ada', `#exceptions?${PLACE}`);
    person.expected.add(0);
    await mark(person, [5, 6]);
    await person.page.setOfflineMode(true);
    await person.click('Escalate', '.detail');
    await person.sees('Not decided: The service did not answer');
    expect(await person.text()).toContain('2 marked exceptions');
    await person.page.setOfflineMode(false);
    await person.click('Escalate', '.detail');
    await person.sees('2 escalated.');
    expect(person.faults).toEqual([]);
    await person.close();
  });

  step('a sign-in that ends in the middle is asked for again, and the place is the same', async () => {
    const person = await signedIn('bola', `#exceptions?${PLACE}`);
    person.expected.add(401);
    await mark(person, [8]);
    callers(['ada', 'reader']);
    await expect
      .poll(
        async () =>
          (await fetch(`${address()}/v1/runs`, { headers: { authorization: `Bearer ${tokenOf('bola')}` } })).status,
        { timeout: 5_000 },
      )
      .toBe(401);
    await person.click('Approve', '.detail');
    await person.sees('Sign in with the token');
    await person.type('Token', tokenOf('ada'));
    await person.click('Sign in');
    await person.sees('The one at hand');
    expect(person.faults).toEqual([]);
    callers(['ada', 'bola', 'reader']);
    await person.close();
  });

  step('a group is decided at once, and what still stands of an act is undone in the audit', async () => {
    const person = await signedIn('ada', `#exceptions?${PLACE}&groups=1&by=narration`);
    await person.sees('Decided before');
    await look(person, 'groups');
    await person.click('Decide…');
    await look(person, 'deciding a group');
    await person.clickOn('dialog button.primary');
    await person.sees(' approved.');
    await person.go(`#audit?${PLACE}`);
    await person.clickOn('td button');
    await person.click('Undo what still stands');
    await person.clickOn('dialog button.primary');
    await person.sees('pending again.');
    await person.sees('none');
    expect(person.faults).toEqual([]);
    await person.close();
  });

  step('everything that matches is decided after a question, and undone', async () => {
    const person = await signedIn('ada', `#exceptions?${PLACE}`);
    const total = Number(/To decide · (\d+)/.exec(await person.text())![1]);
    expect(total).toBeGreaterThan(50);
    await person.click(`Mark all ${total}`);
    await person.click('Approve', '.detail');
    await person.sees(`Approve ${total} exceptions`);
    await look(person, 'a question before deciding');
    await person.clickOn('dialog button.primary');
    await person.sees(`${total} approved.`);
    await person.click('Undo');
    await person.sees(`${total} pending again.`);
    expect(person.faults).toEqual([]);
    await person.close();
  });

  if (isLooked)
    step('every other screen is accessible in both themes, and fits a narrow page', async () => {
      const person = await signedIn('ada', '#months');
      // This process screens nobody: its cases are a failure with a code.
      for (const status of [404, 501]) person.expected.add(status);
      for (const [screen, place] of SCREENS) {
        await person.go(`#${screen}?${place}`);
        await person.find('main h1');
        const isShown = SHOWN.includes(screen) && !OF_ALL.includes(screen);
        await look(person, isShown ? screen : OF_ALL.includes(screen) ? `${screen}-of-all-months` : `${screen}-bare`);
        await person.page.setViewport({ width: 800, height: 900 });
        await person.settled();
        const isWider = await person.page.evaluate('document.documentElement.scrollWidth > innerWidth + 1');
        expect(isWider, `${screen} scrolls sideways`).toBe(false);
        await person.page.setViewport({ width: 1440, height: 900 });
      }
      expect(person.faults).toEqual([]);
      await person.close();
    });

  step(
    'search leads to a row’s match; links to it, to an exception and to a filter open the same for a colleague',
    async () => {
      const person = await signedIn('ada', '#months');
      const headers = { authorization: `Bearer ${tokenOf('ada')}` };
      const url = `${address()}/v1/sessions/september/matches?tenant_id=umoja&partner_id=lagos&page_size=1`;
      const { items } = (await (await fetch(url, { headers })).json()) as {
        items: { gl: { reference: string; narration: string }[] }[];
      };
      const [row] = items[0]!.gl;
      await person.type('Search in everything', row!.reference);
      await person.page.keyboard.press('Enter');
      await person.find('section h2');
      await look(person, 'search');
      await person.clickOn('main table a[href*="match="]');
      await person.find('.detail h2');
      await person.settled();
      const shown = `document.querySelector('main').innerText`;
      const places = [
        person.page.url(),
        `#exceptions?${PLACE}&status=any&order=age`,
        `#exceptions?${PLACE}&class=not_found_gl&side=gl&order=age`,
      ];
      for (const place of places) {
        const fragment = place.slice(place.indexOf('#'));
        await person.go(fragment);
        await person.settled();
        const link = person.page.url();
        const other = await signedIn('bola', link.slice(link.indexOf('#')));
        await other.find('.detail h2');
        expect(await other.page.evaluate(shown)).toBe(await person.page.evaluate(shown));
        expect(other.faults).toEqual([]);
        await other.close();
      }
      await person.type('Search in everything', 'nobody has this');
      await person.page.keyboard.press('Enter');
      await person.sees('Nothing has this.');
      expect(person.faults).toEqual([]);
      await person.close();
    },
  );

  step(
    'a list says by itself that somebody else acted, and that a run replaced it: deciding waits for Refresh',
    async () => {
      const person = await signedIn('ada', `#exceptions?${PLACE}`);
      const ofAll = await signedIn('ada', `#exceptions?${SCOPE}`);
      // A list that is old is told so where it asks for its rows.
      ofAll.expected.add(400);
      const other = await signedIn('bola', `#exceptions?${PLACE}&status=any`);
      // A stream that cannot be had is said, and taken up again once it can.
      const told = new AbortController();
      other.expected.add(503);
      await other.page.setRequestInterception(true);
      other.page.on('request', (request) => {
        if (request.url().includes('.WatchService/') && !told.signal.aborted) void request.respond({ status: 503 });
        else void request.continue();
      });
      await other.go(`#statement?${PLACE}`);
      await other.sees('The live view broke off: the service is asked every 2 seconds instead.');
      told.abort();
      await other.page.waitForFunction(`!document.body.innerText.includes('The live view broke off')`);
      await other.go(`#exceptions?${PLACE}`);
      await other.find('.grid-row');
      await mark(other, [3]);
      await other.click('Escalate', '.detail');
      await person.sees('This list has moved on. bola acted here since: escalated.');
      await ofAll.sees('This list has moved on. bola acted here since: escalated.');
      await other.close();
      await run({ max_days_forward_search: 0, max_days_backward_search: 0 });
      await person.sees('A run has replaced exceptions of this list.');
      await ofAll.sees('A run has replaced exceptions of this list.');
      expect(ofAll.faults).toEqual([]);
      await ofAll.close();
      await look(person, 'a list that is old');
      await person.click('Refresh');
      await person.page.waitForFunction(`document.querySelector('.banner') === null`);
      expect(person.faults).toEqual([]);
      await person.close();
    },
  );
  return { begin, steps, end };
}

onBothStores('people on one list', people);
