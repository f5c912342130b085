// Tiers in words, and the kind of evidence by which each found its matches.

/** The kinds of evidence, the strongest first, as plots show them. */
export const TIER_KINDS: readonly {
  readonly name: string;
  readonly tone: string;
  readonly tiers: readonly string[];
}[] = [
  { name: 'by reference', tone: 'accent', tiers: ['1', '2', '7'] },
  { name: 'by amount and text', tone: 'good', tiers: ['3', '4', '5', '6'] },
  { name: 'as sums', tone: 'muted', tiers: ['8', '9'] },
  { name: 'by hand', tone: 'warn', tiers: ['manual'] },
];

/** The name of a tier in summaries. */
export const tierKey = (tier: number): string => (tier === 0 ? 'manual' : tier === 10 ? 'reversal' : String(tier));

export const tierWords = (tier: number): string => {
  if (tier === 0) return 'By hand';
  if (tier === 10) return 'Reversals';
  return `Tier ${tier}`;
};

export const tierKind = (tier: number): string =>
  TIER_KINDS.find(({ tiers }) => tiers.includes(tierKey(tier)))?.name ?? 'an entry and its reversal';
