// A file of settings in YAML, or in JSON, which is YAML too. Every value is read as the text that stands there, so that
// no id becomes a number. The first mistake is reported with its line, and none of the file is used.

import {
  isMap,
  isScalar,
  isSeq,
  LineCounter,
  type Node,
  parseDocument,
  type Scalar,
  type YAMLMap,
  type YAMLSeq,
} from 'yaml';
import { TieoutError } from '../../core/errors.ts';

/** A place in the file: its node, or the place near which it is missing. */
export type Place = Node | number | null;

interface YamlFile {
  readonly root: Node | null;
  readonly reader: YamlReader;
}

/** Throws usage with the file's name and the line. */
export function parseYaml(text: string, file: string): YamlFile {
  const lines = new LineCounter();
  const document = parseDocument(text, { schema: 'failsafe', lineCounter: lines, prettyErrors: false, strict: true });
  const reader = new YamlReader((offset, sentence) => {
    throw new TieoutError('usage', sentence, { file, line: lines.linePos(offset).line });
  });
  const [broken] = document.errors;
  if (broken !== undefined)
    reader.fail(broken.pos[0], `it is neither YAML nor JSON: ${broken.message.split('\n')[0]}.`);
  return { root: document.contents, reader };
}

/** Each method throws usage with the line of what is wrong. */
export class YamlReader {
  readonly #fail: (offset: number, sentence: string) => never;

  constructor(fail: (offset: number, sentence: string) => never) {
    this.#fail = fail;
  }

  fail(place: Place, sentence: string): never {
    return this.#fail(offsetOf(place), sentence);
  }

  /** `near`: where the mistake is reported if there is no node. */
  members<F extends string>(node: Node | null, near: Place, known: readonly F[]): Map<F, Node> {
    if (!isMap(node)) return this.fail(node ?? near, `here must stand an object with ${known.join(', ')}.`);
    return new Map(
      (node as YAMLMap<Scalar, Node | null>).items.map(({ key, value }) => {
        const name = String(key.value);
        if (!known.includes(name as F)) this.fail(key, `${name} is unknown here: the fields are ${known.join(', ')}.`);
        return [name as F, value ?? this.fail(key, `${name} has no value.`)];
      }),
    );
  }

  /** The members of an object whose names are the file's own, with the place of each name. */
  named(node: Node, field: string): readonly { readonly name: string; readonly key: Node; readonly value: Node }[] {
    if (!isMap(node) || node.items.length === 0)
      return this.fail(node, `${field} must be an object with a name at least.`);
    return (node as YAMLMap<Scalar, Node | null>).items.map(({ key, value }) => {
      const name = String(key.value);
      return { name, key, value: value ?? this.fail(key, `${name} has no value.`) };
    });
  }

  list(node: Node | null, near: Place, field: string): YAMLSeq {
    if (!isSeq(node) || node.items.length === 0)
      return this.fail(node ?? near, `${field} must be a list with at least one item.`);
    return node;
  }

  texts(node: Node, field: string, pattern: RegExp, accepts: string): readonly string[] {
    if (!isSeq(node)) return this.fail(node, `${field} must be ${accepts}.`);
    return this.list(node, 0, field).items.map((item) => this.text(item as Node, field, pattern, accepts));
  }

  text(node: Node, field: string, pattern: RegExp, accepts: string): string {
    const value = isScalar(node) ? node.value : null;
    if (typeof value === 'string' && pattern.test(value)) return value;
    return this.fail(node, `${field} must be ${accepts}.`);
  }
}

const offsetOf = (place: Place): number => (typeof place === 'number' ? place : (place?.range?.[0] ?? 0));
