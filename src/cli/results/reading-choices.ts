// The readings that a question leaves, for a terminal: the option to type for each, and what it would give.

import type { ReadingChoice } from '../../core/reading-choice.ts';
import { printable } from '../../core/words/printable.ts';

/** `others`: what the mapping at hand says of the other side, which the option must repeat. */
export function choiceLines(choices: readonly ReadingChoice[], others: ReadingChoice['mapping'] = {}): string[] {
  return choices.flatMap(({ side, mapping, rows, sums, first }, i) => {
    const other = side === 'gl' ? 'bank' : 'gl';
    const whole = { ...(Object.keys(others).length > 0 && { [other]: others }), [side]: mapping };
    const total = sums.map(({ currency, amount }) => `${amount} ${currency}`).join(', ');
    const begins = first.map(({ date, amount }) => `${date} ${amount}`.trim()).join('; ');
    return [
      `${i + 1}. --mapping ${quoted(JSON.stringify(whole))}`,
      `   ${rows} ${rows === 1 ? 'entry' : 'entries'}, in all ${total || '0'}${begins === '' ? '' : `; first ${begins}`}`,
    ].map((line) => printable(line));
  });
}

/** An argument for a shell. */
const quoted = (text: string): string => `'${text.replaceAll("'", "'\\''")}'`;
