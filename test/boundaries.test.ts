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
  // Months with truth, for `generate`, benchmarks and tests.
  generation: ['core'],
  ports: ['core'],
  workflows: ['core', 'ports'],
  // Settings in YAML, for those that read a file of them.
  'adapters/yaml': ['core'],
  'adapters/arrivals': ['core', 'ports', 'adapters/yaml'],
  'adapters/block-packing': ['core', 'ports'],
  'adapters/bus-local': ['core', 'ports'],
  'adapters/bus-nats': ['core', 'ports', 'adapters/servers'],
  'adapters/callers': ['core', 'ports', 'adapters/yaml'],
  'adapters/digest': ['core'],
  'adapters/file-urls': ['core', 'ports'],
  'adapters/files': ['core', 'ports'],
  'adapters/identity': ['core'],
  // Its process and what is asked of it: libraries for images are loaded in the process alone.
  'adapters/imaging': ['core', 'ports'],
  'adapters/language-model': ['ports'],
  'adapters/lists': ['core', 'adapters/block-packing'],
  'adapters/reports': ['core'],
  'adapters/spreadsheets': ['core'],
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
    'compose/open-bus.ts',
    'compose/open-callers.ts',
    'compose/open-engine.ts',
    'compose/open-language-model.ts',
    'compose/open-store.ts',
    'adapters/threads',
    // What reporting answers, for the loader; who sent a request.
    'rest',
    'rpc',
  ],
  // Calls that a thread answers, as bytes.
  'threads/calls': ['core', 'ports', 'rest', 'rpc', 'threads/runs'],
  // Its third: the reporting service, over a connection to the store of its own.
  'threads/reports': [
    'core',
    'ports',
    'gen',
    'rest',
    'rpc',
    'workflows',
    'threads/calls',
    'threads/runs',
    'adapters/block-packing',
    'adapters/digest',
    'adapters/spreadsheets',
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
    'adapters/threads',
    'compose/compose-engine.ts',
    'compose/open-store.ts',
  ],
  // Threads of a process of the role verification: lists are loaded in one and screened against in another.
  'threads/screening': [
    'core',
    'ports',
    'workflows',
    'adapters/digest',
    'adapters/lists',
    'compose/open-store.ts',
    'threads/runs',
  ],
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
    'compose/compose-engine.ts',
    'compose/open-bus.ts',
    'compose/open-callers.ts',
    'compose/open-language-model.ts',
    'compose/file-root.ts',
    'compose/open-feeds.ts',
    'compose/open-engine.ts',
    'compose/open-loader.ts',
    'compose/open-store.ts',
    'verification-service.ts',
    'adapters/file-urls',
    'adapters/threads',
  ],
  // What a process of the role verification has besides.
  'verification-service.ts': [
    'core',
    'ports',
    'workflows',
    'rest',
    'rpc',
    'config.ts',
    'adapters/digest',
    'adapters/identity',
    'adapters/imaging',
    'adapters/lists',
    'adapters/reports',
    'adapters/verifier',
    'compose/open-store.ts',
    // The turns of pictures.
    'threads/calls',
    'threads/screening',
  ],
  // Which bus the configuration names, for the service and for commands beside it.
  'compose/open-bus.ts': ['ports', 'config.ts', 'adapters/bus-local', 'adapters/bus-nats'],
  'compose/open-callers.ts': ['core', 'ports', 'config.ts', 'adapters/callers'],
  'compose/file-root.ts': ['config.ts', 'adapters/file-urls'],
  'compose/open-feeds.ts': ['core', 'ports', 'workflows', 'config.ts', 'adapters/arrivals', 'compose/file-root.ts'],
  'compose/open-engine.ts': ['ports', 'config.ts', 'workflows', 'adapters/engine-remote', 'adapters/file-urls'],
  // The same with the services that ask it.
  'compose/compose-engine.ts': [
    'ports',
    'rpc',
    'workflows',
    'adapters/digest',
    'compose/open-engine.ts',
    // Workbooks that people send back.
    'adapters/files',
    'adapters/spreadsheets',
  ],
  'compose/open-loader.ts': ['workflows', 'config.ts', 'adapters/loader'],
  'compose/open-language-model.ts': ['core', 'ports', 'config.ts', 'adapters/language-model'],
  // Which store it names, for the service, its threads and commands beside it.
  'compose/open-store.ts': ['ports', 'config.ts', 'adapters/store-embedded', 'adapters/store-mongo'],
  // `events replay`: the store and the bus of the configuration, for one call.
  'compose/replay.ts': ['ports', 'workflows', 'config.ts', 'compose/open-bus.ts', 'compose/on-store.ts'],
  // `formats` and `audit`: the same of the store alone.
  'compose/on-store.ts': ['ports', 'config.ts', 'compose/open-store.ts'],
  // `open-items`: the same of the store's rows.
  'compose/on-rows.ts': ['workflows', 'config.ts', 'adapters/block-packing', 'adapters/digest', 'compose/on-store.ts'],
  // `lists`: the same of the store's lists.
  'compose/on-lists.ts': [
    'core',
    'ports',
    'workflows',
    'config.ts',
    'adapters/digest',
    'adapters/lists',
    'compose/on-store.ts',
  ],
  // What is tried on somebody's servers and leaves nothing there.
  'compose/own-place.ts': ['config.ts', 'compose/open-bus.ts', 'adapters/store-mongo', 'adapters/bus-nats'],
  // One run of the command line's own, which loads nothing of the service.
  'compose/read-message.ts': ['rest', 'rpc'],
  'compose/read-template.ts': ['core', 'rpc', 'gen', 'compose/read-message.ts'],
  'compose/read-risk-profiles.ts': ['core', 'rpc', 'gen', 'compose/read-message.ts'],
  'compose/local-lists.ts': ['core', 'ports', 'adapters/lists'],
  'compose/local-threads.ts': ['adapters/threads'],
  'compose/local-run.ts': [
    'core',
    'ports',
    'workflows',
    'adapters/digest',
    'adapters/store-embedded',
    'adapters/store-none',
    'compose/local-threads.ts',
  ],
  // The contract's edge: generated messages are outside of src and known here alone.
  rpc: ['core', 'ports', 'workflows', 'gen'],
  rest: ['core', 'ports', 'rpc', 'gen'],
  // What browsers run: it knows the service by its messages alone.
  console: ['gen'],
  // `inspect` shows a reading and no workflow: it reads without threads or a store.
  'config.ts': ['core', 'configuration'],
  // Its variables.
  configuration: ['core'],
  // Its thread that writes matches makes their ids itself.
  cli: [
    'core',
    'generation',
    'workflows',
    'app.ts',
    'compose/local-lists.ts',
    'compose/replay.ts',
    'compose/on-store.ts',
    'compose/on-rows.ts',
    'compose/read-risk-profiles.ts',
    'compose/on-lists.ts',
    'compose/own-place.ts',
    'compose/local-run.ts',
    'compose/local-threads.ts',
    'compose/read-template.ts',
    'config.ts',
    'configuration',
    'adapters/digest',
    'adapters/files',
    'adapters/lists',
    'adapters/spreadsheets',
  ],
  'main.ts': ['core', 'cli'],
};

