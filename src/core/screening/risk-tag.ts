// The kind of risk that a list's topics mean, and its weight.

import type { ScreeningHit } from './screen.ts';

/** Tags by topic, the heaviest first; any other topic is "listed". */
const TAGS: readonly (readonly [prefix: string, tag: string, weight: number])[] = [
  ['sanction', 'sanction', 100],
  ['wanted', 'wanted', 90],
  ['crime', 'crime', 80],
  ['role.pep', 'pep', 70],
  ['role.rca', 'close_associate', 60],
  ['debarment', 'debarment', 60],
  ['export', 'export_control', 60],
  ['reg', 'regulatory', 50],
];

interface RiskTag {
  readonly tag: string;
  /** 0 to 100. */
  readonly weight: number;
}

export function riskTag(topics: readonly string[]): RiskTag {
  const found = TAGS.find(([prefix]) => topics.some((topic) => topic.startsWith(prefix)));
  return found === undefined ? { tag: 'listed', weight: 50 } : { tag: found[1], weight: found[2] };
}

/** Likeness times weight, 0 to 100. */
export const riskScore = ({ score, entity }: ScreeningHit): number => score * riskTag(entity.topics).weight;
