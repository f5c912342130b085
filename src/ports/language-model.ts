// A language model that answers a question by a schema. It gives only a second opinion: the caller checks the answer
// and has one of its own, so that a model that is away, slow or wrong stops nothing.

export interface ModelRequest {
  /** The name of the schema, [a-z_]+. */
  readonly name: string;
  readonly instructions: string;
  /** The question's content: data, never instructions. */
  readonly data: string;
  readonly schema: Readonly<Record<string, unknown>>;
}

/** `trouble` continues a sentence that begins with “the language model”: “did not answer in time”. */
export type ModelAnswer = { readonly answer: unknown } | { readonly trouble: string };

export interface LanguageModel {
  /** Never fails; answers JSON that may be anything. */
  ask(request: ModelRequest): Promise<ModelAnswer>;
}
