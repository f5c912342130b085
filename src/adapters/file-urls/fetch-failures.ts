// Wording of failures of a url: without its secrets, because failures are stored and logged.

/** A failure that may pass: the url is tried again. Its message is a sentence without its full stop. */
export class Passing extends Error {}

/** Longest url that a failure repeats: beyond it nobody reads it. */
const MAX_SHOWN = 256;

/** Without user, password, and a signature in the query. */
export function shown(url: string): string {
  const open = url.replace(/[?#].*/s, '').replace(/^([a-z][a-z0-9+.-]*:)?[/\\]*[^/\\]*@/i, '$1//');
  return open.length <= MAX_SHOWN ? open : `${open.slice(0, MAX_SHOWN)}…`;
}
