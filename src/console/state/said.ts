// Outcomes in one sentence, shown in the bar below and read out by a screen reader; with a step back where there is one.

import { signal } from '@preact/signals';

export interface Said {
  readonly text: string;
  readonly isBad: boolean;
  /** Takes the act back. */
  readonly undo: (() => Promise<void>) | null;
}

/** Null: nothing was said, or it was put away. */
export const said = signal<Said | null>(null);

export function say(text: string, more: Partial<Omit<Said, 'text'>> = {}): void {
  said.value = { text, isBad: false, undo: null, ...more };
}
