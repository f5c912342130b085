// What was decided of the session's exceptions: a line for each call or sweep, in order, with who decided and the note.

import { CLASS_NAMES } from '../classification/class-names.ts';
import { minuteAt } from '../money/calendar.ts';
import { figure, grouped, paragraph, section, table } from './markup.ts';
import type { Reported } from './reported.ts';

/** Calls that a report lists. */
const MOST_CALLS = 2_000;

export function decisionsSection({ decided }: Pick<Reported, 'decided'>): string {
  if (decided.length === 0) return '';
  const names: Readonly<Record<string, string>> = CLASS_NAMES;
  const rows = decided
    .slice(0, MOST_CALLS)
    .map(({ at, by, decision, types, clusters, note, byPattern }) => [
      minuteAt(at),
      byPattern ? 'a pattern' : (by ?? ''),
      decision,
      types.map((type) => names[type] ?? type).join(', '),
      figure(clusters),
      note ?? '',
    ]);
  const titles = ['When (UTC)', 'Who', 'Decision', 'Class', figure('Exceptions'), 'Note'];
  const cut =
    decided.length <= MOST_CALLS
      ? ''
      : paragraph(`${grouped(decided.length - MOST_CALLS)} later ones are left out here.`);
  return section('Decisions', table({ titles, rows, empty: '' }), cut);
}
