// Unpacks a font of the WOFF format into the plain one (sfnt): the PDF library would unpack its tables again for every
// letter. A WOFF file is the tables of a font, each compressed by itself, behind a directory of 20 bytes a table
// (https://www.w3.org/TR/WOFF/).

import { inflateSync } from 'node:zlib';

const HEADER = 44;
const ENTRY = 20;

export function unpackWoff(woff: Buffer): Buffer {
  if (woff.toString('latin1', 0, 4) !== 'wOFF') throw new Error('The font is no WOFF file.');
  const count = woff.readUInt16BE(12);
  const tables = Array.from({ length: count }, (_, n) => {
    const at = HEADER + n * ENTRY;
    const [from, packed, length] = [woff.readUInt32BE(at + 4), woff.readUInt32BE(at + 8), woff.readUInt32BE(at + 12)];
    const bytes = woff.subarray(from, from + packed);
    const content = packed < length ? inflateSync(bytes) : bytes;
    return { tag: woff.readUInt32BE(at), sum: woff.readUInt32BE(at + 16), content };
  });
  const head = Buffer.alloc(12 + 16 * count);
  head.writeUInt32BE(woff.readUInt32BE(4), 0);
  head.writeUInt16BE(count, 4);
  // The fields for a search by halves.
  const power = 2 ** Math.floor(Math.log2(count));
  head.writeUInt16BE(power * 16, 6);
  head.writeUInt16BE(Math.log2(power), 8);
  head.writeUInt16BE((count - power) * 16, 10);
  const parts: Buffer[] = [head];
  let offset = head.length;
  for (const [n, { tag, sum, content }] of tables.entries()) {
    const at = 12 + 16 * n;
    for (const [field, value] of [tag, sum, offset, content.length].entries())
      head.writeUInt32BE(value, at + 4 * field);
    const room = Buffer.alloc(-content.length & 3);
    parts.push(content, room);
    offset += content.length + room.length;
  }
  return Buffer.concat(parts);
}
