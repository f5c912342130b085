// The tags of a page piece by piece, with the text before each. A page is never wrong: what is no tag is text. What never
// ends hides all that stands behind its beginning, and is said.

/** A tag, and the text before it as it is written. */
interface Tag {
  readonly text: string;
  /** The name of the tag in lower case; '' for a comment or declaration. */
  readonly name: string;
  readonly isEnd: boolean;
  /** All of the tag, with its attributes. */
  readonly written: string;
}

/** Content that is no text, up to its own end tag. */
const WITHOUT_TEXT = new Set(['script', 'style', 'title', 'xml']);
/** Longest tag or comment that is waited for. */
const MAX_WAITING = 1 << 20;
/** Characters of it in a sentence. */
const SHOWN = 20;

export class HtmlTags {
  /** What began and does not end within the page or a megabyte, as it is written; '' for nothing. */
  unended = '';
  private readonly take: (tag: Tag) => void;
  private kept = '';
  private skipping = '';

  constructor(take: (tag: Tag) => void) {
    this.take = take;
  }

  write(piece: string): void {
    const html = this.kept + piece;
    let at = 0;
    for (;;) {
      if (this.skipping !== '') {
        const end = html.slice(at).search(ENDS.get(this.skipping)!);
        if (end < 0) {
          this.kept = html.slice(Math.max(at, html.length - 20));
          return;
        }
        at += end;
        this.skipping = '';
      }
      const open = tagFrom(html, at);
      const isComment = html.startsWith('<!--', open);
      const close = open < 0 ? -1 : isComment ? html.indexOf('-->', open) : endOfTag(html, open);
      if (close < 0) {
        // A text is handed on with its tag, so that no character's name is cut.
        this.kept = html.slice(at);
        if (this.kept.length <= MAX_WAITING) return;
        this.note(Math.max(0, open));
        this.kept = '';
        return;
      }
      const end = close + (isComment ? 3 : 1);
      const written = html.slice(open, end);
      const [, slash = '', name = ''] = /^<(\/?)([a-z][a-z0-9:]{0,20})/i.exec(written) ?? [];
      const called = isComment ? '' : name.toLowerCase();
      this.take({ text: html.slice(at, open), name: called, isEnd: slash === '/', written });
      at = end;
      if (slash === '' && WITHOUT_TEXT.has(called) && !written.endsWith('/>')) this.skipping = called;
    }
  }

  /** Called after the last piece. */
  end(): void {
    const open = tagFrom(this.kept, 0);
    if (this.skipping !== '') this.unended = `<${this.skipping}>`;
    else if (open >= 0) this.note(open);
  }

  private note(open: number): void {
    if (this.unended === '')
      this.unended = this.kept
        .slice(open, open + SHOWN)
        .replaceAll(/\s+/g, ' ')
        .trim();
  }
}

const ENDS = new Map([...WITHOUT_TEXT].map((name) => [name, new RegExp(`</${name}`, 'i')] as const));

/** The next < that begins a tag; -1 for none. */
function tagFrom(html: string, from: number): number {
  for (let at = html.indexOf('<', from); at >= 0; at = html.indexOf('<', at + 1)) {
    const next = html[at + 1];
    if (next === undefined || /[a-z/!?]/i.test(next)) return at;
  }
  return -1;
}

/** The > that ends a tag, behind its quoted values, or what stands before the next tag; -1 for none. */
function endOfTag(html: string, from: number): number {
  let quote = '';
  for (let p = from + 1; p < html.length; p++) {
    const c = html[p];
    if (quote !== '') {
      if (c === quote) quote = '';
    } else if (c === '>') return p;
    else if (c === '<') return p - 1;
    else if ((c === '"' || c === "'") && html[p - 1] === '=') quote = c;
  }
  return -1;
}
