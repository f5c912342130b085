// Reads a camt message from its first element to its last.

import { TieoutError } from '../../../../core/errors.ts';
import type { OpenFile } from '../../bytes/byte-source.ts';
import type { Encoding } from '../../bytes/encoding.ts';
import { EntryRows } from '../../entries/entry-rows.ts';
import { stateBalances } from '../../entries/statements.ts';
import type { ReadRequest } from '../../request/read-request.ts';
import type { StatementFile } from '../../request/statement-file.ts';
import { areOnOneLine } from '../../xml/elements-on-line.ts';
import { readXmlElements } from '../../xml/xml-elements.ts';
import { CamtReader } from './camt-reader.ts';

const ENTRIES = /<(?:[\w.-]{1,40}:)?Ntry[\s>]/g;
/** Bytes of a short entry. */
const ENTRY_BYTES = 500;

export function readCamt(
  request: ReadRequest,
  { file, encoding }: { readonly file: OpenFile; readonly encoding: Encoding },
): StatementFile {
  const { name, progress } = request;
  const rows = new EntryRows(request, Math.ceil(file.size / ENTRY_BYTES));
  const isNumbered = areOnOneLine(file, encoding, ENTRIES);
  const reader = new CamtReader(rows, isNumbered);
  const digest = readXmlElements({ file, encoding, name, progress }, reader);
  if (reader.statements.length === 0)
    throw new TieoutError('file_not_understood', `the message ${reader.format} has no statement.`, { file: name });
  if (!reader.format.startsWith('camt.053'))
    rows.warn('These entries come again in the statement of the account: give only one of both.');
  stateBalances(reader.statements, rows);
  return rows.finish({ format: reader.format, encoding: encoding.name, digest, isNumbered });
}
