// The format of ISO 20022's payment messages, which say what is expected: pain.001 (payments that a customer orders),
// pacs.008 (transfers between institutions), pacs.004 (their returns) and pacs.002 (their states), in every version.

import { inXmlEncoding } from '../../xml/xml-encoding.ts';
import type { EntryFormat } from '../format.ts';
import { readPayments } from './read-payments.ts';

const MESSAGE =
  /<(?:[\w.-]{1,40}:)?(?:CstmrCdtTrfInitn|FIToFICstmrCdtTrf|FIToFIPmtStsRpt|PmtRtr|pain\.001\.001\.\d\d|pacs\.00[248]\.001\.\d\d)[\s/>]/;
const NAMESPACE = /:(?:pacs\.00[248]|pain\.001)\.\d{3}\.\d\d/;

export const PAYMENTS: EntryFormat = {
  begins: ({ text }) => text.startsWith('<') && (MESSAGE.test(text) || NAMESPACE.test(text)),
  read: (request, file) => inXmlEncoding(file, request.name, (encoding) => readPayments(request, { file, encoding })),
};
