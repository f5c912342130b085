// Corrects files that are not quoted by RFC 4180, as their bytes come in. Spreadsheets save a file that they opened as
// one column as lines of one quoted field. Databases export quotes inside a text behind a backslash. Nothing becomes
// longer, so the correction is in place.

import { TieoutError } from '../../../../core/errors.ts';
import type { Rewriting } from '../../bytes/byte-source.ts';
import { BACKSLASH, CR, EQUALS, endsCell, isLineEnd, LF, QUOTE, SPACE } from '../../rows/delimiters.ts';
import type { Quoting } from './quoting.ts';

/** The correction for a file; null for usual quoting. `midLine`: the bytes begin in the middle of a line. */
export function requotingOf(quoting: Quoting, { file, midLine }: { file: string; midLine: boolean }): Rewriting | null {
  if (quoting === 'whole lines') return new QuotedLines(file, midLine);
  return quoting === 'backslashes' ? new EscapedQuotes() : null;
}

/** Removes the quotes around lines that are one quoted field, and undoubles those inside. Other lines are unchanged. */
class QuotedLines implements Rewriting {
  private state: 'start' | 'inside' | 'quote' | 'plain';
  private line = 1;
  private behindReturn = false;
  private readonly file: string;

  constructor(file: string, midLine: boolean) {
    this.file = file;
    this.state = midLine ? 'plain' : 'start';
  }

  rewrite(bytes: Uint8Array, from: number, to: number): number {
    let end = from;
    for (let p = from; p < to; p++) {
      const c = bytes[p];
      if (this.keeps(c)) bytes[end++] = c;
      if (c === CR || (c === LF && !this.behindReturn)) this.line++;
      this.behindReturn = c === CR;
    }
    return end;
  }

  end(): void {
    if (this.state === 'inside') throw this.failure('the quoted field that starts here never ends.');
  }

  /** Whether the byte belongs to the row. */
  private keeps(c: number): boolean {
    const { state } = this;
    if (isLineEnd(c)) {
      if (state === 'inside')
        throw this.failure('the quotes of this line do not end on it, as those of the others do.');
      this.state = 'start';
      return true;
    }
    if (state === 'plain') return true;
    if (state === 'start') {
      this.state = c === QUOTE ? 'inside' : 'plain';
      return c !== QUOTE;
    }
    if (state === 'inside') {
      if (c === QUOTE) this.state = 'quote';
      return c !== QUOTE;
    }
    if (c === QUOTE) this.state = 'inside';
    else if (c !== SPACE) throw this.failure('this line is not one quoted field, as the other lines are.');
    return c === QUOTE;
  }

  private failure(sentence: string): TieoutError {
    return new TieoutError('file_not_understood', sentence, { file: this.file, line: this.line });
  }
}

/** Turns a quote behind a backslash into a doubled quote, and a doubled backslash into one. */
class EscapedQuotes implements Rewriting {
  private state: 'outside' | 'inside' | 'backslash' | 'quote' = 'outside';
  /** Whether the cell has no byte yet. */
  private atStart = true;

  rewrite(bytes: Uint8Array, from: number, to: number): number {
    let end = from;
    for (let p = from; p < to; p++) {
      const c = bytes[p];
      if (this.state === 'backslash') {
        this.state = 'inside';
        if (c === BACKSLASH) continue;
        // The backslash is right before the quote in the buffer: the row is not cut yet.
        if (c === QUOTE) bytes[end - 1] = QUOTE;
      } else this.step(c);
      bytes[end++] = c;
    }
    return end;
  }

  end(): void {}

  private step(c: number): void {
    if (this.state === 'inside') {
      if (c === BACKSLASH) this.state = 'backslash';
      else if (c === QUOTE) this.state = 'quote';
      return;
    }
    if (this.state === 'quote') {
      this.state = c === QUOTE ? 'inside' : 'outside';
      if (c === QUOTE) return;
      this.atStart = false;
    }
    if (c === QUOTE && this.atStart) this.state = 'inside';
    this.atStart = endsCell(c) || (this.atStart && (c === SPACE || c === EQUALS));
  }
}
