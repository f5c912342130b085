// What is said of something that is away, and how often.

import { setTimeout as pause } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { TieoutError } from '../../src/core/errors.ts';
import type { LogFields } from '../../src/ports/log.ts';
import { Outage } from '../../src/workflows/upkeep/outage.ts';

const away = (sentence: string) => new TieoutError('store_unavailable', sentence);

function outageOf(againMs?: number) {
  const said: string[] = [];
  const saying = (_: LogFields, sentence: string) => void said.push(sentence);
  const log = { info: saying, warn: saying, error: saying };
  return { said, outage: new Outage(log, { over: 'It is back.', ...(againMs !== undefined && { againMs }) }) };
}

test('an outage is said once, whatever the server says meanwhile, and its end once', () => {
  const { said, outage } = outageOf();
  outage.worked({});
  for (const sentence of ['It is silent.', 'It refuses.', 'It is gone.'])
    outage.failed(away(sentence), {}, 'It is away.');
  expect(said).toEqual(['It is away.']);
  outage.failed(new Error('a defect'), {}, 'It failed.');
  outage.worked({});
  outage.worked({});
  outage.failed(away('It refuses.'), {}, 'It is away.');
  expect(said).toEqual(['It is away.', 'It failed.', 'It is back.', 'It is away.']);
});

test('one reason is one outage to all who share a log, and over once the last of them works', () => {
  const said: string[] = [];
  const saying = (_: LogFields, sentence: string) => void said.push(sentence);
  const log = { info: saying, warn: saying, error: saying };
  const of = (who: string) => new Outage(log, { over: `${who} works again.` });
  const [worker, relay, lists] = [of('The worker'), of('The relay'), of('The lists')];
  for (let time = 0; time < 3; time++) {
    worker.failed(away('It refuses.'), {}, 'The worker waits.');
    relay.failed(away('It is silent.'), {}, 'The relay waits.');
  }
  lists.worked({});
  worker.worked({});
  expect(said).toEqual(['The worker waits.']);
  relay.failed(new TieoutError('bus_unavailable', 'It is gone.'), {}, 'The relay waits.');
  expect(said).toEqual(['The worker waits.', 'The relay waits.']);
  relay.worked({});
  expect(said.slice(2)).toEqual(['The worker works again.', 'The relay works again.']);
  relay.failed(away('It refuses.'), {}, 'The relay waits.');
  expect(said).toHaveLength(5);
});

test('who did not try since is not waited for', async () => {
  const { said, outage } = outageOf(30);
  outage.failed(away('It refuses.'), {}, 'It is away.');
  await pause(40);
  outage.worked({});
  expect(said).toEqual(['It is away.', 'It is back.']);
});

test('one that lasts is said again after a while', async () => {
  const { said, outage } = outageOf(30);
  outage.failed(away('It refuses.'), {}, 'It is away.');
  outage.failed(away('It refuses.'), {}, 'It is away.');
  await pause(40);
  outage.failed(away('It refuses.'), {}, 'It is away.');
  expect(said).toEqual(['It is away.', 'It is away.']);
});
