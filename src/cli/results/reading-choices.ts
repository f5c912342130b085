// The readings that a question leaves, for a terminal: the option to type for each, and what it would give.

import type { ReadingChoice } from '../../core/reading-choice.ts';
import { printable } from '../../core/words/printable.ts';

/** `others`: what the mapping at hand says of the other side, which the option must repeat. */
export function choiceLines(choices: readonly ReadingChoice[], others: ReadingChoice['mapping'] = {}): string[] {
  return choices.flatMap(({ label, side, mapping, sums, first }, i) => {
    const other = side === 'gl' ? 'bank' : 'gl';
    const whole = { ...(Object.keys(others).length > 0 && { [other]: others }), [side]: mapping };
    return [
      `${i + 1}. ${label}: ${sums === null ? 'not tried' : givesInWords(sums, first)}`,
      `   --mapping ${quoted(JSON.stringify(whole))}`,
    ].map((line) => printable(line));
  });
}

function givesInWords(sums: NonNullable<ReadingChoice['sums']>, first: ReadingChoice['first']): string {
  const rows = sums.reduce((all, one) => all + one.rows, 0);
  const total = sums.map(({ currency, amount }) => `${amount} ${currency}`).join(', ');
  const begins = first.map(({ date, amount }) => `${date} ${amount}`.trim()).join('; ');
  return `${rows} ${rows === 1 ? 'entry' : 'entries'}${rows === 0 ? '' : `, in all ${total}; first ${begins}`}`;
}

/** An argument for a shell. */
const quoted = (text: string): string => `'${text.replaceAll("'", "'\\''")}'`;
