// A pattern that is suspended, and resumed. Who resumes it has seen the departures that were told: they suspend it no more,
// however often their sessions run again, until their figures change.

import type { Pattern } from '../records/documents/patterns.ts';

/** Departures that are remembered as answered: some years of sessions. The oldest is forgotten first. */
const MOST_ANSWERED = 100;

/** `departure`: its sentence, with the figures; null: people reopened what it decided. Answers the pattern itself if nothing changes. */
export function suspendedPattern(pattern: Pattern, departure: string | null, at: number): Pattern {
  const { suspendedAt, departures = [], answered = [], version } = pattern;
  if (departure !== null && answered.includes(departure)) return pattern;
  const told = departure === null || departures.includes(departure) ? departures : [...departures, departure];
  if (suspendedAt !== null && told === departures) return pattern;
  return {
    ...pattern,
    ...{ suspendedAt: suspendedAt ?? at, version: version + 1 },
    ...(departure !== null && suspendedAt === null && { suspendedFor: departure }),
    ...(told.length > 0 && { departures: told }),
  };
}

export function resumedPattern(pattern: Pattern): Pattern {
  const { suspendedFor: _for, departures: _told, answered: _known, ...others } = pattern;
  return { ...others, ...answeredOf(pattern), suspendedAt: null, version: pattern.version + 1 };
}

/** What counts as answered once it decides again, because a person resumed it or taught it anew. */
export function answeredOf({ departures = [], answered = [] }: Pattern): Pick<Pattern, 'answered'> {
  const all = [...new Set([...answered, ...departures])].slice(-MOST_ANSWERED);
  return all.length === 0 ? {} : { answered: all };
}
