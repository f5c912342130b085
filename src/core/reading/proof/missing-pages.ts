// Pages that a file numbers and lacks: "Page 2 of 7" and then "Page 4 of 7". A number may come twice, on top and at the
// foot of a page, and 1 begins another statement. Of what is missing this gives the days of the entries around it; the
// sum is told by the balances (balance-gaps.ts).

import { formatDay, NO_DAY } from '../../money/calendar.ts';

export interface NumberedPage {
  readonly page: number;
  /** Number of pages, null if the file does not say it. */
  readonly pages: number | null;
  readonly line: number;
  /** Number of entries above. */
  readonly entries: number;
}

/** `days`: booking days of the file's entries, in file order. */
export function missingPages(numbered: readonly NumberedPage[], days: ArrayLike<number>): string[] {
  const said: string[] = [];
  const missing = (from: number, to: number, at: { readonly entries: number; readonly where: string }): void => {
    const [before, after] = [days[at.entries - 1] ?? NO_DAY, days[at.entries] ?? NO_DAY];
    const around = [
      ...(before === NO_DAY ? [] : [`after the entry of ${formatDay(before)}`]),
      ...(after === NO_DAY ? [] : [`before the entry of ${formatDay(after)}`]),
    ].join(' and ');
    const pages = from === to ? `Page ${from} is` : `Pages ${from} to ${to} are`;
    said.push(`${pages} missing${around === '' ? '' : ` ${around}`}: ${at.where}.`);
  };
  for (const [n, { page, line, entries }] of numbered.entries()) {
    const last = numbered[n - 1];
    const expected = last === undefined ? 1 : last.page + 1;
    if (page > expected) {
      const where =
        last === undefined
          ? `the first one, on line ${line}, is page ${page}`
          : `page ${page} on line ${line} follows page ${last.page} on line ${last.line}`;
      missing(expected, page - 1, { entries, where });
    } else if (last !== undefined && page < last.page && page !== 1) {
      said.push(`Page ${page} on line ${line} comes after page ${last.page} on line ${last.line}.`);
    }
    const next = numbered[n + 1];
    const { pages } = numbered[n];
    if (pages !== null && page < pages && (next === undefined || (next.page === 1 && page !== 1)))
      missing(page + 1, pages, {
        entries: next?.entries ?? days.length,
        where: `line ${line} is of page ${page} of ${pages}, and no further one follows`,
      });
  }
  return said;
}
