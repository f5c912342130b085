// Whether an article's statements about somebody are adverse, and of what kind: a linear classifier over hashed words,
// weighted by rarity, trained by bench/train-adverse-media.ts. The kind is the category with the most word stems.

import { wordsOf } from '../names/name-words.ts';
import { featuresOf } from './features.ts';
import { BIAS, RARITY, WEIGHTS } from './weights.ts';

const CATEGORIES: readonly (readonly [category: string, stems: readonly string[]])[] = [
  ['terrorism', ['terror', 'extremis', 'insurgen', 'militant', 'bomb']],
  ['money_laundering', ['launder', 'shell compan', 'illicit fund', 'proceeds of crime']],
  ['trafficking', ['traffick', 'smuggl', 'narcotic', 'cocaine', 'heroin', 'drug ring']],
  ['corruption', ['brib', 'corrupt', 'kickback', 'embezzl', 'graft', 'looting', 'misappropriat']],
  ['cybercrime', ['hack', 'phish', 'ransomware', 'cyber', 'malware', 'yahoo']],
  ['fraud', ['fraud', 'scam', 'ponzi', 'forg', 'swindl', 'impersonat', 'counterfeit', 'stole', 'theft', 'defraud']],
  ['tax', ['tax evasion', 'evaded tax', 'tax fraud', 'unpaid tax']],
  ['violence', ['murder', 'kidnap', 'assault', 'manslaughter', 'robber', 'rape', 'shooting']],
];

/** Probability that the text is adverse, 0 to 1. */
export function adverseScore(text: string): number {
  let sum = 0;
  let norm = 0;
  for (const [place, count] of featuresOf(text)) {
    const value = Math.log1p(count) * RARITY[place];
    sum += value * WEIGHTS[place];
    norm += value * value;
  }
  const scaled = norm === 0 ? 0 : sum / Math.sqrt(norm);
  return 1 / (1 + Math.exp(-(scaled + BIAS)));
}

export function categoryOf(text: string): string {
  const plain = ` ${wordsOf(text).join(' ')}`;
  let best = { category: 'other', count: 0 };
  for (const [category, stems] of CATEGORIES) {
    const count = stems.reduce((sum, stem) => sum + plain.split(` ${stem}`).length - 1, 0);
    if (count > best.count) best = { category, count };
  }
  return best.category;
}
