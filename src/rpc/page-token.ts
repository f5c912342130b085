// Page tokens: the place where a list's next page begins, opaque to clients. A token names its list, so that another
// list refuses it instead of misreading it.

import type { PageOf, ReportPage } from '../workflows/reports/report-page.ts';
import { InvalidRequest } from './validation/problems.ts';

type Part = string | number | null;

/** The page size of a request without its default: that of the protos. */
export const PAGE_SIZE = 100;

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
  const [name, ...parts] = partsIn(token);
  if (name !== list || !isPlace(parts)) throw badPageToken('is no page token of this list');
  return parts as unknown as Parts;
}

export const badPageToken = (msg: string): InvalidRequest =>
  new InvalidRequest([{ type: 'page_token', path: ['page_token'], msg }]);

export const ofReplacedRun = (): InvalidRequest =>
  badPageToken('is of a run that another one has replaced; begin with the first page');

export const isCount = (part: unknown): part is number => Number.isSafeInteger(part) && (part as number) >= 0;

function partsIn(token: string): unknown[] {
  try {
    const value: unknown = JSON.parse(Buffer.from(token, 'base64url').toString());
    return Array.isArray(value) ? value : [];
  } catch {
    return [];
  }
}

interface PageRequest {
  readonly pageSize?: number | undefined;
  readonly pageToken?: string | undefined;
}

/** The page of a list whose places are numbers. */
export function pageAfter({ pageSize, pageToken: token }: PageRequest, list: string): PageOf<number> {
  const place = readPageToken<[number]>(token, list, (parts) => parts.length === 1 && isCount(parts[0]));
  return { after: place?.[0] ?? null, limit: pageSize ?? PAGE_SIZE };
}

/** The answer with a page of a list; `parts`: the parts of the next page's token. */
export function pageMessage<Item, Place, Message>(
  { items, next, total }: ReportPage<Item, Place>,
  list: string,
  { message, parts }: { readonly message: (item: Item) => Message; readonly parts: (place: Place) => readonly Part[] },
): { items: Message[]; nextPageToken: string | undefined; total: number } {
  return { items: items.map(message), nextPageToken: next === null ? undefined : pageToken(list, parts(next)), total };
}

/** The parts of a place that is one number or text. */
export const alone = <P extends Part>(place: P): readonly Part[] => [place];
