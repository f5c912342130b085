// The state of a payment by the code of a status report (external code set ExternalPaymentTransactionStatus), in words
// that every reader of answers understands.

/** Settled at the payer's or at the payee's institution: 00 in a switch's report. */
const PAID: ReadonlySet<string> = new Set(['ACSC', 'ACCC']);
const REFUSED: ReadonlySet<string> = new Set(['RJCT', 'CANC', 'BLCK']);

interface Answer {
  /** '' for a message that gives no states. */
  readonly response: string;
  readonly isPaid: boolean;
}

/** `state`: the code with the reason behind it, as in the message. Any other code waits for a later one. */
export function answerOf(state: string): Answer {
  const [code] = state.split(' ', 1);
  if (code === '') return { response: '', isPaid: true };
  if (PAID.has(code)) return { response: '00', isPaid: true };
  if (REFUSED.has(code)) return { response: `rejected: ${state}`, isPaid: false };
  return { response: `pending: ${state}`, isPaid: false };
}
