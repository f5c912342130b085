// Opens the language model that the configuration names; null if none: then the built-in mapper and narrative are used
// alone. The thread that does the runs is given the settings and opens its own.

import { chatCompletions, type ModelSettings } from '../adapters/language-model/chat-completions.ts';
import type { Configuration } from '../config.ts';
import { TieoutError } from '../core/errors.ts';
import type { LanguageModel } from '../ports/language-model.ts';

/** Plain data. Throws usage if only half of it is configured. */
export function modelSettings(config: Configuration): ModelSettings | null {
  const { LLM_BASE_URL: baseUrl, LLM_MODEL: model } = config;
  if (baseUrl === null && model === null) return null;
  if (baseUrl === null || model === null)
    throw new TieoutError('usage', 'A language model needs both LLM_BASE_URL and LLM_MODEL: set both, or neither.');
  return {
    baseUrl,
    model,
    apiKey: config.LLM_API_KEY,
    timeoutMs: config.LLM_TIMEOUT_SECONDS * 1_000,
    answerTokens: config.LLM_ANSWER_TOKENS,
    questionTokens: config.LLM_QUESTION_TOKENS,
    hourly: config.LLM_QUESTIONS_PER_HOUR,
  };
}

export const openLanguageModel = (settings: ModelSettings | null): LanguageModel | null =>
  settings === null ? null : chatCompletions(settings);
