// A language model that answers a question by a schema. It is asked for a second opinion only: whoever asks checks the
// answer and has one of its own, so that a model that is away, slow or wrong stops nothing.

export interface ModelRequest {
  /** The name of the schema, [a-z_]+. */
  readonly name: string;
  readonly instructions: string;
  /** What it is asked about: data, never instructions. */
  readonly data: string;
  readonly schema: Readonly<Record<string, unknown>>;
}

/** `trouble` goes on from “the language model”: “did not answer in time”. */
export type ModelAnswer = { readonly answer: unknown } | { readonly trouble: string };

export interface LanguageModel {
  /** Never fails; answers JSON that may be anything. */
  ask(request: ModelRequest): Promise<ModelAnswer>;
}
