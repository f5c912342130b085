// The elements of an XML file one by one as small trees, each handed out when it ends, so that a file of any size fits
// in memory. DTDs and entities of the file's own are refused; nothing is fetched.

import { TieoutError } from '../../../core/errors.ts';
import type { OpenFile } from '../bytes/byte-source.ts';
import type { Encoding } from '../bytes/encoding.ts';
import { TextPieces } from '../bytes/text-pieces.ts';
import { XmlScanner, type XmlSpans } from './xml-scanner.ts';
import { attributesIn, textIn, unknownEntity } from './xml-text.ts';

export interface XmlElement {
  /** The name without its namespace. */
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

/** Most elements directly inside one that are kept until it ends. */
const MOST_INSIDE = 100_000;

interface XmlSource {
  readonly file: OpenFile;
  readonly encoding: Encoding;
  readonly name: string;
  readonly progress: ((done: number, total: number) => void) | undefined;
}

/** Reads the whole file and answers its digest. Throws file_not_understood if it is no whole XML, file_too_large. */
export function readXmlElements({ file, encoding, name, progress }: XmlSource, handler: XmlHandler): string {
  const pieces = new TextPieces({ file, encoding, progress });
  const elements = new Elements(name, handler);
  const scanner = new XmlScanner({ name, part: '', isText: true }, elements);
  elements.lineAt = (bytes, place) => scanner.lineAt(bytes, place);
  for (let piece = pieces.nextBytes(); piece !== null; piece = pieces.nextBytes()) scanner.write(piece);
  elements.end();
  scanner.end();
  return pieces.bytes.digest();
}

const NO_ATTRIBUTES: XmlElement['attributes'] = {};
const SPACE = 0x20;

class Elements implements XmlSpans {
  lineAt: (bytes: Uint8Array, place: number) => number = () => 1;
  private readonly file: string;
  private readonly handler: XmlHandler;
  private readonly inside: XmlElement[] = [];
  private readonly names = new Names();

  constructor(file: string, handler: XmlHandler) {
    this.file = file;
    this.handler = handler;
  }

  open(bytes: Uint8Array, from: number, to: number, end: number): void {
    const element: XmlElement = {
      name: this.names.nameIn(bytes, from, to),
      line: this.lineAt(bytes, to),
      attributes: to === end ? NO_ATTRIBUTES : attributesIn(bytes, to, end),
      text: '',
      children: [],
    };
    this.handler.opened?.(element, this.inside);
    this.inside.push(element);
  }

  text(bytes: Uint8Array, from: number, to: number, escaped: boolean): void {
    const element = this.inside[this.inside.length - 1];
    let first = from;
    while (first < to && bytes[first] <= SPACE) first++;
    if (element === undefined || (first === to && element.text === '')) return;
    if (escaped) this.checkEntities(bytes, from, to);
    element.text += textIn(bytes, from, to, escaped);
  }

  private checkEntities(bytes: Uint8Array, from: number, to: number): void {
    const unknown = unknownEntity(textIn(bytes, from, to, false));
    if (unknown !== null) throw this.refusal(`the XML has an entity of its own, “${unknown}”, which is not read.`);
  }

  close(): void {
    const { inside } = this;
    const element = inside.pop()!;
    element.text = element.text.trim();
    if (this.handler.closed(element, inside)) return;
    const around = inside[inside.length - 1]?.children;
    if (around !== undefined && around.push(element) > MOST_INSIDE)
      throw this.refusal(`an XML element holds more than ${MOST_INSIDE} others.`);
  }

  /** Throws file_not_understood if an element has no end. */
  end(): void {
    const inner = this.inside.at(-1);
    if (inner !== undefined) throw this.refusal(`the XML ends inside <${inner.name}>: it is cut off.`);
  }

  private refusal(sentence: string): TieoutError {
    const line = this.lineAt(NO_BYTES, 0);
    return new TieoutError('file_not_understood', sentence, { file: this.file, line });
  }
}

const NO_BYTES = new Uint8Array(0);

/** Names of elements: a message has a hundred of them, a million times. */
class Names {
  private readonly known: (string | undefined)[] = [];

  nameIn(bytes: Uint8Array, from: number, to: number): string {
    const place = ((to - from) * 31 + bytes[from] * 7 + bytes[to - 1] * 131 + bytes[(from + to) >> 1]) & 1_023;
    const known = this.known[place];
    if (known !== undefined && isNamed(bytes, from, to, known)) return known;
    const name = textIn(bytes, from, to, false);
    this.known[place] = name;
    return name;
  }
}

/** Whether these bytes are that name; of letters that are no ASCII it answers no. */
function isNamed(bytes: Uint8Array, from: number, to: number, name: string): boolean {
  if (to - from !== name.length) return false;
  for (let i = 0; i < name.length; i++) if (bytes[from + i] !== name.charCodeAt(i)) return false;
  return true;
}
