// The list of formats. The first one that recognises a file's beginning reads it.

import { BAI2 } from './bai2/bai2-format.ts';
import { CAMT } from './camt/camt-format.ts';
import { DELIMITED_TEXT } from './delimited/delimited-format.ts';
import { FIXED_TEXT } from './fixed/fixed-format.ts';
import type { Format } from './format.ts';
import { GZIP_FILE } from './gzip/gzip-format.ts';
import { PAGE } from './html/html-format.ts';
import { JSON_RECORDS } from './json/json-format.ts';
import { MT940 } from './mt940/mt940-format.ts';
import { OPEN_DOCUMENT } from './ods/ods-format.ts';
import { OFX } from './ofx/ofx-format.ts';
import { PAYMENTS } from './payments/payments-format.ts';
import { PDF_STATEMENT } from './pdf/pdf-format.ts';
import { QIF } from './qif/qif-format.ts';
import { WORKBOOK_FILE } from './xlsx/xlsx-format.ts';
import { ZIP_ARCHIVE } from './zip/zip-format.ts';
import { ZSTD_FILE } from './zstd/zstd-format.ts';

/** An archive comes after the formats that are archives themselves. The last one accepts every file. */
export const FORMATS: readonly Format[] = [
  WORKBOOK_FILE,
  OPEN_DOCUMENT,
  ZIP_ARCHIVE,
  GZIP_FILE,
  ZSTD_FILE,
  PDF_STATEMENT,
  PAGE,
  JSON_RECORDS,
  MT940,
  CAMT,
  PAYMENTS,
  OFX,
  BAI2,
  QIF,
  FIXED_TEXT,
  DELIMITED_TEXT,
];
