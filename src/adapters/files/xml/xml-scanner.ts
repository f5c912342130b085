// Scans XML in UTF-8 piece by piece and hands on spans of bytes: workbooks and bank messages hold millions of elements,
// and a string for each name and attribute costs more than all else. There are no entities but those of XML itself, no
// document type, and nothing from elsewhere. Elements must be closed in their order, to the end of the file.

import { TieoutError } from '../../../core/errors.ts';
import { MAX_XML_DEPTH } from '../../../core/limits.ts';
import { utf8Of } from './utf8-pieces.ts';

/** Spans of `bytes`, valid only during the call. Names come without their namespaces. */
export interface XmlSpans {
  /** An element begins: its name is bytes[from..to), its attributes stand in [to..end) (xml-text.ts). */
  open(bytes: Uint8Array, from: number, to: number, end: number): void;
  /** A piece of text. `escaped`: it holds an ampersand (xml-text.ts). A text may come in several pieces. */
  text(bytes: Uint8Array, from: number, to: number, escaped: boolean): void;
  /** The element ends, also one that has no content. */
  close(bytes: Uint8Array, from: number, to: number): void;
}

const LESS = 0x3c;
const GREATER = 0x3e;
const LF = 0x0a;
const CR = 0x0d;
const SLASH = 0x2f;
const COLON = 0x3a;
const QUOTE = 0x22;
const APOSTROPHE = 0x27;
const AMPERSAND = 0x26;
const SPACE = 0x20;
const EXCLAMATION = 0x21;
const QUESTION = 0x3f;

/** The prime of the hash FNV-1a. */
const FNV_PRIME = 16_777_619;

/** Longest tag or text in bytes: a cell holds 32,767 characters. */
const MAX_SPAN_BYTES = 1 << 20;

const COMMENT = [Buffer.from('<!--'), Buffer.from('-->')] as const;
const CDATA = [Buffer.from('<![CDATA['), Buffer.from(']]>')] as const;
const INSTRUCTION = [Buffer.from('<?'), Buffer.from('?>')] as const;

/** What is scanned, for sentences. */
interface Scanned {
  readonly name: string;
  /** The part of the file; '' for all of it. */
  readonly part: string;
  /** The bytes are UTF-8 whatever the file declares, and their lines count. */
  readonly isText?: boolean;
}

export class XmlScanner {
  private readonly place: Scanned;
  private readonly spans: XmlSpans;
  private readonly toUtf8: ReturnType<typeof utf8Of>;
  /** Bytes that are not handed on yet: the beginning of a tag or of a text. */
  private kept = new Uint8Array(0);
  /** A number for the name of each open element. */
  private readonly names = new Int32Array(MAX_XML_DEPTH + 1);
  private depth = 0;
  private hasRoot = false;

  /** The line up to `counted` in the bytes at hand. */
  private line = 1;
  private counted = 0;

  constructor(place: Scanned, spans: XmlSpans) {
    this.place = place;
    this.spans = spans;
    this.toUtf8 = place.isText === true ? (bytes) => bytes : utf8Of();
  }

  /** The line of a place in the bytes at hand, of a text: to be asked within a call, in order. */
  lineAt(bytes: Uint8Array, place: number): number {
    for (let p = this.counted; p < place; p++)
      if (bytes[p] === LF || (bytes[p] === CR && bytes[p + 1] !== LF)) this.line++;
    this.counted = Math.max(this.counted, place);
    return this.line;
  }

  /** Takes the next bytes. Throws file_not_understood, file_too_large. */
  write(piece: Uint8Array): void {
    this.take(this.toUtf8(piece, false));
  }

  private take(utf8: Uint8Array): void {
    const bytes = this.kept.length === 0 ? utf8 : Buffer.concat([this.kept, utf8]);
    const done = this.scan(bytes);
    if (this.place.isText === true) this.lineAt(bytes, done);
    this.counted = 0;
    if (bytes.length - done > MAX_SPAN_BYTES)
      throw new TieoutError('file_too_large', `a text or tag of ${this.called()} is longer than 1 MB.`, {
        file: this.place.name,
      });
    // A copy, because the piece belongs to the caller.
    this.kept = new Uint8Array(bytes.subarray(done));
  }

  /** Throws file_not_understood if the XML is not whole. */
  end(): void {
    this.take(this.toUtf8(new Uint8Array(0), true));
    if (this.kept.some((c) => c > SPACE) || this.depth > 0 || !this.hasRoot) throw this.refusal('its end is missing');
  }

