// The format of SWIFT's customer statements: MT940 and MT950 (statement), MT941 (balance report), MT942 (interim
// report). A file may hold several, of several accounts, with or without FIN blocks around them.

import { inItsEncoding } from '../../bytes/text-file.ts';
import type { EntryFormat } from '../format.ts';
import { tagOf } from './message-fields.ts';
import { readMessages } from './read-messages.ts';

/** Fields with which a message begins; others, and a block alone, only with one of these below. */
const TELLING = new Set('20 25 25P 28 28C 60F 60M 61 34F'.split(' '));

export const MT940: EntryFormat = {
  begins: ({ text }) => text.split(/[\r\n]+|\{4:/).some((line) => TELLING.has(tagOf(line.trimStart()))),
  read: (request, file) => inItsEncoding(file, request.name, (encoding) => readMessages(request, { file, encoding })),
};
