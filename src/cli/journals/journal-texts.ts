// What happened to journals, as lines for people.

import { formatDay } from '../../core/money/calendar.ts';
import { exponentOf, formatMinor } from '../../core/money/money.ts';
import { type JournalEvent, lastStep } from '../../core/records/journal-life.ts';
import { printable } from '../../core/words/printable.ts';
import type { JournalLives } from '../../workflows/journals/journal-events.ts';
import type { ShownJournal } from '../../workflows/journals/show-journal.ts';

/** A line for each journal, with what a caller last said of it. */
export const lifeText = (lives: JournalLives): string =>
  [...lives].map(([id, events]) => `${id}  ${eventText(lastStep(events) ?? events.at(-1)!)}\n`).join('');

export function shownText(id: string, { row, events, state, inLedger }: ShownJournal): string {
  const amount = `${formatMinor(row.amount, exponentOf(row.currency))} ${row.currency}`;
  const lines = [
    `${id}  ${state}, ${amount}, of ${row.side} row ${row.recordId} of session ${printable(row.session)}`,
    ...events.map((event) => `  ${new Date(event.at).toISOString()}  ${eventText(event)}`),
    ...inLedger.map(
      ({ session, recordId, groupId }) =>
        `  in the ledger of session ${printable(session)}: row ${recordId}${groupId === null ? '' : `, match ${groupId}`}`,
    ),
  ];
  return `${lines.join('\n')}\n`;
}

const WORDS: Readonly<Record<JournalEvent['kind'], (event: JournalEvent) => string>> = {
  exported: ({ batchId }) => `exported in batch ${printable(batchId ?? '')}`,
  posted: ({ reference, postedOn }) => `posted as ${printable(reference ?? '')} on ${formatDay(postedOn!)}`,
  taken_back: () => 'taken back',
  matched: ({ session }) => `found in the ledger of session ${printable(session ?? '')}`,
  unmatched: ({ session }) => `no longer in the ledger of session ${printable(session ?? '')}`,
};

const eventText = (event: JournalEvent): string =>
  `${WORDS[event.kind](event)}${event.by === null ? '' : ` by ${printable(event.by)}`}`;
