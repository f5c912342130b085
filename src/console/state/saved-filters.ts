// Filters that a person gave a name, kept in this browser for that caller. Each is the link that it stands for, so that
// it can be sent to a colleague as any other.

import { signal } from '@preact/signals';
import { who } from './who.ts';

interface SavedFilter {
  readonly name: string;
  readonly screen: string;
  /** The filters without a place: they hold in every month and at every partner. */
  readonly params: Readonly<Record<string, string>>;
}

/** Most filters that are kept: the oldest go. */
const MOST = 50;

const keyOf = (): string => `tieout filters of ${who.value?.caller?.id ?? 'this computer'}`;

function kept(): readonly SavedFilter[] {
  try {
    const found: unknown = JSON.parse(localStorage.getItem(keyOf()) ?? '[]');
    return Array.isArray(found) ? found.filter(({ name, params }) => typeof name === 'string' && params) : [];
  } catch {
    return [];
  }
}

const changes = signal(0);

export function savedFilters(screen: string): readonly SavedFilter[] {
  void changes.value;
  return kept().filter((one) => one.screen === screen);
}

/** Keeps the filter, in place of one of the same name. */
export function saveFilter(filter: SavedFilter): void {
  keep([...without(filter), filter].slice(-MOST));
}

export function forgetFilter(filter: Pick<SavedFilter, 'name' | 'screen'>): void {
  keep(without(filter));
}

const without = ({ name, screen }: Pick<SavedFilter, 'name' | 'screen'>): readonly SavedFilter[] =>
  kept().filter((one) => one.name !== name || one.screen !== screen);

function keep(filters: readonly SavedFilter[]): void {
  try {
    localStorage.setItem(keyOf(), JSON.stringify(filters));
  } catch {
    // A browser that keeps nothing: the address of the page is the filter as well.
  }
  changes.value++;
}
