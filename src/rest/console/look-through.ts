// Barrels of packages are looked through: a module that takes a few names of a package asks for the files that define
// them, and what nobody takes, such as servers and other protocols, is never loaded. That is so for files that hold
// nothing but exports of other files, in packages that say that loading a file does nothing else.

import { posix } from 'node:path';
import { listsOf } from './name-lists.ts';

interface ReadModule {
  /** JavaScript of a path below the project's folder. */
  codeOf(path: string): Promise<string>;
  /** The path that a module means by a name. Throws if it is no module of the console. */
  resolve(from: string, name: string): string;
}

const LOOKED_THROUGH = /^node_modules\/(@connectrpc|@bufbuild)\//;

/** The names that a file exports, each with the file and the name that define it. */
type Given = ReadonlyMap<string, { readonly path: string; readonly name: string }>;

/** A copy of the code whose imports name the files that define what they take. */
export function lookThrough(reading: ReadModule): (path: string, code: string) => Promise<string> {
  const known = new Map<string, Promise<Given | null>>();
  const given = (path: string): Promise<Given | null> => {
    const found = known.get(path) ?? barrel(path);
    known.set(path, found);
    return found;
  };

  /** The names that a barrel gives; null for a file that is none. */
  async function barrel(path: string): Promise<Given | null> {
    if (!LOOKED_THROUGH.test(path)) return null;
    const code = await reading.codeOf(path);
    const { lists, wholes, rest } = exportsOf(code);
    if (rest) return null;
    const names = new Map<string, { path: string; name: string }>();
    for (const { pairs, from } of lists) {
      const target = reading.resolve(path, from);
      for (const [name, as] of pairs) names.set(as, await definedIn(target, name));
    }
    for (const from of wholes) {
      const target = reading.resolve(path, from);
      for (const name of await namesOf(target)) if (!names.has(name)) names.set(name, await definedIn(target, name));
    }
    return names;
  }

  async function namesOf(path: string): Promise<readonly string[]> {
    const inner = await given(path);
    if (inner !== null) return [...inner.keys()];
    const code = await reading.codeOf(path);
    const listed = listsOf(code, 'export').flatMap(({ pairs }) => pairs.map(([, as]) => as));
    return [...code.split('\n').flatMap((line) => OWN.exec(line)?.[1] ?? []), ...listed];
  }

  async function definedIn(path: string, name: string) {
    return (await given(path))?.get(name) ?? { path, name };
  }

  return async (path, code) => {
    const parts: string[] = [];
    let at = 0;
    for (const { pairs, from, begin, end } of listsOf(code, 'import')) {
      const names = from === '' ? null : await given(reading.resolve(path, from));
      if (names === null) continue;
      const lines = pairs.map(([name, as]) => {
        const found = names.get(name);
        if (found === undefined) throw new Error(`${path} takes ${name} of ${from}, which does not give it.`);
        const taken = found.name === as ? as : `${found.name} as ${as}`;
        return `import { ${taken} } from "${relativeTo(path, found.path)}";`;
      });
      parts.push(code.slice(at, begin), lines.join(' '));
      at = end;
    }
    return parts.join('') + code.slice(at);
  };
}

const OWN = /^export (?:async )?(?:function\*?|class|const|let|var) (\w+)/;
const ALL = /^export \* from "([^"\n]+)";$/;

/** The exports of a file that come from other files; `rest`: the file holds something else as well. */
function exportsOf(code: string) {
  const lists = listsOf(code, 'export');
  let [at, without] = [0, ''];
  for (const { begin, end } of lists) {
    without += code.slice(at, begin);
    at = end;
  }
  const lines = (without + code.slice(at)).split('\n').map((line) => line.trim());
  const wholes = lines.flatMap((line) => ALL.exec(line)?.[1] ?? []);
  const others = lines.filter((line) => line !== '' && !line.startsWith('//') && !ALL.test(line));
  return { lists, wholes, rest: others.length > 0 || lists.some(({ from }) => from === '') };
}

function relativeTo(from: string, to: string): string {
  const path = posix.relative(posix.dirname(from), to);
  return path.startsWith('.') ? path : `./${path}`;
}
