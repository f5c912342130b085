// Corrects files with other quoting than RFC 4180 as their bytes come in: lines each of which is one quoted field with
// a row inside, as spreadsheets save a file that they had opened as one column; and quotes that a backslash escapes
// within a text, as databases export them. Nothing becomes longer, so it is done in place.

import { TieoutError } from '../../../core/errors.ts';
import type { Rewriting } from '../bytes/byte-source.ts';
import { BACKSLASH, CR, EQUALS, endsCell, isLineEnd, LF, QUOTE, SPACE } from '../rows/delimiters.ts';
import type { Quoting } from './quoting.ts';

/**
 * The correction for a file from its beginning, or for a piece of it from the middle of a line; null for usual quoting.
 */
export function requotingOf(quoting: Quoting, { file, midLine }: { file: string; midLine: boolean }): Rewriting | null {
  if (quoting === 'whole lines') return new QuotedLines(file, midLine);
  return quoting === 'backslashes' ? new EscapedQuotes() : null;
}

/** Takes the quotes off lines that are one quoted field, and undoes doubled ones in them; other lines stay as they are. */
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

  /** Whether a byte belongs to the row. */
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

/** Doubles the quotes that a backslash escapes within quoted cells, in its place, and takes one of two backslashes. */
class EscapedQuotes implements Rewriting {
  private state: 'outside' | 'inside' | 'backslash' | 'quote' = 'outside';
  /** Nothing of the cell stands before the next byte. */
  private atStart = true;

  rewrite(bytes: Uint8Array, from: number, to: number): number {
    let end = from;
    for (let p = from; p < to; p++) {
      const c = bytes[p];
      if (this.state === 'backslash') {
        this.state = 'inside';
        if (c === BACKSLASH) continue;
        // The row with this quote is not cut yet: its backslash lies right before it, even if it came with an earlier
        // piece.
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
