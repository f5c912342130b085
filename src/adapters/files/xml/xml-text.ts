// Texts and attributes of XML from their bytes. XML knows five names of characters and their numbers; what stands behind
// any other ampersand is refused by nobody and stays as it is.

const NAMED: Readonly<Record<string, string>> = { amp: '&', lt: '<', gt: '>', quot: '"', apos: "'" };
const LAST_CODE = 0x10ffff;

/** The text of a span. */
export function textIn(bytes: Uint8Array, from: number, to: number, escaped: boolean): string {
  const text = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).toString('utf8', from, to);
  return escaped ? unescapedXml(text) : text;
}

const unescapedXml = (text: string): string =>
  text.replaceAll(/&(?:#(\d{1,7})|#x([\da-f]{1,6})|([a-z]{2,4}));/gi, (whole, decimal, hex, name) => {
    if (name !== undefined) return NAMED[name] ?? whole;
    const code = decimal === undefined ? Number.parseInt(hex, 16) : Number(decimal);
    return code <= LAST_CODE ? String.fromCodePoint(code) : whole;
  });

/** A name between & and ; that XML does not know; null for none. */
export const unknownEntity = (text: string): string | null => {
  for (const [whole, name] of text.matchAll(/&([a-z][\w.-]{0,40});/gi)) if (!Object.hasOwn(NAMED, name)) return whole;
  return null;
};

const encoder = new TextEncoder();
const AMPERSAND = 0x26;
const SEMICOLON = 0x3b;
/** Longest name or number of a character, with the signs around it. */
const LONGEST = 10;
let unescapedInto = new Uint8Array(1 << 12);

/** The bytes of an escaped span; they are overwritten by the next one. */
export function unescapedBytes(bytes: Uint8Array, from: number, to: number): Uint8Array {
  if (unescapedInto.length < to - from) unescapedInto = new Uint8Array(2 * (to - from));
  const into = unescapedInto;
  let used = 0;
  for (let p = from; p < to; p++) {
    const c = bytes[p];
    let end = p;
    if (c === AMPERSAND) while (end < to && end - p < LONGEST && bytes[end] !== SEMICOLON) end++;
    if (c !== AMPERSAND || bytes[end] !== SEMICOLON || end >= to) {
      into[used++] = c;
      continue;
    }
    used += encoder.encodeInto(unescapedXml(textIn(bytes, p, end + 1, false)), into.subarray(used)).written;
    p = end;
  }
  return into.subarray(0, used);
}

export type Attributes = Readonly<Record<string, string>>;

/** The attributes of an element, by their names with namespaces. */
export function attributesIn(bytes: Uint8Array, from: number, to: number): Attributes {
  const found: Record<string, string> = {};
  const text = textIn(bytes, from, to, false);
  for (const [, name, double, single] of text.matchAll(/([^\s=]{1,100})\s{0,9}=\s{0,9}(?:"([^"]*)"|'([^']*)')/g))
    found[name] = unescapedXml(double ?? single ?? '');
  return found;
}
