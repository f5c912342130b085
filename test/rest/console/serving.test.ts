// What the console's urls serve: a page under strict rules, its modules joined to one script, and nothing else.

import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { runInNewContext } from 'node:vm';
import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import { fromBinary } from '@bufbuild/protobuf';
import { base64Decode } from '@bufbuild/protobuf/wire';
import { FileDescriptorProtoSchema } from '@bufbuild/protobuf/wkt';
import { init, parse } from 'es-module-lexer';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { PACKAGE_FILES, readConsoleModules } from '../../../src/rest/console/console-modules.ts';
import { joinedModule } from '../../../src/rest/console/joined-module.ts';
import type { RunningServer } from '../../../src/rest/server.ts';
import { start } from '../running.ts';
import { type Answered, ask } from './asked.ts';

let server: RunningServer;
let page: Answered;
let digest: string;
beforeAll(async () => {
  await init;
  server = await start();
  page = await ask(`${server.address}/console/`);
  digest = /src="\.\/([0-9a-f]{16})\//.exec(String(page.body))![1]!;
});
afterAll(() => server.close());

const get = (path: string, headers: Readonly<Record<string, string>> = {}) => ask(server.address + path, { headers });

describe('the page', () => {
  test('is never kept, and runs nothing but the service’s own modules', () => {
    expect(page.status).toBe(200);
    expect(page.headers['cache-control']).toBe('no-store');
    expect(page.headers['content-security-policy']).toBe(
      "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; connect-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'; require-trusted-types-for 'script'; trusted-types 'none'",
    );
    expect(String(page.body)).not.toMatch(/<script(?![^>]* src=)/);
  });

  test('names everything relative to itself, so that a proxy may put it anywhere', async () => {
    const urls = [...String(page.body).matchAll(/(?:src|href)="([^"]*)"/g)].map(([, url]) => url!);
    expect(urls.filter((url) => !url.startsWith('./') && url !== 'data:,')).toEqual([]);
    const bare = await get('/console');
    expect([bare.status, bare.headers.location]).toEqual([308, 'console/']);
  });
});

