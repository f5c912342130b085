// The format of Open Financial Exchange, OFX and QFX: version 1 (SGML) and version 2 (XML).

import { TextPieces } from '../../bytes/text-pieces.ts';
import { EntryRows } from '../../entries/entry-rows.ts';
import { stateBalances } from '../../entries/statements.ts';
import { areOnOneLine } from '../../xml/elements-on-line.ts';
import { inXmlEncoding } from '../../xml/xml-encoding.ts';
import type { EntryFormat } from '../format.ts';
import { OfxReader } from './ofx-reader.ts';
import { OfxTags } from './ofx-tags.ts';

const ENTRIES = /<STMTTRN>/gi;
/** Bytes of a short entry. */
const ENTRY_BYTES = 150;

export const OFX: EntryFormat = {
  begins: ({ text }) => /^OFXHEADER\s?:/i.test(text) || (text.startsWith('<') && /<\?OFX\b|<OFX>/i.test(text)),
  read: (request, file) =>
    inXmlEncoding(file, request.name, (encoding) => {
      const { name, progress } = request;
      const rows = new EntryRows(request, Math.ceil(file.size / ENTRY_BYTES));
      const isNumbered = areOnOneLine(file, encoding, ENTRIES);
      const pieces = new TextPieces({ file, encoding, progress });
      const reader = new OfxReader(rows, { file: name, isNumbered });
      const tags = new OfxTags(pieces, name);
      while (tags.next()) reader.take(tags);
      reader.end();
      stateBalances(reader.statements, rows);
      return rows.finish({ format: 'ofx', encoding: encoding.name, digest: pieces.bytes.digest(), isNumbered });
    }),
};
