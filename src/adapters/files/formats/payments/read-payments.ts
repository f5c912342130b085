// Reads a payment message from its first element to its last.

import { TieoutError } from '../../../../core/errors.ts';
import type { OpenFile } from '../../bytes/byte-source.ts';
import type { Encoding } from '../../bytes/encoding.ts';
import { EntryRows } from '../../entries/entry-rows.ts';
import type { ReadRequest } from '../../request/read-request.ts';
import type { StatementFile } from '../../request/statement-file.ts';
import { areOnOneLine } from '../../xml/elements-on-line.ts';
import { readXmlElements } from '../../xml/xml-elements.ts';
import { PaymentReader } from './payment-reader.ts';

const TRANSACTIONS = /<(?:[\w.-]{1,40}:)?(?:CdtTrfTxInf|TxInfAndSts|TxInf)[\s>]/g;
/** Bytes of a short transaction. */
const TRANSACTION_BYTES = 700;

export function readPayments(
  request: ReadRequest,
  { file, encoding }: { readonly file: OpenFile; readonly encoding: Encoding },
): StatementFile {
  const { name, progress } = request;
  const rows = new EntryRows(request, Math.ceil(file.size / TRANSACTION_BYTES));
  const isNumbered = areOnOneLine(file, encoding, TRANSACTIONS);
  const reader = new PaymentReader(rows, isNumbered);
  const digest = readXmlElements({ file, encoding, name, progress }, reader);
  const { format } = reader;
  if (rows.count + rows.tally.rejected.length === 0)
    throw new TieoutError('file_not_understood', `the message ${format} has no payments.`, { file: name });
  const isSignUnknown = !reader.isSigned;
  return rows.finish({ format, encoding: encoding.name, digest, isNumbered, isOfPayments: true, isSignUnknown });
}