describe('the modules', () => {
  test('import one another, and each name of a package is known', async () => {
    const { modules } = await readConsoleModules();
    for (const [path, code] of modules) {
      const [imports] = parse(code, path);
      const names = imports
        .filter(({ type: kind }) => kind !== 'import-meta')
        .map((one) => String('specifier' in one ? one.specifier : ''));
      for (const name of names) {
        const isKnown = name.startsWith('.')
          ? modules.has(new URL(name, `file:///${path}`).pathname.slice(1))
          : modules.has(`node_modules/${PACKAGE_FILES[name]}`);
        expect(isKnown, `${path} imports ${name}`).toBe(true);
      }
    }
  });

  test('come as one script that imports nothing, small enough for a first visit', async () => {
    const urls = [...String(page.body).matchAll(/(?:src|href)="\.\/([^"]*)"/g)].map(([, url]) => url!);
    expect(urls.map((url) => url.split('/')[1]).sort()).toEqual(['console.js', 'look.css']);
    const { body } = await get(`/console/${digest}/console.js`);
    const [imports, exports] = parse(String(body));
    expect([imports.length, exports.length]).toEqual([0, 0]);
    const packed = await Promise.all(
      urls.map(async (url) => (await get(`/console/${url}`, { 'accept-encoding': 'br' })).body.length),
    );
    expect(packed.reduce((sum, bytes) => sum + bytes, 0)).toBeLessThan(200_000);
  });

  test('that are joined export what they did; a form that is not known, and a circle, are refused', async () => {
    const joined = (codes: Record<string, string>) =>
      joinedModule({ entry: 'a', codes: new Map(Object.entries(codes)), resolve: (_, name) => name });
    const script = joined({
      a: 'import { one as first, Two } from "b"; import { three } from "c";\nglobalThis.told = [first(), new Two().x, three];',
      b: 'import { three } from "c";\nexport function one() { return "one"; }\nexport class Two { x = three + 1; }',
      c: 'const own = 3;\nexport { own as three };\nexport { four } from "d";',
      d: 'export const four = 4;',
    });
    const told = runInNewContext(`${script}; told`, {}) as unknown[];
    expect([...told]).toEqual(['one', 4, 3]);
    expect(() => joined({ a: 'import whole from "b";\n', b: '' })).toThrow('a cannot be joined to others');
    expect(() => joined({ a: 'export let count = 0;' })).toThrow('a cannot be joined to others');
    expect(() => joined({ a: 'import { b } from "b";', b: 'import { a } from "a"; export const b = 1;' })).toThrow(
      'imports itself through others',
    );
  });

  test('are messages without rules, with every field, and no server and no other protocol', async () => {
    const { modules } = await readConsoleModules();
    const paths = [...modules.keys()];
    expect(
      paths.filter((path) => /handler|transport-grpc|grpc-web|buf\/validate|\/options\/|esm\/index\.js/.test(path)),
    ).toEqual([]);
    const descriptor = (code: string) => {
      const [, packed = ''] = /fileDesc\("([^"]+)"/.exec(code)!;
      return fromBinary(FileDescriptorProtoSchema, base64Decode(packed));
    };
    for (const path of paths.filter((one) => one.startsWith('gen/tieout/'))) {
      const served = descriptor(modules.get(path)!);
      const own = descriptor(readFileSync(new URL(`../../../${path}`, import.meta.url), 'utf8'));
      const shape = ({ messageType }: typeof own) =>
        messageType.map(({ name, field, nestedType }) => [
          name,
          field.map(({ name: of, number, type, typeName, proto3Optional }) => [
            of,
            number,
            type,
            typeName,
            proto3Optional,
          ]),
          nestedType.map(({ name: of, options }) => [of, options?.mapEntry]),
        ]);
      expect(shape(served), path).toEqual(shape(own));
      expect(served.service.map(({ method }) => method.length)).toEqual(own.service.map(({ method }) => method.length));
    }
  });

  test('never change below their digest, and come packed as the browser asks', async () => {
    const path = `/console/${digest}/console.js`;
    const plain = await get(path);
    expect(plain.headers['cache-control']).toBe('public, max-age=31536000, immutable');
    expect(plain.headers['content-type']).toBe('text/javascript; charset=utf-8');
    expect(plain.headers['x-content-type-options']).toBe('nosniff');
    const brotli = await get(path, { 'accept-encoding': 'gzip, br' });
    const gzip = await get(path, { 'accept-encoding': 'gzip;q=1, br;q=0' });
    expect([brotli.headers['content-encoding'], gzip.headers['content-encoding']]).toEqual(['br', 'gzip']);
    expect(brotliDecompressSync(brotli.body)).toEqual(plain.body);
    expect(gunzipSync(gzip.body)).toEqual(plain.body);
  });

  test.each([
    'src/rest/server.ts',
    'src/console/main.ts',
    'src/console/tsconfig.json',
    'package.json',
    'src/console/../rest/server.ts',
    'src/console/%2e%2e/rest/server.ts',
    'node_modules/fastify/fastify.js',
    '..%2f..%2fpackage.json',
  ])('do not include %s', async (path) => {
    expect((await get(`/console/${digest}/${path}`)).status).toBe(404);
  });

  test('of another digest are not there', async () => {
    expect((await get('/console/0123456789abcdef/console.js')).status).toBe(404);
  });
});

test('each name of a package is the file that its own exports name', () => {
  const root = new URL('../../../node_modules/', import.meta.url);
  for (const [name, file] of Object.entries(PACKAGE_FILES)) {
    const own = /^(@[^/]+\/)?[^/]+/.exec(name)![0];
    const { exports } = JSON.parse(readFileSync(new URL(`${own}/package.json`, root), 'utf8'));
    const entry = exports[`.${name.slice(own.length)}`];
    const target = entry.browser ?? entry.import ?? entry.default;
    expect(`${own}/${String(target).slice(2)}`, name).toBe(file);
    expect(existsSync(new URL(file, root)), file).toBe(true);
  }
});

test('the console imports itself, generated messages and its packages alone', async () => {
  await init;
  const folder = new URL('../../../src/console/', import.meta.url);
  const files = readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter((path) => path.endsWith('.ts'));
  const strange = files.flatMap((file) => {
    const [imports] = parse(readFileSync(new URL(file, folder), 'utf8'), file);
    return imports
      .map((one) => String('specifier' in one ? one.specifier : ''))
      .filter((name) => {
        const at = new URL(name, `file:///src/console/${file}`).pathname;
        return name.startsWith('.') ? !/^\/(src\/console|gen)\//.test(at) : PACKAGE_FILES[name] === undefined;
      })
      .map((name) => `${file} imports ${name}`);
  });
  expect(strange).toEqual([]);
});
