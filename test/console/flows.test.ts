// What people do beside deciding, each once without its connection and some once refused: a pattern that sweeps and is
// taken back, what is found in a late file, a match that is taken apart, a proposal that a second person accepts, a format
// that is forgotten, a screening case, signing in with a token of an issuer. On both stores, with one service and browser
// each.

import { createHash } from 'node:crypto';
import { copyFileSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { exportJWK, generateKeyPair, SignJWT } from 'jose';
import type { Browser } from 'puppeteer-core';
import { expect, vi } from 'vitest';
import { filledIn } from '../people/filled-sheet.ts';
import { expectAccessible } from './accessible.ts';
import { onBothStores, type Step, type Steps } from './both-stores.ts';
import { type Console, openBrowser, Person, startConsole } from './browser.ts';
import { picture } from './pictures.ts';

const WALK = fileURLToPath(new URL('../../examples/walkthrough', import.meta.url));
const SCOPE = { tenant_id: 'umoja', partner_id: 'lagos' };
const AT = 'tenant=umoja&partner=lagos';
const ROLES = {
  ada: ['read', 'submit', 'decide', 'verify'],
  bisi: ['read', 'decide', 'review', 'verify'],
  dayo: ['read', 'review', 'verify'],
};
type Who = keyof typeof ROLES;

// biome-ignore lint/suspicious/noExplicitAny: an answer of any shape, which the test then looks into.
type Json = any;

vi.setConfig({ testTimeout: 120_000, hookTimeout: 90_000 });

/** An issuer of tokens, on a socket of its own. */
async function openIssuer() {
  const { publicKey, privateKey } = await generateKeyPair('ES256');
  let issuer = '';
  const server: Server = createServer(async ({ url = '' }, response) => {
    const keys = [{ ...(await exportJWK(publicKey)), kid: 'one', alg: 'ES256', use: 'sig' }];
    const body = url.endsWith('openid-configuration') ? { issuer, jwks_uri: `${issuer}/keys` } : { keys };
    response.setHeader('content-type', 'application/json').end(JSON.stringify(body));
  });
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening));
  issuer = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const token = (expires: string) =>
    new SignJWT({ name: 'Chi of the group', tieout_tenants: ['umoja'], tieout_roles: ['read'] })
      .setProtectedHeader({ alg: 'ES256', kid: 'one' })
      .setIssuer(issuer)
      .setAudience('tieout')
      .setSubject('u-17')
      .setIssuedAt()
      .setExpirationTime(expires)
      .sign(privateKey);
  return { issuer, token, close: () => new Promise((closed) => server.close(closed)) };
}

const HEADER =
  'id,schema,name,aliases,birth_date,countries,addresses,identifiers,sanctions,dataset,first_seen,last_seen,last_change';
const LISTED = [
  'e1,Person,Ebele Nwachukwu,Ebele N.,1960-01-02,ng,12 Marina Lagos,,Some Act,some list,2025-01-01,2026-11-22,',
  ...Array.from(
    { length: 20 },
    (_, i) => `o${i},Person,Somebody Else${i},,19${40 + i}-01-02,ng,,,Some Act,some list,2025-01-01,2026-11-22,`,
  ),
];

