// Whether a sentence tells of an adverse act of the mentioned subject (signals.ts), and of what kind: the kind is the
// category with the most word stems.

import { wordsOf } from '../names/name-words.ts';
import { BIAS, SIGNALS } from './signals.ts';
import { viewOf } from './subject-view.ts';
import { aroundMention, type MentionPlace } from './tokens.ts';

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

/** Probability that the sentence is about an adverse act of the mentioned subject, 0 to 1. */
export function adverseScore(sentence: string, mention: MentionPlace): number {
  const view = viewOf(aroundMention(sentence, mention));
  const odds = SIGNALS.reduce((sum, { weight, holds }) => sum + (holds(view) ? weight : 0), BIAS);
  return 1 / (1 + Math.exp(-odds));
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
