// Which language model the configuration names, null for none: then the built-in mapper decides alone.

import { chatCompletions } from '../adapters/language-model/chat-completions.ts';
import type { Configuration } from '../config.ts';
import { TieoutError } from '../core/errors.ts';
import type { LanguageModel } from '../ports/language-model.ts';

/** Throws usage where only half of it is named. */
export function openLanguageModel(config: Configuration): LanguageModel | null {
  const { LLM_BASE_URL: baseUrl, LLM_MODEL: model } = config;
  if (baseUrl === null && model === null) return null;
  if (baseUrl === null || model === null)
    throw new TieoutError('usage', 'A language model needs both LLM_BASE_URL and LLM_MODEL: set both, or neither.');
  return chatCompletions({
    baseUrl,
    model,
    apiKey: config.LLM_API_KEY,
    timeoutMs: config.LLM_TIMEOUT_SECONDS * 1_000,
    answerTokens: config.LLM_ANSWER_TOKENS,
    questionTokens: config.LLM_QUESTION_TOKENS,
    hourly: config.LLM_QUESTIONS_PER_HOUR,
  });
}
