// The records of a BAI2 file one by one, each with its continuations (88) joined to it.

import type { TextLines } from '../../bytes/text-lines.ts';

const CODE = /^(01|02|03|16|49|88|98|99)(?:,|\/|\s*$)/;
const CONTINUATION = '88';

export class Bai2Records {
  /** Two digits; '' for a line that is no record. */
  code = '';
  /** Line on which the record begins, from 1, and the number of lines that it has. */
  line = 0;
  lines = 0;
  /** The text behind the code, without the slash that ends a record. */
  body = '';
  private readonly source: TextLines;
  private hasAhead: boolean;

  constructor(source: TextLines) {
    this.source = source;
    this.hasAhead = this.toFilledLine();
  }

  /** Moves to the next record; false after the last. */
  next(): boolean {
    if (!this.hasAhead) return false;
    const { source } = this;
    this.line = source.line;
    this.lines = 1;
    this.code = codeOf(source.text);
    let body = source.text.trimEnd().slice(this.code === '' ? 0 : 3);
    while ((this.hasAhead = this.toFilledLine()) && codeOf(source.text) === CONTINUATION) {
      const more = source.text.trimEnd().slice(3);
      // A record that was ended goes on with its next field; a text that was not goes on as a text.
      body = body.endsWith('/') ? `${body.slice(0, -1)},${more}` : `${body} ${more}`;
      this.lines++;
    }
    this.body = body.endsWith('/') ? body.slice(0, -1) : body;
    return true;
  }

  private toFilledLine(): boolean {
    while (this.source.next()) if (this.source.text.trim() !== '') return true;
    return false;
  }
}

const codeOf = (line: string): string => CODE.exec(line)?.[1] ?? '';
