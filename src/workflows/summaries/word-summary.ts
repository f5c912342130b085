// Has a language model, if there is one, word a summary. The built-in narrative always stands beside it: if the model
// is away, slow or wrong there is no wording, only a warning.

import type { SummaryFacts } from '../../core/summary/facts.ts';
import { checkedWording, wordingQuestion } from '../../core/summary/model-narrative.ts';
import type { LanguageModel } from '../../ports/language-model.ts';

interface WordedSummary {
  /** Null without a model, or if its answer fails the checks. */
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
