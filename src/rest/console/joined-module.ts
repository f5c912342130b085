// All modules as one file, which a browser asks for once: two hundred requests are seconds on a line with any latency. Each
// module is a function that returns what it exports, called once, after those that it stands on. The forms are those that
// Node prints when it has taken types out; any other one is refused, and so is a circle of modules.

import { listsOf } from './name-lists.ts';

interface Joining {
  readonly entry: string;
  /** JavaScript by path. */
  readonly codes: ReadonlyMap<string, string>;
  /** The path that a module means by a name. */
  readonly resolve: (from: string, name: string) => string;
}

const OWN = /^export ((?:async )?(?:function\*?|class|const|var) ([\w$]+))/gm;

/** Throws for a form that it does not know, and for modules that import one another in a circle. */
export function joinedModule({ entry, codes, resolve }: Joining): string {
  const names = new Map<string, string>();
  const parts: string[] = [];
  const begun = new Set<string>();
  /** The variable that has what the module exports. */
  const variableOf = (path: string): string => {
    const known = names.get(path);
    if (known !== undefined) return known;
    if (begun.has(path)) throw new Error(`${path} imports itself through others.`);
    begun.add(path);
    const code = codes.get(path);
    if (code === undefined) throw new Error(`${path} is no module of the console.`);
    const { imports, body, exports } = takenApart(path, code);
    const lines = imports.map(
      ({ pairs, from }) =>
        `const { ${pairs.map(([name, as]) => `${name}: ${as}`).join(', ')} } = ${variableOf(resolve(path, from))};`,
    );
    const given = exports.map(({ as, value, from }) =>
      from === null ? `${as}: ${value}` : `${as}: ${variableOf(resolve(path, from))}.${value}`,
    );
    const variable = `module${names.size}`;
    names.set(path, variable);
    parts.push(
      `// ${path}\nconst ${variable} = (() => {\n${lines.join('\n')}\n${body}\nreturn { ${given.join(', ')} };\n})();`,
    );
    return variable;
  };
  variableOf(entry);
  return `${parts.join('\n')}\n`;
}

interface Export {
  readonly as: string;
  readonly value: string;
  /** The module that it is from; null: the module itself. */
  readonly from: string | null;
}

function takenApart(path: string, code: string) {
  const imports = listsOf(code, 'import');
  const lists = listsOf(code, 'export');
  const exports: Export[] = lists.flatMap(({ pairs, from }) =>
    pairs.map(([value, as]) => ({ as, value, from: from === '' ? null : from })),
  );
  let [at, body] = [0, ''];
  for (const { begin, end } of [...imports, ...lists].sort((a, b) => a.begin - b.begin)) {
    body += code.slice(at, begin);
    at = code[end] === ';' ? end + 1 : end;
  }
  body = (body + code.slice(at)).replace(OWN, (_, declared: string, name: string) => {
    exports.push({ as: name, value: name, from: null });
    return declared;
  });
  const strange = /^(?:import|export)\b.*/m.exec(body);
  if (strange !== null) throw new Error(`${path} cannot be joined to others: ${strange[0].slice(0, 80)}`);
  return { imports, body, exports };
}
