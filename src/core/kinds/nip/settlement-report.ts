// Whether a file is the switch's settlement report, by its titles: a session's id beside columns that only the switch
// has, such as its answer and the two institutions. A core banking system's export has at most one of these.

import { isResponseTitle } from '../../reading/cells/response-codes.ts';
import { plainTitle } from '../../reading/words/plain-title.ts';

const OF_THE_SWITCH = [
  /^originator (institution|biller|bank)|^originator$/,
  /^destination (institution|account name|bank)/,
  /last 12 digits/,
  /^channel/,
];

export function isSettlementReport(titles: readonly string[]): boolean {
  const plain = titles.map(plainTitle);
  if (!plain.some((title) => /\bsession ?id\b/.test(title))) return false;
  const told = OF_THE_SWITCH.filter((of) => plain.some((title) => of.test(title))).length;
  return told + (titles.some(isResponseTitle) ? 1 : 0) >= 2;
}
