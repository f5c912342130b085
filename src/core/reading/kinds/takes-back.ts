// Whether a row says of itself that it takes another one back: a reversal marker as a word of its own in its narration or
// in what its channel calls the transaction.

import { REVERSAL_MARKERS } from '../../matching/texts/kind-words.ts';

/** Reversals and their advices by message type (ISO 8583). */
const MESSAGE_TYPES = ['0400', '0401', '0420', '0421'];
const MARKER = new RegExp(`(?<![A-Z0-9])(${[...REVERSAL_MARKERS, ...MESSAGE_TYPES].join('|')})(?![A-Z0-9])`, 'i');

export const saysReversal = (text: string): boolean => MARKER.test(text);