function flows(settings: () => Readonly<Record<string, string>>, isLooked: boolean): Steps {
  const steps: [string, Step][] = [];
  const step = (name: string, does: Step) => void steps.push([name, does]);
  let console_: Console;
  let browser: Browser;
  let folder: string;
  let issuer: Awaited<ReturnType<typeof openIssuer>>;
  const people = new Map<Who, Person>();

  const asked = (who: Who, method: string, path: string, body?: object): Promise<Response> =>
    fetch(`${console_.service.address}/v1/${path}`, {
      method,
      headers: { authorization: `Bearer token-of-${who}`, 'content-type': 'application/json' },
      ...(body !== undefined && { body: JSON.stringify({ ...SCOPE, ...body }) }),
    });
  const call = async (who: Who, method: string, path: string, body?: object): Promise<Json> => {
    const answer = await asked(who, method, path, body);
    expect(answer.status, await answer.clone().text()).toBeLessThan(300);
    return answer.json();
  };
  const get = (path: string, more: object = {}): Promise<Json> =>
    call('bisi', 'GET', `${path}?${new URLSearchParams({ ...SCOPE, ...more })}`);
  const until = async <T>(ask: () => Promise<T | null | undefined>): Promise<T> => {
    for (;;) {
      const found = await ask();
      if (found) return found;
      await pause(50);
    }
  };
  const run = async (month: 'march' | 'april', last: number) => {
    const [from, to] = [`2026-0${last === 31 ? 3 : 4}-01`, `2026-0${last === 31 ? 3 : 4}-${last}`];
    await call('ada', 'POST', 'reconcile/banking', {
      ...{ session_id: month, gl_file_url: [`file:${month}-gl.csv`], bank_file_url: [`file:${month}-bank.csv`] },
      ...{ max_days_forward_search: 3, max_days_backward_search: 3, period_start_date: from, period_end_date: to },
    });
    await until(async () => (await get(`loader/pipeline-status/${month}`)).status === 'succeeded');
  };
  /** The page of a caller, signed in once, at a place. */
  const at = async (who: Who, place: string): Promise<Person> => {
    const known = people.get(who);
    if (known !== undefined) {
      await known.go(place);
      return known;
    }
    const person = await Person.at(browser, console_.service.address);
    people.set(who, person);
    await person.open(place);
    await person.type('Token', `token-of-${who}`);
    await person.click('Sign in');
    await person.find('.shell');
    await person.settled();
    return person;
  };
  const look = async (person: Person, what: string) => {
    if (!isLooked) return;
    await expectAccessible(person, what);
    await picture(person, what.replaceAll(' ', '-'));
  };
  const confirm = (person: Person) => person.clickOn('dialog button.primary:not(:disabled)');

  /** Gives callers their roles; a service that runs reads them anew. */
  const give = (rolesOf: Readonly<Record<string, readonly string[]>>) => {
    const callers = Object.entries(rolesOf).map(([id, roles]) => ({
      ...{ id, name: id[0]!.toUpperCase() + id.slice(1), tenants: ['umoja'], roles },
      tokens: [createHash('sha256').update(`token-of-${id}`).digest('hex')],
    }));
    writeFileSync(join(folder, 'callers.json'), JSON.stringify({ callers }));
  };
  const setPolicy = (needs_review: readonly object[]) => call('bisi', 'PUT', 'policy', { policy: { needs_review } });

  const begin = async () => {
    folder = mkdtempSync(join(tmpdir(), 'tieout-flows-'));
    issuer = await openIssuer();
    give(ROLES);
    writeFileSync(join(folder, 'listed.csv'), [HEADER, ...LISTED].join('\n'));
    const own = {
      ...{ TIEOUT_CALLERS: join(folder, 'callers.json'), TIEOUT_FILES_ROOT: WALK },
      ...{ TIEOUT_OIDC_ISSUER: issuer.issuer, TIEOUT_OIDC_AUDIENCE: 'tieout' },
      TIEOUT_LISTS: `made=${join(folder, 'listed.csv')}`,
    };
    [console_, browser] = await Promise.all([startConsole({ ...own, ...settings() }), openBrowser()]);
    await run('march', 31);
  };
  const end = async () => {
    const faults = [...people.values()].flatMap((person) => person.faults);
    await browser?.close();
    await console_?.close();
    await issuer?.close();
    rmSync(folder, { recursive: true });
    expect(faults).toEqual([]);
  };

  step('a pattern is taught, sweeps the next month, and its sweep is taken back', async () => {
    const ada = await at('ada', `#exceptions?${AT}&session=march&class=date_difference`);
    await ada.page.focus('.grid');
    for (const key of ['x', 'j', 'x', 'j', 'x', 'j', 'x', 'j', 'x', 'A']) await ada.page.keyboard.press(key as 'a');
    await ada.sees('Later exceptions of the same kind may then be approved by themselves');
    await ada.loses(() => confirm(ada));
    await ada.sees('5 approved.');
    await run('april', 30);
    const swept = await until(async () =>
      (await get('exceptions/operations')).items.find((one: Json) => one.auto_resolved && one.clusters > 0),
    );
    await ada.go(`#patterns?${AT}`);
    await ada.sees('Undo sweep…');
    await look(ada, 'patterns');
    for (const status of [400, 403, 409]) ada.expected.add(status);
    await setPolicy([{ acts: ['pattern'] }]);
    await ada.click('Undo sweep…');
    await confirm(ada);
    await ada.sees('Proposed: the policy wants a second person');
    const [{ proposal_id: proposed }] = (await get('proposals')).items;
    await call('bisi', 'POST', `proposals/${proposed}/decline`, { note: 'undo it yourself' });
    await setPolicy([]);
    const statement = async (who: Who, as: string) => {
      const { digest } = await call('ada', 'POST', 'sessions/april/statement', {});
      return (await asked(who, 'POST', 'sessions/april/sign-off', { as, statement_digest: digest })).ok;
    };
    await until(() => statement('ada', 'prepared'));
    await until(() => statement('bisi', 'reviewed'));
    await ada.click('Undo sweep…');
    await confirm(ada);
    await ada.sees('april is signed off');
    await look(ada, 'a sweep of a signed month');
    await call('bisi', 'POST', 'sessions/april/reopen', { reason: 'a sweep was wrong' });
    await ada.loses(() => confirm(ada));
    await ada.sees('The sweep is taken back: 3 exceptions are pending again.');
    await ada.go(`#audit?${AT}&operation=${swept.operation_id}`);
    await ada.sees('a pattern');
    await ada.sees('none');
    await look(ada, 'an act');
    expect(await ada.text()).not.toContain('Undo what still stands');
  });

  step('what was not found is found in a late file; one that cannot be read is refused', async () => {
    const ada = await at('ada', `#exceptions?${AT}&session=march&class=not_found_gl`);
    ada.expected.add(400).add(422);
    await ada.click('With a file…');
    const give = async (path: string) => {
      const input = await ada.page.waitForSelector('dialog input[type=file]');
      await (input as unknown as { uploadFile(path: string): Promise<void> }).uploadFile(path);
    };
    const damaged = join(folder, 'damaged.csv');
    writeFileSync(damaged, 'no table at all');
    await give(damaged);
    await ada.find('dialog [role=alert]');
    await look(ada, 'a late file refused');
    await give(join(WALK, 'late-bank.csv'));
    await ada.sees('Looks for 1 exception of the session march');
    await ada.loses(() => confirm(ada));
    await ada.sees('1 exception found in late-bank.csv and approved.');
  });

  step('a match is taken apart with a reason; one that is gone already is refused', async () => {
    const [ada, bisi] = [
      await at('ada', `#matches?${AT}&session=march&tier=1`),
      await at('bisi', `#matches?${AT}&session=march&tier=1`),
    ];
    bisi.expected.add(404).add(400);
    for (const one of [ada, bisi]) {
      await one.click('Take apart', '.detail');
      await one.type('Why they do not belong together', 'two payers of one name');
    }
    await look(ada, 'taking a match apart');
    await ada.loses(() => confirm(ada));
    await ada.sees('The match is taken apart.');
    await confirm(bisi);
    await bisi.find('dialog .failure');
    await bisi.page.keyboard.press('Escape');
    await ada.go(`#quality?${AT}`);
    await ada.sees('1 of 17 apart');
    await look(ada, 'how it matches');
  });

  step('a filter is saved under a name, and is a link into any month', async () => {
    const ada = await at('ada', `#exceptions?${AT}&session=april&status=any&class=date_difference`);
    await ada.clickOn('.filters summary');
    await ada.type('Name of what is shown now', 'late ones');
    await ada.click('Save', '.filters');
    await ada.sees('Saved in this browser: late ones.');
    await ada.go(`#exceptions?${AT}&session=march&status=any`);
    await ada.sees('Saved filters · 1');
    await ada.clickOn('.filters summary');
    await look(ada, 'saved filters');
    await ada.page.keyboard.press('Escape');
    expect(
      await ada.page.evaluate(`[document.querySelector('.filters').open, document.activeElement.tagName]`),
    ).toEqual([false, 'SUMMARY']);
    await ada.page.keyboard.press('Enter');
    await ada.clickOn('.saved a');
    await ada.sees('same entry, too many days apart (5)');
    const reached = new URLSearchParams(ada.page.url().split('?')[1]);
    expect(['session', 'class', 'status'].map((name) => reached.get(name))).toEqual([
      'march',
      'date_difference',
      'any',
    ]);
    const bisi = await at('bisi', `#exceptions?${AT}&session=march&status=any`);
    await bisi.sees('Save filter');
  });

  step('what the policy wants a second person for is proposed, and accepted by one', async () => {
    await setPolicy([{ acts: ['approved', 'rejected'] }]);
    const ada = await at('ada', `#exceptions?${AT}&session=april`);
    ada.expected.add(403);
    await ada.click('Approve', '.detail');
    await ada.sees('policy wants a second person');
    await ada.go(`#proposals?${AT}&status=all`);
    await ada.clickOn('td button.line');
    await ada.sees('Withdraw');
    expect(await ada.text()).not.toContain('Accept');
    const bisi = await at('bisi', `#proposals?${AT}`);
    await bisi.clickOn('td button.line');
    await bisi.click('Accept');
    await look(bisi, 'accepting a proposal');
    await bisi.loses(() => confirm(bisi));
    await bisi.sees('Accepted, and carried out.');
    await look(bisi, 'a proposal carried out');
    await ada.click('Withdraw');
    ada.expected.add(400).add(409);
    await confirm(ada);
    await ada.find('dialog .failure');
    await ada.page.keyboard.press('Escape');
    await setPolicy([{ acts: ['reopened'] }]);
    const acts = (await get('exceptions/operations')).items as Json[];
    const own = acts.find(
      ({ caller, decision, standing }) => caller === 'ada' && decision === 'approved' && standing > 0,
    );
    await ada.go(`#audit?${AT}&operation=${own.operation_id}`);
    await ada.click('Undo what still stands');
    await confirm(ada);
    await ada.sees('Proposed: the policy wants a second person');
    const [undoing] = (await get('proposals', { status: 'open' })).items;
    expect([undoing.proposed_by, undoing.order.decision.decision]).toEqual(['ada', 'reopened']);
    await call('ada', 'POST', `proposals/${undoing.proposal_id}/withdraw`, {});
    await setPolicy([{ acts: ['approved', 'rejected'] }]);
    const { items } = await get('proposals', { status: 'carried_out' });
    expect(items.map((one: Json) => [one.proposed_by, one.decided_by])).toEqual([['ada', 'bisi']]);
  });

  step('a workbook that the policy holds is proposed where it was chosen, not by itself', async () => {
    const of = new URLSearchParams({ ...SCOPE, decision_status: 'pending' });
    const sheet = await (await asked('ada', 'GET', `sessions/april/decisions.xlsx?${of}`)).arrayBuffer();
    const path = join(folder, 'filled.xlsx');
    writeFileSync(path, filledIn(new Uint8Array(sheet), { A2: 'reject', B2: 'not ours' }));
    const ada = await at('ada', `#exceptions?${AT}&session=april`);
    await ada.click('Workbook…');
    const input = await ada.page.waitForSelector('dialog input[type=file]');
    await (input as unknown as { uploadFile(path: string): Promise<void> }).uploadFile(path);
    await ada.sees('Propose what another person must accept: 1 exception');
    expect(await ada.page.$$('dialog button.primary:not(:disabled)')).toEqual([]);
    await ada.clickOn('dialog .check input');
    await look(ada, 'proposing a workbook');
    await ada.loses(() => confirm(ada));
    await ada.sees('1 proposed: a second person finds them under Proposals.');
    const { items } = await get('proposals', { status: 'open' });
    expect(items.map((one: Json) => [one.proposed_by, one.note])).toEqual([['ada', 'not ours']]);
  });

  step('a remembered format is shown, and forgotten', async () => {
    const ada = await at('ada', `#start?${AT}`);
    await ada.upload('gl', join(WALK, '../september/gl.csv'));
    await ada.upload('bank', join(WALK, '../september/bank.csv'));
    await ada.page.waitForFunction(
      `[...document.querySelectorAll('.drop li [role=status]')].filter((one) => /rows/.test(one.textContent)).length === 2`,
    );
    await ada.click('Reconcile');
    await ada.sees('Reconciliation statement');
    await ada.go(`#formats?${AT}`);
    await ada.sees('bank.csv');
    await look(ada, 'formats');
    ada.expected.add(403).add(404);
    await ada.click('Forget it…');
    await ada.loses(() => confirm(ada));
    await ada.sees('Forgotten: the next file like');
    await ada.settled();
    await ada.click('Forget it…');
    give({ ...ROLES, ada: ['read'] });
    await until(async () => (await asked('ada', 'POST', 'formats/forget', { format_ids: ['none'] })).status === 403);
    await confirm(ada);
    await ada.sees('does not have the role decide');
    give(ROLES);
    await until(async () => (await asked('ada', 'POST', 'formats/forget', { format_ids: ['none'] })).status === 404);
    await call('bisi', 'POST', 'formats/forget', { format_ids: [(await get('formats')).items[0].format_id] });
    await confirm(ada);
    await ada.sees('Somebody else has forgotten it already');
  });

  step('files of one name stay two, and one file on both sides is no month', async () => {
    const ada = await at('ada', `#start?${AT}`);
    for (const side of ['gl', 'bank'] as const) {
      mkdirSync(join(folder, side));
      copyFileSync(join(WALK, `../september/${side}.csv`), join(folder, side, 'export.csv'));
      await ada.upload(side, join(folder, side, 'export.csv'));
    }
    await ada.sees('export (2).csv');
    await ada.page.waitForFunction(`!document.querySelector('form button.primary').disabled`);
    const { items: kept } = (await (await asked('ada', 'GET', 'tenants/umoja/files')).json()) as { items: Json[] };
    const digest = (path: string) => createHash('sha256').update(readFileSync(path)).digest('hex');
    expect(kept.filter(({ name }) => name.startsWith('export')).map((one) => [one.name, one.digest])).toEqual([
      ['export (2).csv', digest(join(folder, 'bank/export.csv'))],
      ['export.csv', digest(join(folder, 'gl/export.csv'))],
    ]);
    await ada.upload('bank', join(folder, 'gl/export.csv'));
    await ada.sees('The same file is on both sides');
    expect(await ada.page.$$('form button.primary:not(:disabled)')).toEqual([]);
  });

  step('a screening case has the listed entity beside the subject, and is decided with a reason', async () => {
    await until(async () => {
      const person = { first_name: 'Ebele', last_name: 'Nwachukwu', date_of_birth: '1960-01-02' };
      const { hits } = await call('ada', 'POST', 'pep_and_sanction_checker', {
        person,
        store: true,
        subject_ref: 'c1',
      });
      return hits?.length > 0;
    });
    const bisi = await at('bisi', `#cases?${AT}`);
    await bisi.clickOn('td button.line');
    await bisi.sees('Listed entity');
    await look(bisi, 'cases');
    await bisi.click('False match', '.detail');
    await bisi.type('Why', 'another person, by the day of birth of the passport');
    const [{ case_id: id, version }] = (await get('cases')).items;
    const since = { decision: 'true_match', reason: 'the same passport', version };
    await call('dayo', 'POST', `cases/${id}/decision`, since);
    bisi.expected.add(0).add(400).add(409);
    await confirm(bisi);
    await bisi.sees('Since you opened this:');
    await bisi.sees('by dayo: the same passport');
    await look(bisi, 'a case that somebody else decided');
    await console_.restart(async () => {
      await confirm(bisi);
      await bisi.sees('The service did not answer');
    });
    await confirm(bisi);
    await bisi.sees('Decided: false match.');
  });

  step('a token of an issuer signs in with its name and roles, and one that has ended does not', async () => {
    const chi = await Person.at(browser, console_.service.address);
    chi.expected.add(401);
    await chi.open(`#exceptions?${AT}&session=april`);
    const give = async (token: string) => {
      await chi.page.evaluate(`document.querySelector('input').select()`);
      await chi.page.focus('input');
      await chi.page.keyboard.press('Backspace');
      await chi.type('Token', token);
      await chi.click('Sign in');
    };
    await give(await issuer.token('-5m'));
    await chi.sees('Nobody has this token');
    await give(await issuer.token('5m'));
    await chi.find('.shell');
    await chi.sees('Chi of the group');
    expect(await chi.page.$$('.acts button.primary')).toEqual([]);
    const cookies = (await chi.page.browserContext().cookies()) as { httpOnly: boolean }[];
    expect(cookies.map(({ httpOnly }) => httpOnly)).toEqual([true]);
    expect(chi.faults).toEqual([]);
    await chi.close();
  });
  return { begin, steps, end };
}

onBothStores('flows of people', flows);
