// The text of a made-up file as bytes: cells are written straight into a buffer, because millions of short strings
// would cost more than the month itself. It is all ASCII.

const DIGIT_0 = 0x30;
const COMMA = 0x2c;
const MINUS = 0x2d;
const POINT = 0x2e;
const QUOTE = 0x22;

/** Room for the longest single put; narrations are cut far below it. */
const SLACK_BYTES = 4096;

export class TextBytes {
  /** Number of bytes put and not yet taken. */
  length = 0;
  private bytes: Uint8Array;
  private readonly digits = new Uint8Array(24);

  constructor(capacity: number) {
    this.bytes = new Uint8Array(capacity + SLACK_BYTES);
  }

  putByte(byte: number): void {
    this.bytes[this.length++] = byte;
  }

  /** Puts an ASCII text unchanged. */
  put(text: string): void {
    if (this.length + text.length + SLACK_BYTES > this.bytes.length) this.grow(text.length);
    const { bytes } = this;
    let at = this.length;
    for (let i = 0; i < text.length; i++) bytes[at++] = text.charCodeAt(i);
    this.length = at;
  }

  /** Puts a cell, quoted if it contains the separator or a quote, which is rare. */
  putCell(text: string): void {
    this.put(text.includes(',') || text.includes('"') ? `"${text.replaceAll('"', '""')}"` : text);
  }

  /** Puts an amount in kobo: `-1234.50`, or grouped and quoted, `"-1,234.50"`. */
  putMoney(kobo: number, grouped: boolean): void {
    if (this.length + SLACK_BYTES > this.bytes.length) this.grow(0);
    const quoted = grouped && (kobo >= 100_000 || kobo <= -100_000);
    if (quoted) this.putByte(QUOTE);
    if (kobo < 0) this.putByte(MINUS);
    let rest = Math.abs(kobo);
    let count = 0;
    while (rest > 0 || count < 3) {
      const next = Math.floor(rest / 10);
      this.digits[count++] = DIGIT_0 + (rest - next * 10);
      rest = next;
    }
    for (let i = count - 1; i >= 0; i--) {
      this.putByte(this.digits[i]);
      if (i === 2) this.putByte(POINT);
      else if (quoted && i > 2 && (i - 2) % 3 === 0) this.putByte(COMMA);
    }
    if (quoted) this.putByte(QUOTE);
  }

  /** A copy of the bytes so far; the buffer is emptied. */
  take(): Uint8Array {
    const taken = this.bytes.slice(0, this.length);
    this.length = 0;
    return taken;
  }

  private grow(by: number): void {
    const larger = new Uint8Array(2 * this.bytes.length + by + SLACK_BYTES);
    larger.set(this.bytes.subarray(0, this.length));
    this.bytes = larger;
  }
}
