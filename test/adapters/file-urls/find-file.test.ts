// What a url may and may not lead to: by dots, links, percent signs, other schemes, and between tenants.

import { spawnSync } from 'node:child_process';
import { mkdir, mkdtemp, realpath, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, relative } from 'node:path';
import { pathToFileURL } from 'node:url';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { filesUnder } from '../../../src/adapters/file-urls/find-file.ts';

let above: string;
let root: string;
const SCOPE = { tenant: 'bank-a' };
const find = (url: string, perTenant = false, tenant = 'bank-a') =>
  filesUnder({ root, perTenant }).find(url, { tenant });

beforeAll(async () => {
  above = await realpath(await mkdtemp(join(tmpdir(), 'tieout-root-')));
  root = join(above, 'root');
  for (const folder of ['bank-a/march', 'bank-b', 'folder']) await mkdir(join(root, folder), { recursive: true });
  const files = ['gl.csv', 'a b.csv', '100%.csv', 'bank-a/gl.csv', 'bank-a/march/gl.csv', 'bank-b/gl.csv'];
  for (const file of files) await writeFile(join(root, file), 'Date,Amount\n');
  await writeFile(join(above, 'outside.csv'), 'secret');
  await mkdir(join(above, 'root-2'));
  await writeFile(join(above, 'root-2', 'gl.csv'), 'secret');
  await symlink(join(above, 'outside.csv'), join(root, 'leads-out.csv'));
  await symlink('..', join(root, 'up'));
  await symlink('gl.csv', join(root, 'latest.csv'));
  await symlink('loop.csv', join(root, 'loop.csv'));
  await symlink('../bank-b/gl.csv', join(root, 'bank-a', 'other.csv'));
  await symlink(root, join(above, 'link-to-root'));
  spawnSync('mkfifo', [join(root, 'pipe.csv')]);
});
afterAll(() => rm(above, { recursive: true }));

describe('a file in the root is found', () => {
  test.each([
    ['file:gl.csv', 'gl.csv'],
    ['file:./bank-a/../gl.csv', 'gl.csv'],
    ['FILE:gl.csv', 'gl.csv'],
    ['file:a%20b.csv', 'a b.csv'],
    ['file:a b.csv', 'a b.csv'],
    ['file:100%25.csv', '100%.csv'],
    ['file:bank-a/march/gl.csv', 'bank-a/march/gl.csv'],
    ['file:%62ank-a/gl.csv', 'bank-a/gl.csv'],
  ])('as %s', async (url, name) => {
    expect(await find(url)).toEqual({ path: join(root, name), name });
  });

  test('by its absolute path, under the name below the root', async () => {
    const url = pathToFileURL(join(root, 'bank-a', 'gl.csv')).href;
    expect(await find(url)).toEqual({ path: join(root, 'bank-a/gl.csv'), name: 'bank-a/gl.csv' });
  });

  test('through a link that stays inside, under the link’s name', async () => {
    expect(await find('file:latest.csv')).toEqual({ path: join(root, 'gl.csv'), name: 'latest.csv' });
  });

  test('where the root itself is a link', async () => {
    const linked = filesUnder({ root: join(above, 'link-to-root'), perTenant: false });
    const found = { path: join(root, 'gl.csv'), name: 'gl.csv' };
    expect(await linked.find('file:gl.csv', SCOPE)).toEqual(found);
    expect(await linked.find(pathToFileURL(join(root, 'gl.csv')).href, SCOPE)).toEqual(found);
  });
});

