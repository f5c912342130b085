// Days and instants as people here write them.

const instant = new Intl.DateTimeFormat('en-GB', { dateStyle: 'medium', timeStyle: 'short' });
const month = new Intl.DateTimeFormat('en-GB', { month: 'long', year: 'numeric', timeZone: 'UTC' });

/** 28 Nov 2026, 13:05; a dash where there is none. */
export const when = (at: string | undefined): string => (at ? instant.format(new Date(at)) : '–');

/** September 2026 for a whole month, else both days. */
export function periodWords(start: string | undefined, end: string | undefined): string {
  if (!start && !end) return 'no period yet';
  if (!start || !end) return start ? `from ${start}` : `to ${end}`;
  const next = new Date(`${end}T00:00:00Z`);
  next.setUTCDate(next.getUTCDate() + 1);
  const isMonth = start.endsWith('-01') && next.toISOString().slice(0, 10) === nextMonth(start);
  return isMonth ? month.format(new Date(`${start}T00:00:00Z`)) : `${start} to ${end}`;
}

function nextMonth(start: string): string {
  const day = new Date(`${start}T00:00:00Z`);
  day.setUTCMonth(day.getUTCMonth() + 1);
  return day.toISOString().slice(0, 10);
}
