// The scanner of XML hands on what a full parser does, however the bytes are cut, and refuses what that refuses.

import fc from 'fast-check';
import { SaxesParser } from 'saxes';
import { describe, expect, it } from 'vitest';
import { stringsOf } from '../../../src/adapters/files/xml/string-spans.ts';
import { XmlScanner } from '../../../src/adapters/files/xml/xml-scanner.ts';
import { refusalOf } from './reading.ts';

/** What is handed on, with texts that belong together in one. */
type Events = string[];
const noting = (events: Events) => ({
  open: (name: string, attributes: Readonly<Record<string, string>>) =>
    void events.push(`<${name} ${JSON.stringify(attributes)}`),
  text: (text: string) => {
    if (text === '') return;
    if (events.at(-1)?.startsWith('"')) events.push(`"${events.pop()!.slice(1)}${text}`);
    else events.push(`"${text}`);
  },
  close: (name: string) => void events.push(`>${name}`),
});

function scanned(xml: string | Uint8Array, pieces: readonly number[] = []): Events {
  const events: Events = [];
  const scanner = new XmlScanner({ name: 'file.xml', part: '' }, stringsOf(noting(events)));
  const bytes = typeof xml === 'string' ? new TextEncoder().encode(xml) : xml;
  let at = 0;
  for (const length of pieces) {
    scanner.write(bytes.slice(at, at + length));
    at += length;
  }
  scanner.write(bytes.slice(at));
  scanner.end();
  return events;
}

function parsed(xml: string): Events {
  const events: Events = [];
  const { open, text, close } = noting(events);
  const parser = new SaxesParser();
  const local = (name: string) => name.slice(name.indexOf(':') + 1);
  parser.on('error', (error) => {
    throw error;
  });
  parser.on('opentag', (tag) => {
    depth++;
    open(local(tag.name), tag.attributes as Record<string, string>);
  });
  let depth = 0;
  // White space around the root is no text of it.
  parser.on('text', (piece) => {
    if (depth > 0) text(piece);
  });
  parser.on('cdata', text);
  parser.on('closetag', (tag) => {
    depth--;
    close(local(tag.name));
  });
  parser.write(xml).close();
  return events;
}

const name = fc.constantFrom('row', 'c', 'x:v', 'Ünï', 'a-b');
const words = fc.string({
  unit: fc.constantFrom('a', ' ', 'é', '₦', '>', '"', "'", '&amp;', '&#x41;', '&#8358;', ']', '-'),
});
const attribute = fc.tuple(
  fc.constantFrom('r', 's', 'x:id', 'long'),
  words.map((text) => text.replaceAll('"', '&quot;')),
);
const element: fc.Memo<string> = fc.memo((depth) => {
  const inner: fc.Arbitrary<string> =
    depth <= 1 ? words.map(plain) : fc.oneof(words.map(plain), element(depth - 1), special);
  return fc
    .tuple(
      name,
      fc.uniqueArray(attribute, { selector: ([key]) => key, maxLength: 3 }),
      fc.array(inner, { maxLength: 3 }),
      fc.boolean(),
    )
    .map(([tag, attributes, content, isEmpty]) => {
      const written = attributes.map(([key, value]) => ` ${key}="${value}"`).join('');
      return isEmpty ? `<${tag}${written} />` : `<${tag}${written}>${content.join('')}</${tag}\n>`;
    });
});
const plain = (text: string): string => text.replaceAll(']]>', '');
const special = fc.constantFrom('<!-- a <b> -- -->'.replace(' -- ', ' '), '<![CDATA[<not> & a tag]]>', '<?do it?>');

describe('a scan of XML', () => {
  it('is what a parser reads', () => {
    fc.assert(
      fc.property(element(3), fc.array(fc.integer({ min: 0, max: 9 }), { maxLength: 60 }), (xml, pieces) => {
        const whole = `<?xml version="1.0"?>\n${xml}\n`;
        expect(scanned(whole, pieces)).toEqual(parsed(whole));
      }),
      { numRuns: 300 },
    );
  });
  it('is the same in UTF-16 and in a declared encoding', () => {
    const xml = '<a b="é">Ü</a>';
    expect(scanned(Buffer.from(`\ufeff${xml}`, 'utf16le'), [3, 5])).toEqual(parsed(xml));
    const latin = `<?xml version="1.0" encoding="ISO-8859-1"?>${xml}`;
    expect(scanned(Buffer.from(latin, 'latin1'), [60])).toEqual(parsed(xml));
  });
  it.each([
    ['', 'its end is missing'],
    ['<a>', 'its end is missing'],
    ['<a><b></a>', '</a> closes nothing'],
    ['</a>', '</a> closes nothing'],
    ['<a/><b/>', 'it has a second root'],
    ['<a/>text', 'its end is missing'],
    ['text<a/>', 'text stands outside of its elements'],
    ['<a><!-- ', 'its end is missing'],
    ['<a b="', 'its end is missing'],
    ['<a <b>', 'a tag begins within another'],
    ['<!DOCTYPE a><a/>', 'it declares a document type, which may stand for any text'],
    ['< a/>', 'a tag has no name'],
    [`${'<a>'.repeat(101)}`, 'more than 100 elements stand one within the other'],
  ])('%s is refused', (xml, why) => {
    expect(refusalOf(() => scanned(xml))).toBe(`file.xml: the file is no whole XML: ${why}.`);
  });
  it('keeps no text beyond a megabyte in mind', () => {
    const piece = new Uint8Array(1 << 20).fill(0x20);
    const scanner = new XmlScanner({ name: 'file.xml', part: '' }, stringsOf({}));
    scanner.write(new TextEncoder().encode('<a b="'));
    expect(refusalOf(() => [scanner.write(piece), scanner.write(piece)])).toContain('longer than 1 MB');
  });
});
