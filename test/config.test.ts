import { describe, expect, test } from 'vitest';
import { readConfiguration, VARIABLES } from '../src/config.ts';
import { TieoutError } from '../src/core/errors.ts';

describe('configuration', () => {
  test('every standard is acceptable to its own variable', () => {
    for (const [name, { standard, parse }] of Object.entries(VARIABLES)) {
      if (standard !== null) expect(parse(standard), name).not.toBeUndefined();
    }
  });

  test('an empty environment gives the standards', () => {
    const read = readConfiguration({});
    expect(read.TIEOUT_PORT).toBe(8080);
    expect(read.TIEOUT_SERVICE_TOKEN).toBeNull();
    expect(Object.isFrozen(read)).toBe(true);
  });

  test('the command line comes before the environment, an empty variable is not given', () => {
    expect(readConfiguration({ TIEOUT_PORT: '1' }, { TIEOUT_PORT: '2' }).TIEOUT_PORT).toBe(2);
    expect(readConfiguration({ TIEOUT_PORT: '' }).TIEOUT_PORT).toBe(8080);
  });

  test.each([
    ['TIEOUT_PORT', '80x'],
    ['TIEOUT_PORT', '65536'],
    ['TIEOUT_ENV', 'Prod'],
    ['TIEOUT_ENV', 'e'.repeat(201)],
    ['TIEOUT_TIME_ZONE', 'Mars/Base'],
    ['TIEOUT_SERVICE_TOKEN', 'short'],
    ['TIEOUT_REJECTED_SHARE', '1.5'],
    ['TIEOUT_FILES_PER_TENANT', 'yes'],
    ['TIEOUT_ROLES', 'api,cook'],
    ['TIEOUT_ROLES', ','],
    ['NATS_URL', 'localhost:4222'],
    ['NATS_URL', 'http://localhost:4222'],
    ['NATS_URL', 'nats://'],
    ['NATS_URL', 'nats://one,two'],
    ['NATS_URL', 'nats://host/subject'],
    ['NATS_URL', 'nats://user:100%@host'],
    ['NATS_REPLICAS', '0'],
    ['LLM_BASE_URL', 'models.example'],
    ['LLM_BASE_URL', 'https://user:secret@models.example/v1'],
    ['LLM_BASE_URL', 'https://models.example/v1?key=1'],
    ['LLM_TIMEOUT_SECONDS', '0'],
    ['TIEOUT_CURRENCY', 'XXQ'],
    ['TIEOUT_CURRENCY', 'ngn'],
    ['TIEOUT_CURRENCY', 'NGNX'],
  ])('%s=%s is refused by name', (name, value) => {
    expect(() => readConfiguration({ [name]: value })).toThrow(new RegExp(`${name} must be`));
  });

  test.each(['NGN', 'XOF', 'ZWG', 'XCG'])('the currency %s is one', (code) => {
    expect(readConfiguration({ TIEOUT_CURRENCY: code }).TIEOUT_CURRENCY).toBe(code);
  });

  test('roles come in their own order, once each; a wrong secret is not repeated', () => {
    expect(readConfiguration({ TIEOUT_ROLES: 'worker, api,worker' }).TIEOUT_ROLES).toEqual(['api', 'worker']);
    for (const url of ['nats://a', 'nats://user:p%40ss@a:1,tls://b:2', 'nats://token@[::1]:4222']) {
      expect(readConfiguration({ NATS_URL: url }).NATS_URL).toBe(url);
    }
    expect(() => readConfiguration({ NATS_URL: 'http://user:secret@host' })).toThrow(/NATS_URL must be nats:/);
    expect(() => readConfiguration({ NATS_URL: 'http://user:secret@host' })).not.toThrow(/secret/);
  });

  test.each([
    ['TIEOUT_FILES_ROT', 'TIEOUT_FILES_ROOT'],
    ['TIEOUT_SERVICE_TOKENS', 'TIEOUT_SERVICE_TOKEN'],
    ['TIEOUT_KEEP_ROW_DAYS', 'TIEOUT_KEEP_ROWS_DAYS'],
    ['TIEOUT_PROT', 'TIEOUT_PORT'],
    ['TIEOUT_HOSTS', 'TIEOUT_HOST'],
    ['TIEOUT_RUN_MINUTE', 'TIEOUT_RUN_MINUTES'],
    ['TIEOUT_LIST_REFRESH_MINUTES', 'TIEOUT_LISTS_REFRESH_MINUTES'],
    ['TIEOUT_XYZZY', null],
    ['TIEOUT_A_WORD_THAT_IS_NEAR_TO_NOTHING', null],
    ['TIEOUT_', null],
  ])('%s is no variable, and %s is named as near', (name, nearest) => {
    const near = nearest === null ? '' : `, the nearest is ${nearest}`;
    expect(() => readConfiguration({ [name]: 's3cr3t' })).toThrow(
      new TieoutError('usage', `The configuration is not usable: ${name} is no variable of the service${near}.`),
    );
    expect(() => readConfiguration({ [name]: '' })).not.toThrow();
  });

  test('every variable is known by its own name, and others’ are left alone', () => {
    const names = Object.keys(VARIABLES).filter((name) => name.startsWith('TIEOUT_'));
    for (const name of names) expect(() => readConfiguration({ [name]: 'x' })).not.toThrow('is no variable');
    expect(() => readConfiguration({ TIEOUT_DEBUG: '1', TIEOUTS: 'x', MY_TIEOUT_X: 'x' })).not.toThrow();
    expect(() => readConfiguration({ [`TIEOUT_${'X'.repeat(100_000)}`]: 'x' })).toThrow(/^The configuration .{1,400}$/);
  });

  test('all wrong values are told at once', () => {
    try {
      readConfiguration({ TIEOUT_PORT: 'x', TIEOUT_ENV: '', TIEOUT_CURRENCY: 'naira' });
      expect.unreachable();
    } catch (error) {
      expect(error).toBeInstanceOf(TieoutError);
      expect((error as TieoutError).message).toMatch(/TIEOUT_PORT.*TIEOUT_CURRENCY/);
    }
  });
});
