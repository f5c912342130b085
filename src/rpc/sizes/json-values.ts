// How many values a JSON text has, before it is parsed: millions of empty objects take seconds to make, and block
// everything else. It counts starts of objects and arrays and commas outside texts, so that every member and item
// counts at least once. Only bodies that could have too many are counted, in pieces, so that others are served in
// between.

import { setImmediate as others } from 'node:timers/promises';
import { MAX_BODY_VALUES } from '../../core/limits.ts';
import { tooManyValues } from './body-bounds.ts';

/** Bytes counted at once: about a millisecond. */
const PIECE = 1 << 18;

const QUOTE = 0x22;
const COMMA = 0x2c;
const BRACKET = 0x5b;
const BACKSLASH = 0x5c;
const BRACE = 0x7b;

/** Throws body_too_large. */
export async function checkJsonValues(bytes: Uint8Array): Promise<void> {
  // A value is at least one byte, with a separator between two.
  if (bytes.length <= MAX_BODY_VALUES) return;
  const counter = new Counter();
  for (let from = 0; from < bytes.length; from += PIECE) {
    if (from > 0) await others();
    counter.count(bytes, from, Math.min(bytes.length, from + PIECE));
    if (counter.values > MAX_BODY_VALUES) throw tooManyValues();
  }
}

class Counter {
  values = 0;
  private inText = false;
  private isEscaped = false;

  count(bytes: Uint8Array, from: number, to: number): void {
    let { values, inText, isEscaped } = this;
    for (let p = from; p < to; p++) {
      const c = bytes[p];
      if (inText) {
        if (isEscaped) isEscaped = false;
        else if (c === BACKSLASH) isEscaped = true;
        else if (c === QUOTE) inText = false;
      } else if (c === QUOTE) inText = true;
      else if (c === COMMA || c === BRACKET || c === BRACE) values++;
    }
    this.values = values;
    this.inText = inText;
    this.isEscaped = isEscaped;
  }
}