  /** Hands on whole tags and the texts before them; answers where the rest begins. */
  private scan(bytes: Uint8Array): number {
    let at = 0;
    for (;;) {
      // A loop, because most texts are so short that calling indexOf takes longer.
      let open = at;
      let escaped = false;
      for (; open < bytes.length && bytes[open] !== LESS; open++) escaped ||= bytes[open] === AMPERSAND;
      if (open === bytes.length) return at;
      const end = this.endOfTag(bytes, open);
      if (end < 0) {
        // The text is handed on with its tag, so that no character is cut.
        return at;
      }
      if (open > at) this.takeText(bytes, at, open, escaped);
      this.takeTag(bytes, open, end);
      at = end;
    }
  }

  /** The place behind the tag that begins at `open`; -1 if its end is not there yet. */
  private endOfTag(bytes: Uint8Array, open: number): number {
    const second = bytes[open + 1];
    if (second === QUESTION) return behind(bytes, open + 2, INSTRUCTION[1]);
    if (second === EXCLAMATION) return this.endOfDeclaration(bytes, open);
    let quote = 0;
    for (let p = open + 1; p < bytes.length; p++) {
      const c = bytes[p];
      if (quote !== 0) {
        if (c === quote) quote = 0;
      } else if (c === GREATER) return p + 1;
      else if (c === QUOTE || c === APOSTROPHE) quote = c;
      else if (c === LESS) throw this.refusal('a tag begins within another');
    }
    return -1;
  }

  private endOfDeclaration(bytes: Uint8Array, open: number): number {
    for (const [begin, end] of [COMMENT, CDATA]) {
      const length = Math.min(begin.length, bytes.length - open);
      if (begin.subarray(0, length).equals(bytes.subarray(open, open + length)))
        return length < begin.length ? -1 : behind(bytes, open + begin.length, end);
    }
    throw this.refusal('it declares a document type, which may stand for any text');
  }

  private takeText(bytes: Uint8Array, from: number, to: number, escaped: boolean): void {
    if (this.depth === 0) {
      for (let p = from; p < to; p++) if (bytes[p] > SPACE) throw this.refusal('text stands outside of its elements');
      return;
    }
    this.spans.text(bytes, from, to, escaped);
  }

  private takeTag(bytes: Uint8Array, open: number, end: number): void {
    const second = bytes[open + 1];
    if (second === QUESTION) return;
    if (second === EXCLAMATION) {
      if (bytes[open + 2] === CDATA[0][2] && this.depth > 0)
        this.spans.text(bytes, open + CDATA[0].length, end - CDATA[1].length, false);
      return;
    }
    const isEnd = second === SLASH;
    const isEmpty = !isEnd && bytes[end - 2] === SLASH;
    const first = isEnd ? open + 2 : open + 1;
    const last = isEmpty ? end - 2 : end - 1;
    let from = first;
    let to = first;
    let hash = 0;
    for (; to < last; to++) {
      const c = bytes[to];
      if (c <= SPACE) break;
      hash = Math.imul(hash ^ c, FNV_PRIME);
      if (c === COLON) from = to + 1;
    }
    if (to === from) throw this.refusal('a tag has no name');
    if (!isEnd) this.opened(hash);
    if (!isEnd) this.spans.open(bytes, from, to, last);
    if (!isEnd && !isEmpty) return;
    if (this.depth === 0 || this.names[this.depth] !== hash)
      throw this.refusal(
        `</${new TextDecoder().decode(bytes.subarray(first, Math.min(to, first + 40)))}> closes nothing`,
      );
    this.depth--;
    this.spans.close(bytes, from, to);
  }

  private opened(name: number): void {
    if (this.depth === 0 && this.hasRoot) throw this.refusal('it has a second root');
    this.hasRoot = true;
    if (this.depth >= MAX_XML_DEPTH)
      throw this.refusal(`more than ${MAX_XML_DEPTH} elements stand one within the other`);
    this.names[++this.depth] = name;
  }

  private called(): string {
    return this.place.part === '' ? 'the file' : this.place.part;
  }

  private refusal(why: string): TieoutError {
    const { name, part, isText } = this.place;
    const sentence = `${part === '' ? 'the file' : `${part} in it`} is no whole XML: ${why}.`;
    return new TieoutError('file_not_understood', sentence, {
      file: name,
      ...(isText === true && { line: this.line }),
    });
  }
}

/** The place behind the next occurrence of `mark`, -1 if there is none. */
function behind(bytes: Uint8Array, from: number, mark: Buffer): number {
  const at = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).indexOf(mark, from);
  return at < 0 ? -1 : at + mark.length;
}
