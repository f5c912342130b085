// What a person set for this browser: light or dark, narrow rows, single keys. Nothing of the data is kept here.

import { effect, signal } from '@preact/signals';

export type Theme = 'system' | 'light' | 'dark';

interface Preferences {
  readonly theme: Theme;
  readonly isCompact: boolean;
  /** Single keys act in the focused table. */
  readonly hasKeys: boolean;
}

const NAME = 'tieout console';
const STANDARD: Preferences = { theme: 'system', isCompact: false, hasKeys: true };

function kept(): Preferences {
  try {
    return { ...STANDARD, ...JSON.parse(localStorage.getItem(NAME) ?? '{}') };
  } catch {
    return STANDARD;
  }
}

export const preferences = signal<Preferences>(kept());

export function prefer(change: Partial<Preferences>): void {
  preferences.value = { ...preferences.value, ...change };
  try {
    localStorage.setItem(NAME, JSON.stringify(preferences.value));
  } catch {
    // A browser that keeps nothing: the choice holds until the page is closed.
  }
}

export function followPreferences(): void {
  effect(() => {
    const { theme, isCompact } = preferences.value;
    document.documentElement.dataset['theme'] = theme;
    document.documentElement.dataset['rows'] = isCompact ? 'compact' : 'normal';
  });
}
