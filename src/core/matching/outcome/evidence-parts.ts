// The evidence of a match, part by part and in words, for explanations, reports and tables. It words what was stored
// with the match and computes nothing.

import { BIT, bits } from '../evidence/bits.ts';
import type { Weighed } from '../tiers/pair-list.ts';

export interface EvidencePart {
  readonly part: 'text' | 'days' | 'amount' | 'next_best' | 'nobody';
  /** How much it speaks for the pair: each bit doubles its odds. */
  readonly bits: number;
  readonly words: string;
}

/** Other figures of the match. */
interface JudgedMatch {
  readonly days: number;
  /** Minor units. */
  readonly difference: number;
  readonly isFee: boolean;
}

/** Empty where a key decided. */
export function evidenceParts(weighed: Partial<Weighed>, { days, difference, isFee }: JudgedMatch): EvidencePart[] {
  const { probability = 0, runnerUpProbability = 0, nobodyProbability = 0 } = weighed;
  if (probability === 0) return [];
  const apart = Math.abs(days);
  const { dayShare = 0 } = weighed;
  const amount = difference === 0 ? 'equal amount' : isFee ? 'amounts apart by a fee' : 'amounts that agree';
  return [
    { part: 'text', bits: inBits(weighed.textEvidence), words: textWords(weighed) },
    {
      part: 'days',
      bits: inBits(weighed.dayEvidence),
      words: `${apart === 0 ? 'the same day' : apart === 1 ? '1 day apart' : `${apart} days apart`}, as ${dayShare}% of pairs here are`,
    },
    { part: 'amount', bits: inBits(weighed.amountEvidence), words: amount },
    {
      part: 'next_best',
      bits: lead(probability, runnerUpProbability),
      words: `the next best row ${share(runnerUpProbability)}`,
    },
    { part: 'nobody', bits: lead(probability, nobodyProbability), words: `no partner ${share(nobodyProbability)}` },
  ];
}

function textWords({ wordsInCommon = 0, rarestWordRows = 0 }: Partial<Weighed>): string {
  if (wordsInCommon === 0) return 'no word in common';
  const rows = rarestWordRows === 1 ? '1 row' : `${rarestWordRows} rows`;
  return wordsInCommon === 1
    ? `1 word in common, which ${rows} have`
    : `${wordsInCommon} words in common, one of them in ${rows} only`;
}

const inBits = (sixteenths = 0): number => Math.round((sixteenths * 10) / BIT) / 10;

/** The lead of one share over another in bits; both in ten-thousandths, the second may be 0. */
const lead = (share: number, other: number): number => inBits(bits(share) - bits(Math.max(1, other)));

/** 0.02 */
const share = (tenThousandths: number): string => (tenThousandths / 10_000).toFixed(2);
