// One group of rows as a report shows it: a match of both sides, or an original and its reversal that were netted on one
// side. Both are listed, because people look for the rows of both.

import type { FeeLeg } from '../../core/fees/fee-rule.ts';
import type { EvidencePart } from '../../core/matching/outcome/evidence-parts.ts';
import type { ComparedIdentifier } from '../../core/matching/reading/compared-identifiers.ts';
import type { FeeBasis } from '../../core/records/groups/fee-basis.ts';
import type { MadeByHand } from '../../core/records/late/late-groups.ts';
import type { ReportRow } from './report-row.ts';

export interface MatchReport {
  readonly groupId: string;
  readonly session: string;
  /** 1 to 9, TIER_MANUAL or TIER_REVERSAL. */
  readonly tier: number;
  /** In hundredths; 0 for a netted reversal, which has none. */
  readonly confidence: number;
  /** GL - bank, signed minor units of `currency`. */
  readonly differenceMinor: number;
  readonly currency: string;
  readonly crossMonth: boolean;
  /** Rows of the ledger. A netted reversal has both rows here, the original first, or both at the bank. */
  readonly gl: readonly ReportRow[];
  readonly bank: readonly ReportRow[];
  readonly keysCompared: readonly ComparedIdentifier[];
  /** Bank - GL; for a reversal: reversal - original. */
  readonly dateDifferenceDays: number;
  readonly feeBasis: FeeBasis;
  /** The parts of the fee in minor units, by the rule that expects it. */
  readonly feeLegs: readonly FeeLeg[];
  /** 0 to 10,000; null if no texts were scored. */
  readonly textScore: number | null;
  /** The probability by evidence, of 10,000, and its reasons; null and empty if a key decided. */
  readonly probability: number | null;
  readonly evidence: readonly EvidencePart[];
  /** The second-best bank row, and how much less likely it was, of 10,000. */
  readonly runnerUp: { readonly recordId: string; readonly gap: number } | null;
  /** The evidence that a reversal belongs to its original; null for a match. */
  readonly nettedBy: 'reference' | 'marker' | null;
  /** Who matched the rows, and why; null where the rules did. `at`: milliseconds since 1970, UTC. */
  readonly byHand: (MadeByHand & { readonly at: number }) | null;
}
