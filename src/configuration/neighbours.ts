// Settings for services that Tieout calls: a language model, the engine of another process, the loader.

import { endpoint, text, type Variable, visible, whole } from './variable.ts';

export const NEIGHBOURS = {
  LLM_BASE_URL: {
    ...endpoint,
    standard: null,
    meaning: 'language model (OpenAI’s chat completions) for column mappings and `ai_summary`',
  },
  LLM_API_KEY: {
    ...visible,
    standard: null,
    meaning: 'its bearer token, if it asks for one',
  },
  LLM_MODEL: { ...text('a name', /^\S{1,200}$/), standard: null, meaning: 'the model that it is asked for' },
  LLM_TIMEOUT_SECONDS: {
    ...whole(1, 120),
    standard: '20',
    meaning: 'longest wait for the model; then mapping and summary do without',
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
    meaning: 'most questions of a process in an hour, about mappings and summaries each',
  },
  ENGINE_BASE_URL: {
    ...endpoint,
    standard: null,
    meaning: 'another service that matches for decisions, on the same store with the same token',
  },
  ENGINE_TIMEOUT_SECONDS: {
    ...whole(1, 3_600),
    standard: '300',
    meaning: 'longest wait for that service; then the decision fails',
  },
  LOADER_BASE_URL: {
    ...endpoint,
    standard: null,
    meaning: 'the loader, which is told of stages of runs and of banking summaries',
  },
  LOADER_TOKEN: {
    ...visible,
    standard: null,
    meaning: 'its bearer token, if it asks for one',
  },
  LOADER_TIMEOUT_SECONDS: {
    ...whole(1, 120),
    standard: '10',
    meaning: 'longest wait for the loader; then it counts as away',
  },
} as const satisfies Record<string, Variable<unknown>>;
