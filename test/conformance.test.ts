// The black-box suite of the design, over HTTP, against the real command: what it says of every part
// holds, and what is not built answers so. Skipped, saying so, where the suite does not lie beside the
// project. `npm test` runs it by itself: the suite gives each answer ten seconds of a machine that does nothing else.

import { spawn, spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, inject, test, vi } from 'vitest';
import { TestDatabase } from './adapters/store-mongo/temporary-database.ts';
import { freshEnvironment } from './servers/nats-server.ts';

const root = fileURLToPath(new URL('..', import.meta.url));
const suite = join(root, '../shared/conformance');

/**
 * Cases that the suite and the design read differently: an empty string for a date that is not required means "not
 * given" (design/contract.md, HTTP), and the suite wants it refused.
 */
const READ_DIFFERENTLY = / · (as_of|period_start|period_end)_date that is no date is 422$/;

const [mongodb, nats] = [inject('mongodb'), inject('nats')];

test.skipIf(!existsSync(suite))('the conformance suite passes', { timeout: 240_000 }, () => passes({}));

describe.skipIf(!existsSync(suite) || 'missing' in mongodb || 'missing' in nats)('on real servers', () => {
  // Callers are asked for before a store is: with them once is enough.
  test('the conformance suite passes with callers', { timeout: 240_000 }, async () => {
    if ('missing' in mongodb || 'missing' in nats) return;
    const database = new TestDatabase(mongodb.uri);
    const mode = { MONGODB_URI: database.uri, NATS_URL: nats.url, TIEOUT_ENV: freshEnvironment() };
    await passes(mode, 'a-token-of-the-suite-itself');
    await database.drop();
  });
});

/** `token`: of a caller who may do everything; what comes without a token may decide. */
function callersFile(folder: string, token: string): string {
  const path = join(folder, 'callers.json');
  const tokens = [createHash('sha256').update(token).digest('hex')];
  const all = ['read', 'submit', 'decide', 'review', 'operate', 'verify'];
  const suiteItself = { id: 'suite', tokens, tenants: 'all', roles: all };
  const platform = { id: 'anonymous', tenants: 'all', roles: ['decide'] };
  writeFileSync(path, JSON.stringify({ callers: [suiteItself, platform] }));
  return path;
}

async function passes(mode: Readonly<Record<string, string>>, token: string | null = null): Promise<void> {
  const folder = mkdtempSync(join(tmpdir(), 'tieout-conformance-'));
  // Files that a case of the suggestion names: one that is missing is refused at its url.
  // Without a list the drop-in route of screening answers nobody.
  const list = fileURLToPath(new URL('../examples/lists/sample.csv', import.meta.url));
  for (const name of ['a.csv', 'b.csv']) writeFileSync(join(folder, name), 'Date,Amount\n2026-03-05,10.00\n');
  const service = spawn(join(root, 'bin/tieout'), ['serve', '--port', '0', '--data', join(folder, 'data')], {
    env: {
      ...{ ...process.env, ...mode, TIEOUT_FILES_ROOT: folder, TIEOUT_LOG_LEVEL: 'error' },
      TIEOUT_LISTS: `made-up=${list}`,
      ...(token !== null && { TIEOUT_CALLERS: callersFile(folder, token) }),
    },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  try {
    const address = await new Promise<string>((resolve, reject) => {
      service.stdout.once('data', (line: Buffer) => resolve(String(line).trim().split(' ').at(-1)!));
      service.once('exit', (code) => reject(new Error(`the service ended with ${code} before it was ready`)));
    });
    await vi.waitFor(
      async () => expect(await (await fetch(`${address}/v1/health`)).json()).toMatchObject({ lists: [{}] }),
      { timeout: 20_000, interval: 100 },
    );
    const files = readdirSync(suite).filter((name) => name.endsWith('.test.mjs'));
    const run = spawnSync(
      process.execPath,
      ['--test', '--test-isolation=none', '--test-reporter=tap', ...files.map((name) => join(suite, name))],
      {
        encoding: 'utf8',
        maxBuffer: 2 ** 28,
        env: {
          ...process.env,
          BASE_URL: address,
          FILES_DIR: folder,
          ...(token !== null && { SERVICE_TOKEN: token }),
          NOT_BUILT: notBuilt().join(','),
        },
      },
    );
    const failed = [...run.stdout.matchAll(/^ *not ok \d+ - (.*?)(?: # .*)?$/gm)].map(([, name]) => name!);
    const passed = Number(/^# pass (\d+)$/m.exec(run.stdout)?.[1]);
    const unexpected = failed.filter((name) => !name.endsWith('.mjs') && !READ_DIFFERENTLY.test(name));
    expect(unexpected, reasonsIn(run.stdout, unexpected)).toEqual([]);
    expect(passed).toBeGreaterThan(900);
  } finally {
    service.kill('SIGTERM');
    await new Promise((resolve) => service.once('exit', resolve));
    rmSync(folder, { recursive: true });
  }
}

/** Paths that docs/status.md lists as not built; another test holds the page to the descriptors. */
function notBuilt(): string[] {
  const [, later = ''] = readFileSync(join(root, 'docs/status.md'), 'utf8').split('## Not built yet');
  return [...new Set([...later.matchAll(/`(?:GET|POST) (\/v1\/[^`]*)`/g)].map(([, path]) => path!))];
}

/** What the suite says of these cases: what was wanted and what came. */
const reasonsIn = (tap: string, names: readonly string[]): string =>
  [...tap.matchAll(/^ *not ok [\s\S]*?^ *\.\.\.$/gm)]
    .map(([text]) => text)
    .filter((text) => names.some((name) => text.includes(name)))
    .map((text) => text.slice(0, 1_500))
    .join('\n');
