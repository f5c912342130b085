// What a report says of one group of rows: a match of both sides, or an original and its reversal that were netted on
// one side. The second is listed like the first, for people who look for a row ask where it went, whichever it was.

import type { FeeLeg } from '../../core/fees/fee-rule.ts';
import type { FeeBasis } from '../../core/matching/fee-basis.ts';
import type { EvidencePart } from '../../core/matching/outcome/evidence-parts.ts';
import type { ComparedIdentifier } from '../../core/matching/reading/compared-identifiers.ts';
import type { ReportRow } from './report-row.ts';

export interface MatchReport {
  readonly groupId: string;
  readonly session: string;
  /** 1 to 9, or TIER_REVERSAL. */
  readonly tier: number;
  /** In hundredths; 0 for a netted reversal, of which nothing is promised. */
  readonly confidence: number;
  /** GL - bank, signed minor units of `currency`. */
  readonly differenceMinor: number;
  readonly currency: string;
  readonly crossMonth: boolean;
  /** Of a netted reversal both rows are here, the original first, or both are the bank's. */
  readonly gl: readonly ReportRow[];
  readonly bank: readonly ReportRow[];
  readonly keysCompared: readonly ComparedIdentifier[];
  /** Bank - GL; the reversal - its original. */
  readonly dateDifferenceDays: number;
  readonly feeBasis: FeeBasis;
  /** How the fee is split, in minor units, by the rule that expects it. */
  readonly feeLegs: readonly FeeLeg[];
  /** 0 to 10,000; null where no texts were scored. */
  readonly textScore: number | null;
  /** How likely evidence made it, of 10,000, and why; null and empty where a key decided. */
  readonly probability: number | null;
  readonly evidence: readonly EvidencePart[];
  /** The bank row that came second, and by how much of 10,000 it was less likely. */
  readonly runnerUp: { readonly recordId: string; readonly gap: number } | null;
  /** How a reversal was found to belong to its original; null for a match. */
  readonly nettedBy: 'reference' | 'marker' | null;
}
