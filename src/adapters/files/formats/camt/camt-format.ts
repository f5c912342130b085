// The format of ISO 20022's account reports, statements and notifications: camt.052, .053 and .054 in every version.

import { inXmlEncoding } from '../../xml/xml-encoding.ts';
import type { EntryFormat } from '../format.ts';
import { readCamt } from './read-camt.ts';

const MESSAGE = /<(?:[\w.-]{1,40}:)?(?:BkToCstmrAcctRpt|BkToCstmrStmt|BkToCstmrDbtCdtNtfctn)(?:V\d\d)?[\s/>]/;
const NAMESPACE = /:camt\.05[234]\.\d{3}\.\d\d/;

export const CAMT: EntryFormat = {
  begins: ({ text }) => text.startsWith('<') && (MESSAGE.test(text) || NAMESPACE.test(text)),
  read: (request, file) => inXmlEncoding(file, request.name, (encoding) => readCamt(request, { file, encoding })),
};
