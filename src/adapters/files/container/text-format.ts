// Which text format a file is in that is no delimited text. Asked only when a file was not understood as what it should
// be: a preamble may well begin like one of these.

const FORMATS: readonly (readonly [beginning: RegExp, name: string])[] = [
  [/^(OFXHEADER:|<\?OFX|<OFX>)/i, 'OFX'],
  [/^<(!doctype\s+html|html|table)\b/i, 'a web page'],
  [/^<\?xml\b|^<[\w:]+[\s>]/, 'XML'],
  [/^(\{1:|:20:)/, 'MT940'],
  [/^!(Type|Account|Option):/i, 'QIF'],
  [/^(\{|\[)\s*["{[]/, 'JSON'],
  [/^\{\\rtf/, 'a text document'],
];

/** Looked at: what tells a format stands at its beginning. */
const MOST_BYTES = 1_024;

/** As it is called in a sentence, or null. `head`: the file's beginning in UTF-8. */
export function textFormatOf(head: Uint8Array): string | null {
  const text = new TextDecoder().decode(head.subarray(0, MOST_BYTES)).trimStart();
  return FORMATS.find(([beginning]) => beginning.test(text))?.[1] ?? null;
}
