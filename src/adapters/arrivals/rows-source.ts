// Rows of an interface over HTTP, day by day: all pages of a finished day become one file of JSON records. The next page
// is asked for at our own address with the parameters that the answer's one has, so that a secret in a header goes to no
// other host.

import { TieoutError } from '../../core/errors.ts';
import { civil, formatDay } from '../../core/money/calendar.ts';
import { formatMinor } from '../../core/money/money.ts';
import type { ComingFile, FileSource } from '../../ports/coming/file-source.ts';
import type { RowsPlace } from './place.ts';
import { secretText } from './secret.ts';

const TIMEOUT_MS = 60_000;
/** Most pages of a day: an interface whose last page never comes would be asked for ever. */
const MOST_PAGES = 10_000;
/** Most bytes of a page. */
const MOST_PAGE_BYTES = 64 << 20;

export const rowsSource = (place: RowsPlace): FileSource => ({
  open: async () => ({
    list: async (wanted) =>
      wanted.map(
        (day): ComingFile => ({
          ...{ name: `${formatDay(day)}.json`, seen: '', isWhole: true, day },
          changedAt: (day + 1) * 86_400_000,
        }),
      ),
    read: ({ day }) => recordsOf(place, day!),
    putAway: async () => undefined,
    close: async () => undefined,
  }),
});

/** Nothing for a day without rows. Throws files_unavailable. */
async function* recordsOf(place: RowsPlace, day: number): AsyncGenerator<Uint8Array> {
  const headers = new Headers({ accept: 'application/json' });
  for (const { name, value } of place.headers) {
    headers.set(name, typeof value === 'string' ? value : await secretText(value));
  }
  const written = writtenDay(place.dayForm, day);
  let url: URL | null = new URL(place.url.replaceAll('{start}', written).replaceAll('{end}', written));
  const asked = new Set<string>();
  for (let pages = 0; url !== null; pages++) {
    if (pages === MOST_PAGES || asked.has(url.href)) throw away(url, 'answers pages without an end');
    asked.add(url.href);
    const answer = await pageOf(url, headers);
    const rows = memberOf(answer, place.rows);
    if (!Array.isArray(rows)) throw away(url, `answers no list of rows in ${place.rows}`);
    const text = rows.map((row) => `${JSON.stringify(recordOf(place, row, url!))}\n`).join('');
    if (text !== '') yield Buffer.from(text);
    url = nextOf(url, place.next === null ? null : memberOf(answer, place.next));
  }
}

async function pageOf(url: URL, headers: Headers): Promise<unknown> {
  let text: string;
  try {
    const reply = await fetch(url, { headers, redirect: 'error', signal: AbortSignal.timeout(TIMEOUT_MS) });
    if (!reply.ok) throw away(url, `answers ${reply.status}`);
    text = await boundedText(reply, url);
  } catch (error) {
    if (error instanceof TieoutError) throw error;
    throw away(url, 'cannot be reached, or answers too late');
  }
  try {
    return JSON.parse(text);
  } catch {
    throw away(url, 'answers what is no JSON');
  }
}

async function boundedText(reply: Response, url: URL): Promise<string> {
  const pieces: Uint8Array[] = [];
  let bytes = 0;
  for await (const piece of reply.body ?? []) {
    bytes += piece.length;
    if (bytes > MOST_PAGE_BYTES) throw away(url, `answers a page of more than ${MOST_PAGE_BYTES >> 20} MiB`);
    pieces.push(piece);
  }
  return Buffer.concat(pieces).toString();
}

/** Our own address with the parameters of the next page's; null: there is none. */
function nextOf(url: URL, next: unknown): URL | null {
  if (next === null || next === undefined || next === '' || next === false) return null;
  const given = typeof next === 'string' ? URL.parse(next, url.href) : null;
  if (given === null || given.search === '') throw away(url, 'names a next page that is no address with parameters');
  const address = new URL(url.href);
  for (const [name, value] of given.searchParams) address.searchParams.set(name, value);
  return address;
}

function memberOf(value: unknown, path: string): unknown {
  let at = value;
  for (const name of path.split('.')) {
    if (typeof at !== 'object' || at === null || !Object.hasOwn(at, name)) return undefined;
    at = (at as Record<string, unknown>)[name];
  }
  return at;
}

function recordOf({ fields, minor, decimals }: RowsPlace, row: unknown, url: URL): Record<string, unknown> {
  if (typeof row !== 'object' || row === null) throw away(url, 'answers a row that is no object');
  const named = fields === null ? Object.keys(row).map((name) => [name, name] as const) : Object.entries(fields);
  return Object.fromEntries(
    named.map(([title, path]) => {
      const value = memberOf(row, path);
      return [title, minor.includes(path) ? decimalOf(value, { path, decimals, url }) : (value ?? null)];
    }),
  );
}

/** Whole minor units as a decimal text: 147085 is 1470.85. */
function decimalOf(
  value: unknown,
  { path, decimals, url }: { readonly path: string; readonly decimals: number; readonly url: URL },
): string | null {
  if (value === null || value === undefined) return null;
  const text = String(value);
  if (!/^-?\d{1,16}$/.test(text)) throw away(url, `answers ${path} that is no whole number of minor units`);
  return formatMinor(BigInt(text), decimals);
}

function writtenDay(form: string, day: number): string {
  const { year, month, day: ofMonth } = civil(day);
  const [yyyy, mm, dd] = [String(year), String(month).padStart(2, '0'), String(ofMonth).padStart(2, '0')];
  return form.replace('yyyy', yyyy).replace('mm', mm).replace('dd', dd);
}

const away = ({ origin, pathname }: URL, what: string): TieoutError =>
  new TieoutError('files_unavailable', `${origin}${pathname} ${what}.`);
