// The words of a sheet of decisions: its titles, and what a person may choose in its first column.

import type { Decision } from '../records/documents/decisions.ts';

export const DECISIONS_SHEET = 'Decisions';
export const ROWS_SHEET = 'Rows';

export const DECISION_TITLES = [
  'decision',
  'note',
  'class',
  'status',
  'reason',
  'currency',
  'ledger date',
  'ledger reference',
  'ledger narration',
  'ledger amount',
  'bank date',
  'bank reference',
  'bank narration',
  'bank amount',
  'difference',
  'days',
  'age',
  'rows',
  'cluster id',
  'check',
] as const;
export type DecisionTitle = (typeof DECISION_TITLES)[number];

/** What a sheet can decide: a file of the other side comes with no sheet. */
export interface SheetDecision {
  readonly decision: Exclude<Decision, 'reconcile'>;
  /** Whether a pattern may learn from it. */
  readonly teaches: boolean;
}

const WORDS: Readonly<Record<string, SheetDecision>> = {
  approve: { decision: 'approved', teaches: false },
  'approve and learn': { decision: 'approved', teaches: true },
  reject: { decision: 'rejected', teaches: false },
  escalate: { decision: 'escalated', teaches: false },
  reopen: { decision: 'reopened', teaches: false },
};

export const DECISION_WORDS: readonly string[] = Object.keys(WORDS);

/** Null for any other text. Letters may be small or large. */
export function decisionOf(text: string): SheetDecision | null {
  const word = text.toLowerCase();
  return Object.hasOwn(WORDS, word) ? WORDS[word]! : null;
}

export const wordOf = ({ decision, teaches }: SheetDecision): string =>
  DECISION_WORDS.find((word) => WORDS[word]!.decision === decision && WORDS[word]!.teaches === teaches)!;
