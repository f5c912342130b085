// Wording of failures of a URL, without its secrets, because failures are stored and logged.

/** A failure that may pass, after which the request is repeated. Its message has no full stop. */
export class Passing extends Error {}

/** Longest part of a URL that a failure repeats. */
const MAX_SHOWN = 256;

/** The URL without user, password, and query, which may have a signature. */
export function shown(url: string): string {
  const open = url.replace(/[?#].*/s, '').replace(/^([a-z][a-z0-9+.-]*:)?[/\\]*[^/\\]*@/i, '$1//');
  return open.length <= MAX_SHOWN ? open : `${open.slice(0, MAX_SHOWN)}…`;
}
