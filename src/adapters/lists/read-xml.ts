// Reads the entries of a list in XML one by one, each as a small tree, so that a list of any size fits in memory. A
// file that ends before its root element is refused as cut off. Its own entities and DTDs are not read.

import { SaxesParser } from 'saxes';
import { TieoutError } from '../../core/errors.ts';

export interface XmlEntry {
  readonly name: string;
  readonly attributes: Readonly<Record<string, string>>;
  readonly text: string;
  readonly children: readonly XmlEntry[];
}

interface Growing {
  readonly name: string;
  readonly attributes: Readonly<Record<string, string>>;
  text: string;
  readonly children: Growing[];
}

interface XmlWish {
  /** Names of elements, of which the outermost are entries. */
  readonly entries: readonly string[];
  readonly called: string;
  readonly onRoot?: (attributes: Readonly<Record<string, string>>) => void;
}

/** A name without its namespace. */
const local = (name: string): string => name.slice(name.indexOf(':') + 1);

export async function* readXml(
  chunks: AsyncIterable<string>,
  { entries, called, onRoot }: XmlWish,
): AsyncGenerator<XmlEntry> {
  const parser = new SaxesParser();
  const open: Growing[] = [];
  let ready: XmlEntry[] = [];
  let failure: Error | undefined;
  let isInside = false;
  parser.on('error', (error) => {
    failure ??= error;
  });
  parser.on('opentag', ({ name, attributes }) => {
    if (!isInside) onRoot?.(attributes);
    isInside = true;
    const isEntry = open.length === 0 && entries.includes(local(name));
    if (!isEntry && open.length === 0) return;
    const one: Growing = { name: local(name), attributes, text: '', children: [] };
    open.at(-1)?.children.push(one);
    open.push(one);
  });
  parser.on('text', (text) => {
    const inner = open.at(-1);
    if (inner !== undefined) inner.text += text;
  });
  parser.on('closetag', () => {
    const done = open.pop();
    if (done === undefined) return;
    done.text = done.text.trim();
    if (open.length === 0) ready.push(done);
  });
  const check = () => {
    if (failure === undefined) return;
    throw new TieoutError('list_unusable', `${called} is no whole XML: ${failure.message.replace(/^\S+ /, '')}.`);
  };
  for await (const chunk of chunks) {
    parser.write(chunk);
    check();
    yield* ready;
    ready = [];
  }
  parser.close();
  check();
  yield* ready;
}

export const textsOf = ({ children }: XmlEntry, name: string): string[] =>
  children.filter((one) => one.name === name && one.text !== '').map(({ text }) => text);

export const textOf = (entry: XmlEntry, name: string): string => textsOf(entry, name)[0] ?? '';

export const within = ({ children }: XmlEntry, ...path: readonly string[]): XmlEntry[] => {
  const [first, ...rest] = path;
  const found = children.filter(({ name }) => name === first);
  return rest.length === 0 ? found : found.flatMap((one) => within(one, ...rest));
};

/** The texts of all elements of that name inside, at any depth. */
export const textsInside = (entry: XmlEntry, name: string): string[] => [
  ...textsOf(entry, name),
  ...entry.children.flatMap((one) => textsInside(one, name)),
];

/** The elements that have an element of that name in them, at any depth. */
export const holdersOf = (entry: XmlEntry, name: string): XmlEntry[] => [
  ...(entry.children.some((one) => one.name === name) ? [entry] : []),
  ...entry.children.flatMap((one) => holdersOf(one, name)),
];

export const attributesOf = (entry: XmlEntry, name: string): XmlEntry['attributes'][] =>
  within(entry, name).map(({ attributes }) => attributes);
