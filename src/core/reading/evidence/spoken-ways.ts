// What the narrations say of the way of their entries: a fee is money out, a salary money in. Words may be anybody's, so
// that they decide nothing; but where four in five of the rows that have such words say the opposite of the signs, the
// signs are asked about: charges listed as positive, a column of money in that holds debits.

const OUT_WORDS =
  /\b(pos|atm|atmd|fee|fees|chg|charge|charges|comm|commission|vat|tax|levy|duty|stamp|withdrawal|cash wdl|purchase|airtime|bill|sms|maint|maintenance|card|entgelt|steuer|kapitalertragsteuer|bankomat|lastschrift|rechnung|gebuhr|frais|prelevement|retrait|comision|imposta|commissioni|poplatek|outward|outflow|billpay|rent|premium|fuel|to)\b|\bdirect debit\b/;
const IN_WORDS =
  /\b(interest|zinsen|habenzinsen|salary|gehalt|lohn|deposit|lodgement|lodgment|inward|inflow|received|refund|dividend|interets|virement recu|stipendio|from|cashback)\b/;

/** Rows with such words that must be, and the share of them that must say the opposite. */
const SPEAKING = 8;
const AGAINST = 0.8;

/** 1 for money in, -1 for money out, 0 where the words say neither, or both. */
export function spokenWay(text: string): -1 | 0 | 1 {
  const plain = text.normalize('NFD').replace(/\p{M}/gu, '').toLowerCase();
  const [out, paidIn] = [OUT_WORDS.test(plain), IN_WORDS.test(plain)];
  return out === paidIn ? 0 : out ? -1 : 1;
}

/** Whether the texts contradict the effects of their rows. */
export function contradict(texts: readonly string[], effects: readonly number[]): boolean {
  let [speaking, against, out] = [0, 0, 0];
  for (const [i, text] of texts.entries()) {
    const way = effects[i] === 0 ? 0 : spokenWay(text);
    if (way === 0) continue;
    speaking++;
    if (way < 0) out++;
    if (way > 0 !== effects[i] > 0) against++;
  }
  return speaking >= SPEAKING && against >= speaking * AGAINST && out > 0;
}
