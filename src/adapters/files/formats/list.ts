// The list of formats. The first one that recognises a file's beginning reads it.

import { CAMT } from './camt/camt-format.ts';
import { DELIMITED_TEXT } from './delimited/delimited-format.ts';
import type { Format } from './format.ts';
import { MT940 } from './mt940/mt940-format.ts';

/** The last one accepts every file. */
export const FORMATS: readonly Format[] = [MT940, CAMT, DELIMITED_TEXT];
