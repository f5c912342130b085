// What the two threads of a fuzzing run tell each other.

import type { MessagePort } from 'node:worker_threads';
import type { Case } from './damage.ts';

/** Places in the shared state: when the reading that runs began (milliseconds, 0 for none), and its time. */
export const BEGUN_AT = 0;
export const BUDGET_MS = 1;

export interface ThreadTask {
  /** The file that is written and read again and again. */
  readonly path: string;
  readonly seed: number;
  /** When the run ends: at a time, or after so many cases of each kind of damage for each format. */
  readonly most: { readonly untilMs: number } | { readonly cases: number };
  /** A specimen's name, or `hostile`; null for all. */
  readonly only: string | null;
  readonly state: Int32Array;
  readonly port: MessagePort;
}

export interface Finding {
  readonly how: string;
  readonly why: string;
  readonly content: Uint8Array;
}

export type FromThread =
  | { readonly begins: string }
  | { readonly finding: Finding }
  | { readonly counts: readonly ({ readonly name: string } & Readonly<Record<Case['kind'], number>>)[] }
  | { readonly isDone: true };
