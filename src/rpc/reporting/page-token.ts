// Page tokens: the place where a list's next page begins, opaque to clients. A token names its list, so that another
// list refuses it instead of misreading it.

import { InvalidRequest } from '../validation/problems.ts';

type Part = string | number | null;

/** `parts`: the list's own. */
export const pageToken = (list: string, parts: readonly Part[]): string =>
  Buffer.from(JSON.stringify([list, ...parts])).toString('base64url');

/** The parts of a token; null if none was given. Throws InvalidRequest for a token that `list` did not issue. */
export function readPageToken<Parts extends readonly Part[]>(
  token: string | undefined,
  list: string,
  isPlace: (parts: readonly unknown[]) => boolean,
): Parts | null {
  if (token === undefined || token === '') return null;
  const [name, ...parts] = decoded(token);
  if (name !== list || !isPlace(parts)) throw badPageToken('is no page token of this list');
  return parts as unknown as Parts;
}

export const badPageToken = (msg: string): InvalidRequest =>
  new InvalidRequest([{ type: 'page_token', path: ['page_token'], msg }]);

export const isCount = (part: unknown): part is number => Number.isSafeInteger(part) && (part as number) >= 0;

function decoded(token: string): unknown[] {
  try {
    const value: unknown = JSON.parse(Buffer.from(token, 'base64url').toString());
    return Array.isArray(value) ? value : [];
  } catch {
    return [];
  }
}
