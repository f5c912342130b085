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

test('one that lasts is said again after a while', async () => {
  const { said, outage } = outageOf(30);
  outage.failed(away('It refuses.'), {}, 'It is away.');
  outage.failed(away('It refuses.'), {}, 'It is away.');
  await pause(40);
  outage.failed(away('It refuses.'), {}, 'It is away.');
  expect(said).toEqual(['It is away.', 'It is away.']);
});
