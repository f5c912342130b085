// The one rule of structure (design/architecture.md): imports point inward. Types count like values, since what a file
// knows of is what it must change with. Besides: the core is pure, every import names the file that defines, and no
// file or folder is called after nothing.

import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { dirname, join, normalize, sep } from 'node:path';
import { fileURLToPath } from 'node:url';
import { init, parse } from 'es-module-lexer';
import { beforeAll, describe, expect, test } from 'vitest';

const src = fileURLToPath(new URL('../src', import.meta.url));
const files = readdirSync(src, { recursive: true, encoding: 'utf8' })
  .filter((path) => path.endsWith('.ts'))
  .map((path) => path.split(sep).join('/'))
  .sort();
const textOf = (file: string) => readFileSync(join(src, file), 'utf8');

/** What a file imports, types included: paths under src, and names of packages as they stand. */
function importsOf(file: string): string[] {
  const [imports] = parse(textOf(file), file);
  return imports
    .filter(({ type }) => type !== 'import-meta')
    .map((one) => {
      const specifier = 'specifier' in one ? one.specifier : undefined;
      if (typeof specifier !== 'string') throw new Error(`${file} imports something that is not a plain string`);
      return specifier.startsWith('.')
        ? normalize(join(dirname(file), specifier))
            .split(sep)
            .join('/')
            .replace(/^\.\.\/gen\//, 'gen/')
        : specifier;
    });
}

const known = new Set(files);

/** `from to`, the folders beside each other in which two files lie; nothing where one lies above the other's folder. */
function foldersApart(file: string, path: string): string[] {
  const [from, to] = [file.split('/'), path.split('/')];
  let shared = 0;
  while (from[shared] === to[shared]) shared++;
  const folderOf = (parts: readonly string[]): string => parts.slice(0, shared + 1).join('/');
  return shared + 1 < Math.min(from.length, to.length) ? [`${folderOf(from)} ${folderOf(to)}`] : [];
}

/** The part of a path that rules speak of: core, ports, workflows, adapters/files, compose/open-bus.ts, app.ts ... */
function partOf(path: string): string {
  const [first, second] = path.split('/');
  return ['adapters', 'compose', 'threads'].includes(first!) ? `${first}/${second}` : first!;
}

/** `@scope/name/inner.js` is of the package `@scope/name`. */
const packageOf = (path: string): string => /^(@[^/]+\/)?[^/]+/.exec(path)![0];

/** For each part what it may import besides itself; an adapter's own folder is itself. */
const MAY_IMPORT: Readonly<Record<string, readonly string[]>> = {
  core: [],
  ports: ['core'],
  workflows: ['core', 'ports'],
  'adapters/block-packing': ['core', 'ports'],
  'adapters/bus-local': ['core', 'ports'],
  'adapters/bus-nats': ['core', 'ports', 'adapters/servers'],
  'adapters/digest': ['core'],
  'adapters/file-urls': ['core', 'ports'],
  'adapters/files': ['core', 'ports'],
  'adapters/identity': ['core'],
  // Its process and what is asked of it: libraries for images are loaded in the process alone.
  'adapters/imaging': ['core', 'ports'],
  'adapters/language-model': ['ports'],
  'adapters/lists': ['core', 'adapters/block-packing'],
  'adapters/reports': ['core'],
  'adapters/verifier': ['core', 'ports'],
  'adapters/loader': ['core'],
  'adapters/engine-remote': ['core', 'ports'],
  'adapters/store-embedded': ['core', 'ports'],
  'adapters/store-none': ['core', 'ports'],
  // Why a server cannot be reached, for those that speak with one.
  'adapters/servers': [],
  'adapters/store-mongo': ['core', 'ports', 'adapters/servers'],
  // A thread runs what the compute port promises: reading files and packing blocks.
  'adapters/threads': ['core', 'ports', 'adapters/files', 'adapters/block-packing'],
  // The service's second thread: what it is started with, and how it is put together.
  'threads/runs': [
    'core',
    'ports',
    'workflows',
    'adapters/bus-local',
    'adapters/bus-nats',
    'adapters/digest',
    'adapters/engine-remote',
    'adapters/file-urls',
    'adapters/language-model',
    'compose/open-engine.ts',
    'compose/open-language-model.ts',
    'compose/open-store.ts',
    'adapters/threads',
    // What reporting answers, for the loader.
    'rest',
  ],
  // Calls that a thread answers, as bytes.
  'threads/calls': ['core', 'ports', 'rest', 'rpc', 'threads/runs'],
  // Its third: the reporting service, over a connection to the store of its own.
  'threads/reports': [
    'core',
    'ports',
    'gen',
    'rpc',
    'threads/calls',
    'threads/runs',
    'adapters/block-packing',
    'adapters/digest',
    'compose/open-store.ts',
  ],
  // Its fourth: decisions that reconcile, and the engine's internal routes.
  'threads/documents': [
    'core',
    'ports',
    'gen',
    'rpc',
    'workflows',
    'threads/calls',
    'threads/runs',
    'adapters/digest',
    'adapters/engine-remote',
    'adapters/file-urls',
    'adapters/threads',
    'compose/open-engine.ts',
    'compose/open-store.ts',
  ],
  // Threads of a process of the role verification: lists are loaded in one and screened against in another.
  'threads/screening': ['core', 'ports', 'workflows', 'adapters/lists', 'compose/open-store.ts', 'threads/runs'],
  'app.ts': [
    'threads/runs',
    'threads/reports',
    'threads/documents',
    'adapters/digest',
    'config.ts',
    'rest',
    'rpc',
    'core',
    'ports',
    'workflows',
    'compose/open-bus.ts',
    'compose/open-language-model.ts',
    'compose/file-root.ts',
    'compose/open-engine.ts',
    'compose/open-loader.ts',
    'compose/open-store.ts',
    'compose/open-verification.ts',
    'adapters/file-urls',
    'adapters/threads',
  ],
  // What a process of the role verification has besides.
  'compose/open-verification.ts': [
    'core',
    'ports',
    'workflows',
    'rest',
    'rpc',
    'config.ts',
    'adapters/identity',
    'adapters/imaging',
    'adapters/lists',
    'adapters/reports',
    'adapters/verifier',
    'compose/open-store.ts',
    'threads/screening',
  ],
  // Which bus the configuration names, for the service and for commands beside it.
  'compose/open-bus.ts': ['ports', 'config.ts', 'threads/runs', 'adapters/bus-local', 'adapters/bus-nats'],
  'compose/file-root.ts': ['config.ts', 'adapters/file-urls'],
  'compose/open-engine.ts': ['ports', 'config.ts', 'adapters/engine-remote'],
  'compose/open-loader.ts': ['workflows', 'config.ts', 'adapters/loader'],
  'compose/open-language-model.ts': ['core', 'ports', 'config.ts', 'adapters/language-model'],
  // Which store it names, for the service, its threads and commands beside it.
  'compose/open-store.ts': ['ports', 'config.ts', 'adapters/store-embedded', 'adapters/store-mongo'],
  // `events replay`: the store and the bus of the configuration, for one call.
  'compose/replay.ts': ['ports', 'workflows', 'config.ts', 'compose/open-bus.ts', 'compose/open-store.ts'],
  // `formats` and `audit`: the same of the store alone.
  'compose/on-store.ts': ['ports', 'config.ts', 'compose/open-store.ts'],
  // `lists`: the same of the store's lists.
  'compose/on-lists.ts': ['core', 'ports', 'workflows', 'config.ts', 'adapters/lists', 'compose/open-store.ts'],
  // What is tried on somebody's servers and leaves nothing there.
  'compose/own-place.ts': ['config.ts', 'compose/open-bus.ts', 'adapters/store-mongo', 'adapters/bus-nats'],
  // One run of the command line's own, which loads nothing of the service.
  'compose/read-message.ts': ['rest', 'rpc'],
  'compose/read-template.ts': ['core', 'rpc', 'gen', 'compose/read-message.ts'],
  'compose/read-risk-profiles.ts': ['core', 'rpc', 'gen', 'compose/read-message.ts'],
  'compose/local-run.ts': [
    'core',
    'ports',
    'workflows',
    'adapters/digest',
    'adapters/store-embedded',
    'adapters/store-none',
    'adapters/threads',
  ],
  // The contract's edge: generated messages are outside of src and known here alone.
  rpc: ['core', 'ports', 'workflows', 'gen'],
  rest: ['core', 'rpc', 'gen'],
  // `inspect` shows a reading and no workflow: it reads without threads or a store.
  'config.ts': ['core', 'configuration'],
  // Its variables.
  configuration: ['core'],
  // Its thread that writes matches makes their ids itself.
  cli: [
    'core',
    'workflows',
    'app.ts',
    'compose/replay.ts',
    'compose/on-store.ts',
    'compose/read-risk-profiles.ts',
    'compose/on-lists.ts',
    'compose/own-place.ts',
    'compose/local-run.ts',
    'compose/read-template.ts',
    'config.ts',
    'configuration',
    'adapters/digest',
    'adapters/files',
    'adapters/lists',
  ],
  'main.ts': ['core', 'cli'],
};

/** Folders beside each other that import each other. The list may only shrink: a pair that is mended leaves it. */
const CIRCLES_OF_FOLDERS: readonly string[] = [
  'adapters/store-mongo/rows adapters/store-mongo/runs',
  'cli/demo cli/results',
  'compose threads',
  'core/classification core/matching',
  'core/identity core/screening',
  'core/kinds core/reading',
  'core/kinds core/records',
  'core/kinds core/summary',
  'core/matching core/records',
  'core/matching core/summary',
  'core/money core/reading',
  'core/reading core/records',
  'core/records/documents core/records/rows',
  'rpc/validation rpc/verification',
  'workflows/cross-month workflows/runs',
  'workflows/delivery workflows/reports',
  'workflows/reports workflows/rows',
  'workflows/reports workflows/runs',
  'workflows/runs workflows/summaries',
  'workflows/runs workflows/windows',
];

beforeAll(() => init);

describe('imports', () => {
  test('are seen, types included', () => {
    expect(importsOf('ports/compute.ts')).toContain('core/records/rows/columns.ts');
    expect(importsOf('main.ts')).toContain('cli/reconcile.ts');
    expect(importsOf('cli/options.ts')).toContain('node:util');
  });

  test('point inward', () => {
    const outward = files.flatMap((file) => {
      const allowed = MAY_IMPORT[partOf(file)];
      if (allowed === undefined) return [`${file} is in no part that the rules know`];
      return importsOf(file)
        .filter((path) => path.endsWith('.ts') && partOf(path) !== partOf(file) && !allowed.includes(partOf(path)))
        .map((path) => `${file} imports ${path}`);
    });
    expect(outward).toEqual([]);
  });

  test('go in no circle, inside a folder either', () => {
    const imports = new Map(files.map((file) => [file, importsOf(file).filter((path) => files.includes(path))]));
    // What imports nothing that is left is in no circle.
    const left = new Set(files);
    for (let before = -1; before !== left.size; ) {
      before = left.size;
      for (const file of left) if (!imports.get(file)!.some((path) => left.has(path))) left.delete(file);
    }
    expect([...left].filter((file) => [...left].some((one) => imports.get(one)!.includes(file)))).toEqual([]);
  });

  test('go one way between folders that stand beside each other', () => {
    const ways = new Set(
      files.flatMap((file) => importsOf(file).flatMap((path) => (known.has(path) ? foldersApart(file, path) : []))),
    );
    const circles = [...ways].filter((way) => {
      const [from, to] = way.split(' ');
      return from! < to! && ways.has(`${to} ${from}`);
    });
    expect(circles.sort()).toEqual(CIRCLES_OF_FOLDERS);
  });

  test('name a file that exists, by its full name', () => {
    const wrong = files.flatMap((file) =>
      importsOf(file)
        .filter(
          (path) =>
            path.startsWith('..') ||
            (/^[\w-]+\/.*[.]ts$/.test(path) && !known.has(path) && !existsSync(join(src, '..', path))),
        )
        .map((path) => `${file} imports ${path}`),
    );
    expect(wrong).toEqual([]);
  });

  test('of packages are declared, and the core has none, not even of Node', () => {
    const { dependencies = {} } = JSON.parse(readFileSync(join(src, '../package.json'), 'utf8'));
    const undeclared = files.flatMap((file) => {
      const inner = ['core', 'ports', 'workflows'].includes(partOf(file));
      return importsOf(file)
        .filter(
          (path) => !path.endsWith('.ts') && (inner || !(path.startsWith('node:') || packageOf(path) in dependencies)),
        )
        .map((path) => `${file} imports ${path}`);
    });
    expect(undeclared).toEqual([]);
  });
});

test('what a run says fits the command line and the service: it names no option of a command', () => {
  const parts = ['core', 'ports', 'workflows', 'adapters/files', 'adapters/file-urls', 'adapters/threads'];
  const named = /^(?!\s*(\/\/|\*|\/\*)).*['"`\s(]--[a-z]/m;
  expect(files.filter((file) => parts.includes(partOf(file)) && named.test(textOf(file)))).toEqual([]);
});

test('the core has no clock, no randomness and no surroundings', () => {
  const impure = /\b(Date\.now|new Date|Math\.random|performance\.|process\.|console\.|globalThis|setTimeout|fetch\()/;
  const code = (file: string) => textOf(file).replaceAll(/\/\*[\s\S]*?\*\/|\/\/.*$/gm, '');
  expect(files.filter((file) => partOf(file) === 'core' && impure.test(code(file)))).toEqual([]);
});

describe('folders', () => {
  test('hold at most 24 files', () => {
    const held = new Map<string, number>();
    for (const file of files) held.set(dirname(file), (held.get(dirname(file)) ?? 0) + 1);
    expect([...held].filter(([, count]) => count > 24)).toEqual([]);
  });
});

describe('files', () => {
  test('define what they export: no barrels', () => {
    expect(files.filter((file) => /^export\b[^=;]*\bfrom '/m.test(textOf(file)))).toEqual([]);
  });

  test('are called after what they hold', () => {
    const empty = /(^|[-/])(utils?|helpers?|common|shared|managers?|base|misc)([-./]|$)|(^|\/)index\.ts$/;
    expect(files.filter((file) => empty.test(file))).toEqual([]);
  });

  test('open with what they are for', () => {
    expect(files.filter((file) => !/^(\/\/ |\/\*\*)/.test(textOf(file)))).toEqual([]);
  });
});
