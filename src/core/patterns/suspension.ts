// How a pattern is suspended and resumed. Who resumes it answers the departures that were told by then: they suspend it
// no more, however often their sessions run again, until their figures change.

import type { Pattern } from '../records/documents/patterns.ts';

/** Departures that are remembered as answered: some years of sessions. The oldest is forgotten first. */
const MOST_ANSWERED = 100;

/**
 * `departure`: its sentence, with the figures; null: people reopened what it decided. Answers the pattern itself if
 * nothing changes.
 */
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

/**
 * `seen`: departures that were told when the person resumed it. Those told since keep it suspended. Answers the pattern
 * itself if nothing changes.
 */
export function resumedPattern(pattern: Pattern, seen: readonly string[]): Pattern {
  const { suspendedFor, departures: told = [], answered: _known, ...others } = pattern;
  const left = told.filter((one) => !seen.includes(one));
  if (left.length > 0 && left.length === told.length && suspendedFor === left[0]) return pattern;
  return {
    ...{ ...others, ...answeredOf({ ...pattern, departures: seen }), version: pattern.version + 1 },
    ...(left.length === 0 ? { suspendedAt: null } : { suspendedFor: left[0], departures: left }),
  };
}

/** What counts as answered once it decides again, because a person resumed it or taught it anew. */
export function answeredOf({ departures = [], answered = [] }: Pattern): Pick<Pattern, 'answered'> {
  const all = [...new Set([...answered, ...departures])].slice(-MOST_ANSWERED);
  return all.length === 0 ? {} : { answered: all };
}
