// The elements of an XML file one by one as small trees, each handed out when it ends, so that a file of any size fits
// in memory. DTDs and entities of the file's own are refused; nothing is fetched.

import { SaxesParser } from 'saxes';
import { TieoutError } from '../../../core/errors.ts';
import { MAX_ROW_BYTES } from '../../../core/limits.ts';
import type { OpenFile } from '../bytes/byte-source.ts';
import type { Encoding } from '../bytes/encoding.ts';
import { TextPieces } from '../bytes/text-pieces.ts';

export interface XmlElement {
  /** Without its namespace. */
  readonly name: string;
  /** Line of its tag, from 1. */
  readonly line: number;
  readonly attributes: Readonly<Record<string, string>>;
  /** Text directly inside it, trimmed. */
  text: string;
  /** Elements inside it that were not taken. */
  readonly children: XmlElement[];
}

export interface XmlHandler {
  /** Called at the tag of an element; `inside`: the elements around it, outermost first. */
  opened?(element: XmlElement, inside: readonly XmlElement[]): void;
  /** Called at the end of an element. True takes it: it is not kept among the children of the one around it. */
  closed(element: XmlElement, inside: readonly XmlElement[]): boolean;
}

/** Deepest nesting; messages have about fifteen. */
const DEEPEST = 100;

/** Most elements directly inside one that are kept until it ends. */
const MOST_INSIDE = 100_000;

interface XmlSource {
  readonly file: OpenFile;
  readonly encoding: Encoding;
  readonly name: string;
  readonly progress: ((done: number, total: number) => void) | undefined;
}

/** Reads the whole file and answers its digest. Throws file_not_understood if it is no whole XML. */
export function readXmlElements({ file, encoding, name, progress }: XmlSource, handler: XmlHandler): string {
  const refused = (sentence: string, line?: number) =>
    new TieoutError('file_not_understood', sentence, { file: name, ...(line !== undefined && { line }) });
  const pieces = new TextPieces({ file, encoding, progress });
  const parser = new SaxesParser();
  const open: XmlElement[] = [];
  let sinceTag = 0;
  let isEnded = false;
  parser.on('error', (error) => {
    const inner = open[open.length - 1];
    if (isEnded && inner !== undefined)
      throw refused(`the XML ends inside <${inner.name}>: it is cut off.`, parser.line);
    // The parser writes its own place in front of what is wrong.
    throw refused(`this is no whole XML: ${error.message.replace(/^\d+:\d+: /, '').replace(/\.$/, '')}.`, parser.line);
  });
  parser.on('doctype', () => {
    throw refused('the XML has a document type declaration (DTD), which is not read.', parser.line);
  });
  parser.on('opentag', ({ name: tag, attributes }) => {
    sinceTag = 0;
    if (open.length >= DEEPEST) throw refused(`XML elements lie more than ${DEEPEST} deep.`, parser.line);
    const local = tag.slice(tag.indexOf(':') + 1);
    const element: XmlElement = { name: local, line: parser.line, attributes, text: '', children: [] };
    handler.opened?.(element, open);
    open.push(element);
  });
  const takeText = (text: string) => {
    const inner = open[open.length - 1];
    if (inner !== undefined) inner.text += text;
  };
  parser.on('text', takeText);
  parser.on('cdata', takeText);
  parser.on('closetag', () => {
    sinceTag = 0;
    const element = open.pop();
    if (element === undefined) return;
    element.text = element.text.trim();
    if (handler.closed(element, open)) return;
    const around = open[open.length - 1]?.children;
    if (around !== undefined && around.push(element) > MOST_INSIDE)
      throw refused(`an XML element holds more than ${MOST_INSIDE} others.`, parser.line);
  });
  for (let text = pieces.next(); text !== null; text = pieces.next()) {
    parser.write(text);
    sinceTag += text.length;
    if (sinceTag > MAX_ROW_BYTES) throw refused('an XML element is longer than any entry of a statement.', parser.line);
  }
  isEnded = true;
  parser.close();
  return pieces.bytes.digest();
}