/** The floors of the core, lowest first: a folder imports only those before it. */
const CORE_FLOORS = [
  'error-kinds.ts',
  'reading-choice.ts',
  'errors.ts',
  'limits.ts',
  'callers',
  'money',
  'records',
  'words',
  'patterns',
  'fees',
  'matching',
  'classification',
  'preview',
  'drift',
  'exceptions',
  'people',
  'cross-month',
  'summary',
  'worklist',
  'search',
  'report',
  'decision-sheet',
  'screening',
  'risk',
  'reading',
  'mapping',
  'kinds',
  'identity',
  'documents',
  'faces',
  'arrivals',
];

/** Two paths up to where they part: the folder that both are in, and what of it each is in. */
function partingOf(one: string, other: string): { readonly folder: string; readonly parts: [string, string] } {
  const [a, b] = [one.split('/'), other.split('/')];
  let depth = 0;
  while (a[depth] === b[depth]) depth++;
  return { folder: a.slice(0, depth).join('/'), parts: [a[depth], b[depth]] };
}

beforeAll(() => init);

describe('imports', () => {
  test('are seen, types included', () => {
    expect(importsOf('ports/compute.ts')).toContain('core/records/rows/columns.ts');
    expect(importsOf('main.ts')).toContain('cli/begin-reconcile.ts');
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

  test('of the core go down its floors', () => {
    const floorOf = (path: string): number => CORE_FLOORS.indexOf(path.split('/')[1]);
    const upward = files
      .filter((file) => partOf(file) === 'core')
      .flatMap((file) =>
        importsOf(file)
          .filter((path) => partOf(path) === 'core' && (floorOf(path) < 0 || floorOf(path) > floorOf(file)))
          .map((path) => `${file} imports ${path}`),
      );
    expect(upward).toEqual([]);
  });

  test('go one way between two folders side by side', () => {
    const ways = new Map<string, string>();
    for (const file of files) {
      for (const path of importsOf(file).filter((one) => one.endsWith('.ts') && one !== file)) {
        const { folder, parts } = partingOf(file, path);
        if (parts.every((part) => !part.endsWith('.ts')))
          ways.set([folder, ...parts].join(' '), `${file} imports ${path}`);
      }
    }
    const both = [...ways].flatMap(([way, example]) => {
      const [folder, from, to] = way.split(' ') as [string, string, string];
      return ways.has([folder, to, from].join(' ')) ? [example] : [];
    });
    expect(both).toEqual([]);
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
      const inner = ['core', 'generation', 'ports', 'workflows'].includes(partOf(file));
      return importsOf(file)
        .filter(
          (path) =>
            !/[.](ts|json)$/.test(path) && (inner || !(path.startsWith('node:') || packageOf(path) in dependencies)),
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

test('the core and what makes months have no clock, no randomness and no surroundings', () => {
  const impure = /\b(Date\.now|new Date|Math\.random|performance\.|process\.|console\.|globalThis|setTimeout|fetch\()/;
  const code = (file: string) => textOf(file).replaceAll(/\/\*[\s\S]*?\*\/|\/\/.*$/gm, '');
  expect(files.filter((file) => ['core', 'generation'].includes(partOf(file)) && impure.test(code(file)))).toEqual([]);
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
