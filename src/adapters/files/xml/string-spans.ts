// XML with names, attributes and texts as strings, for what is small.

import type { XmlSpans } from './xml-scanner.ts';
import { type Attributes, attributesIn, textIn } from './xml-text.ts';

export interface XmlTake {
  readonly open?: (name: string, attributes: Attributes) => void;
  readonly text?: (text: string) => void;
  readonly close?: (name: string) => void;
}

export const stringsOf = (take: XmlTake): XmlSpans => ({
  open: (bytes, from, to, end) => take.open?.(textIn(bytes, from, to, false), attributesIn(bytes, to, end)),
  text: (bytes, from, to, escaped) => take.text?.(textIn(bytes, from, to, escaped)),
  close: (bytes, from, to) => take.close?.(textIn(bytes, from, to, false)),
});
