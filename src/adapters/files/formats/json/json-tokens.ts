// JSON piece by piece (RFC 8259): objects and lists as they open and close, names and values as they come. Numbers are
// handed on as they are written, for a float would lose the digits of identifiers.

export interface JsonTake {
  open(bracket: '{' | '['): void;
  close(): void;
  name(text: string): void;
  /** `isText`: it stood in quotes. Null comes as ''. */
  value(text: string, isText: boolean): void;
}

const DEEPEST = 50;
/** Longest text in characters. */
const MAX_TEXT = 1 << 20;

/** Where a reading stands within the innermost object or list. */
type Expects = 'value' | 'name' | 'colon' | 'comma';

export class JsonTokens {
  private readonly take: JsonTake;
  /** Throws. */
  private readonly refuse: (why: string) => never;
  private readonly brackets: ('{' | '[')[] = [];
  private expects: Expects = 'value';
  private mayClose = false;
  private kept = '';

  constructor(take: JsonTake, refuse: (why: string) => never) {
    this.take = take;
    this.refuse = refuse;
  }

  write(piece: string): void {
    const json = this.kept + piece;
    let at = 0;
    while (at < json.length) {
      const next = this.token(json, at);
      if (next < 0) break;
      at = next;
    }
    this.kept = json.slice(at);
    if (this.kept.length > MAX_TEXT) this.refuse('a text is longer than 1 MB');
  }

  /** Called after the last piece. */
  end(): void {
    this.write('\n');
    if (this.kept.trim() !== '' || this.brackets.length > 0) this.refuse('its end is missing');
  }

  /** Takes the token that begins at `at`; answers where the next begins, -1 if it is not whole yet. */
  private token(json: string, at: number): number {
    const c = json[at];
    if (c === ' ' || c === '\n' || c === '\r' || c === '\t') return at + 1;
    if (c === '"') return this.text(json, at);
    if (c === '{' || c === '[') return this.opened(c, at);
    if (c === '}' || c === ']') return this.closed(c, at);
    if (c === ':' && this.expects === 'colon') this.expects = 'value';
    else if (c === ',' && this.expects === 'comma' && this.brackets.length > 0) {
      this.expects = this.brackets.at(-1) === '{' ? 'name' : 'value';
      this.mayClose = false;
    } else return this.word(json, at);
    return at + 1;
  }

  private opened(bracket: '{' | '[', at: number): number {
    // Records may follow one another without a list around them, one a line.
    if (this.expects === 'comma' && this.brackets.length === 0) this.expects = 'value';
    if (this.expects !== 'value') this.refuse(`${bracket} stands where none may stand`);
    if (this.brackets.length >= DEEPEST) this.refuse(`more than ${DEEPEST} values stand one within the other`);
    this.brackets.push(bracket);
    this.expects = bracket === '{' ? 'name' : 'value';
    this.mayClose = true;
    this.take.open(bracket);
    return at + 1;
  }

  private closed(bracket: '}' | ']', at: number): number {
    const open = this.brackets.pop();
    const isFit = open === (bracket === '}' ? '{' : '[') && (this.expects === 'comma' || this.mayClose);
    if (!isFit) this.refuse(`${bracket} closes nothing`);
    this.ended();
    this.take.close();
    return at + 1;
  }

  private ended(): void {
    this.expects = 'comma';
    this.mayClose = false;
  }

  private text(json: string, at: number): number {
    let end = at + 1;
    let isEscaped = false;
    for (; end < json.length && json[end] !== '"'; end++) {
      if (json[end] !== '\\') continue;
      isEscaped = true;
      end++;
    }
    if (end >= json.length) return -1;
    const text = isEscaped ? this.unescaped(json.slice(at, end + 1)) : json.slice(at + 1, end);
    if (this.expects === 'name') {
      this.expects = 'colon';
      this.mayClose = false;
      this.take.name(text);
    } else this.valued(text, true);
    return end + 1;
  }

  private unescaped(quoted: string): string {
    try {
      return JSON.parse(quoted.replaceAll(/[\u0000-\u001f]/g, ' ')) as string;
    } catch {
      return this.refuse('a text has an escape that JSON does not know');
    }
  }

  private valued(text: string, isText: boolean): void {
    if (this.expects !== 'value' || this.brackets.length === 0) this.refuse('a value stands where none may stand');
    this.ended();
    this.take.value(text, isText);
  }

  /** A number, true, false or null. */
  private word(json: string, at: number): number {
    let end = at;
    while (end < json.length && /[\w.+-]/.test(json[end])) end++;
    if (end === json.length) return -1;
    const word = json.slice(at, end);
    if (word === 'null') this.valued('', false);
    else if (word === 'true' || word === 'false' || /^-?\d{1,400}(\.\d{1,400})?([eE][+-]?\d{1,3})?$/.test(word))
      this.valued(word, false);
    else this.refuse(`“${word.slice(0, 40) || json[at]}” is no value`);
    return end;
  }
}
