// Every regular expression of the source: literals as they are parsed, those that are put together of constants when
// their module is loaded, as they come out, and those that the contract's rules hold.

import { readdirSync, readFileSync } from 'node:fs';
import { join, sep } from 'node:path';
import { fileURLToPath } from 'node:url';
import { Worker } from 'node:worker_threads';
import { parseAst } from 'vitest/node';

export interface SourceExpression {
  /** core/money/money.ts:79 */
  readonly at: string;
  readonly source: string;
  readonly flags: string;
}

export interface SourceExpressions {
  readonly expressions: readonly SourceExpression[];
  /** Places that put one together later, which may be of anything. */
  readonly builtLater: readonly string[];
}

const src = fileURLToPath(new URL('../../src', import.meta.url));
const noting = fileURLToPath(new URL('note-built.ts', import.meta.url));
const proto = fileURLToPath(new URL('../../proto/tieout', import.meta.url));

const filesIn = (folder: string, ending: string): string[] =>
  readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((path) => path.endsWith(ending))
    .map((path) => path.split(sep).join('/'))
    .sort();

interface Node {
  readonly type: string;
  readonly start: number;
  readonly regex?: { readonly pattern: string; readonly flags: string };
  readonly callee?: { readonly name?: string };
}

export async function sourceExpressions(): Promise<SourceExpressions> {
  const expressions: SourceExpression[] = [];
  const building = new Set<string>();
  const files = filesIn(src, '.ts');
  for (const file of files) {
    const text = readFileSync(join(src, file), 'utf8');
    const visit = (node: Node): void => {
      const at = () => `${file}:${text.slice(0, node.start).split('\n').length}`;
      if (node.regex) expressions.push({ at: at(), source: node.regex.pattern, flags: node.regex.flags });
      if (/^(New|Call)Expression$/.test(node.type) && node.callee?.name === 'RegExp') building.add(at());
      for (const part of Object.values(node).flat())
        if (typeof part === 'object' && part !== null && 'type' in part) visit(part as Node);
    };
    visit(parseAst(text, { lang: 'ts' }) as unknown as Node);
  }
  const fileOf = (place: string) => place.slice(0, place.lastIndexOf(':'));
  const builders = new Set([...building].map(fileOf));
  // All of the core, which is pure, and all that validates: to see what they have others put together.
  const made = await built(files.filter((file) => /^(core|rpc\/validation)\//.test(file) || builders.has(file)));
  const seen = new Set(made.map(({ at }) => at));
  return {
    expressions: [...expressions, ...made, ...ofRules()],
    builtLater: [...building].filter((place) => !seen.has(place)).map(fileOf),
  };
}

/** What modules' expressions come out as: they are loaded where each that is made is noted. */
function built(files: readonly string[]): Promise<SourceExpression[]> {
  return new Promise((resolve, reject) => {
    const worker = new Worker(noting, { workerData: files });
    worker.once('message', resolve);
    worker.once('error', reject);
  });
}

/** Patterns of fields. */
function ofRules(): SourceExpression[] {
  return filesIn(proto, '.proto').flatMap((file) => {
    const text = readFileSync(join(proto, file), 'utf8');
    const patterns = text.matchAll(/\bpattern\s*[=:]\s*"([^"\n]+)"/g);
    return Array.from(patterns, ([, pattern], i) => ({
      at: `${file}, pattern ${i + 1}`,
      source: pattern!.replaceAll('\\\\', '\\'),
      flags: 'u',
    }));
  });
}
