// Services that this one asks or tells: a language model, the engine of another process, the loader.

import { endpoint, text, type Variable, visible, whole } from './variable.ts';

export const NEIGHBOURS = {
  LLM_BASE_URL: {
    ...endpoint,
    standard: null,
    meaning:
      'endpoint of a language model that speaks OpenAI’s chat completions, a second opinion on column mappings and the words of `ai_summary`',
  },
  LLM_API_KEY: {
    ...visible,
    standard: null,
    meaning: 'its bearer token, when it asks for one',
  },
  LLM_MODEL: { ...text('a name', /^\S{1,200}$/), standard: null, meaning: 'the model that it is asked for' },
  LLM_TIMEOUT_SECONDS: {
    ...whole(1, 120),
    standard: '20',
    meaning:
      'how long an answer is waited for; then the built-in mapper decides alone, and summaries have built-in words alone',
  },
  LLM_QUESTION_TOKENS: {
    ...whole(100, 1_000_000),
    standard: '20000',
    meaning: 'longest question, in tokens of four characters',
  },
  LLM_ANSWER_TOKENS: { ...whole(100, 100_000), standard: '4000', meaning: 'longest answer, in tokens' },
  LLM_QUESTIONS_PER_HOUR: {
    ...whole(0, 1_000_000),
    standard: '200',
    meaning: 'questions that a process asks in an hour at most, about mappings and about summaries each',
  },
  ENGINE_BASE_URL: {
    ...endpoint,
    standard: null,
    meaning:
      'another service that matches and renews summaries for decisions, on the same store and with the same TIEOUT_SERVICE_TOKEN; without it this process does',
  },
  ENGINE_TIMEOUT_SECONDS: {
    ...whole(1, 3_600),
    standard: '300',
    meaning: 'how long that service may take to answer; then the decision fails and clusters stay pending',
  },
  LOADER_BASE_URL: {
    ...endpoint,
    standard: null,
    meaning: 'the loader, which is told of the stages of runs and of banking summaries',
  },
  LOADER_TOKEN: {
    ...visible,
    standard: null,
    meaning: 'its bearer token, when it asks for one',
  },
  LOADER_TIMEOUT_SECONDS: {
    ...whole(1, 120),
    standard: '10',
    meaning: 'how long the loader may take to answer; then it counts as away',
  },
} as const satisfies Record<string, Variable<unknown>>;
