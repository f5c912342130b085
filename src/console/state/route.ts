// Where a person is: the screen and what it shows, in the fragment of the address. A fragment reaches no server and no
// log, so it may hold ids and words that were searched for; a link that is sent to a colleague opens the same place.

import { signal } from '@preact/signals';

export interface Route {
  readonly screen: string;
  /** tenant, partner, session, and what the screen filters or opens. */
  readonly params: Readonly<Record<string, string>>;
}

function readRoute(fragment: string): Route {
  const [screen = '', query = ''] = fragment.replace(/^#/, '').split('?', 2);
  return { screen: screen === '' ? 'months' : screen, params: Object.fromEntries(new URLSearchParams(query)) };
}

/** The fragment of a place; empty values are left out. */
export function hrefOf(screen: string, params: Readonly<Record<string, string | undefined>> = {}): string {
  const given = Object.entries(params).filter((one): one is [string, string] => one[1] !== undefined && one[1] !== '');
  const query = new URLSearchParams(given).toString();
  return `#${screen}${query === '' ? '' : `?${query}`}`;
}

/** The place of one exception, whatever state it is in. */
export const exceptionHref = (
  place: { readonly tenant: string; readonly partner: string; readonly session: string },
  cluster: string,
): string => hrefOf('exceptions', { ...place, cluster, status: 'any' });

export const route = signal<Route>(readRoute(globalThis.location?.hash ?? ''));

export function followAddress(): void {
  globalThis.addEventListener('hashchange', () => {
    route.value = readRoute(location.hash);
  });
}

export function go(screen: string, params: Readonly<Record<string, string | undefined>> = {}): void {
  location.hash = hrefOf(screen, params);
}

/** Changes what the screen shows, without a step in the history. */
export function adjust(change: Readonly<Record<string, string | undefined>>): void {
  const { screen, params } = route.value;
  const href = hrefOf(screen, { ...params, ...change });
  history.replaceState(null, '', href);
  route.value = readRoute(href);
}

/** The names that each screen of a session or of a partner keeps. */
export function scopeOf({ params }: Route): { tenant: string; partner: string; session: string } {
  return { tenant: params['tenant'] ?? '', partner: params['partner'] ?? '', session: params['session'] ?? '' };
}
