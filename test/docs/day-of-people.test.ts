// The day of two people and a platform in docs/walkthrough.md: its lines are one script, against a service on each store;
// each answer is the one that the page shows.

import { type ChildProcess, spawn } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { expect, test } from 'vitest';
import { withMongodb } from '../adapters/store-mongo/temporary-database.ts';
import { shell } from '../cli/tieout.ts';

const root = resolve(import.meta.dirname, '../..');
const page = readFileSync(join(root, 'docs/walkthrough.md'), 'utf8');
const blocks = Array.from(page.matchAll(/^```(\w+(?: [\w-]+)?)\n([\s\S]*?)\n```$/gm), ([, kind, text]) => ({
  kind: kind!,
  text: text!,
}));
const MARK = '---- next ----';

/** `*` at the end of a text stands for whatever follows. */
const expected = (text: string): unknown =>
  JSON.parse(text, (_, value) =>
    typeof value === 'string' && value.endsWith('*') ? expect.stringContaining(value.slice(0, -1)) : value,
  );

async function walk(store: readonly string[], environment: Readonly<Record<string, string>>): Promise<void> {
  const serve = blocks.find(({ kind }) => kind === 'sh people-serve')!.text.replace('bin/tieout', 'exec bin/tieout');
  const service: ChildProcess = spawn('/bin/sh', ['-c', `${serve} --port 0 ${store.join(' ')}`], {
    ...{ cwd: root, env: { ...process.env, ...environment }, stdio: ['ignore', 'pipe', 'ignore'] },
  });
  try {
    const address = await new Promise<string>((ready, reject) => {
      service.stdout!.once('data', (said: Buffer) => ready(/http:\S+/.exec(String(said))![0]));
      service.once('exit', (code) => reject(new Error(`the service ended with ${code}`)));
    });
    const steps = blocks.flatMap(({ kind, text }, i) => {
      if (kind !== 'sh people') return [];
      const next = blocks[i + 1];
      return [{ text, answer: next?.kind === 'json' ? expected(next.text) : null }];
    });
    expect(steps).toHaveLength(13);
    const script = steps.map(({ text }) => `${text}\nprintf '\\n%s\\n' '${MARK}'`).join('\n');
    const { stdout, stderr } = await shell(script.replaceAll('http://127.0.0.1:8080', address));
    const answers = stdout.split(MARK).map((text) => text.trim());
    for (const [i, { text, answer }] of steps.entries()) {
      if (answer === null) continue;
      expect([text, JSON.parse(answers[i] || 'null'), stderr]).toEqual([
        text,
        expect.objectContaining(partly(answer)),
        expect.anything(),
      ]);
    }
  } finally {
    const ended = new Promise((gone) => service.once('exit', gone));
    service.kill('SIGKILL');
    await ended;
  }
}

/** Of an object what the page shows, at every depth. */
function partly(answer: unknown): Record<string, unknown> {
  const of = (value: unknown): unknown => {
    if (Array.isArray(value)) return value.map(of);
    if (value === null || typeof value !== 'object' || 'asymmetricMatch' in value) return value;
    return expect.objectContaining(Object.fromEntries(Object.entries(value).map(([name, part]) => [name, of(part)])));
  };
  return Object.fromEntries(Object.entries(answer as object).map(([name, part]) => [name, of(part)]));
}

test('on the embedded store', { timeout: 120_000 }, async () => {
  const folder = mkdtempSync(join(tmpdir(), 'tieout-day-'));
  await walk(['--data', folder], {});
  rmSync(folder, { recursive: true, force: true });
});

withMongodb('on MongoDB', (database) => {
  test('the same', { timeout: 120_000 }, () => walk([], { MONGODB_URI: database.uri }));
});
