// The modules that the browser runs: TypeScript of src/console and gen, and packages. The list is what
// src/console/main.ts imports, found once, on the first visit; nothing outside it is served. Types and comments are taken
// out by Node itself, and the modules joined to one file, so there is no build and no bundler. What is taken of packages is
// taken where it is defined, and messages come without their options.

import { createHash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { stripTypeScriptTypes } from 'node:module';
import { posix } from 'node:path';
import { setImmediate as turn } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { joinedModule } from './joined-module.ts';
import { lookThrough } from './look-through.ts';
import { withoutOptions } from './slim-messages.ts';

const ROOT = fileURLToPath(new URL('../../../', import.meta.url));

export const ENTRY = 'src/console/main.ts';

/** The names of what is served: all modules as one, and the look. */
export const SCRIPT = 'console.js';
export const STYLE = 'look.css';
const LOOK = 'src/console/look/look.css';

/**
 * Names of packages, as modules import them, by their files in node_modules. A test holds each to the package's own
 * `exports`.
 */
export const PACKAGE_FILES: Readonly<Record<string, string>> = {
  preact: 'preact/dist/preact.mjs',
  'preact/hooks': 'preact/hooks/dist/hooks.mjs',
  '@preact/signals': '@preact/signals/dist/signals.module.js',
  '@preact/signals-core': '@preact/signals-core/dist/signals-core.module.js',
  '@connectrpc/connect': '@connectrpc/connect/dist/esm/index.js',
  '@connectrpc/connect/protocol': '@connectrpc/connect/dist/esm/protocol/index.js',
  '@connectrpc/connect/protocol-connect': '@connectrpc/connect/dist/esm/protocol-connect/index.js',
  '@connectrpc/connect-web': '@connectrpc/connect-web/dist/esm/index.js',
  '@bufbuild/protobuf': '@bufbuild/protobuf/dist/esm/index.js',
  '@bufbuild/protobuf/codegenv2': '@bufbuild/protobuf/dist/esm/codegenv2/index.js',
  '@bufbuild/protobuf/reflect': '@bufbuild/protobuf/dist/esm/reflect/index.js',
  '@bufbuild/protobuf/wire': '@bufbuild/protobuf/dist/esm/wire/index.js',
  '@bufbuild/protobuf/wkt': '@bufbuild/protobuf/dist/esm/wkt/index.js',
};

/** Nothing that lies elsewhere is served, whatever a module imports. */
const SERVED = [
  /^src\/console\/[\w/-]+\.(ts|css)$/,
  /^gen\/[\w/-]+_pb\.ts$/,
  /^node_modules\/(@preact|@connectrpc|@bufbuild|preact)\/[\w./-]+\.m?js$/,
];

interface ServedFile {
  readonly type: string;
  readonly content: Buffer;
}

export interface ConsoleModules {
  /** The digest of all content; part of each url, so that a url never changes its content. */
  readonly digest: string;
  /** JavaScript of the modules by their paths below the project's folder, `src/console/main.ts` first. */
  readonly modules: ReadonlyMap<string, string>;
  /** What the browser asks for, by name. */
  readonly files: ReadonlyMap<string, ServedFile>;
}

/** Reads everything that the browser may ask for. Throws if a module imports what no module of the console is. */
export async function readConsoleModules(): Promise<ConsoleModules> {
  const modules = new Map<string, string>();
  const codes = new Map<string, Promise<string>>();
  const code = (path: string): Promise<string> => {
    const found = codes.get(path) ?? readServed(path).then((text) => codeOf(path, text));
    codes.set(path, found);
    return found;
  };
  const direct = lookThrough({ codeOf: code, resolve: pathOf });
  const waiting = [ENTRY];
  for (let path = waiting.shift(); path !== undefined; path = waiting.shift()) {
    if (modules.has(path)) continue;
    const text = await direct(path, await code(path));
    modules.set(path, text);
    waiting.push(...importsOf(path, text));
    // A hundred files are half a second of work, and other requests wait for none of it.
    await turn();
  }
  const script = joinedModule({ entry: ENTRY, codes: modules, resolve: pathOf });
  const files = new Map<string, ServedFile>([
    [SCRIPT, { type: 'text/javascript; charset=utf-8', content: Buffer.from(script) }],
    [STYLE, { type: 'text/css; charset=utf-8', content: Buffer.from(await readServed(LOOK)) }],
  ]);
  const hash = createHash('sha256');
  for (const [name, { content }] of files) hash.update(`${name}\n${content.length}\n`).update(content);
  return { digest: hash.digest('hex').slice(0, 16), modules, files };
}

async function readServed(path: string): Promise<string> {
  if (!SERVED.some((form) => form.test(path)) || path.includes('..')) throw new Error(`${path} is not served.`);
  return readFile(ROOT + path, 'utf8');
}

/** JavaScript without types, comments and options of messages. */
function codeOf(path: string, text: string): string {
  const code = stripTypeScriptTypes(text, { mode: 'transform' });
  return path.startsWith('gen/') ? withoutOptions(code) : code;
}

/** Modules that the code imports, by path. */
function importsOf(path: string, code: string): readonly string[] {
  const names = [...code.matchAll(/\bfrom ?["']([^"'\s]+)["']/g)].map(([, name]) => name!);
  return names.map((name) => pathOf(path, name));
}

/** The path that a module means by a name. Throws if no package of the console has it. */
function pathOf(from: string, name: string): string {
  if (name.startsWith('.')) return posix.join(posix.dirname(from), name);
  const file = PACKAGE_FILES[name];
  if (file === undefined) throw new Error(`${from} imports ${name}, which no package of the console has.`);
  return `node_modules/${file}`;
}
