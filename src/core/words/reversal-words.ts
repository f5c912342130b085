// Words of rows that take another row back: a reversal, which both parties agree on, a chargeback or dispute, which a
// card holder asks for, or a cheque that its bank does not pay.

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

/** Of a cheque that was not paid. */
export const UNPAID_WORDS = words('RETURNED UNPAID DISHONOURED DISHONORED BOUNCED');
const UNPAID = wholeWords(...UNPAID_WORDS, 'RETURN', 'RTND?', 'RTD');
const CHEQUE = wholeWords('(CHEQUE|CHQ|CHECK|CHK)S?\\d*', 'CLEARING', 'CLG');
export const saysChequeReturned = (text: string): boolean => UNPAID.test(text) && CHEQUE.test(text);

const CHARGEBACK = wholeWords('CHARGE ?-?BACKS?', 'CBK', 'DISPUTED?');
export const saysChargeback = (text: string): boolean => CHARGEBACK.test(text);

/** Every text that says chargeback has one of these words; BACK is for CHARGE BACK. */
export const CHARGEBACK_WORDS = words('CHARGEBACK CHARGEBACKS CBK DISPUTE DISPUTED BACK BACKS');
