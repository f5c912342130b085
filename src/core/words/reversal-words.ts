// Words of rows that take another row back: a reversal, which both parties agree on, or a chargeback or dispute, which
// a card holder asks for.

import { wholeWords, words } from './whole-words.ts';

/** Words in a narration or a transaction type. */
export const REVERSAL_WORDS = words('REVERSAL REVERSED REVR RVSL RVS RSVL REV VOID');

/** Message types of reversals and their advices (ISO 8583). */
const MESSAGE_TYPES = words('0400 0401 0420 0421');

const REVERSAL = wholeWords(...REVERSAL_WORDS, ...MESSAGE_TYPES);
export const saysReversal = (text: string): boolean => REVERSAL.test(text);

/** Types of transaction that give money back, to a card or a sender. */
const REFUND = wholeWords('REFUND(S|ED)?', 'RETURN(S|ED)?', 'CREDIT ?-?VOUCHER');
export const saysRefund = (type: string): boolean => REFUND.test(type);

const CHARGEBACK = wholeWords('CHARGE ?-?BACKS?', 'CBK', 'DISPUTED?');
export const saysChargeback = (text: string): boolean => CHARGEBACK.test(text);

/** Every text that says chargeback has one of these words; BACK is for CHARGE BACK. */
export const CHARGEBACK_WORDS = words('CHARGEBACK CHARGEBACKS CBK DISPUTE DISPUTED BACK BACKS');
