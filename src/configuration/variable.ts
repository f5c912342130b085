// A variable of the environment, and common forms of values. The files beside this one declare the variables, each
// once.

export interface Variable<T> {
  readonly accepts: string;
  readonly meaning: string;
  /** The default as text; null if there is none. */
  readonly standard: string | null;
  /** The value of a text, undefined if it is invalid. */
  readonly parse: (text: string) => T | undefined;
}

export const text = (accepts: string, pattern: RegExp) => ({
  accepts,
  parse: (given: string) => (pattern.test(given) ? given : undefined),
});

export const path = (accepts: string) => text(accepts, /./);
export const visible = text('visible characters', /^[\x21-\x7e]+$/);
export const secret = text('at least 16 visible characters', /^[\x21-\x7e]{16,}$/);

export const flag = {
  accepts: '0 or 1',
  parse: (given: string) => (given === '1' ? true : given === '0' ? false : undefined),
};

export const whole = (least: number, most: number) => ({
  accepts: `a whole number from ${least} to ${most}`,
  parse: (given: string) =>
    /^\d+$/.test(given) && Number(given) >= least && Number(given) <= most ? Number(given) : undefined,
});

export const share = {
  accepts: 'a number from 0 to 1',
  parse: (given: string) => (/^(0(\.\d+)?|1(\.0+)?)$/.test(given) ? Number(given) : undefined),
};

/** A URL to which a path can be appended. */
export const endpoint = {
  accepts: 'http://HOST/PATH or https://HOST/PATH, without user, password, query and fragment',
  parse: endpointOf,
};

function endpointOf(given: string): string | undefined {
  const url = URL.parse(given);
  if (url === null || !['http:', 'https:'].includes(url.protocol) || url.hostname === '') return undefined;
  return [url.username, url.password, url.search, url.hash].every((part) => part === '') ? given : undefined;
}
