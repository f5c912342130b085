// A sweep: a pattern that is eligible, fresh and not suspended approves pending clusters of its type whose value lies
// between the least and the greatest that it has learned.

import type { Pattern } from '../records/documents/patterns.ts';
import { confidenceOf } from './confidence.ts';

/** A pattern whose last approval is older is treated as absent. */
export const STALE_AFTER_MS = 60 * 86_400_000;

/** Why people wait before it decides again; null if it is not suspended. */
export const whySuspended = ({ suspendedAt, suspendedFor }: Pick<Pattern, 'suspendedAt' | 'suspendedFor'>) =>
  suspendedAt === null
    ? null
    : (suspendedFor ?? 'people reopened what it decided: it waits for an approval that teaches it anew');

/** Why a pattern decides nothing now; null if it decides. */
export function whyNoSweep(pattern: Pattern, now: number): string | null {
  const { figures } = pattern;
  const suspended = whySuspended(pattern);
  if (suspended !== null) return suspended;
  if (now - figures.lastSeenAt > STALE_AFTER_MS) return 'it was last seen more than 60 days ago';
  const { level } = confidenceOf(figures);
  return level === 'eligible' ? null : `its confidence is ${level}, and only an eligible one decides`;
}

/** The range of values that a pattern has learned; amounts are in its currency. */
export interface SweptValues {
  readonly type: Pattern['type'];
  readonly min: number;
  readonly max: number;
  readonly currency: string | null;
}

export const sweptValues = ({ type, figures: { min, max }, currency }: Pattern): SweptValues => ({
  ...{ type, min, max, currency },
});

/** The value of a cluster that a pattern learns; null if it has none. */
export const learnableValue = (
  { type }: Pick<Pattern, 'type'>,
  cluster: { readonly deltaDays: number | null; readonly amountDeltaMinor: number | null },
): number | null => (type === 'date_difference' ? cluster.deltaDays : cluster.amountDeltaMinor);

/** Whether a pending cluster would be approved, and why. `show`: writes a value. */
export function judge(
  pattern: Pattern,
  cluster: { readonly deltaDays: number | null; readonly amountDeltaMinor: number | null; readonly currency: string },
  { now, show }: { readonly now: number; readonly show: (value: number) => string },
): { readonly wouldApprove: boolean; readonly reason: string } {
  const refused = (reason: string) => ({ wouldApprove: false, reason });
  const value = learnableValue(pattern, cluster);
  if (value === null) return refused('It has no value that the pattern could be held against.');
  const none = whyNoSweep(pattern, now);
  if (none !== null) return refused(`The pattern decides nothing: ${none}.`);
  if (pattern.currency !== null && cluster.currency !== pattern.currency) {
    return refused(`It is in ${cluster.currency}, and the pattern knows ${pattern.currency} alone.`);
  }
  const { min, max, count } = pattern.figures;
  const seen = min === max ? show(min) : `${show(min)} to ${show(max)}`;
  if (value < min || value > max) return refused(`${show(value)} lies outside of what was approved: ${seen}.`);
  return { wouldApprove: true, reason: `${show(value)} lies within what people approved ${count} times: ${seen}.` };
}
