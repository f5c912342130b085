// Has a summary worded by a language model, where there is one. The built-in narrative always stands beside it: a model
// that is away, slow or wrong leaves no words of its own, and a sentence that says so.

import type { SummaryFacts } from '../../core/summary/facts.ts';
import { checkedWording, wordingQuestion } from '../../core/summary/model-narrative.ts';
import type { LanguageModel } from '../../ports/language-model.ts';

interface WordedSummary {
  /** Null without a model, or where its answer does not hold. */
  readonly words: string | null;
  readonly warnings: readonly string[];
}

export async function wordSummary(
  model: LanguageModel | null | undefined,
  facts: SummaryFacts,
): Promise<WordedSummary> {
  if (model === null || model === undefined) return { words: null, warnings: [] };
  const answered = await model.ask(wordingQuestion(facts));
  const wording = 'trouble' in answered ? { refused: answered.trouble } : checkedWording(answered.answer, facts);
  if ('text' in wording) return { words: wording.text, warnings: [] };
  return {
    words: null,
    warnings: [`The language model ${wording.refused}: the summary has the built-in words alone.`],
  };
}