describe('what lies outside the root is refused, whether it exists or not', () => {
  const urls: [how: string, url: () => string][] = [
    ['by dots', () => 'file:../outside.csv'],
    ['by dots, and is not there', () => 'file:../nothing.csv'],
    ['by encoded dots', () => 'file:%2e%2e/outside.csv'],
    ['by half encoded dots', () => 'file:.%2E/outside.csv'],
    ['by encoded slashes', () => 'file:..%2foutside.csv'],
    ['by backslashes', () => 'file:..\\outside.csv'],
    ['by many dots', () => `file:${'../'.repeat(40)}etc/passwd`],
    ['through a link', () => 'file:leads-out.csv'],
    ['through a link to a folder', () => 'file:up/outside.csv'],
    ['by its absolute path', () => pathToFileURL(join(above, 'outside.csv')).href],
    ['in a folder whose name begins like the root’s', () => pathToFileURL(join(above, 'root-2/gl.csv')).href],
    ['by a relative path from the root', () => `file:${relative(root, join(above, 'root-2/gl.csv'))}`],
    ['on another host', () => 'file://example.com/gl.csv'],
    ['over http', () => 'http://example.com/gl.csv'],
    ['over https', () => 'HTTPS://example.com/gl.csv'],
    ['by another scheme', () => 'data:text/csv,Date'],
    ['by no url', () => 'gl.csv'],
    ['by an empty text', () => ''],
    ['by a broken percent sign', () => 'file:gl%2.csv'],
  ];
  test.each(urls)('%s', async (_, url) => {
    const refusal = await find(url()).then(
      () => expect.fail('it was found'),
      (error) => error,
    );
    expect(refusal).toMatchObject({ code: 'file_not_allowed', file: url() });
    expect(refusal.message).toMatch(/^[a-z][^\n]+\.$/);
    expect(refusal.message).not.toContain(above);
  });
});

test.each(['file:gl.csv#march', 'file:gl.csv?march', 'file:gl.csv?', 'file:gl.csv#'])(
  '%s is refused whole',
  async (url) => {
    const refusal = { code: 'file_not_allowed', message: expect.stringContaining('no query and no fragment') };
    await expect(find(url)).rejects.toMatchObject(refusal);
  },
);

test.each([
  ['https://user:secret@example.com/gl.csv', 'https://example.com/gl.csv'],
  ['https://example.com/gl.csv?X-Amz-Signature=secret', 'https://example.com/gl.csv'],
  ['s3://key:secret@bucket/gl.csv#secret', 's3://bucket/gl.csv'],
  ['user:secret@example.com', 'user://example.com'],
  ['file:../gl.csv?secret', 'file:../gl.csv'],
  [`file:${'x'.repeat(100_000)}`, `file:${'x'.repeat(251)}…`],
])('a refusal of %.60s repeats no secret and no page of text', async (url, shown) => {
  await expect(find(url)).rejects.toMatchObject({ file: shown });
});

describe('what is inside and cannot be read is said', () => {
  test.each([
    ['file:missing.csv', 'no such file'],
    ['file:gl.csv/below', 'no such file'],
    ['file:zero%00.csv', 'no such file'],
    ['file:folder', 'folder'],
    ['file:', 'folder'],
    ['file:pipe.csv', 'no regular file'],
    ['file:loop.csv', 'leads to itself'],
  ])('%s', async (url, why) => {
    const missing = { code: 'file_unreadable', file: url, message: expect.stringContaining(why) };
    await expect(find(url)).rejects.toMatchObject(missing);
  });

  test('without a root nothing is read', async () => {
    const none = filesUnder({ root: null, perTenant: false });
    await expect(none.find('file:gl.csv', SCOPE)).rejects.toMatchObject({ code: 'file_not_allowed' });
    const gone = filesUnder({ root: join(above, 'gone'), perTenant: false });
    await expect(gone.find('file:gl.csv', SCOPE)).rejects.toMatchObject({ code: 'files_unavailable' });
  });
});

describe('with tenants apart', () => {
  test('a tenant reads below the folder of its id', async () => {
    expect(await find('file:bank-a/march/gl.csv', true)).toMatchObject({ name: 'bank-a/march/gl.csv' });
  });

  test.each([
    ['file:gl.csv', 'bank-a'],
    ['file:bank-b/gl.csv', 'bank-a'],
    ['file:bank-a/../bank-b/gl.csv', 'bank-a'],
    ['file:bank-a/other.csv', 'bank-a'],
    ['file:bank-a/gl.csv', '..'],
    ['file:bank-a/gl.csv', '.'],
    ['file:bank-a/gl.csv', ''],
    ['file:bank-a/march/gl.csv', 'bank-a/march'],
    ['file:bank-a/gl.csv', 'bank'],
  ])('%s is not for tenant "%s"', async (url, tenant) => {
    const refusal = await find(url, true, tenant).catch((error) => error);
    expect(['file_not_allowed', 'file_unreadable']).toContain(refusal.code);
  });
});
